import type Type from "typebox";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { cleanTexts, findUnfitTexts } from "../../domain/selling/typed-texts.ts";
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
  value = cleanTexts(value);
  const [unfit] = findUnfitTexts(value, "partner");
  const [problem] = unfit?.code === "nested-too-deep" ? [unfit] : checkValue(schema, value);
  const at = (pointer: string) => pointer.slice(1).replaceAll("/", ".") || "The body";
  if (problem)
    throw refuse(
      `${at(problem.pointer)} ${problem.detail.replace(/\.$/, "")}.`,
      problem.code === "missing" ? "missing" : "invalid",
    );
  if (unfit) throw refuse(`${at(unfit.pointer)}: ${unfit.detail}`, "invalid");
  return value as Type.Static<S>;
}
