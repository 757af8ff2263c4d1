import { type RawBuilder, sql } from "kysely";
import type { TicketSizes } from "../../records/tickets/ticket-sizes.ts";
import type { Db } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { presentIncarnation } from "../versions/database-incarnations.ts";
import { ownSeatsLeft } from "../versions/digest.ts";
import type { CalledChannel } from "./sales-channels.ts";

/** What a channel that calls the operator knows: items that it asked for, and the seats of their events. */

interface ChannelItem {
  itemId: string;
  /** The channel's report about the item, such as that the channel no longer sells it; null: no report. */
  report: string | null;
  /** How many messages about the item in a row the channel did not take, why not the last one, and when the next one is due. */
  failures: number;
  failure: string | null;
  retryAt: Date | null;
  /** When the channel last took a message about the item. */
  sentAt: Date | null;
}

export const channelItems = (db: Db, channel: CalledChannel): Promise<ChannelItem[]> =>
  allRows(db)`
    select item_id as "itemId", report, failures, failure, retry_at as "retryAt", sent_at as "sentAt"
    from channel_item where channel = ${channel} order by item_id`;

/** Stores a channel's report about an item. Returns false if the channel never requested the item. */
export const reportItem = (db: Db, channel: CalledChannel, itemId: string, report: string): Promise<boolean> =>
  anyRow(db)`
    update channel_item set report = ${report} where channel = ${channel} and item_id = ${itemId} returning 1`;

/** The maximum of seats that the service reports to a channel. It reports this number for an event without a limit. */
export const maxReportedSeats = 1_000;

/** When a channel sells, its partner, and the condition that the partner may sell event `e`. */
interface SellingNow {
  now: Date;
  /** Null: there is no such partner any more. */
  partnerId: string | null;
  sellable: RawBuilder<unknown>;
}

/** The seats that a channel may sell of an event `e` now: those of its partner, if the partner may sell it. */
const seatsToSell = ({ now, partnerId, sellable }: SellingNow) => sql`
  (case when ${sellable} and e.listed and not e.hidden and e.availability = 'available' and e.sales_end_at > ${now}::timestamptz
    then least(coalesce(case when ${ownSeatsLeft(partnerId)} < e.least_seats then 0 else ${ownSeatsLeft(partnerId)} end, ${maxReportedSeats}), ${maxReportedSeats}) else 0 end)::int`;

/** The time for which a channel takes messages. */
const noticeDays = 90;

const coming = (now: Date) => sql`
  e.starts_at > ${now}::timestamptz and e.starts_at < ${now}::timestamptz + ${noticeDays} * interval '1 day'`;

/** Remembers that a channel asked for an item, and the seats that it read. From then on the channel gets messages about changes. */
export async function recordAskedItem(db: Db, channel: CalledChannel, itemId: string, at: SellingNow): Promise<void> {
  const isNew = await anyRow(db)`${prepareAs("channel-item-asked")}
    insert into channel_item as i (channel, item_id) values (${channel}, ${itemId})
    on conflict (channel, item_id) do nothing returning 1`;
  if (isNew)
    await run(db)`
      insert into channel_seats (channel, event_id, starts_at, seats)
      select ${channel}, e.id, e.starts_at, ${seatsToSell(at)} from event e where e.item_id = ${itemId} and ${coming(at.now)}
      on conflict do nothing`;
}

/** Deletes a channel's report about an item: the channel sells the item again. */
export const deleteChannelReport = (db: Db, channel: CalledChannel, itemId: string): Promise<void> =>
  run(db)`
    update channel_item set report = null, failures = 0, failure = null, retry_at = null
    where channel = ${channel} and item_id = ${itemId} and report is not null`;

/**
 * Remembers that a channel did not take a message about an item. The next one is due after a gap that doubles with each failure: from 30
 * seconds to an hour.
 */
export const recordNoticeFailure = (
  db: Db,
  channel: CalledChannel,
  itemId: string,
  { failure, now }: { failure: string; now: Date },
): Promise<void> =>
  run(db)`
    update channel_item set failures = failures + 1, failure = ${failure},
      retry_at = ${now}::timestamptz + least(3600, 30 * power(2, least(failures, 10))) * interval '1 second'
    where channel = ${channel} and item_id = ${itemId}`;

/** Stands for the seats of an event of which the service does not know what a channel knows. */
const untold = -1;

/**
 * Marks everything as untold in the first run in a new incarnation of the database. A restore or failover can lose sales that the channel
 * was told, and the channel would sell by these numbers until the next sale.
 */
export async function beginIncarnation(db: Db, channel: CalledChannel, now: Date): Promise<void> {
  const name = `told-in-${channel}`;
  if (
    await anyRow(
      db,
    )`${prepareAs("channel-incarnation")} select from fact where name = ${name} and value = ${presentIncarnation}`
  )
    return;
  await db.transaction().execute(async (tx) => {
    const told = await firstRow(tx)<{ isNew: boolean }>`
      insert into fact as f (name, value) values (${name}, ${presentIncarnation})
      on conflict (name) do update set value = excluded.value where f.value <> excluded.value returning xmax = 0 as "isNew"`;
    if (!told || told.isNew) return;
    await run(tx)`
      insert into channel_seats (channel, event_id, starts_at, seats)
      select i.channel, e.id, e.starts_at, ${sql.lit(untold)}
      from channel_item i join event e on e.item_id = i.item_id and ${coming(now)} where i.channel = ${channel}
      on conflict (channel, event_id) do update set seats = excluded.seats`;
  });
}

export interface SeatsChange {
  itemId: string;
  eventId: string;
  startsAt: Date;
  timeZone: string;
  seats: number;
  /** The seats that the channel knows. Negative: the service does not know. */
  known: number;
  /** Seats in all; null: no limit. */
  capacity: number | null;
  ticketSizes: TicketSizes;
  /** The codes of the item's tickets. */
  codes: string[];
}

/**
 * Finds the events whose seats for the channel's partner differ from the number last reported to the channel, at most 200, in the order of items. Items whose last
 * message failed are left out until the next one is due, so that they hold up no others.
 */
export const changedSeats = (db: Db, channel: CalledChannel, at: SellingNow): Promise<SeatsChange[]> =>
  allRows(db)`
    select e.item_id as "itemId", e.id as "eventId", e.starts_at as "startsAt", p.time_zone as "timeZone", ${seatsToSell(at)} as seats,
      coalesce(s.seats, 0) as known, e.capacity, it.ticket_sizes as "ticketSizes",
      jsonb_path_query_array(it.record, '$.ticketRules[*].code') as codes
    from channel_item i join event e on e.item_id = i.item_id and ${coming(at.now)} join product p on p.id = e.product_id
      join item it on it.id = e.item_id left join channel_seats s on s.channel = i.channel and s.event_id = e.id
    where i.channel = ${channel} and i.report is null and (i.retry_at is null or i.retry_at <= ${at.now}) and ${seatsToSell(at)} is distinct from coalesce(s.seats, 0)
    order by e.item_id, e.starts_at limit 200`;

/** Remembers the seats of an item that a channel received, and forgets past events. */
export async function recordSentSeats(
  db: Db,
  channel: CalledChannel,
  changes: readonly SeatsChange[],
  now: Date,
): Promise<void> {
  await run(db)`
    insert into channel_seats (channel, event_id, starts_at, seats)
    select ${channel}, x."eventId", x."startsAt", x.seats
    from json_to_recordset(${JSON.stringify(changes)}::json) as x("eventId" uuid, "startsAt" timestamptz, seats int)
    on conflict (channel, event_id) do update set seats = excluded.seats`;
  await run(db)`
    update channel_item set failures = 0, failure = null, retry_at = null, sent_at = ${now}
    where channel = ${channel} and item_id = ${changes[0]!.itemId}`;
  await run(db)`delete from channel_seats where channel = ${channel} and starts_at < ${now}`;
}
