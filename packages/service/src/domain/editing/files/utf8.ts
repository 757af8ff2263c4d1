import { refusal } from "../../../texts/field-refusals.ts";
import { FileError } from "./limits.ts";

/** Returns the text of a file. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(refusal("file-not-utf8"));
  }
}
