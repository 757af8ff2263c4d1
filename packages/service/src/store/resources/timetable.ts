import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { isOnAccount, joinBalance } from "../money/account.ts";
import type { StoreCurrency } from "../money/amounts.ts";
import { isStandingOrder } from "../visits/day-events.ts";

/** What a timetable shows of events besides their sales: how long they last, and how many of their orders are not paid in full. */

export interface TimetableFacts {
  id: string;
  /** As the item or the product describes it. Null: neither says how long an event lasts. */
  minutes: number | null;
  balancesDue: number;
}

export const timetableFacts = (
  db: Db,
  eventIds: readonly string[],
  currency: StoreCurrency,
): Promise<TimetableFacts[]> =>
  allRows(db)`
    select e.id, coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes,
      (select count(*)::int from orders o ${joinBalance(currency)}
        where o.event_id = e.id and ${isStandingOrder} and ${isOnAccount} and b.due > 0) as "balancesDue"
    from event e join item i on i.id = e.item_id join product p on p.id = e.product_id
    where e.id = any(${[...eventIds]}::uuid[])`;

/** Finds the events that take a resource on some local days. */
export const eventIdsOfResource = async (
  db: Db,
  resourceId: string,
  { from, days }: { from: string; days: number },
): Promise<string[]> =>
  (
    await allRows(db)<{ id: string }>`
      select distinct e.id from event_resource r join event e on e.id = r.event_id
      where r.resource_id = ${resourceId} and e.event_on >= ${from}::date and e.event_on < ${from}::date + ${days}::int`
  ).map(({ id }) => id);
