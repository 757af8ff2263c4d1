export { forbiddenCharacter } from "./characters.ts";
export * from "./codec/charset.ts";
export {
  type CodecOptions,
  type Decoded,
  decode,
  encode,
  encodeProblem,
  type Format,
  problemNamespace,
} from "./codec/codec.ts";
export type { BodyProblem, FieldError } from "./codec/refusal.ts";
export * from "./codes.ts";
export * from "./collection/collection.ts";
export * from "./digest/digest.ts";
export * from "./examples/example-notifications.ts";
export * from "./examples/examples.ts";
export * from "./limits.ts";
export * from "./notifications.ts";
export * from "./openapi/openapi.ts";
export * from "./openapi/openapi-30.ts";
export { type DocumentedOperation, openapiDocument } from "./openapi/openapi-document.ts";
export * from "./operation-texts.ts";
export * from "./operations.ts";
export * from "./schemas.ts";
export * from "./xsd/xsd.ts";
