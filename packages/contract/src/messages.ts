/**
 * The modules that read and write messages: operations, schemas and codecs, without the documents that are generated
 * from them.
 */

export * from "./codec/charset.ts";
export {
  type CodecOptions,
  type DecodeResult,
  decode,
  encode,
  encodeProblem,
  type Format,
  problemNamespace,
} from "./codec/codec.ts";
export type { BodyProblem, FieldError } from "./codec/refusal.ts";
export * from "./codes.ts";
export * from "./operations.ts";
export * from "./schemas.ts";
