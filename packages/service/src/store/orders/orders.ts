import type { Answer, Language, OrderStatus, TicketSelection } from "@paseo/contract";
import { sql } from "kysely";
import { yearOf, yearTable } from "../catalogue/event-years.ts";
import type { Db, Tx } from "../database/database.ts";
import { type Statement, statement } from "../database/statement.ts";

/** What was agreed when an order was placed. It never changes. */
export interface Agreed {
  productName: string;
  itemName: string;
  currencyCode: string;
  /** Units of the currency for one US dollar, a decimal string. */
  rate: string;
  /** One for each kind of ticket, by the code of its ticket rule. Amounts are decimal strings. */
  tickets: { code: string; quantity: number; unitPrice: string; unitUsdPrice: string }[];
}

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
  agreed: Agreed;
  cancelPurchaseHour: number;
  /** The last instant at which the partner can cancel. */
  cancelUntil: Date;
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
  /** Null of an order that was placed before this was kept; so are the two after it, unless it could then still be cancelled. */
  agreed: Agreed | null;
  cancelPurchaseHour: number | null;
  cancelUntil: Date | null;
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
  external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
  cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
  changes, supplier_asked_at is not null as "supplierAsked", erased_at as "erasedAt"`;

/** The event can no longer give the places: nothing was written. A transaction that this ended must be given up. */
export class NoSeats extends Error {
  override name = "NoSeats";
}

/**
 * Places an order and takes its places, in one statement. Returns the order, or null when the event cannot give those places,
 * or the same order or idempotency key is there already: look for it then. Throws NoSeats when others were faster.
 *
 * `upTo`: `spare` leaves at least one place, so that nothing that partners see changes; `last` may take the last one and
 * must then publish the event in the same transaction.
 *
 * The order is written first and the event after it, so that buyers of one event wait for each other as briefly as can be. The
 * update takes the event's newest state, whatever was committed since the statement began, and checks that: of many buyers of the
 * last place one gets it. Who counts an event's orders anew does so under its row's lock: an order that is written but has not
 * yet got there is not counted, and takes its places from what was counted. A test order takes no place.
 *
 * The year's own table is named, for the planner would weigh all years anew for each booking, which takes as long as the
 * booking. The event was just read and its sale is open, so its year is there. What comes back is what was not known before.
 */
export async function insertOrder(
  db: Db | Tx,
  order: NewOrder,
  upTo: "spare" | "last",
): Promise<(OrderRow & { left: number | null }) | null> {
  const { places, idempotencyKey, retryDigest, supplierDueIn, whiteLabelCode, ...row } = order;
  const { tickets, answers, agreed } = order;
  const values = {
    ...order,
    tickets: JSON.stringify(tickets),
    answers: JSON.stringify(answers),
    agreed: JSON.stringify(agreed),
  };
  const [placed] = await placing(upTo, yearOf(order.eventOn)).run(db, values).catch(asNoSeats);
  if (!placed) return null;
  const asItBegins = { status: "waitsupplier", confirmation: null, changes: 0, supplierAsked: false, erasedAt: null };
  return {
    ...row,
    ...(asItBegins as Pick<OrderRow, keyof typeof asItBegins>),
    number: placed.number,
    left: placed.left,
  };
}

/**
 * What the statement takes for a number when it took no places. An error is the one way to undo what it has written by then, and
 * this one says in the server's log what it is about.
 */
const tooLate = "other buyers took the last places of event ";

function asNoSeats(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  throw code === "22P02" && message?.includes(tooLate) ? new NoSeats("other buyers took the places") : error;
}

type Placing = Omit<NewOrder, "tickets" | "answers" | "agreed"> & { tickets: string; answers: string; agreed: string };
type Placed = { number: number; left: number | null; refused: null };

const placings = new Map<string, Statement<Placing, Placed>>();

function placing(upTo: "spare" | "last", year: number): Statement<Placing, Placed> {
  const name = `place-order-${upTo}-${year}`;
  const known = placings.get(name);
  if (known) return known;
  const event = yearTable(year);
  const made = statement<Placing, Placed>(name, (value) => {
    const onSale = sql`
      e.id = ${value("eventId")} and e.event_on = ${value("eventOn")}::timestamp and e.availability = 'available'
      and not e.hidden and e.sales_end_at > ${value("createdAt")}`;
    const enough = sql`(e.capacity_left is null
      or e.capacity_left >= ${value("places")}::int + ${sql.lit(upTo === "spare" ? 1 : 0)})`;
    return sql`
      with placed as (
        insert into orders (id, number, lang, partner_id, event_id, status, test, tickets, places, email, phone_number,
          remote_host, callback_url, external_reference, white_label_code, total_usd, answers, agreed,
          cancel_purchase_hour, cancel_until, created_at, retry_digest, idempotency_key, supplier_due_at, item_id, product_id, event_on)
        select ${value("id")}, nextval('order_number'), ${value("lang")}, ${value("partnerId")}, e.id, 'waitsupplier',
          ${value("test")}::boolean, ${value("tickets")}::jsonb, ${value("places")}::int, ${value("email")},
          ${value("phoneNumber")}, ${value("remoteHost")}, ${value("callbackUrl")}, ${value("externalReference")},
          ${value("whiteLabelCode")}, ${value("totalUsd")}::numeric, ${value("answers")}::jsonb, ${value("agreed")}::jsonb,
          ${value("cancelPurchaseHour")}::int, ${value("cancelUntil")}, ${value("createdAt")}, ${value("retryDigest")},
          ${value("idempotencyKey")}, now() + ${value("supplierDueIn")} * interval '1 second',
          e.item_id, e.product_id, e.event_on
        from ${event} e where ${onSale} and (${value("test")}::boolean or ${enough})
        on conflict do nothing
        returning number, test, event_id
      ), taken as (
        update ${event} e set capacity_left = e.capacity_left - ${value("places")}::int
        from placed where ${onSale} and ${enough} and not placed.test
        returning e.capacity_left
      )
      select number, (select capacity_left from taken) as left,
        case when not test and not exists (select from taken) then (${sql.lit(tooLate)} || event_id)::int end as refused
      from placed`;
  });
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
