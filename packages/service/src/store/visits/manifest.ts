import { type Answer, languages, orderStatuses } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import type { ProductFields } from "../../records/catalogue-file.ts";
import { instant, nullable, type Row, text } from "../../records/schemas.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { admittedPeople, noShowPeople } from "../sale/attendance.ts";
import { type AgreedTerms, laterAnswers, orderFlags } from "../sale/orders.ts";
import { isStandingOrder } from "./day-events.ts";

/** The orders of one event, for its manifest. */

/** The stored fields of an order that the manifest shows. */
export const manifestFields = {
  status: Type.Enum([...orderStatuses]),
  flag: nullable(Type.Enum([...orderFlags])),
  confirmation: nullable(text),
  partner: Type.String({ description: "The partner's name. The desk has a name in the reader's language." }),
  externalReference: nullable(text),
  email: text,
  phoneNumber: text,
  lang: Type.Enum([...languages]),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
  seats: Type.Integer(),
  people: Type.Integer({ description: "For whom the tickets are. A family is several, a vehicle nobody." }),
  notes: Type.Array(text, { description: "Of operators, oldest first." }),
  admitted: Type.Integer(),
  admittedAt: nullable(instant),
  noShow: Type.Integer({ description: "People who did not come." }),
  erasedAt: nullable(instant),
};
export type ManifestOrder = Row<typeof manifestFields> & {
  id: string;
  number: number;
  test: boolean;
  partnerExternalId: string;
  answers: Answer[];
  /** The operator's own questions, in the words in which the traveller read them. */
  asked: OwnQuestion[];
  agreed: Pick<AgreedTerms, "group" | "ownLater" | "leadPerTicket" | "tickets">;
  /** The pickup place that a sales channel named; null: none did. */
  pickupPlaceId: string | null;
};

/** A place where travellers of a product are picked up. */
export type PickupPlace = NonNullable<NonNullable<ProductFields["pickups"]>["places"]>[number];

/** The pickup place that a sales channel named for an order; null: none did. The operator can have agreed on another place since. */
const namedPlace = sql`(
  select b.guests -> 'pickup' ->> 'placeId' from channel_booking b where b.id = o.id)`;

export const pickupPlaceId = async (db: Db, orderId: string): Promise<string | null> =>
  (await firstRow(db)<{ id: string | null }>`select ${namedPlace} as id from orders o where o.id = ${orderId}`)?.id ??
  null;

/** Reads the places where travellers of an event are picked up; none where its product has no such list. */
export const pickupPlaces = (db: Db, eventId: string): Promise<PickupPlace[]> =>
  allRows(db)`
    select place.* from event e join product p on p.id = e.product_id,
      jsonb_to_recordset(coalesce(p.record -> 'pickups' -> 'places', '[]'))
        as place ("externalId" text, name text, address text, latitude float8, longitude float8, "minutesBefore" int)
    where e.id = ${eventId}`;

/** Reads the standing orders of an event, in the order in which they were placed. */
export const manifestOrders = (db: Db, eventId: string, limit: number, now: Date): Promise<ManifestOrder[]> =>
  allRows(db)`
    select o.id, o.number, o.lang, o.test, o.status, o.flag, o.confirmation, o.external_reference as "externalReference",
      pa.name as partner, pa.external_id as "partnerExternalId", o.email, o.phone_number as "phoneNumber", o.tickets, o.seats, coalesce(o.people, o.seats) as people,
      o.answers,
      coalesce(o.agreed -> 'questions', '[]') as asked, ${laterAnswers} as agreed, ${namedPlace} as "pickupPlaceId",
      ${admittedPeople} as admitted, ${noShowPeople(now)} as "noShow", v.redeemed_at as "admittedAt", o.erased_at as "erasedAt",
      coalesce((select jsonb_agg(t.message order by t.id) from order_timeline t
        where t.order_id = o.id and t.kind = 'note' and t.message is not null), '[]') as notes
    from orders o join partner pa on pa.id = o.partner_id left join voucher v on v.order_id = o.id
    where o.event_id = ${eventId} and ${isStandingOrder} order by o.created_at, o.number limit ${limit}`;
