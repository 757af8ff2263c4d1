export * from "./charset.ts";
export * from "./codec.ts";
export * from "./limits.ts";
export * from "./operations.ts";
export type { BodyProblem, FieldError } from "./refusal.ts";
export * from "./schemas.ts";
