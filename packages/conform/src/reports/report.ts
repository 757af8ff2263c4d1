/**
 * The result of a test run of a service, a client or a supplier, as `--report json` writes it. docs/reference/conformance.md documents it.
 */
export interface Report {
  kit: "paseo-conform";
  /** Rises with a change that could mislead a reader of the previous version. */
  reportVersion: 1;
  /** The tested system: a service by its answers, a client by its requests, or a supplier that uses OCTO. */
  judged: "service" | "client" | "supplier";
  /** Address of the service. */
  target: string;
  /** ISO 8601 UTC. */
  startedAt: string;
  durationMs: number;
  /** Requests sent, or received. */
  requests: number;
  totals: Record<Verdict, number>;
  checks: CheckResult[];
}

export type Verdict = "pass" | "fail" | "skipped";

export interface CheckResult {
  /** Stable; the part before the first dot is the theme. */
  id: string;
  /** A statement that is true if the check passes. */
  says: string;
  /** The clause of the contract. */
  clause: string;
  verdict: Verdict;
  /** The reason why the check was skipped; absent otherwise. */
  reason?: string;
  /** Absent unless the verdict is `fail`. */
  findings?: Finding[];
  /** Number of further findings. */
  more?: number;
  /** A measurement, such as a latency. */
  note?: string;
  durationMs: number;
}

export interface Finding {
  what: string;
  /** The request as a shell command, with the key masked. */
  request?: string;
  /** Status, content type and the start of the answer. */
  answer?: string;
}

/** What a check of either kind verifies. */
export interface CheckDescription {
  id: string;
  says: string;
  clause: string;
}

/** The test cannot run; the message is for the user. */
export class CannotRunError extends Error {
  override name = "CannotRunError";
}

export function totalsOf(checks: readonly CheckResult[]): Report["totals"] {
  const count = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length;
  return { pass: count("pass"), fail: count("fail"), skipped: count("skipped") };
}

export const checkTheme = ({ id }: Pick<CheckDescription, "id">): string => id.slice(0, id.indexOf("."));

/** Whether a pattern selects the check: its id, its theme, or an expression with `*`. No pattern selects all. */
export function isSelectedCheck({ id }: Pick<CheckDescription, "id">, patterns: readonly string[]): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => {
      const expression = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
      return new RegExp(`^${expression}(\\..*)?$`).test(id);
    })
  );
}
