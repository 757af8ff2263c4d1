import { Alert, Link } from "@mui/material";
import { type ReactNode, useEffect, useRef } from "react";
import { type FieldErrors, useFormContext, useFormState } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import type { RefusalText } from "../../api/refusal-text.ts";
import { useText } from "../../i18n/index.ts";

/** A wrong field. Without `focus`, `id` is the id of its input. */
export interface FieldProblem {
  id: string;
  label: string;
  detail: ReactNode;
  focus?: () => void;
}

/** The id of an input, and its error. */
export function fieldErrorProps(problems: readonly FieldProblem[], id: string) {
  const found = problems.find((problem) => problem.id === id);
  return { id, error: found !== undefined, ...(found && { helperText: found.detail }) };
}

/** The wrong fields of a form, each with a link to its input. The summary takes the focus for screen readers. */
export function FieldSummary({ problems }: { problems: readonly FieldProblem[] }) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const any = problems.length > 0;
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any]);
  if (!any) return null;
  return (
    <Alert severity="error" ref={box} tabIndex={-1} sx={{ alignItems: "flex-start" }}>
      <strong>{t("frame.fields.wrong", { smart_count: problems.length })}</strong>
      <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
        {problems.map(({ id, label, detail, focus }) => (
          <li key={id}>
            <Link
              component="button"
              type="button"
              color="inherit"
              underline="always"
              sx={{ textAlign: "left", overflowWrap: "anywhere" }}
              onClick={focus ?? (() => document.getElementById(id)?.focus())}
            >
              {label}
            </Link>
            : {detail}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Wrong fields of a form, found by the form or the service. */
export class FieldProblems extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super("the form has wrong fields");
    this.problems = problems;
  }
}

export const fieldProblemsOf = (error: unknown): readonly FieldProblem[] =>
  error instanceof FieldProblems ? error.problems : [];

/**
 * Throws the wrong fields that a refusal names, or the refusal itself if the form has none of these fields. `detail` is in the operator's
 * language.
 */
export function throwFieldProblems(
  error: unknown,
  refusalText: RefusalText,
  fieldOf: (pointer: string, detail: string) => FieldProblem | null,
): never {
  const named = error instanceof ApiError && error.status === 400 ? error.fields : [];
  const problems = named.flatMap((one) => fieldOf(one.pointer, refusalText(one)) ?? []);
  throw problems.length > 0 ? new FieldProblems(problems) : error;
}

/** The wrong fields of the surrounding form, each with a link to its input. */
export function ErrorSummary({ labelOf }: { labelOf: (source: string) => string }) {
  const { errors } = useFormState();
  const { setFocus } = useFormContext();
  const problems = errorsIn(errors).map(({ source, message }) => ({
    id: source,
    label: labelOf(source),
    detail: message,
    focus: () => setFocus(source),
  }));
  return <FieldSummary problems={problems} />;
}

function errorsIn(errors: FieldErrors, path = ""): { source: string; message: string }[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!error || name === "root") return [];
    if (typeof error.type === "string") return [{ source: path + name, message: String(error.message) }];
    return errorsIn(error as FieldErrors, `${path}${name}.`);
  });
}
