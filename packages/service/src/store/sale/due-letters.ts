import { type RawBuilder, sql } from "kysely";
import type { GuestLetterKind, PartnerLetterKind } from "../../texts/letter-kinds.ts";
import type { Tx } from "../database/database.ts";
import { run } from "../database/rows.ts";

/** Letters to guests that become due with a change of an order, and letters to partners that become due with a change of their account. */

/** The beginning of the cause of each kind. An amendment or an event follows after a colon. */
const causes = {
  confirmation: "confirmed",
  reminder: "reminder",
  change: "changed",
  cancellation: "cancelled",
  thanks: "thanks",
} as const satisfies Record<GuestLetterKind, string>;
export const letterCauses = Object.values(causes);

/** Returns the kind of letter that the service writes for a cause; null: an operator sends it. */
export const letterKindOfCause = (cause: string): GuestLetterKind | null =>
  (Object.keys(causes) as GuestLetterKind[]).find((kind) => causes[kind] === cause.split(":")[0]) ?? null;

/**
 * SQL: whether the operator has switched on the letters of a kind for order `o`. The switch of the order's product decides. If the product has none, the
 * switch for all products decides.
 */
const letterSwitchOfOrder = (kind: GuestLetterKind) => sql`
  select l.is_on, l.hours, l.on_since from letter l
  where l.kind = ${sql.lit(kind)} and (l.product_id = o.product_id or l.product_id is null)
  order by l.product_id nulls last limit 1`;

/**
 * Inserts the letters that are due for orders `o` of a `from` clause. Left out: test orders, orders without an address, partners that
 * write to their guests, and letters that a bulk action sends in its own words.
 */
export const insertDue = (
  kind: GuestLetterKind,
  { about, from }: { about?: RawBuilder<unknown>; from: RawBuilder<unknown> },
) => sql`
  insert into guest_letter (order_id, cause, state, due_at, at)
  select o.id, ${sql.lit(causes[kind])}${about ? sql` || ':' || ${about}::text` : sql``}, 'due', now(), now()
  from ${from} join partner pa on pa.id = o.partner_id cross join lateral (${letterSwitchOfOrder(kind)}) as l
  where exists (select 1 from letter where kind = ${sql.lit(kind)} and is_on) and l.is_on
    and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests and not exists (
      select 1 from bulk_action_order b join bulk_action a on a.id = b.action_id
      where b.order_id = o.id and b.state = 'waiting' and a.content -> 'letters' ? o.lang)`;

/** Finds each order by its id: a plan that was made for few orders would read all of them. */
const ordersOf = (query: RawBuilder<unknown>) =>
  sql`${query} cross join lateral (select * from orders where id = ${query}.order_id offset 0) o`;

/** The confirmations of orders whose vouchers the statement's query `made` returns. */
export const confirmationsDue = sql`
  ${insertDue("confirmation", { from: ordersOf(sql`made`) })} on conflict do nothing`;

/** The cancellation of an order whose voucher the statement's query `ended` returns. */
export const cancellationDue = sql`
  ${insertDue("cancellation", { from: ordersOf(sql`ended`) })} on conflict do nothing`;

/** Records that a guest is due a letter about an accepted amendment. */
export const recordChangeLetter = (tx: Tx, orderId: string, amendmentId: string): Promise<void> =>
  run(tx)`
    ${insertDue("change", { about: sql`${amendmentId}`, from: sql`(select * from orders where id = ${orderId}) o` })}
    on conflict do nothing`;

export interface ActionLetters {
  actionId: string;
  orderIds: readonly string[];
  cause: string;
}

/**
 * Records that the guests of these orders are due a letter in the words of a bulk action. Left out: guests without an address, and languages
 * in which the action has no letter.
 */
export const recordActionLetters = (tx: Tx, { actionId, orderIds, cause }: ActionLetters): Promise<void> =>
  run(tx)`
    insert into guest_letter (order_id, cause, state, due_at, at, action_id)
    select o.id, ${cause}, 'due', now(), now(), a.id from bulk_action a join orders o on o.id = any(${[...orderIds]}::uuid[])
    where a.id = ${actionId} and a.content -> 'letters' ? o.lang and o.email <> '' and o.erased_at is null
    on conflict do nothing`;

/**
 * Records that the contacts for accounts of a partner are due a letter, if letters of this kind are switched on. `about`: the statement, or the instant at
 * which a limit was crossed. No contact gets two letters about one cause.
 */
export const recordPartnerLetters = (
  tx: Tx,
  partnerId: string,
  { kind, about }: { kind: PartnerLetterKind; about: string },
): Promise<void> =>
  run(tx)`
    insert into partner_letter (partner_id, cause, name, address, state, due_at, at)
    select p.id, ${`${kind}:${about}`}, c ->> 'name', c ->> 'email', 'due', now(), now()
    from partner p cross join lateral jsonb_array_elements(coalesce(p.company -> 'contacts', '[]')) c
    where p.id = ${partnerId} and c ->> 'kind' = 'accounts' and c ->> 'email' <> ''
      and exists (select from letter where kind = ${kind} and product_id is null and is_on)
    on conflict do nothing`;
/** Letters about payments through providers. The cause ends with the id of the payment or the link. */
export const paymentLetterKinds = ["payment-link", "paid", "paid-back", "no-seats"] as const;
export type PaymentLetterKind = (typeof paymentLetterKinds)[number];

/** Returns the kind of a letter about a payment, and its payment or link. Null: it is another letter. */
export function paymentLetterOfCause(cause: string): { kind: PaymentLetterKind; id: string } | null {
  const [name, id] = cause.split(":");
  const kind = paymentLetterKinds.find((one) => one === name);
  return kind && id !== undefined ? { kind, id } : null;
}

/** Records that the guest of an order is due a letter about a payment. A sent link that an operator sends again is due again. */
export const recordPaymentLetter = (
  tx: Tx,
  { orderId, kind, id }: { orderId: string; kind: PaymentLetterKind; id: string },
): Promise<void> =>
  run(tx)`
    insert into guest_letter as g (order_id, cause, state, due_at, at)
    select o.id, ${`${kind}:${id}`}, 'due', now(), now() from orders o join partner pa on pa.id = o.partner_id
    where o.id = ${orderId} and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests
    on conflict (order_id, cause) do update set state = 'due', due_at = now(), at = now(), attempts = 0, fault = null, detail = null
      where g.state in ('sent', 'failed', 'skipped', 'unknown')`;

/**
 * Records that the guest of a payment without an order is due the letter that says that the money goes back, and the operator the one that
 * says that it came. They have the payment's id in place of an order's.
 */
export const recordUnseatedLetters = (tx: Tx, checkoutId: string): Promise<void> =>
  run(tx)`
    insert into guest_letter (order_id, cause, state, due_at, at)
    select ${checkoutId}::uuid, cause, 'due', now(), now()
    from unnest(${[`paid-back:${checkoutId}`, `no-seats:${checkoutId}`]}::text[]) as cause on conflict do nothing`;

/** Letters of own sites, whatever the operator has switched on: the guest has asked for them. */
export const siteLetterKinds = ["guest-page", "withdrawn"] as const;
export type SiteLetterKind = (typeof siteLetterKinds)[number];

export const siteLetterOfCause = (cause: string): SiteLetterKind | null =>
  siteLetterKinds.find((one) => one === cause) ?? null;

/**
 * Records that the guest of an order is due a letter of an own site. A letter that was sent is due again, but not within minutes: a stranger who knows a
 * booking cannot fill its guest's mailbox.
 */
export const recordSiteLetter = (tx: Tx, orderId: string, kind: SiteLetterKind): Promise<void> =>
  run(tx)`
    insert into guest_letter as g (order_id, cause, state, due_at, at)
    select o.id, ${kind}, 'due', now(), now() from orders o
    where o.id = ${orderId} and not o.test and o.email <> '' and o.erased_at is null
    on conflict (order_id, cause) do update set state = 'due', due_at = now(), at = now(), attempts = 0, fault = null, detail = null
      where g.state in ('sent', 'failed', 'skipped', 'unknown') and g.at <= now() - interval '2 minutes'`;
