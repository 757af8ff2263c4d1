import { type RawBuilder, sql } from "kysely";
import { isEmptyEvent } from "../catalogue/empty-events.ts";
import type { Placeholder } from "../database/statement.ts";
import { isFull } from "../versions/digest.ts";
import { keyColumns } from "./answers.ts";

/**
 * The outcome of an order or a hold. `known`: the store of answers has its answer. `short`: too few seats, so the
 * caller has to decide again.
 */
export type SaleOutcome = "placed" | "known" | "in-flight" | "short";

/**
 * The outcome as the statement returns it. `locked`: another transaction has locked the event, so the next batch tries
 * again. `lock-first`: the event needs resources, or has a stock or allotments, so an earlier statement of the transaction has to lock them.
 */
export type StatementOutcome = SaleOutcome | "locked" | "lock-first";

/**
 * SQL that is shared by the statements for orders and for holds. A caller sends the sales of a batch as JSON, the rows
 * `o`. A statement writes their keys, then locks their events, which returns the newest rows, then decides. It skips an
 * event that another transaction has locked.
 */

/** Columns of the JSON by name, with their types. */
type Columns = Record<string, string>;

/**
 * The columns that orders and holds share. `place` is the position in the batch. `lockedFirst`: the transaction has
 * locked the event, and the resources that it needs, in an earlier statement.
 */
export const saleColumns = {
  place: "int",
  lockedFirst: "boolean",
  id: "uuid",
  lang: "text",
  partnerId: "uuid",
  eventId: "uuid",
  productId: "uuid",
  eventOn: "timestamp",
  test: "boolean",
  tickets: "jsonb",
  seats: "int",
  people: "int",
  wholeEvent: "boolean",
  whiteLabelCode: "text",
  totalUsd: "numeric",
  agreed: "jsonb",
  cancelPurchaseHour: "int",
  cancelUntil: "timestamptz",
  createdAt: "timestamptz",
  ...keyColumns,
} as const;

/** Selects the rows of a batch. */
export function selectBatchRows(json: Placeholder, columns: Columns): RawBuilder<unknown> {
  const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  return sql`sent as materialized (select * from json_to_recordset(${json}::json) as o(${sql.raw(typed.join(", "))}))`;
}

/** The join of event `e` to row `o`. */
export const isEventOfRow = sql`e.id = o."eventId" and e.product_id = o."productId"`;

/**
 * Whether event `e` is on sale, apart from the time. With `not e.hidden`, the planner of a table without statistics prefers the
 * index of events on sale to the primary key. It then reads that index once for each order: a second for 60 orders and
 * 30,000 events.
 */
const eventIsOpen = sql`e.availability = 'available' and e.hidden is not true`;

/** Whether a partner can hold event `e` for row `o`. */
export const eventIsOnSale = sql`${eventIsOpen} and e.sales_end_at > o."createdAt"`;

/**
 * Whether the sales of event `e` go on for order `o`. For a sale by an operator, the domain has compared the time with the end of the desk's
 * sales, which is later than the end of partners' sales.
 */
export const eventSalesGoOn = sql`(o."byOperator" or e.sales_end_at > o."createdAt")`;
/** Whether event `e` can be sold to order `o`. */
export const eventIsOnSaleToOrder = sql`${eventIsOpen} and ${eventSalesGoOn}`;

/** Whether a sale locks event `e` first and then counts what is left, because that is in other rows. */
const locksFirst = sql`e.needs_resources or e.has_stock or e.allotted`;

/**
 * The CTE `locked` locks the events of these rows. It skips events that another transaction has locked. It also skips
 * events that need resources, or have a stock or allotments, unless the transaction has locked them before. `lateral` makes the planner read each
 * event by its key.
 */
export const eventsLocked = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  locked as (
    select found.* from (select distinct "eventId", "productId", "lockedFirst" from ${rows}) o
    cross join lateral (
      select * from event e where ${isEventOfRow} and (not (${locksFirst}) or o."lockedFirst") for update skip locked
    ) found
  )`;

/**
 * Selects the rows of `source` whose event is `onSale`, with enough seats for them and for all earlier rows of `source`. A row without seats
 * needs an event that is not full. A row for the whole event needs all of it, and is the first of its event; otherwise it takes nothing from the
 * rows behind it.
 */
export const selectRowsWithSeats = (
  source: RawBuilder<unknown>,
  onSale: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select * from (
    select *, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo" from (
      select o.*, e.item_id, e.capacity_left + e.guaranteed as "seatsLeft",
        row_number() over (partition by o."eventId" order by o.place) as nth
      from ${source} o join locked e on ${isEventOfRow} and ${onSale}
        and (not o."wholeEvent" or o.seats > 0 and e.capacity = o.seats and ${isEmptyEvent({ product: sql`o."productId"` })})
    ) possible where not "wholeEvent" or nth = 1
  ) counted where "seatsLeft" is null or "seatsLeft" >= "seatsUpTo" + (seats = 0)::int`;

/**
 * The CTE `taken`: takes the seats of the rows in `sold` from their events, and returns whether they are sold out now. It subtracts from the
 * locked row. PostgreSQL checks the constraint on `capacity_left` with the row of the statement's snapshot first. That row
 * has fewer seats if another transaction has added seats since the snapshot. Allotments divide the seats of their events when the sale is
 * written.
 */
export const takeSeats = (sold: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  taken as (
    update event e set capacity_left = o."left" - o.seats
    from (
      select s."eventId", s."productId", l.capacity_left as "left", sum(s.seats)::int as seats
      from ${sold} s join locked l on l.id = s."eventId" and l.product_id = s."productId" group by 1, 2, 3
    ) o
    where ${isEventOfRow} and not e.allotted
    returning e.id, ${isFull} as "soldOut"
  )`;

/**
 * The outcome of a row `o` with new keys that the statement did not write. A scalar subquery finds the event by its key: `exists` reads all
 * events of a table without statistics.
 */
export const seatsOutcomeColumn = sql`
  case when exists (select from locked where locked.id = o."eventId") then 'short'
    when not o."lockedFirst" and (select ${locksFirst} from event e where ${isEventOfRow}) then 'lock-first'
    else 'locked' end`;
