/** Finds the line of JSON text for a pointer, as an editor counts lines. */

/** Returns the line of each pointer, or of its nearest parent if it has no value. */
export function pointerLines(text: string, pointers: readonly string[]): Map<string, number> {
  const wanted = new Set(pointers.flatMap(ancestors));
  const starts = startsOf(text, wanted);
  const lines = new Map<string, number>();
  // Positions only increase while pointers are read, so lines are counted once.
  const places = [...starts].sort(([, a], [, b]) => a - b);
  let [line, at] = [1, 0];
  for (const [pointer, start] of places) {
    for (; at < start; at++) if (text.charCodeAt(at) === 10) line++;
    lines.set(pointer, line);
  }
  return new Map(
    pointers.flatMap((pointer) => {
      const known = ancestors(pointer).find((one) => lines.has(one));
      return known === undefined ? [] : [[pointer, lines.get(known)!] as const];
    }),
  );
}

/** Returns a pointer and its parents, the nearest first, without the root. */
const ancestors = (pointer: string): string[] => {
  const parts = pointer.split("/").slice(1);
  return parts.map((_, n) => `/${parts.slice(0, parts.length - n).join("/")}`);
};

/** Finds the positions at which the wanted values begin. The text is valid JSON, because the service has read it. */
function startsOf(text: string, wanted: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  const open: { path: string; list: boolean; index: number; key: string; valueNext: boolean }[] = [];
  const begin = (at: number): string => {
    const top = open.at(-1);
    if (!top) return "";
    const path = `${top.path}/${top.list ? top.index : top.key}`;
    if (wanted.has(path) && !found.has(path)) found.set(path, at);
    top.valueNext = false;
    return path;
  };
  // Strings, brackets, commas, colons, and other values.
  for (const { 0: token, index: at } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs)) {
    const top = open.at(-1);
    if (token === "{" || token === "[") {
      const path = begin(at);
      open.push({ path, list: token === "[", index: 0, key: "", valueNext: token === "[" });
    } else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (top?.list) top.index++;
      if (top) top.valueNext = top.list;
    } else if (token === ":") {
      if (top) top.valueNext = true;
    } else if (top && !top.list && !top.valueNext) {
      top.key = keyOf(token);
    } else begin(at);
  }
  return found;
}

/** Escapes a name as in a JSON pointer. */
const keyOf = (token: string): string => String(JSON.parse(token)).replaceAll("~", "~0").replaceAll("/", "~1");
