import { sql } from "kysely";
import { statementOfYear } from "../../catalogue/event-years.ts";
import type { Db } from "../../database/database.ts";
import { type HoldLimits, type HoldPlaced, type HoldValues, holdInserted, type NewHold } from "../holds/holds.ts";
import { asNoSeats } from "../orders.ts";
import { field, hasSpareSeats, refusedWithout, saleColumns, salesSent, spareSeatsTaken } from "./batch-statements.ts";
import { inBatches } from "./batches.ts";

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

/** The fields of a hold in the JSON of a batch. */
const columns = {
  ...saleColumns,
  expiresAt: "timestamptz",
  mostOpen: "int",
  mostSeats: "int",
} satisfies Record<keyof HoldValues | "place", string>;

const ofPartner = sql`, row_number() over (partition by "partnerId" order by place) as "ofPartner",
  sum(seats) over (partition by "partnerId" order by place) as "seatsOfPartner"`;

/**
 * The guards of `insertHold` for each. A hold counts towards the limits of its partner and the seats of its event also when it is not
 * placed: those after it are then placed alone. All holds are inserted before the first event is locked. Test holds are none of a batch.
 */
const holdingOf = statementOfYear<Sent, Placed>(
  "place-holds",
  (value, event) => sql`
    with sent as (
      ${salesSent(value("holds"), columns, ofPartner)}
    ), others as (
      select partner_id, count(*) as open, sum(seats) as seats from hold
      where partner_id = any(${value("partnerIds")}::uuid[]) and status = 'open' and not test
        and expires_at > (select min("createdAt") from sent)
      group by 1
    ), held as (
      ${holdInserted(
        field,
        sql`from sent o left join others on others.partner_id = o."partnerId"
          join ${event} e on ${hasSpareSeats(value("eventIds"))}
          where coalesce(others.open, 0) + o."ofPartner" <= o."mostOpen"
            and coalesce(others.seats, 0) + o."seatsOfPartner" <= o."mostSeats"`,
      )}
    ), taken as (
      ${spareSeatsTaken(event, value("eventIds"), "held")}
    )
    select held.id, coalesce(others.open, 0) as open, coalesce(others.seats, 0) as "openSeats", ${refusedWithout("taken")}
    from held join sent on sent.id = held.id left join others on others.partner_id = sent."partnerId"`,
);
