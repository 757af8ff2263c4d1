import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { sql } from "kysely";
import Type from "typebox";
import { nullable, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";

/** Two orders of one guest for one event: standing orders with the same e-mail address or the same telephone number. */

export const OtherOrder = nullable(
  Type.Object({ id: text, reference: text }),
  "Another standing order for the same event with the same e-mail address or telephone number. Null: there is none.",
);
export type OtherOrder = Type.Static<typeof OtherOrder>;

const mail = sql`lower(btrim(email))`;
const digits = sql`regexp_replace(phone_number, '[^0-9]', '', 'g')`;
/** The order before this one with the same value, or else the order after it. A window reads each order once. */
const neighbour = (name: string) => sql`coalesce(lag(id) over ${sql.ref(name)}, lead(id) over ${sql.ref(name)})`;

/** Finds for each of these orders another order of its guest. Orders without another are left out. */
export async function otherOrdersOfGuests(db: Db, orderIds: readonly string[]): Promise<Map<string, OtherOrder>> {
  if (orderIds.length === 0) return new Map();
  const rows = await allRows(db)<{ orderId: string; id: string; number: number; lang: Language; test: boolean }>`
    select t.id as "orderId", o.id, o.number, o.lang, o.test from (
      select id, coalesce(case when ${mail} <> '' then ${neighbour("mails")} end,
        case when ${digits} <> '' then ${neighbour("phones")} end) as other
      from orders where event_id in (select event_id from orders where id = any(${orderIds}::uuid[]))
        and status not in ('rejected', 'cancelled')
      window mails as (partition by event_id, test, ${mail} order by number),
        phones as (partition by event_id, test, ${digits} order by number)
    ) t join orders o on o.id = t.other where t.id = any(${orderIds}::uuid[])`;
  return new Map(rows.map(({ orderId, id, ...order }) => [orderId, { id, reference: orderReference(order) }]));
}
