import { orderReference } from "@paseo/contract/order-reference";
import { sql } from "kysely";
import { joinLocalTimes, type LocalTimes } from "../catalogue/product-zones.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { eraseAuditTexts } from "../operators/audit.ts";
import { markChanged, type OrderRow } from "../sale/orders.ts";
import { unknownPerson } from "./channel-bookings.ts";

/** Erases travellers' personal data. The order itself stays. */

/** A contact without any data. */
const nobody = JSON.stringify(unknownPerson);

/** The guests of a channel's booking without any data of a person. A partner's own reference can be a name. */
const guestsErased = sql`jsonb_build_object('reference', null, 'notes', null, 'pickup', null, 'contact', ${nobody}::jsonb,
  'units', (select coalesce(jsonb_agg(u || jsonb_build_object('reference', null, 'contact', ${nobody}::jsonb) order by n), '[]')
    from jsonb_array_elements(guests -> 'units') with ordinality as units(u, n)))`;

/** Erases the guests of reservations that began before an instant, are no longer held, and never became an order. */
export const eraseReservations = (db: Db, before: Date): Promise<void> =>
  run(db)`
    update channel_booking b set cancel_reason = null, guests = ${guestsErased}
    where created_at <= ${before} and guests -> 'units' <> '[]' and guests is distinct from ${guestsErased}
      and not exists (select from orders o where o.id = b.id) and not exists (select from hold h where h.id = b.hold_id and h.status = 'open')`;

/** Erases personal data from orders and from all free text about them: any free text may contain a name. */
export async function eraseOrders(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const isOne = sql`order_id = any(${ids}::uuid[])`;
  // Before the orders lose their addresses.
  await run(tx)`
    update refused_order set email = null where email in (
      select lower(btrim(email)) from orders where id = any(${ids}::uuid[]) and email <> '')`;
  await run(tx)`
    update orders set email = '', phone_number = '', remote_host = '', answers = '[]', erased_at = ${now},
      payment = payment - 'note' - 'reason',
      -- What a channel's reseller typed can be a name. The reference of a partner is the key of its own books.
      external_reference = case when not exists (select from channel_booking b where b.id = orders.id) then external_reference end,
      callback_url = regexp_replace(callback_url, '[?#].*$', ''), ${markChanged(now)}
    where id = any(${ids}::uuid[])`;
  await run(tx)`update order_timeline set message = null where ${isOne}`;
  await run(tx)`
    update callback_attempt set answer = '' where callback_id in (select id from callback where ${isOne})`;
  // The operator's reason is free text. Of a query, only the parameters of the service are not erased.
  await run(tx)`
    update callback set body = regexp_replace(body, ',"reason":"(?:[^"\\\\]|\\\\.)*"', ''),
      url = regexp_replace(url, '^([^?#]*).*(orderid=[0-9a-f-]{36}&status=[a-z]+).*$', '\\1?\\2')
    where ${isOne}`;
  const named = await allRows(tx)<Pick<OrderRow, "number" | "lang" | "test">>`
    select number, lang, test from orders where id = any(${ids}::uuid[])`;
  await eraseAuditTexts(tx, ids, named.map(orderReference));
  await run(tx)`update refund set note = null where ${isOne}`;
  await run(tx)`update payment set note = null where ${isOne}`;
  await run(tx)`
    update checkout_refund set note = null where note is not null and checkout_id in (select id from checkout where ${isOne})`;
  await run(tx)`
    update channel_booking set cancel_reason = null, guests = ${guestsErased} where id = any(${ids}::uuid[])`;
  // Nobody is left to read an action whose orders are all erased.
  await run(tx)`
    update bulk_action a set content = content || case when content ? 'letters' then '{"reason": "", "letters": {}}' else '{"reason": ""}' end::jsonb
    where exists (select from bulk_action_order b where b.action_id = a.id and b.order_id = any(${ids}::uuid[]))
      and not exists (select from bulk_action_order b join orders o on o.id = b.order_id where b.action_id = a.id and o.erased_at is null)`;
  await run(tx)`update site_withdrawal set name = '', email = '' where ${isOne}`;
  await run(tx)`delete from guest_letter where ${isOne} and state = 'due'`;
  await run(tx)`update guest_letter set detail = null where ${isOne}`;
  await run(tx)`delete from amendment where ${isOne} and status = 'quoted'`;
  await run(tx)`
    update amendment set content = content || '{"email": "", "phoneNumber": "", "answers": []}' where ${isOne}`;
  await run(tx)`
    insert into order_timeline (order_id, at, kind, actor)
    select id, ${now}, 'erased', 'service' from unnest(${ids}::uuid[]) as id`;
}

/**
 * Finds up to this many orders with personal data whose event day ended before the instant `before`. `times` has that instant as local
 * times. It uses the order's own EventOn, since the event may be dropped.
 */
export async function ordersToErase(db: Db, before: Date, times: LocalTimes, most: number): Promise<string[]> {
  const rows = await allRows(db)<{ id: string }>`
    select o.id from orders o join product p on p.id = o.product_id ${joinLocalTimes(times)}
    where o.erased_at is null and o.event_on < ${before}::timestamptz at time zone 'UTC' + interval '1 day'
      and o.event_on::date + 1 < here.at limit ${most}`;
  return rows.map((row) => row.id);
}

/** Locks the orders that have personal data, except orders that another transaction has locked. */
export async function lockToErase(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await allRows(tx)<{ id: string }>`
    select id from orders where id = any(${ids}::uuid[]) and erased_at is null for update skip locked`;
  return rows.map((row) => row.id);
}
