import type { BookRequest, Language } from "@paseo/contract";
import { sql } from "kysely";
import type { CheckoutPage, CheckoutPurpose, CheckoutState } from "../../records/checkout.ts";
import type { Db, Tx } from "../database/database.ts";
import { type DueRow, leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";

/** Attempts of guests to pay at a provider. Each change names the states from which it is possible, so a repeated one changes nothing. */

/** The booking of a hold, as its partner sent it. */
export interface HoldPayment {
  request: BookRequest;
  /** The id of the partner's key, to book with its rights. */
  keyId: string;
  /** Local day on which the rest is due, if what was paid is a deposit. */
  dueOn?: string;
  guestName?: string;
}

export interface NewCheckout {
  id: string;
  number: string;
  purpose: CheckoutPurpose;
  orderId: string | null;
  holdId: string | null;
  linkId: string | null;
  partnerId: string | null;
  test: boolean;
  lang: Language;
  /** In the smallest unit of the currency. */
  minor: number;
  currencyCode: string;
  kind: string;
  returnUrl: string;
  description: string;
  request: HoldPayment | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface CheckoutRow extends NewCheckout {
  providerId: string | null;
  page: CheckoutPage | null;
  state: CheckoutState;
  why: string | null;
  message: string | null;
  paidMinor: number | null;
  paidCurrency: string | null;
  means: string | null;
  paidAt: Date | null;
  stateAt: Date;
  attempts: number;
}

export const checkoutColumns = sql`c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
  c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
  c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
  c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts`;

/** Writes a payment that is to be started. False: another one of its order or hold is open, or its number is taken. */
export const insertCheckout = (db: Db | Tx, row: NewCheckout): Promise<boolean> =>
  anyRow(db)`
    insert into checkout (id, number, purpose, order_id, hold_id, link_id, partner_id, test, lang, minor, currency_code, kind, return_url,
      description, state, request, created_at, expires_at, state_at, due_at)
    values (${row.id}, ${row.number}, ${row.purpose}, ${row.orderId}, ${row.holdId}, ${row.linkId}, ${row.partnerId}, ${row.test}, ${row.lang},
      ${row.minor}, ${row.currencyCode}, ${row.kind}, ${row.returnUrl}, ${row.description}, 'starting',
      ${row.request && JSON.stringify(row.request)}::jsonb, ${row.createdAt}, ${row.expiresAt}, ${row.createdAt}, now() + ${leaseSeconds} * interval '1 second')
    on conflict do nothing returning 1`;

export const checkoutById = (db: Db | Tx, id: string): Promise<CheckoutRow | null> =>
  firstRow(db)`select ${checkoutColumns} from checkout c where c.id = ${id}`;

export const lockCheckout = (tx: Tx, id: string): Promise<CheckoutRow | null> =>
  firstRow(tx)`select ${checkoutColumns} from checkout c where c.id = ${id} for update`;

/** Finds the payment that a provider reports. */
export const checkoutOfProvider = (db: Db, kind: string, providerId: string): Promise<CheckoutRow | null> =>
  firstRow(db)`
    select ${checkoutColumns} from checkout c where c.kind = ${kind} and c.provider_id = ${providerId}
    order by c.nth desc limit 1`;

/** Finds the open payment of an order or a hold. */
export const findOpenCheckout = (
  db: Db | Tx,
  { orderId, holdId }: Pick<NewCheckout, "orderId" | "holdId">,
): Promise<CheckoutRow | null> =>
  firstRow(db)`
    select ${checkoutColumns} from checkout c
    where c.state in ('starting', 'open') and case when ${orderId}::uuid is null then c.hold_id = ${holdId}::uuid else c.order_id = ${orderId}::uuid end`;

export const checkoutsOfOrder = (db: Db | Tx, orderId: string): Promise<CheckoutRow[]> =>
  allRows(db)`select ${checkoutColumns} from checkout c where c.order_id = ${orderId} order by c.nth desc`;

export const checkoutsOfHold = (db: Db | Tx, holdId: string): Promise<CheckoutRow[]> =>
  allRows(db)`select ${checkoutColumns} from checkout c where c.hold_id = ${holdId} order by c.nth desc`;

const dueIn = (seconds: number | null) => sql`now() + ${seconds}::float8 * interval '1 second'`;

/** Records where the guest pays. Null: it was recorded before, or the payment has ended. */
export const recordOpened = (
  db: Db | Tx,
  id: string,
  given: { providerId: string; page: CheckoutPage; expiresAt: Date; now: Date; dueIn: number },
): Promise<CheckoutRow | null> =>
  firstRow(db)`
    update checkout c set state = 'open', provider_id = ${given.providerId}, page = ${JSON.stringify(given.page)}::jsonb,
      expires_at = ${given.expiresAt}, state_at = ${given.now}, message = null, attempts = 0, due_at = ${dueIn(given.dueIn)}
    where id = ${id} and state = 'starting' returning ${checkoutColumns}`;

/** Ends a payment that nobody made. */
export const recordEnded = (
  db: Db | Tx,
  id: string,
  { why, message, now }: { why: string; message: string | null; now: Date },
): Promise<CheckoutRow | null> =>
  firstRow(db)`
    update checkout c set state = 'ended', why = ${why}, message = ${message}, state_at = ${now}, due_at = null
    where id = ${id} and state in ('starting', 'open') returning ${checkoutColumns}`;

/** Records what a provider says was paid, also of a payment that had ended. It is due at once. */
export const recordReading = (
  db: Db | Tx,
  id: string,
  { minor, currencyCode, means, now }: { minor: number; currencyCode: string; means: string | null; now: Date },
): Promise<CheckoutRow | null> =>
  firstRow(db)`
    update checkout c set state = case when c.minor = ${minor} and c.currency_code = ${currencyCode} then 'paid' else 'differs' end,
      why = case when c.state = 'ended' then 'late' end, message = null, paid_minor = ${minor}, paid_currency = ${currencyCode}, means = ${means}, paid_at = ${now}, state_at = ${now}, attempts = 0,
      due_at = case when c.minor = ${minor} and c.currency_code = ${currencyCode} then now() + ${leaseSeconds} * interval '1 second' end
    where id = ${id} and state in ('starting', 'open', 'ended') returning ${checkoutColumns}`;

/** Ends the work on a payment. The booking's data stay for a letter, unless it is recorded. */
export const recordSettled = (
  tx: Tx,
  id: string,
  {
    state,
    why,
    orderId,
    now,
  }: { state: "recorded" | "refunding" | "refunded"; why: string | null; orderId?: string; now: Date },
): Promise<void> =>
  run(tx)`
    update checkout set state = ${state}, why = ${why}, order_id = coalesce(${orderId ?? null}::uuid, order_id), state_at = ${now}, due_at = null,
      request = case when ${state} <> 'recorded' then request end
    where id = ${id}`;

/** An operator decided about a payment of another amount: the work on it goes on. */
export const recordAccepted = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  anyRow(tx)`
    update checkout set state = 'paid', why = 'accepted', state_at = ${now}, attempts = 0, due_at = now() where id = ${id} and state = 'differs' returning 1`;

/** Replaces the booking of an open payment: the guest corrected it. */
export const replaceRequest = (db: Db, id: string, request: HoldPayment): Promise<void> =>
  run(db)`
    update checkout set request = ${JSON.stringify(request)}::jsonb where id = ${id} and state in ('starting', 'open')`;

/** Says when the service goes on with an open payment. */
export const scheduleCheckout = (
  db: Db,
  id: string,
  { message, seconds }: { message: string | null; seconds: number },
): Promise<void> =>
  run(db)`
    update checkout set due_at = ${dueIn(seconds)}, message = ${message} where id = ${id} and state in ('starting', 'open', 'paid')`;

/** Finds up to `most` payments with due work. `key`: the kind. */
export const dueCheckouts = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select id, kind as key from checkout where due_at <= now() and kind <> all(${except}::text[]) order by due_at, id limit ${most}`;

/** Leases the work on a payment. Null: another process has it, or none is due. */
export const claimCheckout = (db: Db, id: string): Promise<CheckoutRow | null> =>
  firstRow(db)`
    update checkout c set due_at = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1
    where id = ${id} and due_at <= now() returning ${checkoutColumns}`;

/** Erases the guests of bookings that are not paid for, a day after the end. */
export const eraseCheckoutRequests = (db: Db, before: Date): Promise<void> =>
  run(db)`
    update checkout set request = null where request is not null and state in ('ended', 'refunded') and state_at <= ${before}`;

/** How many payments an operator has to look at. */
export const countCheckouts = (db: Db): Promise<{ differs: number; unseated: number }> =>
  onlyRow(db)`
    select count(*) filter (where state = 'differs')::int as differs, count(*) filter (where state = 'refunding')::int as unseated
    from checkout where state in ('differs', 'refunding')`;
