import { isNestedDeeper, limits } from "@paseo/contract";
import { badRequest, unsupportedMediaType } from "./problems.ts";

/**
 * Reads a body that must be JSON in UTF-8. A wrong byte is refused, because a replaced letter would be stored.
 * @throws ProblemError 400
 */
export function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes ?? new Uint8Array());
    if (!isNestedDeeper(text, limits.xmlDepth)) return JSON.parse(text);
  } catch {
    throw badRequest("malformed-body", "The body is not JSON in UTF-8.");
  }
  throw badRequest("malformed-body", `The body is nested deeper than ${limits.xmlDepth}.`);
}

/** @throws ProblemError 415 */
export function requireJson(contentType: string | undefined): void {
  if (parseMediaType(contentType) !== "application/json")
    throw unsupportedMediaType("The body must be application/json.", { accept: "application/json" });
}

/** Returns the media type of a Content-Type without its parameters, in lower case. */
export const parseMediaType = (contentType: string | undefined): string =>
  contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
