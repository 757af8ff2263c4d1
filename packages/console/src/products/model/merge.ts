/**
 * Merges two operators' changes of the same record. A value that only one operator changed is taken; if both changed it, `mine`
 * wins. List entries are merged singly only if each index holds the same record in all three versions.
 */
export function mergeChanges<T>(base: T, mine: T, theirs: T): T {
  if (isDeepEqual(mine, base)) return theirs;
  if (isDeepEqual(theirs, base) || isDeepEqual(mine, theirs)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    if (!alike(base, mine) || !alike(base, theirs)) return mine;
    return base.map((one, n) => mergeChanges(one, mine[n], theirs[n])) as T;
  }
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine;
  const names = new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)]);
  const entries = [...names].map((name) => [name, mergeChanges(base[name], mine[name], theirs[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The key of a record in its list. */
const names = ["externalId", "code", "eventOn", "date", "time"] as const;

const alike = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length &&
  one.every((value, n) => {
    const against = other[n];
    return isRecord(value) && isRecord(against) && names.every((name) => value[name] === against[name]);
  });

/** Compares two values deeply, whatever the order of fields. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, n) => isDeepEqual(value, other[n]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => isDeepEqual(one[field], other[field]));
}
