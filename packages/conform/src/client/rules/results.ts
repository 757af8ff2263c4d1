import type { CheckResult, Finding } from "../../reports/report.ts";
import { curlLine } from "../../wire/curl.ts";
import type { SentRequest } from "../../wire/exchange.ts";
import { type RuleId, rules } from "./rules.ts";

/** Findings of a rule that are stored; further ones are only counted. */
const maxFindings = 20;
const maxKeys = 100;
const shortestKey = 6;

/** Whether a request follows a rule, and the finding if it does not. */
export interface RuleVerdict {
  rule: RuleId;
  holds: boolean;
  what: string;
  sent: SentRequest;
}

/** Thrown when a request allows no further judgement. */
export class RuleBrokenError extends Error {
  override name = "RuleBrokenError";
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
  readonly #keys = new Set<string>();

  constructor(onFault: (rule: RuleId, finding: Finding) => void) {
    this.#onFault = onFault;
  }

  /** Remembers the keys of a request, right or wrong: neither a report nor a log may have one. */
  learnKeys(sent: SentRequest): void {
    for (const key of findApiKeys(sent)) if (this.#keys.size < maxKeys) this.#keys.add(key);
  }

  mask(text: string): string {
    return [...this.#keys].reduce((masked, key) => masked.replaceAll(key, "$KEY"), text);
  }

  /** Records `what` as a finding unless the rule holds. Returns whether it holds. */
  check(rule: RuleId, holds: boolean, what: string, sent: SentRequest): boolean {
    const entry = this.#entry(rule);
    entry.tried = true;
    if (holds) return true;
    const finding = { what: this.mask(what), request: this.mask(curlLine(sent, findApiKeys(sent)[0])) };
    if (entry.findings.length < maxFindings) entry.findings.push(finding);
    else entry.more += 1;
    this.#onFault(rule, finding);
    return false;
  }

  /** Records that the request follows the rule. */
  pass(rule: RuleId): void {
    this.#entry(rule).tried = true;
  }

  /** Like `check`, but throws RuleBrokenError when the rule does not hold. */
  require(rule: RuleId, holds: boolean, what: string, sent: SentRequest): void {
    if (!this.check(rule, holds, what, sent)) throw new RuleBrokenError();
  }

  apply({ rule, holds, what, sent }: RuleVerdict): boolean {
    return this.check(rule, holds, what, sent);
  }

  /** Returns the results with these additional verdicts. The verdicts are not stored, because the client may still do the missing work. */
  resultsWith(pending: readonly RuleVerdict[]): CheckResult[] {
    const copy = new RuleResults(() => {});
    for (const key of this.#keys) copy.#keys.add(key);
    for (const [rule, entry] of this.#entries) copy.#entries.set(rule, { ...entry, findings: [...entry.findings] });
    for (const verdict of pending) copy.apply(verdict);
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

/**
 * Every text in the URL, headers or body of a request where a key belongs. Texts that are shorter than a key are omitted, because they
 * would mask ordinary words.
 */
export function findApiKeys({ url, headers, body = "" }: SentRequest): string[] {
  const named = [
    ...url.matchAll(/[?&](?:x-)?(?:api[-_]?key|key|token)=([^&\s]+)/gi),
    ...body.matchAll(/(?:^|&)(?:x-)?(?:api[-_]?key|key|token)=([^&\s]+)/gi),
    ...body.matchAll(/"(?:x-)?api[-_]?key"\s*:\s*"([^"]+)"/gi),
    ...body.matchAll(/<(?:\w+:)?api[-_]?key\b[^>]*>\s*([^<\s]+)/gi),
  ].map(([, key]) => key!);
  const inHeaders = [headers["x-api-key"], /^\S+\s+(\S+)$/.exec(headers.authorization ?? "")?.[1]];
  return [...named, ...inHeaders].filter((key): key is string => key !== undefined && key.length >= shortestKey);
}
