import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Order, type OrderStatus, orderStatuses } from "@paseo/contract";
import { type OrderTrigger, orderTransitions, triggerDescriptions } from "../../src/domain/orders/order-status.ts";
import { changeOrder } from "../../src/domain/orders/transitions.ts";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import { orderTimeline, type TimelineEntry } from "../../src/store/sale/timeline.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { codesOf, eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { cancelling, type Ordering, seatsLeft, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { formats, send, Wire } from "../support/wire.ts";

/** The status table, cell by cell: the effect of a trigger on an order with all consequences, or none. */

/** Triggers that lead an order to each status. */
const ways: Record<OrderStatus, OrderTrigger[]> = {
  waitsupplier: [],
  complete: ["confirmed"],
  waitcancel: ["confirmed", "cancel"],
  rejected: ["declined"],
  cancelled: ["confirmed", "cancel", "cancel-confirmed"],
};
/** Actors who can cause each trigger, and how they send it. */
const askers: Record<OrderTrigger, readonly Requester[]> = {
  confirmed: ["supplier", "operator"],
  declined: ["supplier", "operator"],
  cancel: ["ordercancel, JSON", "ordercancel, XML", "supplier", "operator"],
  "cancel-confirmed": ["supplier", "operator"],
  "cancel-declined": ["supplier", "operator"],
};
type Requester = "supplier" | "operator" | "ordercancel, JSON" | "ordercancel, XML";

const [seats, party] = [20, 2];
const confirmation = "TAB-4711";
/** The times of a day: one event for each cell. */
const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const [schedule] = show.items[0]!.schedules!;
const catalogue = {
  ...testCatalogue,
  // Seats of the operator's own are cancelled without waitcancel: placing/own-seats.test.ts.
  suppliers: [{ externalId: "theatre", name: "Teatro", kind: "desk" as const, lang: "es" as const }],
  products: [
    variant(show, { supplier: "theatre" }, { schedules: [{ ...schedule!, times, capacity: seats, to: "2026-06-30" }] }),
  ],
};

onPostgres("the status table", (open) => {
  let ordering: Ordering;
  let events = 0;
  before(async () => {
    ordering = await startOrdering({ open, catalogue });
  });
  after(() => ordering?.stop());

  /** An order, and the statuses that it has had since it was placed. */
  interface Tried {
    id: string;
    event: string;
    statuses: OrderStatus[];
  }

  async function orderIn(status: OrderStatus): Promise<Tried> {
    const n = events++;
    const event = await eventId(ordering.app, "show-seat", `2026-06-${20 + Math.floor(n / 24)}T${times[n % 24]}`);
    const { id } = await ordering.buy(event, {}, { ADULT: party });
    const order: Tried = { id: id!, event, statuses: [] };
    for (const trigger of ways[status]) {
      const { changed, order: after } = await bring(order, trigger, "supplier");
      assert.ok(changed);
      order.statuses.push(after!.status);
    }
    return order;
  }

  const bring = ({ id }: Tried, trigger: OrderTrigger, actor: "supplier" | "operator", number = confirmation) =>
    changeOrder(ordering.app.app.service.orderContext, id, {
      trigger,
      actor,
      message: `¡${trigger}!`,
      ...(trigger === "confirmed" && { confirmation: number }),
    });

  /** Fails unless everything visible of the order matches its statuses. */
  async function stands({ id, event, statuses }: Tried): Promise<void> {
    const { url, app } = ordering.app;
    const { db } = app.service;
    const status = statuses.at(-1) ?? "waitsupplier";
    const everComplete = statuses.includes("complete");
    for (const reads of formats) {
      const order = await new Wire(url, { sends: "json", reads }).ask("order", { lang: "es", id });
      assert.deepEqual(
        [order.status, order.confirmation, order.isValid],
        [status, everComplete ? confirmation : null, true],
      );
    }
    const ended = status === "rejected" || status === "cancelled";
    assert.equal(await seatsLeft(ordering, event), ended ? seats : seats - party);

    // A callback is stored with its status change. A callback that is not in the store is never sent.
    assert.equal((await listCallbacks(db, { orderId: id }, 100)).length, statuses.length);
    await until(() => ordering.notified(id).length >= statuses.length, `${statuses.length} notifications of ${id}`);
    assert.deepEqual(
      ordering.notified(id).map(({ data }) => [data.status, data.sequence]),
      statuses.map((one, n) => [one, n + 1]),
    );
    const entries = (await orderTimeline(db, id)).filter(({ kind }) => kind === "status");
    assert.deepEqual(
      entries.map((entry) => entry.status),
      statuses,
    );

    const voucher = await voucherOf(db, id);
    assert.equal(voucher !== null, everComplete);
    if (voucher)
      assert.equal((await send(`${url}/voucher/${voucher.code}`)).status, status === "cancelled" ? 410 : 200);
  }

  /** Fails unless the answer of ordercancel is right for an order in this status. */
  function assertAnswer(answer: Order, status: OrderStatus, next: OrderStatus | null): void {
    assert.equal(answer.status, next ?? status);
    assert.deepEqual(
      [answer.isValid, codesOf(answer)],
      status === "rejected" ? [false, ["cancel-rejected"]] : [true, []],
    );
  }

  for (const status of orderStatuses) {
    for (const trigger of Object.keys(triggerDescriptions) as OrderTrigger[]) {
      for (const requester of askers[trigger]) {
        const next = orderTransitions[status][trigger];
        test(`${trigger} (${requester}) in ${status}: ${next ?? "nothing"}`, async () => {
          const order = await orderIn(status);
          await stands(order);
          let last: Partial<TimelineEntry>;
          if (requester === "supplier" || requester === "operator") {
            const { changed } = await bring(order, trigger, requester, next ? confirmation : "ANOTHER-1");
            assert.equal(changed, next !== null);
            last = { actor: requester, why: trigger, message: `¡${trigger}!` };
          } else {
            const format = requester.endsWith("XML") ? "xml" : "json";
            assertAnswer(await cancelling(ordering.app, { sends: format })(order.id), status, next);
            last = { actor: "partner", why: "cancel", message: null };
          }
          if (next) order.statuses.push(next);
          await stands(order);
          if (next) {
            const { at, ...entry } = (await orderTimeline(ordering.app.app.service.db, order.id)).findLast(
              ({ kind }) => kind === "status",
            )!;
            assert.deepEqual(entry, { kind: "status", status: next, operator: null, details: null, ...last });
            assert.deepEqual(at, ordering.app.clock.now);
          }
        });
      }
    }
  }
});
