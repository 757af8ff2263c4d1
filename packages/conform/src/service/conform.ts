import type { Language } from "@paseo/contract";
import { type CheckResult, isAskedFor, type Report, totalsOf } from "../reports/report.ts";
import { BudgetSpent, NoAnswer, Wire } from "../wire/exchange.ts";
import { type Check, Findings } from "./check.ts";
import { checks } from "./checks/index.ts";
import { Skipped, Unreadable } from "./skipped.ts";
import { Site } from "./tested-service.ts";

export interface ConformOptions {
  /** Base address of the service, before `/api`. */
  url: string;
  /** A partner's key; without one nothing is validated or booked. */
  key?: string | undefined;
  /** Namespace of the service's XML. */
  namespace?: string | undefined;
  lang?: Language | undefined;
  /** Ids, themes or patterns with `*` of the checks to make; all when empty. */
  only?: readonly string[] | undefined;
  /** Leaves out every check that places an order. */
  readOnly?: boolean | undefined;
  maxRequests?: number | undefined;
  timeoutMs?: number | undefined;
  /** Told of each verdict as it falls. */
  onResult?: (result: CheckResult) => void;
}

/** The run cannot begin; the message is for the one who started it. */
export class CannotRun extends Error {
  override name = "CannotRun";
}

export const defaults = { namespace: "urn:paseo:partner", lang: "es", maxRequests: 1000, timeoutMs: 30_000 } as const;

/**
 * Holds a service's answers against the contract, one request at a time. Every order is placed as a test order. Throws
 * CannotRun when the address does not answer as a service would, or no check is asked for.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { url, key, readOnly = false } = options;
  const asked = checks.filter((check) => isAskedFor(check, options.only ?? []));
  if (asked.length === 0) throw new CannotRun(`no check is called ${options.only!.join(" or ")}`);
  const { maxRequests = defaults.maxRequests, timeoutMs = defaults.timeoutMs } = options;
  const { namespace = defaults.namespace, lang = defaults.lang } = options;
  const wire = new Wire({ key, maxRequests, timeoutMs });
  const site = new Site(wire, { url, key, namespace, lang });
  const startedAt = new Date();
  try {
    await knock(site);
    const results: CheckResult[] = [];
    for (const check of asked) {
      const result = await carryOut(check, site, readOnly, results);
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

/** Finds out whether there is a service at all, and whether its reads need the key. */
async function knock(site: Site): Promise<void> {
  const path = site.path("currencies");
  const asked = async () => {
    try {
      return await site.get(path);
    } catch (error) {
      throw error instanceof NoAnswer ? new CannotRun(`there is no answer: ${error.message}`) : error;
    }
  };
  let exchange = await asked();
  if (exchange.status === 401 && site.key) {
    site.readHeaders = { "x-api-key": site.key };
    exchange = await asked();
  }
  const { status } = exchange;
  if (status === 401 || status === 403)
    throw new CannotRun(`reads need a key here, and ${site.key ? "this one is refused" : "none was given (--key)"}`);
  if (status === 404 || status >= 500)
    throw new CannotRun(`GET ${path} answers ${status}: is this the service's address, without /api?`);
}

async function carryOut(
  check: Check,
  site: Site,
  readOnly: boolean,
  before: readonly CheckResult[],
): Promise<CheckResult> {
  const began = performance.now();
  const { id, says, clause } = check;
  const findings = new Findings(site.key);
  const reason = leftOut(check, site, readOnly) ?? (await attempt(check, site, findings, before));
  const failed = findings.kept.length > 0;
  return {
    id,
    says,
    clause,
    verdict: failed ? "fail" : reason === undefined ? "pass" : "skipped",
    ...(!failed && reason !== undefined && { reason }),
    ...(failed && { findings: findings.kept }),
    ...(findings.more > 0 && { more: findings.more }),
    durationMs: Math.round(performance.now() - began),
  };
}

function leftOut({ needs }: Check, site: Site, readOnly: boolean): string | undefined {
  if (needs !== undefined && !site.key) return "it needs a key (--key)";
  return needs === "booking" && readOnly ? "it places a test order, and the run is read-only" : undefined;
}

/** Makes the check, and answers why it was skipped if it was. What it did not expect of an answer is a fault of the answer. */
async function attempt(
  check: Check,
  site: Site,
  findings: Findings,
  before: readonly CheckResult[],
): Promise<string | undefined> {
  try {
    await check.run(site, findings);
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable && !isToldOf(error, before)) findings.wrong(error.message, error.exchange);
    else if (error instanceof Skipped) return error.message;
    else if (error instanceof BudgetSpent) return `the bound on requests is reached: ${error.message}`;
    else
      findings.wrong(error instanceof NoAnswer ? `no answer: ${error.message}` : `an answer makes no sense: ${error}`);
    return undefined;
  }
}

const themes: Record<string, string> = { eventvalidate: "validate.", eventbook: "booking.", order: "booking." };

/** Whether a check of the operation itself has failed: then those that need it on their way have nothing to add. */
function isToldOf({ operation }: Unreadable, before: readonly CheckResult[]): boolean {
  const theme = themes[operation] ?? `shape.${operation}.`;
  return before.some(({ id, verdict }) => verdict === "fail" && id.startsWith(theme));
}
