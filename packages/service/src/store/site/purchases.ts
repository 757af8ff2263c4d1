import { type Language, languages, type Product, type TicketSelection } from "@paseo/contract";
import { orderReference, parsedReference } from "@paseo/contract/order-reference";
import { sql } from "kysely";
import { type Db, inTransaction, type Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";

/** Purchases on the operator's own sites, from the choice of tickets to the order. */

export const purchaseWays = ["online", "arrival", "transfer"] as const;
export type PurchaseWay = (typeof purchaseWays)[number];

/** What a guest has typed. Answers are by the name of their field. */
export interface PurchaseForm {
  /** Missing: it was typed before this field was there. */
  name?: string;
  email: string;
  phone: string;
  answers: Record<string, string>;
}

/** What is bought, for a guest whose product is not sold any more. */
export interface PurchaseAbout {
  name: string;
  type: Product["productTypeCode"];
  itemId: string;
  timeZone: string;
}

export interface PurchaseRow {
  id: string;
  site: string;
  code: string;
  lang: Language;
  currency: string | null;
  productId: string;
  eventId: string;
  /** Local to the event, without a zone. */
  eventOn: string;
  about: PurchaseAbout;
  tickets: TicketSelection[];
  seats: number;
  network: string | null;
  holdId: string | null;
  holds: number;
  heldUntil: Date | null;
  paymentId: string | null;
  payingUntil: Date | null;
  way: PurchaseWay | null;
  /** When the guest pressed the last button. Null: never. */
  wayAt: Date | null;
  orderId: string | null;
  form: PurchaseForm | null;
  createdAt: Date;
}

const columns = sql`p.id, p.white_label as site, p.code, p.lang, p.currency, p.product_id as "productId", p.event_id as "eventId",
  to_char(p.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", p.about, p.tickets, p.seats, p.network, p.hold_id as "holdId", p.holds,
  p.held_until as "heldUntil", p.payment_id as "paymentId", p.paying_until as "payingUntil", p.way, p.way_at as "wayAt", p.order_id as "orderId", p.form,
  p.created_at as "createdAt"`;

export type NewPurchase = Pick<
  PurchaseRow,
  | "id"
  | "site"
  | "code"
  | "lang"
  | "currency"
  | "productId"
  | "eventId"
  | "eventOn"
  | "about"
  | "tickets"
  | "seats"
  | "network"
  | "createdAt"
>;

export const insertPurchase = (db: Db, row: NewPurchase): Promise<void> =>
  run(db)`
    insert into site_purchase (id, white_label, code, lang, currency, product_id, event_id, event_on, about, tickets, seats, network, created_at)
    values (${row.id}, ${row.site}, ${row.code}, ${row.lang}, ${row.currency}, ${row.productId}, ${row.eventId}, ${row.eventOn}::timestamp,
      ${JSON.stringify(row.about)}::jsonb, ${JSON.stringify(row.tickets)}::jsonb, ${row.seats}, ${row.network}, ${row.createdAt})`;

export const purchaseByCode = (db: Db, site: string, code: string): Promise<PurchaseRow | null> =>
  firstRow(db)`select ${columns} from site_purchase p where p.code = ${code} and p.white_label = ${site}`;

export const purchaseById = (db: Db, id: string): Promise<PurchaseRow | null> =>
  firstRow(db)`select ${columns} from site_purchase p where p.id = ${id}`;

/** Purchases that began a payment and have no order yet, by what their guest typed. */
export const unsettledPurchases = (db: Db, site: string, email: string): Promise<PurchaseRow[]> =>
  allRows(db)`
    select ${columns} from site_purchase p
    where p.white_label = ${site} and p.order_id is null and p.way_at is not null and lower(p.form ->> 'email') = lower(${email})
    order by p.created_at desc limit 5`;

export const writeForm = (db: Db, id: string, form: PurchaseForm): Promise<void> =>
  run(db)`update site_purchase set form = ${JSON.stringify(form)}::jsonb where id = ${id} and order_id is null`;

/** How many seats and payments strangers may keep from others at a time. */
export interface HoldLimits {
  /** Purchases with held seats: of one network, and of all. */
  ofNetwork: number;
  ofAll: number;
  seatsOfAll: number;
}

/** Lets one transaction count at a time, in all processes. */
const inTurn = (tx: Tx): Promise<void> => run(tx)`select pg_advisory_xact_lock(hashtextextended('paseo own sites', 0))`;

const isHeld = (now: Date) => sql`p.held_until > ${now} and p.paying_until is null and p.order_id is null`;

/**
 * Reserves the right to hold a purchase's seats until an instant, before its guest pays. False: strangers hold too much already, so this guest buys
 * without a clock. Of the free seats and those that are held without a payment, such holds may take half: bots that hold and leave cannot empty an event,
 * and the other half is sold to guests who pay.
 */
export const claimHold = (
  db: Db,
  { id, eventId, seats, network }: Pick<PurchaseRow, "id" | "eventId" | "seats" | "network">,
  { limits, now, until }: { limits: HoldLimits; now: Date; until: Date },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await inTurn(tx);
    const held = await onlyRow(tx)<{ all: number; seats: number; ofNetwork: number; ofEvent: number }>`
      select count(*)::int as all, coalesce(sum(p.seats), 0)::int as seats, count(*) filter (where p.network = ${network})::int as "ofNetwork",
        coalesce(sum(p.seats) filter (where p.event_id = ${eventId}), 0)::int as "ofEvent"
      from site_purchase p where p.held_until is not null and ${isHeld(now)} and p.id <> ${id}`;
    // The operator may hide the number of seats left from partners: it must not leave this function.
    const event = await firstRow(tx)<{ left: number | null }>`
      select capacity_left as left from event where id = ${eventId}`;
    if (held.all >= limits.ofAll || held.seats + seats > limits.seatsOfAll || held.ofNetwork >= limits.ofNetwork)
      return false;
    const free = event?.left ?? null;
    if (free !== null && (held.ofEvent + seats) * 2 > held.ofEvent + Math.max(free, 0)) return false;
    return anyRow(tx)`
      update site_purchase set held_until = ${until} where id = ${id} and order_id is null returning 1`;
  });

/** Records the hold that followed the present one. A repeated call changes nothing. */
export const writeHold = (
  db: Db,
  id: string,
  { holdId, holds, until }: { holdId: string; holds: number; until: Date },
): Promise<void> =>
  run(db)`
    update site_purchase set hold_id = ${holdId}, holds = ${holds} + 1, held_until = ${until}, payment_id = null
    where id = ${id} and holds = ${holds}`;

/** Records until when seats are held. Null: they are not. */
export const writeHeldUntil = (db: Db, id: string, until: Date | null): Promise<void> =>
  run(db)`update site_purchase set held_until = ${until} where id = ${id}`;

export interface PayLimits {
  /** Unfinished payments of one network: of one event, and of all. */
  ofEvent: number;
  ofAll: number;
  /** Bookings of one network in a day that are not paid yet. */
  later: number;
}

/** Reserves the right to begin a payment, or to book and pay later. Returns the limit that the network has reached, or null. */
export const claimPayment = (
  db: Db,
  { id, eventId, network }: Pick<PurchaseRow, "id" | "eventId" | "network">,
  { way, limits, now, until }: { way: PurchaseWay; limits: PayLimits; now: Date; until: Date },
): Promise<"payments" | "later" | null> =>
  inTransaction(db, async (tx) => {
    await inTurn(tx);
    const dayAgo = new Date(now.getTime() - 86_400_000);
    const begun = await onlyRow(tx)<{ open: number; ofEvent: number; later: number }>`
      select count(*) filter (where ${isPaying(now)})::int as open, count(*) filter (where ${isPaying(now)} and p.event_id = ${eventId})::int as "ofEvent",
        count(*) filter (where p.way in ('arrival', 'transfer') and p.way_at > ${dayAgo})::int as later
      from site_purchase p where p.network = ${network} and p.id <> ${id}`;
    if (way === "online" && (begun.open >= limits.ofAll || begun.ofEvent >= limits.ofEvent)) return "payments";
    if (way !== "online" && begun.later >= limits.later) return "later";
    await run(tx)`
      update site_purchase set way = ${way}, way_at = ${now}, paying_until = ${way === "online" ? until : null} where id = ${id} and order_id is null`;
    return null;
  });

const isPaying = (now: Date) => sql`p.paying_until > ${now} and p.order_id is null`;

export const writePayment = (db: Db, id: string, paymentId: string, until: Date | null): Promise<void> =>
  run(db)`
    update site_purchase set payment_id = ${paymentId}, paying_until = coalesce(${until}, paying_until) where id = ${id} and order_id is null`;

/** Ends a payment that nobody made. The seats of its hold stay for some minutes more. */
export const endPayment = (db: Db, id: string, until: Date | null): Promise<void> =>
  run(
    db,
  )`update site_purchase set paying_until = null, way = null, held_until = ${until} where id = ${id} and order_id is null`;

/** Records the order of a purchase. What the guest typed is in the order now. */
export const writeOrder = (
  db: Db,
  id: string,
  { orderId, reference }: { orderId: string; reference: string },
): Promise<void> =>
  run(db)`
    update site_purchase set order_id = ${orderId}, reference = ${storedReference(reference)}, form = null, held_until = null, paying_until = null
    where id = ${id}`;

const storedReference = (reference: string): string => reference.replaceAll("-", "");

/** Purchases with this reference, as people type it: with the language at its end or without. */
export async function purchasesByReference(db: Db, site: string, typed: string): Promise<PurchaseRow[]> {
  const parsed = parsedReference(typed);
  if (!parsed) return [];
  const tests = parsed.test === null ? [false, true] : [parsed.test];
  const candidates = tests.flatMap((test) =>
    languages.map((lang) => storedReference(orderReference({ number: parsed.number, lang, test }))),
  );
  return allRows(db)`
    select ${columns} from site_purchase p
    where p.white_label = ${site} and p.reference = any(${candidates}::text[]) limit 5`;
}

/** Days after an event until its purchase is deleted, with the links to it. */
const storedDays = 400;

/** Forgets what guests typed and where they came from a day after the start, and deletes old purchases. */
export async function forgetPurchases(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await run(db)`
    update site_purchase set form = null, network = null where created_at <= ${dayAgo} and (form is not null or network is not null)`;
  await run(db)`
    delete from site_purchase where created_at <= ${dayAgo} and way_at is null and order_id is null`;
  await run(db)`
    delete from site_purchase where event_on < ${new Date(now.getTime() - storedDays * 86_400_000)}::timestamp`;
}
