import { forbiddenCharacter } from "@paseo/contract";
import type Type from "typebox";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { parseJson } from "../../web/json.ts";

/** What is wrong with a body: it is no JSON, a field is missing, or a field has a wrong value. */
export type BodyFault = "malformed" | "missing" | "invalid";

/** Reads a JSON body. An empty body is an object without fields. `refuse` makes the error for an invalid body. */
export function readChannelBody<S extends Type.TSchema>(
  bytes: Buffer | undefined,
  schema: S,
  refuse: (message: string, fault: BodyFault) => Error,
): Type.Static<S> {
  let value: unknown = {};
  try {
    if (bytes !== undefined && bytes.length > 0) value = parseJson(bytes);
  } catch (error) {
    throw refuse((error as Error).message, "malformed");
  }
  const [problem] = checkValue(schema, value);
  if (problem)
    throw refuse(
      `${problem.pointer.slice(1).replaceAll("/", ".") || "The body"} ${problem.detail}.`,
      problem.detail === "is missing" ? "missing" : "invalid",
    );
  const forbidden = forbiddenIn(value, "");
  if (forbidden)
    throw refuse(
      `${forbidden.at || "The body"} has the character ${forbidden.found}, which cannot be used.`,
      "invalid",
    );
  return value as Type.Static<S>;
}

/** Finds the first character that the store or XML cannot take, such as NUL, with the path of its text. */
function forbiddenIn(value: unknown, at: string): { at: string; found: string } | null {
  if (typeof value === "string") {
    const found = forbiddenCharacter(value);
    return found === undefined ? null : { at, found };
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = forbiddenIn(part, at === "" ? name : `${at}.${name}`);
    if (found) return found;
  }
  return null;
}
