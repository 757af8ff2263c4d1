/** A field of an entry of the audit log; a value is undefined if the field did not exist. */
export interface AuditDifference {
  /** Path of the field: `tickets.0.quantity`. */
  field: string;
  before: unknown;
  after: unknown;
  changed: boolean;
}

/** Returns the fields of an entry, changed fields first. If an entry has only one side, all its fields count as changed. */
export function differences(before: unknown, after: unknown): AuditDifference[] {
  const [old, young] = [valuesOf(before), valuesOf(after)];
  const fields = [...new Set([...old.keys(), ...young.keys()])];
  const all = fields.map((field) => {
    const [was, is] = [old.get(field), young.get(field)];
    return { field, before: was, after: is, changed: JSON.stringify(was) !== JSON.stringify(is) };
  });
  return [...all.filter(({ changed }) => changed), ...all.filter(({ changed }) => !changed)];
}

function valuesOf(value: unknown, path = ""): Map<string, unknown> {
  if (value === null || value === undefined) return path === "" ? new Map() : new Map([[path, value]]);
  if (typeof value !== "object" || Object.keys(value).length === 0) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...valuesOf(inner, path === "" ? name : `${path}.${name}`)]),
  );
}
