import { type Language, productTypeCodes, type TicketSelection } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { type Row, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { admittedPeople } from "../sale/attendance.ts";

/** Events at the door, and the orders of their lists. */

export const doorEventFields = {
  id: Type.String({ description: "Of the event." }),
  productName: text,
  itemName: text,
  productType: Type.Enum([...productTypeCodes]),
  eventOn: Type.String({ description: "Local date and time at the location." }),
  timeZone: text,
  people: Type.Integer({ description: "Of confirmed orders." }),
  admitted: Type.Integer(),
};
export type DoorEventRow = Row<typeof doorEventFields>;

/**
 * Reads the events with a local day from `from` to `until`, both `yyyy-MM-dd`, with the people of confirmed orders. Events of dateless
 * products are valid for a long time: the list has the events that somebody bought.
 */
export const doorEventRows = (
  db: Db,
  { from, until, sandbox }: { from: string; until: string; sandbox: boolean },
): Promise<DoorEventRow[]> => {
  const days = sql`e.event_on >= ${from}::date and e.event_on < ${until}::date + 1`;
  const validity = sql`e.event_on >= ${from}::date and e.event_on < ${from}::date + 800`;
  const selected = sql`e.id, p.name as "productName", i.name as "itemName", p.type as "productType", e.event_on, p.time_zone as "timeZone",
    coalesce(s.people, 0) as people, coalesce(s.admitted, 0) as admitted`;
  const sold = sql`(
    select sum(coalesce(o.people, o.seats))::int as people, sum(${admittedPeople})::int as admitted from orders o
    where o.event_id = e.id and o.status = 'complete' and (not o.test or ${sandbox}::boolean)) s`;
  const events = sql`event e join product p on p.id = e.product_id join item i on i.id = e.item_id cross join lateral ${sold}`;
  return allRows(db)`
    select id, "productName", "itemName", "productType", to_char(event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", "timeZone", people, admitted
    from (
      select ${selected} from ${events} where e.listed and ${days} and p.type <> 'dateless'
        and (s.people is not null or (not e.hidden and e.availability <> 'removed'))
      union all
      select ${selected} from ${events} where e.listed and ${validity} and p.type = 'dateless' and s.people is not null
    ) x order by event_on, "productName", "itemName", id limit 500`;
};

/**
 * Reads the names of an order's product and item at the door. They equal the names in the door's list of events, whatever the order's
 * language.
 */
export const doorNames = (db: Db, orderId: string): Promise<{ productName: string; itemName: string }> =>
  onlyRow(db)`
    select p.name as "productName", i.name as "itemName"
    from orders o join product p on p.id = o.product_id join item i on i.id = o.item_id where o.id = ${orderId}`;

/** An order of an event, as the door's list needs it. */
export interface DoorOrderRow {
  id: string;
  eventId: string;
  number: number;
  lang: Language;
  test: boolean;
  status: string;
  tickets: TicketSelection[];
  people: number;
  answers: { code: string; value: string }[];
  /** Null: the order has no voucher. */
  code: string | null;
  voidAt: Date | null;
}

export const doorOrders = (
  db: Db,
  eventIds: readonly string[],
  { sandbox }: { sandbox: boolean },
): Promise<DoorOrderRow[]> =>
  allRows(db)`
    select o.id, o.event_id as "eventId", o.number, o.lang, o.test, o.status, o.tickets, coalesce(o.people, o.seats) as people, o.answers,
      v.code, v.void_at as "voidAt"
    from orders o left join voucher v on v.order_id = o.id
    where o.event_id = any(${eventIds}::uuid[]) and (not o.test or ${sandbox}::boolean) order by o.created_at, o.number`;
