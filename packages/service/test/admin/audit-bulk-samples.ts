import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";
import type { Operator } from "../support/console.ts";
import type { Sample } from "./audit-store-samples.ts";

/** Valid calls of the operations on bulk actions. `order`: makes a confirmed order. */
export function bulkSamples(
  db: Db,
  owner: Operator,
  { order, settled }: { order: () => Promise<string>; settled: () => Promise<void> },
): Record<string, () => Promise<Sample>> {
  /** The cancellation of the orders of an event. */
  const start = async () => {
    const { event } = await owner.ask("GET", `/orders/${await order()}`);
    const wish = { kind: "cancel", eventIds: [event.id] };
    const { digest } = await owner.ask("POST", "/bulk-actions/preview", wish);
    return { path: "/bulk-actions", body: { ...wish, refund: "full", id: randomUUID(), digest } };
  };
  const ended = async () => {
    const { path, body } = await start();
    const action = await owner.ask("POST", path, body);
    await settled();
    return action;
  };
  return {
    "bulkActions.start": start,
    "bulkActions.repeat": async () => {
      const { id } = await ended();
      // Its order was cancelled by the action.
      await sql`update bulk_action_order set state = 'refused' where action_id = ${id}`.execute(db);
      return { path: `/bulk-actions/${id}/repeat` };
    },
    "bulkActions.called": async () => {
      const { id, orders } = await ended();
      return { path: `/bulk-actions/${id}/called`, body: { orderId: orders[0].orderId, called: true } };
    },
  };
}
