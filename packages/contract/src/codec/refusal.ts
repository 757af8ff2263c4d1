import { limits } from "../limits.ts";

/** A bad field of the body. */
export interface FieldError {
  /** RFC 6901 pointer into the value in JSON, whatever format was sent. */
  pointer: string;
  detail: string;
}

/** The reason why a body was refused. The sender can correct the body, so the status is 400. */
export interface BodyProblem {
  code: "malformed-body" | "bad-encoding" | "wrong-root" | "wrong-namespace" | "invalid-field";
  detail: string;
  errors?: FieldError[];
}

/** The reason why a request body cannot be read at all. Only this package throws and catches it. */
export class BodyRefusal extends Error {
  readonly problem: BodyProblem;

  constructor(code: BodyProblem["code"], detail: string) {
    super(detail);
    this.problem = { code, detail };
  }
}

/** Bad fields by pointer: the first error of each field, and twenty fields at most. */
export class FieldErrors {
  readonly #details = new Map<string, string>();

  add(pointer: string, detail: string): void {
    if (this.#details.size < limits.problems && !this.#details.has(pointer)) this.#details.set(pointer, detail);
  }

  /** Returns the problem that names all bad fields, or undefined when there is none. */
  problem(): BodyProblem | undefined {
    if (this.#details.size === 0) return undefined;
    const errors = Array.from(this.#details, ([pointer, detail]) => ({ pointer, detail }));
    const detail = errors.length === 1 ? `${errors[0]!.detail}.` : `${errors.length} fields of the body are not valid.`;
    return { code: "invalid-field", detail, errors };
  }
}

/** Returns a pointer's field in words: `quantity` of `/tickets/0/quantity`, `totalUsd.value` of `/totalUsd/value`. */
export function fieldName(pointer: string): string {
  if (pointer === "") return "the body";
  const parts = pointer.slice(1).split("/");
  const index = parts.findLastIndex((part) => /^\d+$/.test(part));
  if (index === parts.length - 1) return `each of ${parts[index - 1]}`;
  return parts.slice(index + 1).join(".");
}
