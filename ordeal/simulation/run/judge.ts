import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type DatedRefundTier, refundTiersOf } from "../../../packages/service/src/domain/money/refund.ts";
import type { Db } from "../../../packages/service/src/store/database/database.ts";
import { type OrderRow, orderColumns } from "../../../packages/service/src/store/sale/orders.ts";
import { checkHistory } from "../../history/checker.ts";
import { readFinalState } from "../../history/final-state.ts";
import type { FinalState, History, HistoryEntry, Violation } from "../../history/history.ts";
import { quotesRefundByTiers, refundsFollowTiersAtPurchase } from "../refunds.ts";
import { nothingFailed, operatorDecisionsAreFinal, supplierAgrees, supplierAgreesToChanges } from "../rules.ts";
import { eventBeginsAt, hasSupplier, type SimulatedWorld } from "../world.ts";
import type { RunContext } from "./context.ts";
import type { SimulatedOperator } from "./operator.ts";

/** Checks a run by all rules, and notes what it saw. */

export interface SimulatedRun {
  violations: Violation[];
  history: History;
  /** Number of requests of clients and operators, calls to the supplier, and callbacks. */
  operations: number;
  /** Observations, for figures and for the check that the run was not blind. */
  seen: Record<string, number>;
  /** A digest that is equal for two runs with the same events at the same times. */
  digest: string;
}

/** Content of the store at the end of a run. */
export interface StoreContent {
  final: FinalState;
  /** Orders that wait for an operator. */
  flagged: string[];
  /** Refund tiers that apply if each order is cancelled. */
  refunds: Map<string, DatedRefundTier[]>;
}

export async function readStored(db: Db, { events, shared }: SimulatedWorld): Promise<StoreContent> {
  const { rows } = await sql<OrderRow & { flagged: boolean }>`
    select ${orderColumns}, flag is not null as flagged from orders`.execute(db);
  const { orders, events: sold } = await readFinalState(db, events);
  // The order of rows on the disk differs between runs.
  return {
    final: { orders: orders.toSorted(byId), events: sold.toSorted(byId), shared },
    flagged: rows.filter(({ flagged }) => flagged).map(({ id }) => id),
    refunds: new Map(rows.map((row) => [row.id, refundTiersOf(row)])),
  };
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

export function judgeSimulation(
  context: RunContext,
  operator: SimulatedOperator,
  stored: StoreContent,
  isDone: boolean,
): SimulatedRun {
  const { history } = context.recorder;
  const { final } = stored;
  const violations = [
    ...checkHistory(history, final),
    ...rulesOfSimulation(context, operator, stored),
    ...(isDone ? [] : [{ rule: "progress", detail: "there was work that never ended" }]),
  ];
  noteOutcomes(context, stored);
  noteRaces(context, final);
  const states = [...context.outside.supplier.values()].map((side) => ({ ...side, changes: [...side.changes] }));
  return {
    violations,
    history,
    operations: history.entries.length + history.notified.length + states.length,
    seen: context.seen,
    digest: createHash("sha256")
      .update(JSON.stringify([history, final, states]))
      .digest("hex"),
  };
}

function rulesOfSimulation(
  context: RunContext,
  operator: SimulatedOperator,
  { final, flagged, refunds }: StoreContent,
): Violation[] {
  const { time, recorder, world, outside, warnings } = context;
  const { events } = world;
  const judged = {
    final,
    supplier: outside.supplier,
    operators: new Set([...flagged, ...operator.answered]),
    supplierEvents: new Set(events.filter((_, n) => hasSupplier(n))),
    decisions: operator.decisions,
    warnings,
  };
  const toDate = time.now - recorder.clock.now();
  const refunded = {
    history: recorder.history,
    final,
    tiersSet: operator.tiersSet,
    shown: refunds,
    startOf: (event: string) => eventBeginsAt(events.indexOf(event)) - toDate,
    dateOf: (at: number) => new Date(at + toDate),
  };
  return [
    ...supplierAgrees(judged),
    ...supplierAgreesToChanges(judged),
    ...operatorDecisionsAreFinal(judged),
    ...refundsFollowTiersAtPurchase(refunded),
    ...quotesRefundByTiers(refunded),
    ...nothingFailed(judged),
  ];
}

function noteOutcomes(context: RunContext, { final, flagged }: StoreContent): void {
  for (const { status } of final.orders) context.saw(`order ${status}`);
  for (const entry of context.recorder.history.entries) {
    context.saw(`${entry.op} ${entry.outcome}`);
    if (entry.op === "quote" && entry.quote && entry.quote.refund < -entry.quote.difference)
      context.saw("refund of a part");
  }
  for (const { amendments = [] } of final.orders) for (const { status } of amendments) context.saw(`change ${status}`);
  if (flagged.length > 0) context.saw("order flagged");
}

/** Records whether an amendment was accepted while its order was cancelled, and whether the answer to an acceptance was lost after its commit. */
function noteRaces(context: RunContext, { orders }: FinalState): void {
  const { entries } = context.recorder.history;
  const changed = new Set(orders.flatMap(({ amendments = [] }) => amendments.map(({ id }) => id)));
  for (const one of entries) {
    if (one.op !== "accept") continue;
    if (one.outcome === "unknown" && changed.has(one.quote)) context.saw("acceptance lost after its commit");
    const races = (other: HistoryEntry) =>
      other.op === "cancel" && other.id === one.id && other.invokedAt <= one.endedAt && one.invokedAt <= other.endedAt;
    if (entries.some(races)) context.saw("acceptance racing a cancellation");
  }
}
