import type { SendRequest } from "../../packages/service/src/outgoing/request.ts";
import type { Recorder } from "../history/recorder.ts";
import type { ChangeDecision, SimulatedFault, SimulationPlan, SupplierDecision } from "./plan.ts";
import { runOutsideProcesses, type SimulatedProcess } from "./time/process.ts";
import type { VirtualTime } from "./time/virtual-time.ts";

/** The simulated network: a supplier, a partner's endpoint, and faults of the requests to them. */

export const supplierUrl = "https://supplier.example/paseo";
export const callbackUrl = "https://partner.example/callback";

/** An order in the supplier's system. */
export interface SupplierOrder {
  state: "pending" | "booked" | "declined" | "cancelled";
  decision: SupplierDecision;
  decidesAt: number;
  /** Number of booking requests that arrived. */
  requests: number;
  /** Changes that the service requested from the supplier, by their id. */
  changes: Map<string, { decision: ChangeDecision; decidesAt: number; isConfirmed: boolean }>;
}

type Answer = { status: number; json: object };

export class OutsideServices {
  readonly supplier = new Map<string, SupplierOrder>();
  readonly #time: VirtualTime;
  readonly #recorder: Recorder;
  readonly #plan: SimulationPlan;
  #calls = 0;
  #callbacks = 0;
  #changes = 0;
  #isHealed = false;

  constructor(time: VirtualTime, recorder: Recorder, plan: SimulationPlan) {
    this.#time = time;
    this.#recorder = recorder;
    this.#plan = plan;
  }

  /** From now on every request arrives immediately and is answered. */
  heal(): void {
    this.#isHealed = true;
  }

  /** The network of one process. Requests that it has sent arrive even after it has died. */
  sender(process: SimulatedProcess): SendRequest {
    return ({ url, body, timeoutMs }) => {
      const isSupplier = url.startsWith(supplierUrl);
      const take = () => (isSupplier ? this.#atSupplier(String(body)) : this.#atPartner(String(body)));
      return process.whileAlive(
        runOutsideProcesses(() => this.#exchange(take, this.#nextFault(isSupplier), timeoutMs)),
      );
    };
  }

  #nextFault(isSupplier: boolean): SimulatedFault {
    const fault = isSupplier ? this.#plan.calls[this.#calls++] : this.#plan.callbacks[this.#callbacks++];
    return this.#isHealed ? "none" : (fault ?? "none");
  }

  async #exchange(take: () => Answer, fault: SimulatedFault, timeoutMs: number): ReturnType<SendRequest> {
    const time = this.#time;
    const startedAt = time.now;
    const ms = () => time.now - startedAt;
    const failed = (reason: "connection" | "timeout", sent: boolean) =>
      ({ outcome: "failed", reason, detail: `The simulation ended it: ${fault}.`, sent, ms: ms() }) as const;
    await time.sleep(1 + time.random() * 4);
    if (fault === "refused") return failed("connection", false);
    if (fault === "request lost") return failed("connection", true);
    const arrivesInMs = fault === "late" ? 500 + time.random() * 15_000 : 0;
    const arrived = this.#arrive(take, arrivesInMs);
    if (fault === "twice") void this.#arrive(take, 1 + time.random() * 3_000);
    const answersInMs = fault === "slow" ? 500 + time.random() * 12_000 : 1 + time.random() * 4;
    if (ms() + arrivesInMs + answersInMs >= timeoutMs) {
      await time.sleep(timeoutMs - ms());
      return failed("timeout", true);
    }
    const answer = fault === "error" ? { status: 500, json: {} } : await arrived;
    await time.sleep(answersInMs);
    if (fault === "answer lost") return failed("connection", true);
    const { status, json } = answer;
    return { outcome: "answered", status, headers: {}, body: JSON.stringify(json), cut: false, ms: ms() };
  }

  async #arrive(take: () => Answer, inMs: number): Promise<Answer> {
    if (inMs > 0) await this.#time.sleep(inMs);
    return take();
  }

  #atSupplier(body: string): Answer {
    const { type, data } = JSON.parse(body) as { type: string; data: { orderId: string; changeId: string } };
    const known = this.supplier.get(data.orderId);
    switch (type) {
      case "order.request":
        return this.#stateOf(known ? Object.assign(known, { requests: known.requests + 1 }) : this.#take(data.orderId));
      case "order.status":
        return known ? this.#stateOf(known) : answerOf("not-asked");
      case "order.change":
        return known ? this.#change(known, data.changeId) : answerOf("unknown");
      default:
        if (!known) return answerOf("not-asked");
        if (known.state === "booked" && known.decision === "keeps") return answerOf("declined");
        known.state = known.state === "declined" ? "declined" : "cancelled";
        return answerOf("cancelled");
    }
  }

  #take(id: string): SupplierOrder {
    const decision = this.#plan.decisions[this.supplier.size] ?? "confirmed";
    const decidesAt = this.#time.now + (decision.endsWith("-later") ? 1_000 + this.#time.random() * 60_000 : 0);
    const side: SupplierOrder = { state: "pending", decision, decidesAt, requests: 1, changes: new Map() };
    this.supplier.set(id, side);
    return side;
  }

  /** Once a change is decided, each request for it gets the same answer. */
  #change(side: SupplierOrder, id: string): Answer {
    if (side.state !== "booked") return answerOf(side.state === "pending" ? "unknown" : side.state);
    let change = side.changes.get(id);
    if (!change) {
      const decision = this.#plan.changes?.[this.#changes++] ?? "confirmed";
      const decidesAt = this.#time.now + (decision.endsWith("-later") ? 1_000 + this.#time.random() * 60_000 : 0);
      change = { decision, decidesAt, isConfirmed: false };
      side.changes.set(id, change);
    }
    if (this.#time.now < change.decidesAt && !this.#isHealed) return { status: 202, json: {} };
    change.isConfirmed = change.decision !== "declined";
    return answerOf(change.isConfirmed ? "confirmed" : "declined");
  }

  #stateOf(side: SupplierOrder): Answer {
    if (side.state === "pending" && (this.#time.now >= side.decidesAt || this.#isHealed))
      side.state = side.decision.startsWith("declined") ? "declined" : "booked";
    if (side.state === "pending") return { status: 202, json: {} };
    return side.state === "booked"
      ? { status: 200, json: { outcome: "confirmed", confirmation: "S-1" } }
      : answerOf(side.state);
  }

  #atPartner(body: string): Answer {
    this.#recorder.receive(body);
    return { status: 204, json: {} };
  }
}

const answerOf = (outcome: string): Answer => ({ status: 200, json: { outcome } });
