import type { Language } from "@paseo/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Bookings of partners that use another protocol. Each begins as a hold, and becomes the order with the booking's id. */

/** The known data of a person. */
export interface Person {
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  emailAddress: string | null;
  phoneNumber: string | null;
  locales: string[];
  postalCode: string | null;
  country: string | null;
  notes: string | null;
}

export const unknownPerson: Person = {
  fullName: null,
  firstName: null,
  lastName: null,
  emailAddress: null,
  phoneNumber: null,
  locales: [],
  postalCode: null,
  country: null,
  notes: null,
};

/** A ticket of a booking. */
export interface BookedUnit {
  uuid: string;
  /** The code of the ticket's rule. */
  code: string;
  /** The partner's own reference. */
  reference: string | null;
  contact: Person;
}

/** The place where travellers are picked up. */
export interface Pickup {
  /** The id of one of the product's pickup places; null: another place. */
  placeId: string | null;
  name: string;
  address: string;
  room: string | null;
}

export interface Guests {
  units: BookedUnit[];
  /** Null: travellers are not picked up. */
  pickup: Pickup | null;
  contact: Person;
  notes: string | null;
  /** The partner's own reference of the booking. */
  reference: string | null;
}

interface NewChannelBooking {
  partnerId: string;
  /** The partner's own id of the booking. */
  uuid: string;
  /** The id of the order that follows. */
  id: string;
  test: boolean;
  lang: Language;
  holdId: string;
  productId: string;
  itemId: string;
  eventId: string;
  freesale: boolean;
  guests: Guests;
  createdAt: Date;
}

export interface ChannelBookingRow extends NewChannelBooking {
  updatedAt: Date;
  /** When the partner cancelled the booking, and the reason. */
  cancelledAt: Date | null;
  cancelReason: string | null;
}

const columns = sql`partner_id as "partnerId", uuid, id, test, lang, hold_id as "holdId", product_id as "productId", item_id as "itemId",
  event_id as "eventId", freesale, guests, created_at as "createdAt", updated_at as "updatedAt", cancelled_at as "cancelledAt",
  cancel_reason as "cancelReason"`;

/** Writes a new booking. Returns null if the partner already has a booking with this uuid. */
export const insertChannelBooking = (db: Db, row: NewChannelBooking): Promise<ChannelBookingRow | null> =>
  firstRow(db)`${prepareAs("insert-channel-booking")}
    insert into channel_booking (partner_id, uuid, id, test, lang, hold_id, product_id, item_id, event_id, freesale, guests, created_at, updated_at)
    values (${row.partnerId}, ${row.uuid}, ${row.id}, ${row.test}, ${row.lang}, ${row.holdId}, ${row.productId}, ${row.itemId},
      ${row.eventId}, ${row.freesale}, ${JSON.stringify(row.guests)}::jsonb, ${row.createdAt}, ${row.createdAt})
    on conflict do nothing returning ${columns}`;

export const channelBooking = (db: Db, partnerId: string, uuid: string): Promise<ChannelBookingRow | null> =>
  firstRow(db)`${prepareAs("channel-booking")}
    select ${columns} from channel_booking where partner_id = ${partnerId} and uuid = ${uuid}`;

/** The partner's bookings with this reference of the partner, or with this order number; newest first, at most 100. */
export const channelBookingsBy = (
  db: Db,
  partnerId: string,
  by: { reference: string } | { orderNumber: number; test: boolean | null },
): Promise<ChannelBookingRow[]> =>
  allRows(db)`
    select ${columns} from channel_booking where partner_id = ${partnerId} and ${
      "reference" in by
        ? sql`guests ->> 'reference' = ${by.reference}`
        : sql`id in (select id from orders where number = ${by.orderNumber} and test = coalesce(${by.test}, test))`
    } order by created_at desc limit 100`;

/** The fields of a booking that can change. */
type ChannelBookingChange = Pick<
  ChannelBookingRow,
  "holdId" | "productId" | "itemId" | "eventId" | "guests" | "cancelledAt" | "cancelReason"
>;

export const writeChannelBooking = (
  db: Db | Tx,
  { partnerId, uuid, ...change }: ChannelBookingChange & Pick<ChannelBookingRow, "partnerId" | "uuid">,
  now: Date,
): Promise<ChannelBookingRow | null> =>
  firstRow(db)`${prepareAs("write-channel-booking")}
    update channel_booking set hold_id = ${change.holdId}, product_id = ${change.productId}, item_id = ${change.itemId},
      event_id = ${change.eventId}, guests = ${JSON.stringify(change.guests)}::jsonb, cancelled_at = ${change.cancelledAt},
      cancel_reason = ${change.cancelReason}, updated_at = ${now}
    where partner_id = ${partnerId} and uuid = ${uuid} returning ${columns}`;

/** The booking of an order, if it came over another protocol. */
export const channelBookingOfOrder = (db: Db, orderId: string): Promise<ChannelBookingRow | null> =>
  firstRow(db)`select ${columns} from channel_booking where id = ${orderId}`;

/** Deletes bookings that were created before this instant and never became an order. */
export const purgeChannelBookings = (db: Db, before: Date): Promise<void> =>
  run(db)`
    delete from channel_booking b where created_at <= ${before}
      and not exists (select from orders o where o.id = b.id) and not exists (select from hold h where h.id = b.hold_id and h.status = 'open')`;
