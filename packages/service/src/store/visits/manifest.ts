import { type Answer, languages } from "@paseo/contract";
import Type from "typebox";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { orderFields } from "../orders/order-list.ts";
import { instant, nullable, type Row, text } from "../schemas.ts";
import { admittedPeople } from "./admissions.ts";
import { standing } from "./day-events.ts";

/** The orders of one session, for its manifest. */

/** What the manifest shows of an order as it is stored. */
export const manifestFields = {
  status: orderFields.status,
  flag: orderFields.flag,
  confirmation: nullable(text),
  partner: Type.String({ description: "The partner's name." }),
  externalReference: nullable(text),
  email: text,
  phoneNumber: text,
  lang: Type.Enum([...languages]),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
  seats: Type.Integer(),
  notes: Type.Array(text, { description: "Of operators, oldest first." }),
  admitted: Type.Integer(),
  admittedAt: nullable(instant),
  erasedAt: nullable(instant),
};
export type ManifestOrder = Row<typeof manifestFields> & {
  id: string;
  number: number;
  test: boolean;
  answers: Answer[];
};

/** The standing orders of an event, in the order in which they were placed. */
export const manifestOrders = (db: Db, eventId: string, limit: number): Promise<ManifestOrder[]> =>
  allRows(db)`
    select o.id, o.number, o.lang, o.test, o.status, o.flag, o.confirmation, o.external_reference as "externalReference",
      pa.name as partner, o.email, o.phone_number as "phoneNumber", o.tickets, o.seats, o.answers,
      ${admittedPeople} as admitted, v.redeemed_at as "admittedAt", o.erased_at as "erasedAt",
      coalesce((select jsonb_agg(t.message order by t.id) from order_timeline t
        where t.order_id = o.id and t.kind = 'note' and t.message is not null), '[]') as notes
    from orders o join partner pa on pa.id = o.partner_id left join voucher v on v.order_id = o.id
    where o.event_id = ${eventId} and ${standing} order by o.number limit ${limit}`;
