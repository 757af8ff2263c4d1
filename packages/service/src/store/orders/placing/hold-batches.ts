import { sql } from "kysely";
import { yearTable } from "../../catalogue/event-years.ts";
import type { Db } from "../../database/database.ts";
import { type Statement, statement } from "../../database/statement.ts";
import { type HoldLimits, type HoldPlaced, type HoldValues, holdInserted, type NewHold } from "../holds/holds.ts";
import { asNoSeats, canBeSold, tooLate } from "../orders.ts";
import { inBatches, lockTimeout } from "./batches.ts";

/** Holds of concurrent requests that leave a seat of their event and stay within their partner's limits. */

interface Holding {
  hold: NewHold;
  limits: HoldLimits;
}

/** Places a hold that leaves a seat, together with those of other requests. `alone` places it by itself. */
export const holdInBatches = inBatches<Holding, HoldPlaced | null>(({ hold }) => hold, holdOfYear);

/** The holds that were placed. After an error none was. */
async function holdOfYear(db: Db, year: number, batch: Holding[]): Promise<Map<Holding, HoldPlaced>> {
  const values = {
    holds: JSON.stringify(batch.map(({ hold, limits }, place) => ({ ...hold, ...limits, place }))),
    eventIds: [...new Set(batch.map(({ hold }) => hold.eventId))],
    partnerIds: [...new Set(batch.map(({ hold }) => hold.partnerId))],
  };
  const rows = await holdingOf(year).run(db, values).catch(asNoSeats);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  /** What holds of the batch take, by partner. */
  const taken = new Map<string, { open: number; seats: number }>();
  const results = new Map<Holding, HoldPlaced>();
  for (const one of batch) {
    const { id, partnerId, seats } = one.hold;
    const row = rowOf.get(id);
    if (!row) continue;
    const before = taken.get(partnerId) ?? { open: 0, seats: 0 };
    taken.set(partnerId, { open: before.open + 1, seats: before.seats + seats });
    const { open, openSeats } = row;
    results.set(one, { placed: true, open: open + before.open, openSeats: openSeats + before.seats, left: null });
  }
  return results;
}

interface Sent {
  /** JSON of `NewHold`s with the limits and their `place` in the batch. */
  holds: string;
  eventIds: string[];
  partnerIds: string[];
}

/** `open`, `openSeats`: the partner's holds before the batch. */
type Placed = { id: string; open: number; openSeats: number; refused: null };

const holdings = new Map<number, Statement<Sent, Placed>>();

/**
 * The guards of `insertHold` for each. A hold counts towards the limits of its partner and the seats of its event also when it is not
 * placed: those after it are then placed alone. All holds are inserted before the first event is locked. Test holds are none of a batch.
 */
function holdingOf(year: number): Statement<Sent, Placed> {
  const known = holdings.get(year);
  if (known) return known;
  const event = yearTable(year);
  const made = statement<Sent, Placed>(`place-holds-${year}`, (value) => {
    const field = (name: string) => sql.ref(`o.${name}`);
    const { onSale, enough } = canBeSold((name) => (name === "seats" ? field("seatsUpTo") : field(name)), "spare");
    const ofBatch = sql`e.id = any(${value("eventIds")}::uuid[])`;
    const still = canBeSold(field, "spare");
    return sql`
      with sent as (
        select sent.*, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo",
          row_number() over (partition by "partnerId" order by place) as "ofPartner",
          sum(seats) over (partition by "partnerId" order by place) as "seatsOfPartner"
        from json_to_recordset(${value("holds")}::json) as sent (${columns})
        where set_config('lock_timeout', ${sql.lit(lockTimeout)}, true) is not null
        order by place offset 0
      ), others as (
        select partner_id, count(*) as open, sum(seats) as seats from hold
        where partner_id = any(${value("partnerIds")}::uuid[]) and status = 'open' and not test
          and expires_at > (select min("createdAt") from sent)
        group by 1
      ), held as (
        ${holdInserted(
          field,
          sql`from sent o left join others on others.partner_id = o."partnerId" join ${event} e on ${ofBatch} and ${onSale} and ${enough}
            where coalesce(others.open, 0) + o."ofPartner" <= o."mostOpen"
              and coalesce(others.seats, 0) + o."seatsOfPartner" <= o."mostSeats"`,
        )}
      ), taken as (
        update ${event} e set capacity_left = e.capacity_left - o.seats
        from (
          select event_id as "eventId", event_on as "eventOn", sum(seats)::int as seats, max(created_at) as "createdAt"
          from held group by 1, 2 order by 1
        ) o
        where ${ofBatch} and ${still.onSale} and ${still.enough}
        returning e.id
      )
      select held.id, coalesce(others.open, 0) as open, coalesce(others.seats, 0) as "openSeats",
        case when not exists (select from taken where taken.id = event_id) then (${sql.lit(tooLate)} || event_id)::int end as refused
      from held join sent on sent.id = held.id left join others on others.partner_id = sent."partnerId"`;
  });
  holdings.set(year, made);
  return made;
}

/** The fields of a hold in the JSON of a batch. */
const columns = sql.raw(
  Object.entries({
    place: "int",
    id: "uuid",
    lang: "text",
    partnerId: "uuid",
    eventId: "uuid",
    eventOn: "timestamp",
    test: "boolean",
    tickets: "jsonb",
    seats: "int",
    whiteLabelCode: "text",
    totalUsd: "numeric",
    agreed: "jsonb",
    cancelPurchaseHour: "int",
    cancelUntil: "timestamptz",
    createdAt: "timestamptz",
    expiresAt: "timestamptz",
    idempotencyKey: "text",
    mostOpen: "int",
    mostSeats: "int",
  } satisfies Record<keyof HoldValues | "place", string>)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", "),
);
