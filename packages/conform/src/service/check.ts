import type { CheckDescription, Finding } from "../reports/report.ts";
import { curlLine, maskKey } from "../wire/curl.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { TestedService } from "./tested-service.ts";

/** A requirement of the contract, and how to verify it from outside. */
export interface Check<Subject = TestedService> extends CheckDescription {
  /** `key`: the check validates, so it needs a key. `booking`: the check places test orders. */
  needs?: "key" | "booking";
  /** Adds the faults to `findings`. Throws SkippedCheckError when the service has no record to verify it with. */
  run(service: Subject, findings: Findings): Promise<void>;
}

/** Makes checks that share a clause or their needs. A check can have its own value instead. */
export const defineChecks = <Subject, Shared extends Partial<Pick<Check, "clause" | "needs">>>(
  shared: Shared,
  checks: (Omit<Check<Subject>, keyof Shared> & Partial<Pick<Check, keyof Shared & keyof Check>>)[],
): Check<Subject>[] => checks.map((check): object => ({ ...shared, ...check })) as Check<Subject>[];

const maxFindings = 5;

/** The problems that a check found. It stores the first five and counts the others. */
export class Findings {
  readonly #key: string | undefined;
  readonly stored: Finding[] = [];
  more = 0;
  /** A measurement, which a passing check can also have. */
  note: string | undefined;

  constructor(key: string | undefined) {
    this.#key = key;
  }

  wrong(what: string, exchange?: Exchange): void {
    if (this.stored.length >= maxFindings) {
      this.more += 1;
      return;
    }
    this.stored.push({
      what: maskKey(what, this.#key),
      ...(exchange && { request: curlLine(exchange.sent, this.#key), answer: this.#answer(exchange) }),
    });
  }

  /** Adds `what` unless the condition holds. Returns whether it holds. */
  holds(condition: boolean, what: string, exchange?: Exchange): boolean {
    if (!condition) this.wrong(what, exchange);
    return condition;
  }

  /** Adds `what` with both values unless they are equal as JSON. */
  equal(actual: unknown, expected: unknown, what: string, exchange?: Exchange): boolean {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    return this.holds(is === should, `${what} is ${cut(is)}, not ${cut(should)}`, exchange);
  }

  /** Adds a finding unless the answer has this status. */
  status(exchange: Exchange, status: number, why = ""): boolean {
    return this.holds(
      exchange.status === status,
      `answers ${exchange.status}, not ${status}${why && `: ${why}`}`,
      exchange,
    );
  }

  #answer({ status, headers, text }: Exchange): string {
    const type = headers["content-type"] ?? "no Content-Type";
    return maskKey(`${status} ${type}\n${text.slice(0, 400)}${text.length > 400 ? " …" : ""}`, this.#key);
  }
}

const cut = (text: string | undefined): string =>
  text === undefined ? "missing" : text.length > 160 ? `${text.slice(0, 160)} …` : text;
