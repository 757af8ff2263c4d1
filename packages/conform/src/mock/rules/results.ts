import type { CheckResult, Finding } from "../../reports/report.ts";
import { curlLine } from "../../wire/curl.ts";
import type { Sent } from "../../wire/exchange.ts";
import { Failure } from "../failure.ts";
import { type RuleId, rules } from "./rules.ts";

/** Findings of a rule that are stored; further ones are only counted. */
const mostFindings = 20;

/** Whether a request follows a rule, and the finding if it does not. */
export interface Ruling {
  rule: RuleId;
  holds: boolean;
  what: string;
  sent: Sent;
}

interface Entry {
  tried: boolean;
  findings: Finding[];
  more: number;
}

/** Records for each rule whether a request tested it, and each request that broke it. */
export class RuleResults {
  readonly #entries = new Map<RuleId, Entry>();
  readonly #onFault: (rule: RuleId, finding: Finding) => void;

  constructor(onFault: (rule: RuleId, finding: Finding) => void) {
    this.#onFault = onFault;
  }

  /** Records `what` as a finding unless the rule holds. Returns whether it holds. */
  check(rule: RuleId, holds: boolean, what: string, sent: Sent): boolean {
    const entry = this.#entry(rule);
    entry.tried = true;
    if (holds) return true;
    const finding = { what, request: curlLine(sent, keyIn(sent)) };
    if (entry.findings.length < mostFindings) entry.findings.push(finding);
    else entry.more += 1;
    this.#onFault(rule, finding);
    return false;
  }

  /** Records that the request follows the rule. */
  pass(rule: RuleId): void {
    this.#entry(rule).tried = true;
  }

  /** Like `check`, but throws the failure that answers a request which breaks the rule. */
  require(rule: RuleId, holds: boolean, what: string, sent: Sent, ...failure: ConstructorParameters<typeof Failure>) {
    if (!this.check(rule, holds, what, sent)) throw new Failure(...failure);
  }

  apply({ rule, holds, what, sent }: Ruling): boolean {
    return this.check(rule, holds, what, sent);
  }

  /** The results as they would be with these rulings. The rulings are not stored: the client may still do what they miss. */
  resultsWith(pending: readonly Ruling[]): CheckResult[] {
    const copy = new RuleResults(() => {});
    for (const [rule, entry] of this.#entries) copy.#entries.set(rule, { ...entry, findings: [...entry.findings] });
    for (const ruling of pending) copy.apply(ruling);
    return copy.#results();
  }

  #results(): CheckResult[] {
    return (Object.keys(rules) as RuleId[]).map((id) => {
      const { says, clause, untried } = rules[id];
      const { tried, findings, more } = this.#entry(id);
      const rule = { id, says, clause, durationMs: 0 };
      if (findings.length > 0) return { ...rule, verdict: "fail", findings, ...(more > 0 && { more }) };
      return tried ? { ...rule, verdict: "pass" } : { ...rule, verdict: "skipped", reason: untried };
    });
  }

  #entry(rule: RuleId): Entry {
    const entry = this.#entries.get(rule) ?? { tried: false, findings: [], more: 0 };
    this.#entries.set(rule, entry);
    return entry;
  }
}

/** The key in a request, valid or not: a client may send its real key by mistake, and reports must mask it. */
export function keyIn({ url, headers, body = "" }: Sent): string | undefined {
  const inAddress = /[?&](?:x-)?(?:api-?key|key|token)=([^&]+)/i.exec(url)?.[1];
  const inBody = /"apiKey"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? /<(?:\w+:)?ApiKey>([^<]+)</.exec(body)?.[1];
  return inAddress ?? inBody ?? headers["x-api-key"] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
