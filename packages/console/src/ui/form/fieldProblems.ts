import { ApiError } from "../../api/client.ts";
import type { FieldProblem } from "./FieldSummary.tsx";

/** Wrong fields of a form, found by the form or the service. */
export class FieldProblems extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super("the form has wrong fields");
    this.problems = problems;
  }
}

export const problemsOf = (error: unknown): readonly FieldProblem[] =>
  error instanceof FieldProblems ? error.problems : [];

/** Throws the wrong fields that a refusal names, or the refusal itself if the form has none of them. */
export function refuse(error: unknown, fieldOf: (pointer: string, detail: string) => FieldProblem | null): never {
  const named = error instanceof ApiError && error.status === 400 ? error.fields : [];
  const problems = named.flatMap(({ pointer, detail }) => fieldOf(pointer, detail) ?? []);
  throw problems.length > 0 ? new FieldProblems(problems) : error;
}
