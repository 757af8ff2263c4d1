/** A field of the body that is not as it should be. */
export interface FieldError {
  /** RFC 6901 pointer into the value's JSON form, whatever form was sent. */
  pointer: string;
  detail: string;
}

/** Why a body was not read; always the sender's to mend, so its status is 400. */
export interface BodyProblem {
  code: "malformed-body" | "bad-encoding" | "wrong-root" | "wrong-namespace" | "invalid-field";
  detail: string;
  errors?: FieldError[];
}

/** Stops the reading of a body as a whole. Thrown and caught inside this package only. */
export class Refusal extends Error {
  readonly problem: BodyProblem;

  constructor(code: BodyProblem["code"], detail: string) {
    super(detail);
    this.problem = { code, detail };
  }
}

const most = 50;

/** Bad fields by pointer: the first finding about a field stands, and the fiftieth is the last. */
export class FieldErrors {
  readonly #details = new Map<string, string>();

  add(pointer: string, detail: string): void {
    if (this.#details.size < most && !this.#details.has(pointer)) this.#details.set(pointer, detail);
  }

  /** The problem that names them all, or undefined when there is none. */
  problem(): BodyProblem | undefined {
    if (this.#details.size === 0) return undefined;
    const errors = Array.from(this.#details, ([pointer, detail]) => ({ pointer, detail }));
    const detail = errors.length === 1 ? `${errors[0]!.detail}.` : `${errors.length} fields of the body are not valid.`;
    return { code: "invalid-field", detail, errors };
  }
}

/** A pointer's field in words: `quantity` of `/tickets/0/quantity`, `totalUsd.value` of `/totalUsd/value`. */
export function fieldName(pointer: string): string {
  if (pointer === "") return "the body";
  const parts = pointer.slice(1).split("/");
  const index = parts.findLastIndex((part) => /^\d+$/.test(part));
  if (index === parts.length - 1) return `each of ${parts[index - 1]}`;
  return parts.slice(index + 1).join(".");
}
