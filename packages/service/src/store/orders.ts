import type { Answer, Language, OrderStatus, TicketSelection } from "@paseo/contract";
import { sql } from "kysely";
import type { Db, Tx } from "./database.ts";
import { yearOf, yearTable } from "./event-years.ts";
import { type Statement, statement } from "./statement.ts";

export interface NewOrder {
  id: string;
  lang: Language;
  partnerId: string;
  eventId: string;
  /** Local date and time of the event: with it, its row is found in its own year. */
  eventOn: string;
  test: boolean;
  tickets: TicketSelection[];
  places: number;
  email: string;
  phoneNumber: string;
  remoteHost: string;
  callbackUrl: string | null;
  externalReference: string | null;
  whiteLabelCode: string | null;
  /** Decimal string. */
  totalUsd: string;
  answers: Answer[];
  createdAt: Date;
  retryDigest: string | null;
  idempotencyKey: string | null;
  /** Seconds until somebody else asks the supplier: 0 leaves it to the next turn of the hand-over. */
  supplierDueIn: number;
}

export interface OrderRow {
  id: string;
  number: number;
  lang: Language;
  partnerId: string;
  eventId: string;
  /** Local date and time of the event, which itself may be gone. */
  eventOn: string;
  status: OrderStatus;
  confirmation: string | null;
  test: boolean;
  tickets: TicketSelection[];
  email: string;
  phoneNumber: string;
  remoteHost: string;
  callbackUrl: string | null;
  externalReference: string | null;
  totalUsd: string;
  answers: Answer[];
  createdAt: Date;
  /** Status changes since it was placed. */
  changes: number;
  /** Whether its supplier was, or may have been, asked for it. */
  supplierAsked: boolean;
  /** When its personal data were erased. */
  erasedAt: Date | null;
}

/** The columns of an `OrderRow`. */
export const orderColumns = sql`id, number, lang, partner_id as "partnerId", event_id as "eventId", event_on as "eventOn", status,
  confirmation, test, tickets, email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
  external_reference as "externalReference", total_usd as "totalUsd", answers, created_at as "createdAt",
  changes, supplier_asked_at is not null as "supplierAsked", erased_at as "erasedAt"`;

/**
 * Places an order and takes its places, in one statement. Returns the order, or null when the event can no longer give
 * those places, or the same order or idempotency key is there already: look for it then.
 *
 * `upTo`: `spare` leaves at least one place, so that nothing that partners see changes; `last` may take the last one and
 * must then publish the event in the same transaction.
 *
 * The event's row is locked first (`for update` reads its newest state, whatever was committed since the statement
 * began), so that of many buyers of the last place one gets it. What is left is counted from that state: an update by
 * itself begins with the row as it was, and may fail its check there although places came back since. A test order takes
 * no place.
 *
 * The year's own table is named, for the planner would weigh all years anew for each booking, which takes as long as the
 * booking. The event was just read and its sale is open, so its year is there. What comes back is what was not known before.
 */
export async function insertOrder(
  db: Db | Tx,
  order: NewOrder,
  upTo: "spare" | "last",
): Promise<(OrderRow & { left: number | null }) | null> {
  const { tickets, answers, places, idempotencyKey, retryDigest, supplierDueIn, whiteLabelCode, ...row } = order;
  const [placed] = await placing(upTo, yearOf(order.eventOn)).run(db, {
    ...order,
    tickets: JSON.stringify(tickets),
    answers: JSON.stringify(answers),
  });
  if (!placed) return null;
  const asItBegins = { status: "waitsupplier", confirmation: null, changes: 0, supplierAsked: false, erasedAt: null };
  return { ...row, ...(asItBegins as Pick<OrderRow, keyof typeof asItBegins>), tickets, answers, ...placed };
}

type Placing = Omit<NewOrder, "tickets" | "answers"> & { tickets: string; answers: string };
type Placed = { number: number; left: number | null };

const placings = new Map<string, Statement<Placing, Placed>>();

function placing(upTo: "spare" | "last", year: number): Statement<Placing, Placed> {
  const name = `place-order-${upTo}-${year}`;
  const known = placings.get(name);
  if (known) return known;
  const event = yearTable(year);
  const made = statement<Placing, Placed>(
    name,
    (value) => sql`
      with place as (
        select id, item_id, product_id, event_on, capacity_left from ${event}
        where id = ${value("eventId")} and event_on = ${value("eventOn")}::timestamp and availability = 'available'
          and not hidden and sales_end_at > ${value("createdAt")}
        for update
      ), placed as (
        insert into orders (id, number, lang, partner_id, event_id, status, test, tickets, places, email, phone_number,
          remote_host, callback_url, external_reference, white_label_code, total_usd, answers, created_at, retry_digest,
          idempotency_key, supplier_due_at, item_id, product_id, event_on)
        select ${value("id")}, nextval('order_number'), ${value("lang")}, ${value("partnerId")}, place.id, 'waitsupplier',
          ${value("test")}::boolean, ${value("tickets")}::jsonb, ${value("places")}::int, ${value("email")},
          ${value("phoneNumber")}, ${value("remoteHost")}, ${value("callbackUrl")}, ${value("externalReference")},
          ${value("whiteLabelCode")}, ${value("totalUsd")}::numeric, ${value("answers")}::jsonb, ${value("createdAt")},
          ${value("retryDigest")}, ${value("idempotencyKey")}, now() + ${value("supplierDueIn")} * interval '1 second',
          place.item_id, place.product_id, place.event_on
        from place
        where ${value("test")}::boolean or place.capacity_left is null
          or place.capacity_left >= ${value("places")}::int + ${sql.lit(upTo === "spare" ? 1 : 0)}
        on conflict do nothing
        returning number, event_id, event_on, test
      ), taken as (
        update ${event} e set capacity_left = place.capacity_left - ${value("places")}::int
        from placed, place where e.id = placed.event_id and e.event_on = placed.event_on and not placed.test
          and place.capacity_left is not null
        returning e.capacity_left
      ) select number, (select capacity_left from taken) as left from placed`,
  );
  placings.set(name, made);
  return made;
}

/** Says that an event changed for partners, so that `publish` gives it a version. */
export async function markEventChanged(
  tx: Tx,
  { eventId, eventOn }: Pick<OrderRow, "eventId" | "eventOn">,
): Promise<string> {
  const { rows } = await sql<{ productId: string }>`
    update event set seq = null where id = ${eventId} and event_on = ${eventOn}::timestamp returning product_id as "productId"`.execute(
    tx,
  );
  return rows[0]!.productId;
}

export async function orderById(db: Db, id: string): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The order that the same content made, unless it is older than `after`. */
export async function orderByRetry(
  db: Db,
  partnerId: string,
  retryDigest: string,
  after: Date,
): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders
    where partner_id = ${partnerId} and retry_digest = ${retryDigest} and created_at > ${after}`.execute(db);
  return rows[0] ?? null;
}

export async function orderByIdempotencyKey(db: Db, partnerId: string, key: string): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders where partner_id = ${partnerId} and idempotency_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Lets go of retries and idempotency keys of orders placed before `before`: the same content is then a new order. */
export async function forgetRetries(db: Db, before: Date, partnerId?: string): Promise<void> {
  await sql`
    update orders set retry_digest = null, idempotency_key = null
    where created_at <= ${before} and (retry_digest is not null or idempotency_key is not null)
      ${partnerId ? sql`and partner_id = ${partnerId}` : sql``}`.execute(db);
}
