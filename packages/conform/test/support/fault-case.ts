import type { RuleId } from "../../src/mock/rules/rules.ts";
import type { Scenario } from "../../src/mock/scenarios.ts";
import type { Fault } from "./broken-service.ts";
import type { TestClient } from "./good-client.ts";

/** One fault, and the checks or the rule that must find it. */
interface FaultCase<Subject, Id> {
  /** Names the test. */
  what: string;
  finds: Id;
  fault: Subject;
}

export interface ServiceFault extends FaultCase<Fault, string | string[]> {
  /** Breaks the mock service, which has records that the demo lacks. */
  at?: "mock";
}

export interface ClientFault extends FaultCase<(client: TestClient) => Promise<unknown>, RuleId> {
  scenarios?: Scenario[];
}
