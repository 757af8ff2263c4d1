import type { Language } from "@paseo/contract";
import { CannotRun, type CheckResult, isSelected, type Report, totalsOf } from "../reports/report.ts";
import { NoAnswer, RequestLimitReached, Wire } from "../wire/exchange.ts";
import { type Check, Findings } from "./check.ts";
import { checks } from "./checks/index.ts";
import { Skipped, Unreadable } from "./skipped.ts";
import { TestedService } from "./tested-service.ts";

export interface ConformOptions {
  /** Base address of the service, before `/api`. */
  url: string;
  /** A partner's key. Without one, checks that validate or book are skipped. */
  key?: string | undefined;
  /** Namespace of the service's XML. */
  namespace?: string | undefined;
  lang?: Language | undefined;
  /** Ids, themes or patterns with `*` of the checks to run; all when empty. */
  only?: readonly string[] | undefined;
  /** Skips every check that places an order. */
  readOnly?: boolean | undefined;
  maxRequests?: number | undefined;
  timeoutMs?: number | undefined;
  /** Called after each check. */
  onResult?: (result: CheckResult) => void;
}

export const defaults = { namespace: "urn:paseo:partner", lang: "es", maxRequests: 1000, timeoutMs: 30_000 } as const;

/**
 * Tests a service against the contract, one request at a time. Every order is a test order. Throws CannotRun when there is
 * no service at the address, or no check is selected.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { url, key, readOnly = false } = options;
  const selected = checks.filter((check) => isSelected(check, options.only ?? []));
  if (selected.length === 0) throw new CannotRun(`no check matches ${options.only!.join(" or ")}`);
  const { maxRequests = defaults.maxRequests, timeoutMs = defaults.timeoutMs } = options;
  const { namespace = defaults.namespace, lang = defaults.lang } = options;
  const wire = new Wire({ key, maxRequests, timeoutMs });
  const service = new TestedService(wire, { url, key, namespace, lang });
  const startedAt = new Date();
  try {
    await probe(service);
    const results: CheckResult[] = [];
    for (const check of selected) {
      const result = await runCheck(check, service, readOnly, results);
      results.push(result);
      options.onResult?.(result);
    }
    return {
      kit: "paseo-conform",
      reportVersion: 1,
      judged: "service",
      target: url,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests: wire.requests,
      totals: totalsOf(results),
      checks: results,
    };
  } finally {
    wire.close();
  }
}

/** Finds out whether there is a service, and whether its reads need the key. */
async function probe(service: TestedService): Promise<void> {
  const path = service.path("currencies");
  const read = async () => {
    try {
      return await service.get(path);
    } catch (error) {
      throw error instanceof NoAnswer ? new CannotRun(`the service does not answer: ${error.message}`) : error;
    }
  };
  let exchange = await read();
  if (exchange.status === 401 && service.key) {
    service.readHeaders = { "x-api-key": service.key };
    exchange = await read();
  }
  const { status } = exchange;
  if (status === 401 || status === 403)
    throw new CannotRun(`reads need a key here${service.key ? ", and the service refused this one" : "; set --key"}`);
  if (status === 404 || status >= 500)
    throw new CannotRun(`GET ${path} answers ${status}; check the address of the service, without /api`);
}

async function runCheck(
  check: Check,
  service: TestedService,
  readOnly: boolean,
  before: readonly CheckResult[],
): Promise<CheckResult> {
  const startedMs = performance.now();
  const { id, says, clause } = check;
  const findings = new Findings(service.key);
  const reason = skipReason(check, service, readOnly) ?? (await run(check, service, findings, before));
  const failed = findings.stored.length > 0;
  return {
    id,
    says,
    clause,
    verdict: failed ? "fail" : reason === undefined ? "pass" : "skipped",
    ...(!failed && reason !== undefined && { reason }),
    ...(failed && { findings: findings.stored }),
    ...(findings.more > 0 && { more: findings.more }),
    durationMs: Math.round(performance.now() - startedMs),
  };
}

function skipReason({ needs }: Check, service: TestedService, readOnly: boolean): string | undefined {
  if (needs !== undefined && !service.key) return "it needs a key; set --key";
  return needs === "booking" && readOnly ? "it places a test order, and --read-only is set" : undefined;
}

/** Runs the check. Returns why it was skipped, if it was. An unexpected error is a fault of the answer that caused it. */
async function run(
  check: Check,
  service: TestedService,
  findings: Findings,
  before: readonly CheckResult[],
): Promise<string | undefined> {
  try {
    await check.run(service, findings);
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable && !isAlreadyReported(error, before)) findings.wrong(error.message, error.exchange);
    else if (error instanceof Skipped) return error.message;
    else if (error instanceof RequestLimitReached) return `the limit on requests is reached: ${error.message}`;
    else
      findings.wrong(
        error instanceof NoAnswer ? `no answer: ${error.message}` : `an answer cannot be understood: ${error}`,
      );
    return undefined;
  }
}

const themes: Record<string, string> = {
  eventvalidate: "validate.",
  eventbook: "booking.",
  order: "booking.",
  eventhold: "holds.",
  hold: "holds.",
  availability: "availability.shape.",
  orderchange: "changes.",
  ordercancel: "cancelling.",
};

/** Whether a check of the operation itself has failed. Then checks that only need the operation do not fail as well. */
function isAlreadyReported({ operation }: Unreadable, before: readonly CheckResult[]): boolean {
  const theme = themes[operation] ?? `shape.${operation}.`;
  return before.some(({ id, verdict }) => verdict === "fail" && id.startsWith(theme));
}
