import type { Answer, Language, OrderStatus, TicketSelection } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Names } from "../catalogue/bookable-event.ts";
import { statementOfYear, yearOf } from "../catalogue/event-years.ts";
import { leapDue } from "../catalogue/histories.ts";
import { byKey, findInBatches } from "../database/batch-loader.ts";
import type { Db, Tx } from "../database/database.ts";
import { firstRow, run } from "../database/rows.ts";
import { type Placeholder, statement } from "../database/statement.ts";
import { prepared } from "../database/statement-names.ts";
import { attemptsWritten, refusedBefore, unlessRefusedBefore } from "./placing/attempts.ts";

/** Terms as agreed when the order was placed or changed. */
export interface Agreed {
  productName: string;
  itemName: string;
  /** Further names, by language; not there when there are none. */
  productNames?: Names;
  itemNames?: Names;
  /** One line for each kind of ticket, by the code of its ticket rule. */
  tickets: SoldTicket[];
  /** What is refunded by the time left, the most hours first. Missing: all of the price until cancellation ends. */
  refundTiers?: RefundTier[];
  /** The least percent that could be refunded at the time of an amendment: no later refund is higher. Missing: 100. */
  refundCap?: number;
}

/** One kind of ticket, with the prices at which it was sold, the first sold first. */
export interface SoldTicket {
  code: string;
  prices: SoldPrice[];
}

/** Tickets that were sold at one price. Amounts are decimal strings. */
export interface SoldPrice {
  quantity: number;
  currencyCode: string;
  /** Units of the currency for one US dollar: a decimal string. */
  rate: string;
  unitPrice: string;
  unitUsdPrice: string;
}

/** Until so many hours before the event, so much of the price is refunded. */
export interface RefundTier {
  hours: number;
  percent: number;
}

export interface NewOrder {
  id: string;
  lang: Language;
  partnerId: string;
  eventId: string;
  /** Local date and time of the event, which leads to its row in the table of its year. */
  eventOn: string;
  test: boolean;
  tickets: TicketSelection[];
  seats: number;
  email: string;
  phoneNumber: string;
  remoteHost: string;
  callbackUrl: string | null;
  externalReference: string | null;
  whiteLabelCode: string | null;
  /** A decimal string. */
  totalUsd: string;
  answers: Answer[];
  agreed: Agreed;
  cancelPurchaseHour: number;
  /** The last instant at which the partner can cancel. */
  cancelUntil: Date;
  createdAt: Date;
  retryDigest: string | null;
  idempotencyKey: string | null;
  /** `complete` needs no answer. */
  status: "waitsupplier" | "complete";
  /** Whether the order waits at the operator's desk already, so that nobody needs to be called. */
  atDesk: boolean;
  /** Seconds until dispatch takes the order; null: never. */
  supplierDueIn: number | null;
}

type NotRead = "seats" | "whiteLabelCode" | "retryDigest" | "idempotencyKey" | "status" | "supplierDueIn";
/** `eventOn`: of an event that may be dropped. `atDesk`: whether it waits, or waited, at the operator's desk, so that nobody was called. */
export interface OrderRow extends Omit<NewOrder, NotRead> {
  number: number;
  status: OrderStatus;
  confirmation: string | null;
  /** Number of status changes. */
  changes: number;
  /** Number of changes to what was sold. */
  amended: number;
  /** Whether its supplier received, or may have received, the request. */
  supplierCalled: boolean;
  /** When its personal data were erased. */
  erasedAt: Date | null;
}

/** The columns of an `OrderRow`. */
export const orderColumns = sql`id, number, lang, partner_id as "partnerId", event_id as "eventId", event_on as "eventOn", status,
  confirmation, test, tickets, email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
  external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
  cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
  changes, amended, supplier_called_at is not null as "supplierCalled",
  supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt"`;

/** The event has too few seats, or the content was refused before: nothing was written. The transaction must be rolled back. */
export class NoSeats extends Error {
  override name = "NoSeats";
}

/** Null for NoSeats, after the transaction was rolled back. */
export function unlessNoSeats(error: unknown): null {
  if (error instanceof NoSeats) return null;
  throw error;
}

/**
 * Inserts an order and takes its seats in one statement. Returns null when the event has too few seats, the same order or
 * idempotency key exists, or the database has begun a new history: look it up then. Throws NoSeats when other buyers were faster, or a request with
 * the same content was refused.
 *
 * `upTo`: `spare` leaves at least one seat, so that partners see no change; `last` may take the last one and must publish the event in
 * the same transaction.
 *
 * The order is written before the event, which keeps the event's lock short. The update reads the event's newest state, also what was
 * committed since the statement began: of many buyers of the last seat one succeeds. A recount of an event's orders holds the row's lock,
 * so an order that has not reached the update is not counted and takes its seats afterwards. Test orders take no seats.
 *
 * The statement names the year's own table. Through `event` the planner would consider every year, which takes as long as the booking.
 */
export async function insertOrder(
  db: Db | Tx,
  order: NewOrder,
  upTo: UpTo,
): Promise<(OrderRow & { left: number | null }) | null> {
  const [placed] = await placings[upTo](yearOf(order.eventOn)).run(db, placingValues(order)).catch(asNoSeats);
  return placed ? { ...newRow(order, placed.number), left: placed.left } : null;
}

export const placingValues = (order: NewOrder): Placing => ({
  ...order,
  tickets: JSON.stringify(order.tickets),
  answers: JSON.stringify(order.answers),
  agreed: JSON.stringify(order.agreed),
});

/** An order as it was inserted. */
export function newRow(order: NewOrder, number: number): OrderRow {
  const { seats, idempotencyKey, retryDigest, supplierDueIn, whiteLabelCode, ...row } = order;
  const changes = order.status === "complete" ? 1 : 0;
  return { ...row, confirmation: null, changes, amended: 0, supplierCalled: order.atDesk, erasedAt: null, number };
}

/**
 * The statement casts this text to a number when it took no seats. Only an error reverts what the statement has written; the text
 * explains it in the server's log.
 */
export const tooLate = "other buyers took the last seats of event ";

export function asNoSeats(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  const isReverted = code === "22P02" && [tooLate, refusedBefore].some((text) => message?.includes(text));
  throw isReverted ? new NoSeats("other buyers took the seats, or the content was refused before") : error;
}

export type Placing = Omit<NewOrder, "tickets" | "answers" | "agreed"> & {
  tickets: string;
  answers: string;
  agreed: string;
};
type Placed = { number: number; left: number | null; refused: null };

const placing = (upTo: UpTo) =>
  statementOfYear<Placing, Placed>(`place-order-${upTo}`, (value, event) => {
    const { onSale, enough } = canBeSold(value, upTo);
    return sql`
      with placed as (
        ${orderInserted(value, sql`from ${event} e where ${onSale} and (${value("test")}::boolean or ${enough})`)}
      ), taken as (
        update ${event} e set capacity_left = e.capacity_left - ${value("seats")}::int
        from placed where ${onSale} and ${enough} and not placed.test
        returning e.capacity_left
      ), attempted as (
        ${attemptsWritten}
      )
      select number, ${unlessRefusedBefore}, (select capacity_left from taken) as left,
        case when not test and not exists (select from taken) then (${sql.lit(tooLate)} || event_id)::int end as refused
      from placed`;
  });
const placings = { spare: placing("spare"), last: placing("last") };

/** `spare` leaves at least one seat; `last` may take the last one. */
export type UpTo = "spare" | "last";

/** A value of a statement, or the column of a batch that has it. */
export type ValueOf<Name> = (name: Name) => Placeholder | RawBuilder<unknown>;

/**
 * Conditions on event `e`: that it is on sale, and that it has the seats. With `not e.hidden`, the planner of a table without statistics
 * prefers the index of events on sale to the primary key, and reads it once for each order: a second for 60 orders and 30,000 events.
 */
export function canBeSold(value: ValueOf<"eventId" | "eventOn" | "createdAt" | "seats">, upTo: UpTo) {
  const onSale = sql`
    e.id = ${value("eventId")} and e.event_on = ${value("eventOn")}::timestamp and e.availability = 'available'
    and e.hidden is not true and e.sales_end_at > ${value("createdAt")}`;
  const enough = sql`(e.capacity_left is null
    or e.capacity_left >= ${value("seats")}::int + ${sql.lit(upTo === "spare" ? 1 : 0)})`;
  return { onSale, enough };
}

/**
 * Inserts the order of event `e`, unless the same order or idempotency key exists. In a new history of the database it inserts none before
 * `beginHistory` has skipped the numbers that the lost one may have given.
 */
export const orderInserted = (value: ValueOf<keyof Placing>, fromEvent: RawBuilder<unknown>) => sql`
  insert into orders (id, number, lang, partner_id, event_id, status, test, tickets, seats, email, phone_number,
    remote_host, callback_url, external_reference, white_label_code, total_usd, answers, agreed,
    cancel_purchase_hour, cancel_until, created_at, retry_digest, idempotency_key, changes,
    supplier_called_at, supplier_tries, supplier_due_at, item_id, product_id, event_on)
  select ${value("id")}, nextval('order_number'), ${value("lang")}, ${value("partnerId")}, e.id, ${value("status")},
    ${value("test")}::boolean, ${value("tickets")}::jsonb, ${value("seats")}::int, ${value("email")},
    ${value("phoneNumber")}, ${value("remoteHost")}, ${value("callbackUrl")}, ${value("externalReference")},
    ${value("whiteLabelCode")}, ${value("totalUsd")}::numeric, ${value("answers")}::jsonb, ${value("agreed")}::jsonb,
    ${value("cancelPurchaseHour")}::int, ${value("cancelUntil")}, ${value("createdAt")}, ${value("retryDigest")},
    ${value("idempotencyKey")}, (${value("status")} = 'complete')::int, case when ${value("atDesk")}::boolean then now() end,
    ${value("atDesk")}::boolean::int, now() + ${value("supplierDueIn")}::float8 * interval '1 second',
    e.item_id, e.product_id, e.event_on
  ${fromEvent} and not (select ${leapDue} from counter)
  on conflict do nothing
  returning id, number, test, event_id, event_on, seats, created_at, partner_id, retry_digest`;

const ordersById = statement<{ ids: string[] }, OrderRow>(
  "orders-by-id",
  (value) => sql`select ${orderColumns} from orders where id = any(${value("ids")}::uuid[])`,
);

const findOrder = findInBatches(async (db, ids: string[]) => byKey(await ordersById.run(db, { ids }), ({ id }) => id));

/** Orders that concurrent requests read are read together. */
export const orderById = async (db: Db, id: string): Promise<OrderRow | null> =>
  (await findOrder(db, id.toLowerCase())) ?? null;

/** The order with this content, unless it is older than `after`. */
export const orderByRetry = (db: Db, partnerId: string, retryDigest: string, after: Date): Promise<OrderRow | null> =>
  firstRow(db)`${prepared("order-by-retry")}
    select ${orderColumns} from orders
    where partner_id = ${partnerId} and retry_digest = ${retryDigest} and created_at > ${after}`;

export const orderByIdempotencyKey = (db: Db, partnerId: string, key: string): Promise<OrderRow | null> =>
  firstRow(db)`${prepared("order-by-idempotency-key")}
    select ${orderColumns} from orders where partner_id = ${partnerId} and idempotency_key = ${key}`;

/** Deletes the keys of retries of orders placed before `before`. The same content then creates a new order. */
export const forgetRetries = (db: Db, before: Date, partnerId?: string): Promise<void> =>
  run(db)`
    update orders set retry_digest = null, idempotency_key = null
    where created_at <= ${before} and (retry_digest is not null or idempotency_key is not null)
      ${partnerId ? sql`and partner_id = ${partnerId}` : sql``}`;
