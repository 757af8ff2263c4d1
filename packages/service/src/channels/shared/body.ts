import type Type from "typebox";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { parseJson } from "../../web/json.ts";

/** Reads a JSON body. An empty body is an object without fields. `refuse` makes the error that says what is wrong. */
export function readBody<S extends Type.TSchema>(
  bytes: Buffer | undefined,
  schema: S,
  refuse: (message: string) => Error,
): Type.Static<S> {
  let value: unknown = {};
  try {
    if (bytes !== undefined && bytes.length > 0) value = parseJson(bytes);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const [problem] = checkValue(schema, value);
  if (problem) throw refuse(`${problem.pointer.slice(1).replaceAll("/", ".") || "The body"} ${problem.detail}.`);
  return value as Type.Static<S>;
}
