import type { CheckResult, Finding } from "../../reports/report.ts";
import { curlLine } from "../../wire/curl.ts";
import type { Sent } from "../../wire/exchange.ts";
import { type RuleId, rules } from "./rules.ts";

/** Faults of a rule that are kept whole; the rest are counted. */
const mostFindings = 20;

/** Whether a request kept a rule, and what is said of it if it did not. */
export interface Ruling {
  rule: RuleId;
  holds: boolean;
  why: string;
  sent: Sent;
}

interface Record {
  tried: boolean;
  findings: Finding[];
  more: number;
}

/** Notes for each rule whether it was tried, and each request that broke it. */
export class Judge {
  readonly #records = new Map<RuleId, Record>();
  readonly #onFault: (rule: RuleId, finding: Finding) => void;

  constructor(onFault: (rule: RuleId, finding: Finding) => void) {
    this.#onFault = onFault;
  }

  /** Tells `why` of the request unless the rule holds, and answers whether it does. */
  hold(rule: RuleId, holds: boolean, why: string, sent: Sent): boolean {
    const record = this.#record(rule);
    record.tried = true;
    if (holds) return true;
    const finding = { what: why, request: curlLine(sent, keyIn(sent)) };
    if (record.findings.length < mostFindings) record.findings.push(finding);
    else record.more += 1;
    this.#onFault(rule, finding);
    return false;
  }

  rule({ rule, holds, why, sent }: Ruling): boolean {
    return this.hold(rule, holds, why, sent);
  }

  /** The verdicts as they would be with these rulings, which are not kept: the client may yet do what they miss. */
  resultsWith(pending: readonly Ruling[]): CheckResult[] {
    const copy = new Judge(() => {});
    for (const [rule, record] of this.#records) copy.#records.set(rule, { ...record, findings: [...record.findings] });
    for (const ruling of pending) copy.rule(ruling);
    return copy.#results();
  }

  #results(): CheckResult[] {
    return (Object.keys(rules) as RuleId[]).map((id) => {
      const { says, clause, untried } = rules[id];
      const { tried, findings, more } = this.#record(id);
      const rule = { id, says, clause, durationMs: 0 };
      if (findings.length > 0) return { ...rule, verdict: "fail", findings, ...(more > 0 && { more }) };
      return tried ? { ...rule, verdict: "pass" } : { ...rule, verdict: "skipped", reason: untried };
    });
  }

  #record(rule: RuleId): Record {
    const record = this.#records.get(rule) ?? { tried: false, findings: [], more: 0 };
    this.#records.set(rule, record);
    return record;
  }
}

/** The key that a request carries, whichever it is: a client may have been given its real one by mistake. */
export function keyIn({ url, headers, body = "" }: Sent): string | undefined {
  const inAddress = /[?&](?:x-)?(?:api-?key|key|token)=([^&]+)/i.exec(url)?.[1];
  const inBody = /"apiKey"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? /<(?:\w+:)?ApiKey>([^<]+)</.exec(body)?.[1];
  return inAddress ?? inBody ?? headers["x-api-key"] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
