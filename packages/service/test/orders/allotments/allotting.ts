import { sql } from "kysely";
import { publishAllotment, saveAllotment } from "../../../src/domain/booking/allotments.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import type { AllotmentFields } from "../../../src/store/allotments/allotments.ts";
import type { Db } from "../../../src/store/database/database.ts";

/** Allotments of partners, and what they leave of events. */

/** Creates a partner with this external id and a live key. */
export async function addPartner(db: Db, externalId: string, now: Date): Promise<{ id: string; key: string }> {
  await sql`
    insert into partner (id, external_id, name) values (gen_random_uuid(), ${externalId}, ${externalId})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from partner where external_id = ${externalId}`.execute(db);
  const { key } = await createKey(db, { partner: externalId, mode: "live", readOnly: false, now });
  return { id: rows[0]!.id, key };
}

type Given = Pick<AllotmentFields, "itemId" | "kind" | "seats" | "partnerIds"> & Partial<AllotmentFields>;

/** Saves an allotment of all days. Returns its id, or the codes of its problems. */
export async function allot(db: Db, given: Given, now: Date, id?: string): Promise<{ id: string; codes: string[] }> {
  const fields: AllotmentFields = {
    ...{ name: "", from: "2000-01-01", to: "2100-01-01", weekdays: null, times: null, closedDates: [] },
    releaseHours: given.kind === "guaranteed" ? 24 : null,
    ...given,
  };
  const trying = db.transaction().execute(async (tx) => {
    const saved = await saveAllotment(tx, { id, fields }, now);
    const codes = saved.problems.map(({ code }) => code);
    if (codes.length > 0) throw new Refused(codes);
    await publishAllotment(tx, saved, now);
    return { id: saved.id, codes };
  });
  return trying.catch((error) => {
    if (error instanceof Refused) return { id: "", codes: error.codes };
    throw error;
  });
}

class Refused extends Error {
  readonly codes: string[];
  constructor(codes: string[]) {
    super("refused");
    this.codes = codes;
  }
}

/** What every partner can buy of an event, and what guarantees hold beside it. */
export async function leftOf(db: Db, event: string): Promise<{ left: number | null; guaranteed: number }> {
  const { rows } = await sql<{ left: number | null; guaranteed: number }>`
    select capacity_left as left, guaranteed from event where id = ${event}`.execute(db);
  return rows[0]!;
}

/** Returns the row of an event if it does not say what orders, holds and allotments leave. It counts apart from the service's statements. */
export async function miscounted(db: Db, event: string, now: Date): Promise<object[]> {
  const { rows } = await sql<object>`
    with taken as (
      select event_id, partner_id, sum(seats)::int as seats from (
        select event_id, partner_id, seats from orders where not test and status not in ('rejected', 'cancelled')
        union all select event_id, partner_id, seats from hold where not test and status = 'open'
        union all select event_id, partner_id, seats from amendment where status = 'waitsupplier'
      ) x group by 1, 2
    ), held as (
      select e.id, sum(greatest(0, a.seats - coalesce((
        select sum(t.seats) from taken t where t.event_id = e.id and t.partner_id = any(a.partner_ids)), 0)))::int as seats
      from event e join allotment a on a.item_id = e.item_id and a.kind = 'guaranteed'
        and e.event_on::date between a.from_day and a.to_day and e.starts_at - a.release_hours * interval '1 hour' > ${now} group by 1
    )
    select e.id, e.capacity, e.capacity_left, e.guaranteed, coalesce(h.seats, 0) as held
    from event e left join held h on h.id = e.id
    cross join lateral (select e.capacity - coalesce(sum(t.seats), 0) as free from taken t where t.event_id = e.id) f
    where e.id = ${event} and (e.capacity_left <> greatest(0, f.free - coalesce(h.seats, 0))
      or e.guaranteed <> least(f.free, coalesce(h.seats, 0)))`.execute(db);
  return rows;
}
