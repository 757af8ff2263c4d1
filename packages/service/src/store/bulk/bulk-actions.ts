import { createHash } from "node:crypto";
import type { ErrorEntry } from "@paseo/contract";
import { sql } from "kysely";
import type { BulkContent, BulkKind } from "../../records/bulk-action.ts";
import type { Db, Tx } from "../database/database.ts";
import { type DueRow, leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import type { LetterState } from "../letters/guest-letters.ts";
import { refundOfCancelledOrder } from "../money/refunds.ts";
import { admittedPeople } from "../sale/attendance.ts";
import { type ActionLetters, recordActionLetters } from "../sale/due-letters.ts";
import { type OrderRow, orderColumns } from "../sale/orders.ts";

/** Actions on the orders of one event or several, and the work for each order. docs/decisions/0043-bulk-actions.md has the reasons. */

/** An event whose orders an action concerns, with its local date and time when the action started. */
export interface BulkEvent {
  id: string;
  eventOn: string;
}

export interface BulkAction {
  id: string;
  kind: BulkKind;
  events: BulkEvent[];
  content: BulkContent;
  createdAt: Date;
  createdBy: string;
}

/** An order in an action. */
export interface ConcernedOrder extends OrderRow {
  partner: string;
  /** Null: the operator's own seats. */
  supplier: string | null;
  /** The number of people who were admitted. */
  admitted: number;
}

/**
 * Reads the standing orders of these events, without orders that are being cancelled, in the order in which they were placed. `ids`: only
 * these orders.
 */
export const concernedOrders = (
  db: Db | Tx,
  eventIds: readonly string[],
  ids: readonly string[] | null,
  limit: number,
): Promise<ConcernedOrder[]> =>
  allRows(db)`
    select o.*, pa.name as partner, s.name as supplier, ${admittedPeople} as admitted
    from (
      select ${orderColumns}, supplier_id as "supplierId" from orders
      where event_id = any(${eventIds}::uuid[]) and not test and status in ('waitsupplier', 'complete')
        and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
      order by created_at, number limit ${limit}
    ) o join partner pa on pa.id = o."partnerId" join product p on p.id = o."productId"
    left join supplier s on s.id = case when o."supplierCalled" then o."supplierId" else p.supplier_id end
    order by o."createdAt", o.number`;

/** Returns a digest of the orders that were read. If a later digest differs, an order was added, removed or changed. */
export const digestOfOrders = (orders: readonly OrderRow[]): string =>
  createHash("sha256")
    .update(JSON.stringify(orders.map(({ id, changes, amended }) => [id, changes, amended])))
    .digest("hex")
    .slice(0, 32);

/**
 * Returns which of these orders were placed after the preview with this digest. Null: an order of the preview was changed or has ended since,
 * or none of the orders were previewed in this sequence.
 */
export function ordersSince<Order extends OrderRow>(orders: readonly Order[], digest: string): Order[] | null {
  for (let previewed = orders.length; previewed >= 0; previewed--)
    if (digestOfOrders(orders.slice(0, previewed)) === digest) return orders.slice(previewed);
  return null;
}

/** The cause of the letters of an action that only informs guests. */
const informedCause = (actionId: string): string => `informed:${actionId}`;

/**
 * Writes an action with its orders. An action that only informs guests has no other work than their letters, which are due with
 * `writes`. Returns false if an action with this id exists.
 */
export async function insertBulkAction(
  tx: Tx,
  action: BulkAction,
  orders: readonly Pick<OrderRow, "id" | "eventId">[],
  { writes }: { writes: boolean },
): Promise<boolean> {
  const { id, kind, events, content, createdAt, createdBy } = action;
  const isNew = await anyRow(tx)`
    insert into bulk_action (id, kind, content, created_at, created_by)
    values (${id}, ${kind}, ${JSON.stringify(content)}::jsonb, ${createdAt}, ${createdBy})
    on conflict (id) do nothing returning 1`;
  if (!isNew) return false;
  await run(tx)`
    insert into bulk_action_event (action_id, event_id, event_on)
    select ${id}, x.id, x."eventOn" from json_to_recordset(${JSON.stringify(events)}::json) as x(id uuid, "eventOn" timestamp)`;
  const informs = kind === "inform";
  const state: BulkState = informs ? "done" : "waiting";
  const cause = informs ? informedCause(id) : null;
  const written = orders.map(({ id, eventId }) => ({ id, eventId }));
  await run(tx)`
    insert into bulk_action_order (action_id, order_id, event_id, state, cause)
    select ${id}, x.id, x."eventId", ${state}, ${cause}
    from json_to_recordset(${JSON.stringify(written)}::json) as x(id uuid, "eventId" uuid)`;
  if (cause !== null && writes)
    await recordActionLetters(tx, { actionId: id, orderIds: orders.map(({ id }) => id), cause });
  return true;
}

const actionColumns = sql`a.id, a.kind, a.content, a.created_at as "createdAt", a.created_by as "createdBy",
  (select json_agg(json_build_object('id', e.event_id, 'eventOn', e.event_on) order by e.event_on, e.event_id)
    from bulk_action_event e where e.action_id = a.id) as events`;

export const bulkActionById = (db: Db | Tx, id: string): Promise<BulkAction | null> =>
  firstRow(db)`select ${actionColumns} from bulk_action a where a.id = ${id}`;

export type BulkState = "waiting" | "done" | "refused";

/** An order that is still to be moved or cancelled, with its action. */
export interface BulkWork {
  action: Omit<BulkAction, "events" | "createdAt">;
  orderId: string;
  /** The amendment that moves the order, which its supplier decides. */
  changeId: string | null;
}

/** Finds up to `most` orders with due work, longest overdue first. `key`: the action. */
export const dueBulkOrders = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select order_id as id, action_id::text as key from bulk_action_order
    where due_at <= now() and state = 'waiting' and action_id <> all(${except}::uuid[])
    order by due_at, order_id limit ${most}`;

/** Leases due work. Null: another process has the lease, or no work is due. */
export const claimBulkOrder = (db: Db, actionId: string, orderId: string): Promise<BulkWork | null> =>
  firstRow(db)`
    update bulk_action_order b set due_at = now() + ${leaseSeconds} * interval '1 second'
    from bulk_action a
    where b.action_id = ${actionId} and b.order_id = ${orderId} and b.state = 'waiting' and b.due_at <= now()
      and a.id = b.action_id
    returning b.order_id as "orderId", b.change_id as "changeId",
      jsonb_build_object('id', a.id, 'kind', a.kind, 'content', a.content, 'createdBy', a.created_by) as action`;

/** The result of work on an order. `dueIn`: seconds until it is due again. */
interface BulkResult {
  state: BulkState;
  changeId?: string;
  cause?: string;
  refusals?: readonly ErrorEntry[];
  dueIn?: number;
}

/** Writes the result of claimed work. False: another process has ended it since. */
export const settleBulkOrder = (db: Db | Tx, { action, orderId }: BulkWork, after: BulkResult): Promise<boolean> =>
  anyRow(db)`
    update bulk_action_order set state = ${after.state}, change_id = coalesce(${after.changeId ?? null}::uuid, change_id),
      cause = coalesce(${after.cause ?? null}, cause), refusals = ${JSON.stringify(after.refusals ?? [])}::jsonb,
      due_at = now() + ${after.dueIn ?? 0}::float8 * interval '1 second'
    where action_id = ${action.id} and order_id = ${orderId} and state = 'waiting' returning 1`;

/** An order of an action as the report shows it. */
export interface BulkOrderLine extends OrderRow {
  partner: string;
  /** The local date and time of the order's event when the action started. */
  formerOn: string;
  state: BulkState;
  refusals: ErrorEntry[];
  /** The status of the amendment that moves the order. */
  changeStatus: string | null;
  letter: LetterState | null;
  /** How often the letter was tried. */
  attempts: number;
  /** When an operator recorded that the guest was told by telephone; null: nobody has. */
  calledAt: Date | null;
  calledBy: string | null;
  /** The refund of its cancellation, in US dollars; null: none. */
  refundUsd: string | null;
  fault: string | null;
}

export const bulkOrderLines = (db: Db, actionId: string): Promise<BulkOrderLine[]> =>
  allRows(db)`
    select o.*, pa.name as partner, e.event_on as "formerOn", b.state, b.refusals, c.status as "changeStatus", l.state as letter, coalesce(l.attempts, 0) as attempts, l.fault,
      b.called_at as "calledAt", b.called_by as "calledBy",
      ${refundOfCancelledOrder} as "refundUsd"
    from bulk_action_order b join bulk_action_event e on e.action_id = b.action_id and e.event_id = b.event_id
    join (select ${orderColumns} from orders) o on o.id = b.order_id
    join partner pa on pa.id = o."partnerId"
    left join amendment c on c.id = b.change_id
    left join guest_letter l on l.order_id = b.order_id and l.cause = b.cause
    where b.action_id = ${actionId} order by o."createdAt", o.number`;

/** An action with the number of its orders in each state. `untold`: the guests have no letter for certain and were not called. */
export type BulkSummary = BulkAction & { orders: number; open: number; refused: number; untold: number };

/** Attempts after which an operator calls the guest of a letter that is still tried: a few minutes after the first. */
export const attemptsBeforeCall = 2;

/** Whether a letter `l` is not sent yet, but soon. */
const isSoonSent = sql`(l.state = 'sending' or l.state = 'due' and l.attempts < ${sql.lit(attemptsBeforeCall)})`;

/**
 * Whether the guest of the finished order `b` of action `a` has no letter `l` for certain, and nobody has called the guest. Guests
 * whose order has ended are not counted.
 */
const isUntold = sql`a.content ? 'letters' and b.state = 'done' and b.called_at is null
  and (l.state is null or l.state <> 'sent' and not ${isSoonSent} and l.fault is distinct from 'order-ended')`;

/** Lists the actions on the orders of an event, the newest first. The numbers are of all orders of the action. */
export const bulkActionsOf = (db: Db, eventId: string, limit: number): Promise<BulkSummary[]> =>
  allRows(db)`
    select ${actionColumns}, count(b.*)::int as orders, count(b.*) filter (where b.state = 'waiting' or b.called_at is null and ${isSoonSent})::int as open,
      count(b.*) filter (where b.state = 'refused')::int as refused,
      count(b.*) filter (where ${isUntold})::int as untold
    from bulk_action a left join bulk_action_order b on b.action_id = a.id
    left join guest_letter l on l.order_id = b.order_id and l.cause = b.cause
    where a.id in (select action_id from bulk_action_event where event_id = ${eventId}) group by a.id order by a.created_at desc, a.id limit ${limit}`;

/** An action with guests whom an operator still has to tell. */
export interface ActionToCall extends Pick<BulkAction, "id" | "kind"> {
  /** Of the first of its events. */
  productName: string;
  /** The former local date and time of the first event. */
  eventOn: string;
  /** Further events with guests to be called. */
  moreEvents: number;
  /** Orders whose guests are to be called. */
  orders: number;
}

/** Actions on events that are not over, with guests to call, the next event first. Guests without a telephone number are left out. */
export const actionsToCall = (db: Db, now: Date): Promise<ActionToCall[]> =>
  allRows(db)`
    select a.id, a.kind, (array_agg(p.name order by e.event_on, e.event_id))[1] as "productName", min(e.event_on) as "eventOn",
      count(distinct e.event_id)::int - 1 as "moreEvents", count(*)::int as orders
    from bulk_action a join bulk_action_order b on b.action_id = a.id
    join bulk_action_event e on e.action_id = b.action_id and e.event_id = b.event_id
    join orders o on o.id = b.order_id join product p on p.id = o.product_id
    left join guest_letter l on l.order_id = b.order_id and l.cause = b.cause
    where ${isUntold} and e.event_on > (${now}::timestamptz at time zone 'UTC') - interval '1 day'
    group by a.id order by min(e.event_on), a.id limit 20`;

/** Records who told the guest of an order by telephone, or removes the record. False: the action has no finished order with this id. */
export const recordCall = (
  tx: Tx,
  { actionId, orderId }: { actionId: string; orderId: string },
  called: { at: Date; by: string } | null,
): Promise<boolean> =>
  anyRow(tx)`
    update bulk_action_order set called_at = ${called?.at ?? null}, called_by = ${called?.by ?? null}
    where action_id = ${actionId} and order_id = ${orderId} and state = 'done' returning 1`;

/**
 * Restarts the refused orders of an action, and with `writes` letters that were certainly not sent. A letter of unknown outcome is never
 * sent again, and a guest who was called gets none. Returns the number of orders.
 */
export async function repeatBulkAction(
  tx: Tx,
  { id, content }: BulkAction,
  { writes }: { writes: boolean },
): Promise<number> {
  const again = await allRows(tx)`
    update bulk_action_order set state = 'waiting', due_at = now(), refusals = '[]', change_id = null
    where action_id = ${id} and state = 'refused' returning 1`;
  if (!content.letters || !writes) return again.length;
  const unwritten = await allRows(tx)<ActionLetters>`
    select b.cause, array_agg(b.order_id) as "orderIds", ${id} as "actionId" from bulk_action_order b
    where b.action_id = ${id} and b.state = 'done' and b.called_at is null and b.cause is not null
      and not exists (select 1 from guest_letter l where l.order_id = b.order_id and l.cause = b.cause)
    group by b.cause`;
  for (const letters of unwritten) await recordActionLetters(tx, letters);
  const failed = await allRows(tx)`
    update guest_letter l set state = 'due', due_at = now(), attempts = 0, fault = null, detail = null from bulk_action_order b
    where b.action_id = ${id} and b.state = 'done' and b.called_at is null and l.order_id = b.order_id and l.cause = b.cause
      and l.state = 'failed'
    returning 1`;
  return again.length + unwritten.reduce((sum, { orderIds }) => sum + orderIds.length, 0) + failed.length;
}
