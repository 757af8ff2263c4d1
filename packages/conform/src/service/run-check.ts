import { CannotRunError, type CheckResult, isSelectedCheck, type Report, totalsOf } from "../reports/report.ts";
import { type HttpWire, NoAnswerError, RequestLimitReached } from "../wire/exchange.ts";
import { type Check, Findings } from "./check.ts";
import { SkippedCheckError, UnreadableAnswerError } from "./skipped.ts";

/** How checks are run, of a service or of a supplier. */

interface RunOptions {
  url: string;
  readOnly?: boolean | undefined;
  /** Called after each check. */
  onResult?: ((result: CheckResult) => void) | undefined;
}

/** Returns the checks that `only` selects, or all checks without it. Throws CannotRunError if it selects none. */
export function selectedChecks<C extends { id: string }>(checks: readonly C[], only: readonly string[] = []): C[] {
  const selected = checks.filter((check) => isSelectedCheck(check, only));
  if (selected.length === 0) throw new CannotRunError(`no check matches ${only.join(" or ")}`);
  return selected;
}

interface TestedSubject {
  key: string | undefined;
  /** Takes the answers that did not fit their schema, although the check went on with them. */
  takeMisfits?(): UnreadableAnswerError[];
}

/** Runs checks one after the other and reports them. `probe` throws CannotRunError when there is nobody to test. */
export async function runChecks<Subject extends TestedSubject>(
  judged: Report["judged"],
  checks: readonly Check<Subject>[],
  subject: Subject,
  wire: HttpWire,
  probe: (subject: Subject) => Promise<void>,
  { url, readOnly = false, onResult }: RunOptions,
): Promise<Report> {
  const startedAt = new Date();
  await probe(subject);
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await runCheck(check, subject, readOnly, results);
    results.push(result);
    onResult?.(result);
  }
  return {
    kit: "paseo-conform",
    reportVersion: 1,
    judged,
    target: url,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: wire.requests,
    totals: totalsOf(results),
    checks: results,
  };
}

/** Runs a check, and reports why it was skipped or its findings. */
async function runCheck<Subject extends TestedSubject>(
  check: Check<Subject>,
  service: Subject,
  readOnly: boolean,
  before: readonly CheckResult[],
): Promise<CheckResult> {
  const startedMs = performance.now();
  const { id, says, clause } = check;
  const findings = new Findings(service.key);
  const reason = skipReason(check, service, readOnly) ?? (await run(check, service, findings, before));
  for (const misfit of service.takeMisfits?.() ?? [])
    if (findings.stored.length === 0 && !isAlreadyReported(misfit, before))
      findings.wrong(misfit.message, misfit.exchange);
  const failed = findings.stored.length > 0;
  return {
    id,
    says,
    clause,
    verdict: failed ? "fail" : reason === undefined ? "pass" : "skipped",
    ...(!failed && reason !== undefined && { reason }),
    ...(failed && { findings: findings.stored }),
    ...(findings.more > 0 && { more: findings.more }),
    ...(findings.note !== undefined && { note: findings.note }),
    durationMs: Math.round(performance.now() - startedMs),
  };
}

function skipReason(
  { needs }: Pick<Check, "needs">,
  service: { key: string | undefined },
  readOnly: boolean,
): string | undefined {
  if (needs !== undefined && !service.key) return "it needs a key; set --key";
  return needs === "booking" && readOnly ? "it places a test order, and --read-only is set" : undefined;
}

/** Runs the check. Returns why it was skipped, if it was. An unexpected error is a fault of the answer that caused it. */
async function run<Subject>(
  check: Check<Subject>,
  service: Subject,
  findings: Findings,
  before: readonly CheckResult[],
): Promise<string | undefined> {
  try {
    await check.run(service, findings);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableAnswerError && !isAlreadyReported(error, before))
      findings.wrong(error.message, error.exchange);
    else if (error instanceof SkippedCheckError) return error.message;
    else if (error instanceof RequestLimitReached) return `the limit on requests is reached: ${error.message}`;
    else
      findings.wrong(
        error instanceof NoAnswerError ? `no answer: ${error.message}` : `an answer cannot be understood: ${error}`,
      );
    return undefined;
  }
}

/** Whether a check of the operation itself has failed. In that case, checks that only need the operation do not fail as well. */
const isAlreadyReported = ({ theme }: UnreadableAnswerError, before: readonly CheckResult[]): boolean =>
  before.some(({ id, verdict }) => verdict === "fail" && id.startsWith(theme));
