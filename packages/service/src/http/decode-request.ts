import { decode, type Format, limits } from "@paseo/contract";
import type Type from "typebox";
import { cleanTexts, findUnfitTexts } from "../domain/selling/typed-texts.ts";
import { badRequest } from "../web/problems.ts";

/**
 * Reads the valid value of a partner's request, with its texts as they are stored.
 * @throws ProblemError 400 naming the fields.
 */
export function decodeRequest<S extends Type.TSchema>(
  schema: S,
  text: string,
  format: Format,
  namespace: string,
): Type.Static<S> {
  const decoded = decode(schema, text, format, { namespace, maxXmlNodes: limits.xmlNodes, prepare: cleanTexts });
  if (!decoded.ok) throw badRequest(decoded.problem.code, decoded.problem.detail, decoded.problem.errors);
  const unfit = findUnfitTexts(decoded.value, "partner");
  if (unfit.length > 0) {
    const detail = unfit.length === 1 ? unfit[0]!.detail : `${unfit.length} fields of the body are not valid.`;
    throw badRequest("invalid-field", detail, unfit.slice(0, 20));
  }
  return decoded.value;
}
