/** What a run says, whichever way it judged: the shape of `--report json`, documented in docs/reference/conformance.md. */
export interface Report {
  kit: "paseo-conform";
  /** Of this shape; it grows when a reader of the old one could misread the new. */
  reportVersion: 1;
  /** Who was judged: a service by its answers, or a client by its requests. */
  judged: "service" | "client";
  /** Address of the service, or the one that the client was to use. */
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
  /** Stable; its part before the first dot is its theme. */
  id: string;
  /** What holds when the check passes. */
  says: string;
  /** Where the contract says so. */
  clause: string;
  verdict: Verdict;
  /** Why it was skipped; absent otherwise. */
  reason?: string;
  /** What was wrong; absent unless the verdict is `fail`. */
  findings?: Finding[];
  /** Faults found beyond those in `findings`. */
  more?: number;
  durationMs: number;
}

export interface Finding {
  what: string;
  /** The request: a line for a shell, with the key masked. */
  request?: string;
  /** Status, content type and the beginning of the answer. */
  answer?: string;
}

/** A check of either kind, before it is carried out. */
export interface Clause {
  id: string;
  says: string;
  clause: string;
}

export function totalsOf(checks: readonly CheckResult[]): Report["totals"] {
  const count = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length;
  return { pass: count("pass"), fail: count("fail"), skipped: count("skipped") };
}

export const themeOf = ({ id }: Pick<Clause, "id">): string => id.slice(0, id.indexOf("."));

/** Whether the check is one of those asked for: by its id, its theme, or a pattern with `*`. Empty asks for all. */
export function isAskedFor({ id }: Pick<Clause, "id">, patterns: readonly string[]): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => {
      const expression = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
      return new RegExp(`^${expression}(\\..*)?$`).test(id);
    })
  );
}
