import type { OrderDate } from "@paseo/contract";
import { isRandomNumber, parsedReference } from "@paseo/contract/order-reference";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { defineStatement, type Placeholder, type Statement } from "../database/statement.ts";
import { joinOrderEnd, type OrderEnd } from "../money/refunds.ts";
import { type OrderRow, orderColumns } from "../sale/orders.ts";
import { isVersionLeapDue } from "../versions/database-incarnations.ts";

/** The orders of a partner, by date or by change: docs/decisions/0039-orders-of-a-partner.md. */

/** A partner's test orders, or its live orders, with a date in a range. Dates are microseconds since 1970. The range ends before `to`. */
export interface OrderRange {
  partnerId: string;
  test: boolean;
  from: number;
  to: number;
  /** Only orders with this ExternalReference, or else the order with this reference of ours. */
  reference: string | null;
}

/** The position of an order in a list: its date in microseconds, or the number of its transaction, and its id. */
interface OrderPosition {
  at: number;
  id: string;
}

/**
 * The transactions whose changes a list contains: all transactions below `xmax` that are not `running`. `xmin` is the
 * first running one.
 */
interface VisibleTransactions {
  xmin: number;
  xmax: number;
  running: number[];
}

export interface PartnerOrder extends OrderRow, OrderEnd {
  changedAt: Date;
  /** The code of the voucher of a complete order; null if there is none. */
  voucher: string | null;
  /** The passes of a complete order; null if there are none. */
  passes: { code: string; ticketCode: string | null; people: number }[] | null;
  at: number;
  /** Whether the order is in the range. False: it is listed only because it changed. */
  inRange: boolean;
}

/** The orders that a statement read, and the transactions that were visible to it. */
export interface OrdersRead {
  orders: PartnerOrder[];
  /** Identifies the incarnation of the database. */
  incarnation: number;
  /** A new incarnation has to begin before orders are listed. */
  leapDue: boolean;
  seen: VisibleTransactions;
}

type After = OrderPosition | undefined;

/** Reads the orders of a range by date, from the beginning or after a position. */
export async function ordersInRange(
  db: Db,
  by: OrderDate,
  range: OrderRange,
  after: After,
  most: number,
): Promise<OrdersRead> {
  const values = { ...range, ...(after ?? { at: range.from, id: noId }), most, number: ownNumber(range) };
  const found = await read(db, range.reference === null ? inRange[by] : withReference, values);
  return found.orders.length > 0 || values.number === null ? found : read(db, withNumber, values);
}

/**
 * Returns the number in a reference of ours. A consecutive number of an older release is none, because it could be the reference of a
 * partner that looks for an order of which it had no answer.
 */
function ownNumber({ reference }: OrderRange): number | null {
  const number = reference === null ? undefined : parsedReference(reference)?.number;
  return number !== undefined && isRandomNumber(number) ? number : null;
}

/** Reads the orders that changed after a snapshot, ordered by transaction. Orders outside of the range are included. */
export const ordersChanged = (
  db: Db,
  by: OrderDate,
  range: OrderRange,
  since: VisibleTransactions,
  after: After,
  most: number,
) => {
  const transactions = { xmax: `${since.xmax}`, running: since.running.map(String) };
  const position = after ?? { at: since.xmin, id: noId };
  return read(db, changedSince[by], { ...range, ...position, ...transactions, most, number: ownNumber(range) });
};

/** An id below the ids of all orders. */
const noId = "00000000-0000-0000-0000-000000000000";

interface ListValues extends OrderRange, OrderPosition {
  most: number;
  number: number | null;
}
interface ChangeValues extends ListValues {
  /** Numbers of transactions are sent as texts. */
  xmax: string;
  running: string[];
}
type State = { incarnation: number; leapDue: boolean; snapshot: string };
type Row = State & (PartnerOrder | { id: null });

async function read<V extends object>(db: Db, list: Statement<V, Row>, values: V): Promise<OrdersRead> {
  const rows = await list.run(db, values);
  const { incarnation, leapDue, snapshot } = rows[0]!;
  const orders = rows.filter((row): row is State & PartnerOrder => row.id !== null);
  return { orders, incarnation, leapDue, seen: seenBy(snapshot) };
}

/** Maximum number of running transactions of a snapshot. Beyond it, an unchanged order can be listed again. */
const maxRunning = 100;

/** Parses `xmin:xmax:running,running`. */
function seenBy(snapshot: string): VisibleTransactions {
  const [xmin, xmax, list] = snapshot.split(":");
  const running = list === "" ? [] : list!.split(",").map(Number);
  return running.length <= maxRunning
    ? { xmin: Number(xmin), xmax: Number(xmax), running }
    : { xmin: Number(xmin), xmax: Number(xmin), running: [] };
}

/** One statement reads the orders and the snapshot, so that both belong to the same instant. */
const withState = (page: RawBuilder<unknown>) => sql<Row>`
  select state.*, page.* from (
    select skipped as incarnation, ${isVersionLeapDue} as "leapDue", pg_current_snapshot()::text as snapshot from counter
  ) state left join (${page}) page on true order by page.at, page.id`;

type Value = (
  name: "partnerId" | "test" | "from" | "to" | "reference" | "number" | "at" | "id" | "most",
) => Placeholder;

/** Converts microseconds to a date of the column's type. */
const dateOf = (type: RawBuilder<unknown>, microseconds: Placeholder) =>
  sql`(${type} 'epoch' + ${microseconds}::float8 * interval '1 microsecond')`;

const dates = {
  booked: { column: sql`created_at`, type: sql`timestamptz` },
  event: { column: sql`event_on`, type: sql`timestamp` },
  changed: { column: sql`changed_at`, type: sql`timestamptz` },
} satisfies Record<OrderDate, object>;

const columns = sql`${orderColumns}, changed_at as "changedAt",
  case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
  case when status = 'complete' then (
    select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
    from pass p where p.order_id = orders.id) end as passes,
  "refundUsd", "endedBy", reason`;
const ordersWithEnd = sql`orders ${joinOrderEnd(sql`orders`)}`;

const listed = (value: Value, by: OrderDate, condition: RawBuilder<unknown>) => {
  const { column, type } = dates[by];
  return withState(sql`
    select ${columns}, (extract(epoch from ${column}) * 1000000)::float8 as at, true as "inRange"
    from ${ordersWithEnd} where partner_id = ${value("partnerId")} and test = ${value("test")} and ${condition}
      and (${column}, id) > (${dateOf(type, value("at"))}, ${value("id")}::uuid) and ${column} < ${dateOf(type, value("to"))}
    order by ${column}, id limit ${value("most")}`);
};

const inRange = {
  booked: defineStatement<ListValues, Row>("orders-by-booking", (value) => listed(value, "booked", sql`true`)),
  event: defineStatement<ListValues, Row>("orders-by-event", (value) => listed(value, "event", sql`true`)),
  changed: defineStatement<ListValues, Row>("orders-by-change", (value) => listed(value, "changed", sql`true`)),
};
const withReference = defineStatement<ListValues, Row>("orders-by-reference", (value) =>
  listed(value, "booked", sql`external_reference = ${value("reference")}`),
);
const withNumber = defineStatement<ListValues, Row>("orders-by-number", (value) =>
  listed(value, "booked", sql`number = ${value("number")}::bigint`),
);

/**
 * The position is the only lower limit, because with two the planner could start the index at either. The upper limit
 * excludes transaction numbers of another server, which a restored copy can contain. Orders outside of the range count
 * for the page: a list of few orders must not make the statement read all changes.
 */
const changesBy = (by: OrderDate) =>
  defineStatement<ChangeValues, Row>(`orders-changed-${by}`, (value) => {
    const { column, type } = dates[by];
    return withState(sql`
      select ${columns}, changed_xid::text::float8 as at,
        ${column} >= ${dateOf(type, value("from"))} and ${column} < ${dateOf(type, value("to"))}
          and (${value("reference")}::text is null or external_reference is not distinct from ${value("reference")}
            or number = ${value("number")}::bigint) as "inRange"
      from ${ordersWithEnd} where partner_id = ${value("partnerId")} and test = ${value("test")}
        and changed_xid < pg_snapshot_xmax(pg_current_snapshot())
        and (changed_xid >= ${value("xmax")}::text::xid8 or changed_xid = any(${value("running")}::text[]::xid8[]))
        and (changed_xid, id) > (${value("at")}::text::xid8, ${value("id")}::uuid)
      order by changed_xid, id limit ${value("most")}`);
  });
const changedSince = { booked: changesBy("booked"), event: changesBy("event"), changed: changesBy("changed") };
