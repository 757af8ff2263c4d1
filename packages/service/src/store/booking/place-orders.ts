import { randomInt } from "node:crypto";
import { newOrderNumber } from "@paseo/contract/order-reference";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import type { NewOrder } from "../sale/orders.ts";
import { keysOutcomeColumn, writtenKeysCtes } from "./answers.ts";
import {
  eventIsOnSaleToOrder,
  eventSalesGoOn,
  eventsLocked,
  isEventOfRow,
  type StatementOutcome,
  saleColumns,
  seatsOutcomeColumn,
  selectBatchRows,
  selectRowsWithSeats,
  takeSeats,
} from "./seats.ts";

/** The statement that places one or many orders. An order takes free seats, or the seats of a hold. */

/** `soldOut`: whether the event is sold out now. */
export interface PlacedOrder {
  id: string;
  outcome: StatementOutcome;
  number: number | null;
  soldOut: boolean;
}

/** Places orders, under new random numbers unless they have one. A number that is taken fails the statement: `repeatAfterConflict` places again, under others. */
export const placeOrders = (tx: Tx, orders: NewOrder[], lockedFirst: boolean): Promise<PlacedOrder[]> =>
  placing.run(tx, {
    orders: JSON.stringify(orders.map((order, place) => ({ ...order, place, lockedFirst, ...newOrderFields(order) }))),
  });

/** Returns the order's number, and its time. Lists have orders of the same millisecond in the order in which this process placed them. */
const newOrderFields = ({ createdAt, number = newOrderNumber(randomInt) }: NewOrder) => ({
  number,
  createdAt: createdAt.toISOString().replace("Z", `${`${microsecond(createdAt)}`.padStart(3, "0")}Z`),
});

let last = { at: 0, microsecond: 0 };

function microsecond(createdAt: Date): number {
  const at = createdAt.getTime();
  last = { at, microsecond: at === last.at ? Math.min(last.microsecond + 1, 999) : 0 };
  return last.microsecond;
}

/** The fields of an order in the JSON of a batch. */
const columns = {
  ...saleColumns,
  number: "int8",
  email: "text",
  phoneNumber: "text",
  remoteHost: "text",
  callbackUrl: "text",
  externalReference: "text",
  answers: "jsonb",
  status: "text",
  atDesk: "boolean",
  supplierDueIn: "float8",
  holdId: "uuid",
  payment: "jsonb",
  byOperator: "boolean",
} satisfies Record<keyof NewOrder | "place" | "lockedFirst", string>;

const takesSeats = sql`o."holdId" is null and not o.test`;

/**
 * The event of a hold may be sold out or closed by now, but not removed. A booking and the return of expired seats exclude each
 * other: the transaction that locks the hold first succeeds. Holds are locked before events. Test orders take no seats.
 */
const placing = defineStatement<{ orders: string }, PlacedOrder>(
  "place-orders",
  (value) => sql`
    with ${selectBatchRows(value("orders"), columns)}, ${writtenKeysCtes}, booked as (
      update hold h set status = 'booked'
      from fresh o join event e on ${isEventOfRow} and e.availability <> 'removed' and not e.hidden
        and ${eventSalesGoOn}
      where h.id = o."holdId" and h.product_id = o."productId" and h.status = 'open' and h.expires_at > o."createdAt"
      returning o.id
    ), own as (
      select * from fresh o where ${takesSeats}
    ), ${eventsLocked(sql`own`)}, sellable as (
      select id, item_id from (${selectRowsWithSeats(sql`own`, eventIsOnSaleToOrder)}) fitting
      union all
      select o.id, e.item_id from fresh o join event e on ${isEventOfRow}
      where case when o."holdId" is null then o.test and ${eventIsOnSaleToOrder} else exists (select from booked where booked.id = o.id) end
    ), placed as (
      insert into orders (id, number, lang, partner_id, event_id, status, test, tickets, seats, people, whole_event, email, phone_number, remote_host,
        callback_url, external_reference, white_label_code, total_usd, answers, agreed, cancel_purchase_hour, cancel_until,
        created_at, changes, supplier_called_at, supplier_tries, supplier_due_at, item_id, product_id, event_on, changed_at, payment)
      select o.id, o.number, o.lang, o."partnerId", o."eventId", o.status, o.test, o.tickets, o.seats, o.people, o."wholeEvent", o.email,
        o."phoneNumber", o."remoteHost", o."callbackUrl", o."externalReference", o."whiteLabelCode", o."totalUsd", o.answers,
        o.agreed, o."cancelPurchaseHour", o."cancelUntil", o."createdAt", (o.status = 'complete')::int,
        case when o."atDesk" then now() end, o."atDesk"::int, now() + o."supplierDueIn" * interval '1 second', s.item_id,
        o."productId", o."eventOn", o."createdAt", o.payment
      from sent o join sellable s on s.id = o.id
      returning id, number
    ), sold as (
      select o.* from own o join placed on placed.id = o.id
    ), ${takeSeats(sql`sold`)}
    select o.id, placed.number, coalesce(taken."soldOut", false) as "soldOut",
      case when placed.id is not null then 'placed' else coalesce(${keysOutcomeColumn}, case when ${takesSeats} then ${seatsOutcomeColumn} else 'short' end) end as outcome
    from sent o left join placed on placed.id = o.id left join taken on taken.id = o."eventId" and ${takesSeats}`,
);
