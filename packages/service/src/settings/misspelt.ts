/** The error message when `name` is probably a misspelling of one of the `settings`. */
export function misspelling(name: string, text: string, settings: readonly string[]): string | undefined {
  if (settings.includes(name) || isServiceLink(name, text)) return undefined;
  const near = settings.find((known) => isNear(name, known));
  if (near) return `${name} is not a setting; did you mean ${near}? Rename it, or unset it if it is not for Paseo.`;
  if (!/^PASEO_/i.test(name)) return undefined;
  const bare = settings.find((known) => isNear(name.slice("PASEO_".length), known));
  return bare
    ? `${name} is not a setting; did you mean ${bare}?`
    : `${name} is not a setting; the settings are ${settings.join(", ")}.`;
}

/**
 * Kubernetes and Docker links set variables for every service. For a service named "paseo" these are PASEO_PORT
 * (tcp://10.0.0.7:8080), PASEO_SERVICE_HOST and so on. They must not stop the start.
 */
function isServiceLink(name: string, text: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/.test(name) ||
    (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text))
  );
}

/** Names one letter away from PORT that other programs may use. */
const foreignNames = new Set(["POST", "PART"]);

/**
 * Whether `name` is a misspelling of `known`: they differ in case and underscores only, or by one edit (two in long names).
 * The first letter must match: SORT and COST are plausible names of other programs.
 */
function isNear(name: string, known: string): boolean {
  if (foreignNames.has(name)) return false;
  const bare = name.replaceAll("_", "").toUpperCase();
  const target = known.replaceAll("_", "");
  if (bare === target) return true;
  if (bare[0] !== target[0]) return false;
  const allowed = target.length >= 8 ? 2 : 1;
  return Math.abs(name.length - known.length) <= allowed && edits(name, known) <= allowed;
}

/** Damerau-Levenshtein distance: letters inserted, deleted, replaced, or swapped with their neighbour. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(above[column]! + 1, here[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, before[column - 2]! + 1);
      }
      here.push(least);
    }
    [before, above] = [above, here];
  }
  return above[b.length]!;
}
