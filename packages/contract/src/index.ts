export { forbiddenCharacter } from "./characters.ts";
export * from "./charset.ts";
export {
  type CodecOptions,
  type Decoded,
  decode,
  encode,
  encodeProblem,
  type Form,
  problemNamespace,
} from "./codec.ts";
export * from "./collection.ts";
export * from "./digest.ts";
export * from "./examples.ts";
export * from "./limits.ts";
export * from "./openapi.ts";
export * from "./openapi-document.ts";
export * from "./operations.ts";
export type { BodyProblem, FieldError } from "./refusal.ts";
export * from "./schemas.ts";
export * from "./xsd.ts";
