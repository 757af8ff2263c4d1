import { sql } from "kysely";
import { importCatalogue } from "../../../packages/service/src/domain/import/import.ts";
import { decideAmendmentForSupplier } from "../../../packages/service/src/domain/orders/decide-amendment.ts";
import { changeOrder } from "../../../packages/service/src/domain/orders/transitions.ts";
import type { OperationOutcome } from "../../history/history.ts";
import type { PlanStep } from "../plan.ts";
import { type RefundTierImport, tierChoices } from "../refunds.ts";
import type { OperatorDecision } from "../rules.ts";
import { resolveUnlessDied } from "../time/process.ts";
import { firstPrice, simulatedCatalogue } from "../world.ts";
import type { RunContext } from "./context.ts";

/** The operator in a run: answers in place of suppliers, decides changes, and sets prices and refund tiers. */
export class SimulatedOperator {
  /** Orders that the operator answered. */
  readonly answered = new Set<string>();
  readonly decisions: OperatorDecision[] = [];
  readonly tiersSet: RefundTierImport[] = [];
  readonly #context: RunContext;
  #pricing: Promise<unknown> = Promise.resolve();

  constructor(context: RunContext) {
    this.#context = context;
    this.#notePrice(firstPrice, context.time.now, null);
    this.#noteTiers(0, context.time.now, "ok");
  }

  async answer(id: string, { trigger }: PlanStep & { do: "operator" }): Promise<void> {
    const { process, app } = this.#context.server;
    const answered = process.run(() => changeOrder(app.service.orderContext, id, { trigger, actor: "operator" }));
    const invokedAt = this.#context.recorder.clock.now();
    // An unknown outcome counts as a change: it only exempts the order from a rule.
    const { changed } = await resolveUnlessDied(process, answered, { order: null, changed: true });
    if (changed && trigger !== "confirmed" && trigger !== "cancel-declined") this.#noteCancel(id, invokedAt);
    if (changed && trigger !== "cancel" && trigger !== "declined") this.answered.add(id);
    if (changed) this.#context.saw("operator answered");
  }

  /** Decides a change as soon as it waits for its supplier, and gives up after some seconds. */
  async decide(id: string, accepted: boolean): Promise<void> {
    const { time } = this.#context;
    for (let attempt = 0; attempt < 8; attempt++, await time.sleep(time.random() * 1_000)) {
      const { process, app } = this.#context.server;
      const decision = { accepted, actor: "operator", message: "phone" } as const;
      let change: string | undefined;
      const decided = process.run(() =>
        decideAmendmentForSupplier(app.service.orderContext, id, decision, async (tx) => {
          const { rows } = await sql<{ id: string }>`
            select id from amendment where order_id = ${id} and status <> 'quoted' order by revision desc limit 1`.execute(
            tx,
          );
          change = rows[0]!.id;
        }),
      );
      const outcome = await resolveUnlessDied(
        process,
        decided.then((found) => (found ? "decided" : "none waits")),
        "unknown",
      );
      if (outcome === "none waits") continue;
      this.decisions.push({ order: id, change, accepted, isSure: outcome === "decided" });
      this.#context.saw("change decided by an operator");
      return;
    }
  }

  /** An operator who ends an order counts as a client who cancels it. */
  #noteCancel(id: string, invokedAt: number): void {
    const { clock, entries } = this.#context.recorder;
    const answer = { outcome: "unknown", httpStatus: null, retryAfter: false, codes: [], order: null } as const;
    entries.push({ op: "cancel", client: "operator", id, invokedAt, endedAt: clock.now(), ...answer, codes: [] });
  }

  setPrice(price: number, tiers = 0): Promise<unknown> {
    // One after another, because the order in which concurrent imports take effect is unknown.
    this.#pricing = this.#pricing.then(async () => {
      const { time, server } = this.#context;
      const { process, database } = server;
      const invokedAt = time.now;
      const importing = process.run(() =>
        importCatalogue(database.db, simulatedCatalogue(price, tierChoices[tiers]), { now: new Date(time.now) }).then(
          () => "ok" as const,
        ),
      );
      const outcome = await resolveUnlessDied(process, importing, "unknown" as const);
      this.#notePrice(price, invokedAt, outcome);
      this.#noteTiers(tiers, invokedAt, outcome);
      this.#context.saw(outcome === "ok" ? "price changed" : "import broken off");
    });
    return this.#pricing;
  }

  #notePrice(price: number, invokedAt: number, outcome: OperationOutcome | null): void {
    const { time, recorder, world } = this.#context;
    const { clock, entries } = recorder;
    const since = invokedAt - time.now + clock.now();
    for (const event of world.events)
      entries.push({
        op: "price",
        client: "operator",
        event,
        price,
        invokedAt: outcome === null ? 0 : since,
        endedAt: clock.now(),
        outcome: outcome ?? "ok",
        httpStatus: null,
        retryAfter: false,
        codes: [],
      });
  }

  #noteTiers(choice: number, invokedAt: number, outcome: OperationOutcome): void {
    const endedAt = this.#context.recorder.clock.now();
    const since = invokedAt - this.#context.time.now + endedAt;
    this.tiersSet.push({ tiers: tierChoices[choice]!, invokedAt: since, endedAt, isSure: outcome === "ok" });
  }
}
