import type { Answer, Language, OrderStatus, TicketSelection } from "@paseo/contract";
import type { Db } from "../../database/database.ts";
import { allRows } from "../../database/rows.ts";
import type { OrderFlag } from "../dispatch/dispatch.ts";
import { admittedOfOrder, standing } from "./sessions.ts";

/** The orders of one session, for its manifest. */

export interface ManifestOrder {
  id: string;
  number: number;
  lang: Language;
  test: boolean;
  status: OrderStatus;
  flag: OrderFlag | null;
  confirmation: string | null;
  externalReference: string | null;
  partner: string;
  email: string;
  phoneNumber: string;
  tickets: TicketSelection[];
  seats: number;
  answers: Answer[];
  admitted: number;
  admittedAt: Date | null;
  erasedAt: Date | null;
  /** Notes of operators, oldest first. */
  notes: string[];
}

/** The standing orders of an event, in the order in which they were placed. */
export const manifestOrders = (db: Db, eventId: string, limit: number): Promise<ManifestOrder[]> =>
  allRows(db)`
    select o.id, o.number, o.lang, o.test, o.status, o.flag, o.confirmation, o.external_reference as "externalReference",
      pa.name as partner, o.email, o.phone_number as "phoneNumber", o.tickets, o.seats, o.answers,
      ${admittedOfOrder} as admitted, v.redeemed_at as "admittedAt", o.erased_at as "erasedAt",
      coalesce((select jsonb_agg(t.message order by t.id) from order_timeline t
        where t.order_id = o.id and t.kind = 'note' and t.message is not null), '[]') as notes
    from orders o join partner pa on pa.id = o.partner_id left join voucher v on v.order_id = o.id
    where o.event_id = ${eventId} and ${standing} order by o.number limit ${limit}`;
