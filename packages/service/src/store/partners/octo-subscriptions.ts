import { type RawBuilder, sql } from "kysely";
import { type Offer, offerOf } from "../../records/partners/offer.ts";
import { eventIsSold, eventMoved, partnerOffer, productIsSold, productsMoved } from "../catalogue/offers.ts";
import type { Db, Tx } from "../database/database.ts";
import type { DueRow } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { sealSecret, unsealSecret } from "../database/sealing.ts";
import { octoSwitch } from "../operators/home.ts";

/**
 * Subscriptions of OCTO partners, and the messages that partners have not received: docs/decisions/0041-octo.md. The database's
 * clock decides what is due.
 */

export const octoNotificationTypes = ["PRODUCT_UPDATE", "AVAILABILITY_UPDATE", "BOOKING_UPDATE"] as const;
type OctoNotificationType = (typeof octoNotificationTypes)[number];

export interface OctoSubscription {
  id: string;
  url: string;
  types: OctoNotificationType[];
  headers: Record<string, string>;
}

/** The subscriptions of a partner's live keys, or of its test keys. */
interface SubscriptionOwner {
  partnerId: string;
  test: boolean;
}

type Stored = Omit<OctoSubscription, "headers"> & { headers: string };
const columns = sql`id, url, types, headers`;
const opened = (db: Db | Tx, row: Stored): OctoSubscription => ({
  ...row,
  headers: JSON.parse(unsealSecret(db, row.headers)) as Record<string, string>,
});
const owned = ({ partnerId, test }: SubscriptionOwner) => sql`partner_id = ${partnerId} and test = ${test}`;

export async function octoSubscriptions(db: Db | Tx, owner: SubscriptionOwner): Promise<OctoSubscription[]> {
  const rows = await allRows(db)<Stored>`
    select ${columns} from octo_subscription where ${owned(owner)} order by created_at, id`;
  return rows.map((row) => opened(db, row));
}

/** Subscribes to the changes from now on. False: the owner already has `most` subscriptions. */
export const insertOctoSubscription = (
  db: Db,
  owner: SubscriptionOwner,
  { id, url, types, headers }: OctoSubscription,
  { now, most }: { now: Date; most: number },
): Promise<boolean> =>
  anyRow(db)`
    insert into octo_subscription (id, partner_id, test, url, types, headers, event_seq, product_seq, deleted_seq, orders_seen, offer_version, created_at)
    select ${id}, ${owner.partnerId}, ${owner.test}, ${url}, ${types}::text[], ${sealSecret(db, JSON.stringify(headers))}, ${reached},
      ${offerVersion(sql`${owner.partnerId}`)}, ${now}
    from counter where (select count(*) from octo_subscription where ${owned(owner)}) < ${most} returning 1`;

/** Changes a subscription, which then waits for no further attempt. Returns false if the owner has none with this id. */
export const writeOctoSubscription = (
  db: Db,
  owner: SubscriptionOwner,
  { id, url, types, headers }: OctoSubscription,
): Promise<boolean> =>
  anyRow(db)`
    update octo_subscription set url = ${url}, types = ${types}::text[], headers = ${sealSecret(db, JSON.stringify(headers))},
      attempts = 0, next_at = now()
    where id = ${id} and ${owned(owner)} returning 1`;

export const deleteOctoSubscription = (db: Db, id: string): Promise<void> =>
  run(db)`delete from octo_subscription where id = ${id}`;

/** The version of a partner's offer; 0: it has none. */
const offerVersion = (partnerId: RawBuilder<unknown>) =>
  sql`coalesce((select o.version from partner_offer o where o.partner_id = ${partnerId}), 0)`;

/** SQL columns of the present positions: how many changes there have been. */
const reached = sql`event_seq, product_seq, delete_version - skipped, pg_current_snapshot()::text`;

/**
 * Whether the snapshot is from another server, because this database is a restored copy: it names transactions that this server
 * has not reached.
 */
const isForeign = sql`pg_snapshot_xmax(s.orders_seen::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`;

/** Bookings of the subscriber that changed after its snapshot. The order of such a booking has the booking's id. */
const changedOrders = sql`
  orders o where o.partner_id = s.partner_id and o.test = s.test
    and o.changed_xid >= pg_snapshot_xmin(s.orders_seen::pg_snapshot)
    and not pg_visible_in_snapshot(o.changed_xid, s.orders_seen::pg_snapshot)`;

const isDue = sql`
  s.next_at <= now() and exists (select from partner p where p.id = s.partner_id and p.active)
  and exists (select from fact f where f.name = ${octoSwitch})
  and (exists (select from octo_message m where m.subscription_id = s.id)
    or exists (select from counter c where c.event_seq <> s.event_seq or c.product_seq <> s.product_seq
      or c.delete_version - c.skipped <> s.deleted_seq)
    or ${isForeign} or ${offerVersion(sql`s.partner_id`)} <> s.offer_version or exists (select from ${changedOrders}))`;

/** Finds up to `most` subscriptions with a message that is due, or with changes that have no message yet. */
export const dueOctoSubscriptions = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select s.id, s.partner_id as key from octo_subscription s
    where ${isDue} and s.partner_id <> all(${except}::uuid[]) order by s.next_at limit ${most}`;

export interface ClaimedSubscription extends OctoSubscription {
  partnerId: string;
  attempts: number;
}

/** The partner of a subscription, and its offer if it has one. */
const ownerOfSubscription = (db: Db, id: string): Promise<{ partnerId: string; offerSeen: number } | null> =>
  firstRow(db)`select partner_id as "partnerId", offer_version as "offerSeen" from octo_subscription where id = ${id}`;

/**
 * What has changed for a subscription `s`: the type and the data of its messages. A partner with an offer gets those about what it sells, and about
 * what changes of its offer changed.
 */
const changes = (offer: Offer | undefined, offerSeen: number) => sql`
  select 'PRODUCT_UPDATE' as type, jsonb_build_object('productId', p.product_id) as data from product_state p
  where ${
    offer
      ? sql`(p.seq > s.product_seq or p.deleted_seq > s.deleted_seq) and ${productIsSold(offer, sql`p.product_id`)}
        or p.product_id in ${productsMoved(offer, offerSeen)}`
      : sql`p.seq > s.product_seq or p.deleted_seq > s.deleted_seq`
  }
  union all
  select 'AVAILABILITY_UPDATE', jsonb_build_object('productId', e.product_id, 'optionId', e.item_id,
    'localDateStart', min(e.event_on)::date, 'localDateEnd', max(e.event_on)::date)
  from event e where e.listed and ${
    offer
      ? sql`(e.seq > s.event_seq or ${eventMoved(offer, offerSeen)}) and ${eventIsSold(offer)}`
      : sql`e.seq > s.event_seq`
  } group by e.product_id, e.item_id
  union all
  select 'BOOKING_UPDATE', jsonb_build_object('uuid', b.uuid) from channel_booking b
  where b.partner_id = s.partner_id and b.id in (select o.id from ${changedOrders})`;

/**
 * Leases a subscription, if it is due, and makes messages of the changes since its positions. One statement: the changes and the new
 * positions are of the same snapshot.
 */
export async function claimOctoSubscription(
  db: Db,
  id: string,
  leaseSeconds: number,
): Promise<ClaimedSubscription | null> {
  const owner = await ownerOfSubscription(db, id);
  if (!owner) return null;
  const stored = await partnerOffer(db, owner.partnerId);
  const offer = stored ? offerOf({ ...stored, partnerId: owner.partnerId }, stored.terms) : undefined;
  const row = await firstRow(db)<Stored & { partnerId: string; attempts: number }>`
    with s as (select s.* from octo_subscription s where s.id = ${id} and ${isDue} for update),
      made as (
        insert into octo_message (subscription_id, type, data)
        select s.id, change.type, change.data from s, lateral (${changes(offer, owner.offerSeen)}) change where change.type = any(s.types)
        on conflict do nothing
      )
    update octo_subscription t set next_at = now() + ${leaseSeconds} * interval '1 second',
      (event_seq, product_seq, deleted_seq, orders_seen) = (select ${reached} from counter), offer_version = ${offer?.version ?? 0}
    from s where t.id = s.id
    returning t.id, t.url, t.types, t.headers, t.partner_id as "partnerId", t.attempts`;
  return row && { ...opened(db, row), partnerId: row.partnerId, attempts: row.attempts };
}

export interface OctoMessage {
  n: number;
  id: string;
  type: OctoNotificationType;
  data: object;
}

/** Reads the oldest message of a subscription that its partner has not received. */
export const oldestOctoMessage = (db: Db, subscriptionId: string): Promise<OctoMessage | null> =>
  firstRow(db)`
    select n, id, type, data from octo_message where subscription_id = ${subscriptionId} order by n limit 1`;

/** Deletes a message, or all messages of a subscription, and sets when the next message may be sent. */
export const recordOctoAttempt = async (
  tx: Tx,
  subscriptionId: string,
  next: { done: number | "all" | null; attempts: number; inSeconds: number },
): Promise<void> => {
  if (next.done !== null)
    await run(tx)`
      delete from octo_message where subscription_id = ${subscriptionId} and ${next.done === "all" ? sql`true` : sql`n = ${next.done}`}`;
  await run(tx)`
    update octo_subscription set attempts = ${next.attempts}, next_at = now() + ${next.inSeconds} * interval '1 second'
    where id = ${subscriptionId}`;
};
