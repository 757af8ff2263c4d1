import type { RuleId } from "../../src/client/rules/rules.ts";
import type { Scenario } from "../../src/client/scenarios.ts";
import type { Fault } from "./broken-service.ts";
import type { TestClient } from "./good-client.ts";
import type { Target } from "./target.ts";

/** A fault, and the checks or the rule that must find it. */
interface FaultCase<Subject, Id> {
  /** Names the test. */
  what: string;
  finds: Id;
  fault: Subject;
}

export interface ServiceFault extends FaultCase<Fault, string | string[]> {
  /** Breaks the service with records that the demo lacks. */
  at?: "target";
}

export interface ClientFault extends FaultCase<(client: TestClient, target: Target) => Promise<unknown>, RuleId> {
  scenarios?: Scenario[];
  /** What the service does that the client then does wrong with. */
  at?: Fault;
}
