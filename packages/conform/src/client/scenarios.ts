import { STATUS_CODES } from "node:http";
import type { Problem } from "@paseo/contract";
import type { RoutedCall } from "./requests/route.ts";
import { isSynchronisedList, listReadMode } from "./rules/list-rules.ts";

/** The faults that the proxy causes, each once. */
export const scenarios = {
  busy: "the first validation is answered with 503 and Retry-After: 1",
  "lost-answer": "the first order is placed, but the connection breaks before the answer",
  expired: "lists since a version are answered with 410, until the client reads the products in full",
} as const;
export type Scenario = keyof typeof scenarios;

/** An answer that the proxy gives in place of the service. */
export interface SimulatedAnswer {
  problem: Problem;
  headers: Record<string, string>;
}

/** Runs each selected scenario once, when its condition is met. */
export class ScenarioRunner {
  readonly #waiting: Set<Scenario>;
  readonly #onScenario: (scenario: Scenario) => void;
  #isExpired = false;

  constructor(selected: readonly Scenario[], onScenario: (scenario: Scenario) => void) {
    this.#waiting = new Set(selected);
    this.#onScenario = onScenario;
  }

  /** Answers the request in place of the service; undefined when the service answers it. */
  insteadOf(call: RoutedCall): SimulatedAnswer | undefined {
    if (call.id === "eventvalidate" && this.start("busy"))
      return simulatedAnswer(503, "overloaded", "Try again in a second.", { "retry-after": "1" });
    const { page: _, ...params } = call.params;
    if (call.id === "products" && listReadMode({ params }) === "full") this.#isExpired = false;
    if (!params.version || !isSynchronisedList(call.id)) return undefined;
    if (this.start("expired")) this.#isExpired = true;
    if (!this.#isExpired) return undefined;
    const detail = "Changes since this version are no longer stored; synchronise in full from version 0.";
    return simulatedAnswer(410, "version-expired", detail);
  }

  /** Starts a scenario. Returns whether it was waiting. */
  start(scenario: Scenario): boolean {
    if (!this.#waiting.delete(scenario)) return false;
    this.#onScenario(scenario);
    return true;
  }
}

export const simulatedAnswer = (status: number, code: string, detail: string, headers = {}): SimulatedAnswer => ({
  problem: { type: `urn:paseo:problem:${code}`, title: STATUS_CODES[status]!, status, detail, code },
  headers,
});
