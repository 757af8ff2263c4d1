/** One value that an entry of the audit log keeps, before and after; undefined where it was not there. */
export interface Difference {
  /** Path of the field: `tickets.0.quantity`. */
  field: string;
  before: unknown;
  after: unknown;
  changed: boolean;
}

/**
 * What an entry says, field by field, those that changed first. Where it keeps only one side there is nothing to compare,
 * and every field of it counts as changed.
 */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, young] = [leaves(before), leaves(after)];
  const fields = [...new Set([...old.keys(), ...young.keys()])];
  const all = fields.map((field) => {
    const [was, is] = [old.get(field), young.get(field)];
    return { field, before: was, after: is, changed: JSON.stringify(was) !== JSON.stringify(is) };
  });
  return [...all.filter(({ changed }) => changed), ...all.filter(({ changed }) => !changed)];
}

function leaves(value: unknown, path = ""): Map<string, unknown> {
  if (value === null || value === undefined) return path === "" ? new Map() : new Map([[path, value]]);
  if (typeof value !== "object" || Object.keys(value).length === 0) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...leaves(inner, path === "" ? name : `${path}.${name}`)]),
  );
}
