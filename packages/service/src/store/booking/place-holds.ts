import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import type { NewHold } from "../orders/holds.ts";
import { keysOutcomeColumn, writtenKeysCtes } from "./answers.ts";
import {
  eventIsOnSale,
  eventsLocked,
  isEventOfRow,
  type StatementOutcome,
  saleColumns,
  seatsOutcomeColumn,
  selectBatchRows,
  selectRowsWithSeats,
  takeSeats,
} from "./seats.ts";

/** The statement that places holds, one or many. */

/**
 * `open`, `openSeats`: the number and the seats of the partner's earlier holds. `soldOut`: whether the event is sold out
 * now.
 */
export interface PlacedHold {
  id: string;
  outcome: StatementOutcome;
  open: number;
  openSeats: number;
  soldOut: boolean;
}

export const placeHolds = (tx: Tx, holds: NewHold[], lockedFirst: boolean): Promise<PlacedHold[]> =>
  holding.run(tx, {
    holds: JSON.stringify(holds.map((hold, place) => ({ ...hold, place, lockedFirst }))),
    partnerIds: [...new Set(holds.map(({ partnerId }) => partnerId))],
  });

/** The fields of a hold in the JSON of a batch. */
const columns = {
  ...saleColumns,
  expiresAt: "timestamptz",
  extensions: "int",
  maxOpen: "int",
  maxSeats: "int",
} satisfies Record<keyof NewHold | "place" | "lockedFirst", string>;

const ofPartner = sql`partition by o."partnerId", o.test order by o.place rows unbounded preceding`;

/**
 * A hold counts towards its partner's limits even if it is not placed. The holds after it are then tried again. The
 * limits count the holds that were committed when the statement began. Holds that several processes place at the same
 * instant may exceed the limits by their number.
 */
const holding = defineStatement<{ holds: string; partnerIds: string[] }, PlacedHold>(
  "place-holds",
  (value) => sql`
    with ${selectBatchRows(value("holds"), columns)}, ${writtenKeysCtes}, others as (
      select partner_id, test, count(*)::int as open, sum(seats)::int as seats from hold
      where partner_id = any(${value("partnerIds")}::uuid[]) and status = 'open'
        and expires_at > (select min("createdAt") from sent)
      group by 1, 2
    ), counted as (
      select o.*, coalesce(others.open, 0) as open, coalesce(others.seats, 0) as "openSeats",
        row_number() over (${ofPartner}) as "ofPartner", sum(o.seats) over (${ofPartner}) as "seatsOfPartner"
      from sent o left join others on others.partner_id = o."partnerId" and others.test = o.test
    ), own as (
      select o.* from counted o join fresh on fresh.id = o.id
      where o.open + o."ofPartner" <= o."maxOpen" and o."openSeats" + o."seatsOfPartner" <= o."maxSeats"
    ), live as (
      select * from own where not test
    ), ${eventsLocked(sql`live`)}, sellable as (
      select id from (${selectRowsWithSeats(sql`live`, eventIsOnSale)}) fitting
      union all
      select o.id from own o join event e on ${isEventOfRow} and ${eventIsOnSale} where o.test
    ), placed as (
      insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, people, whole_event, white_label_code, total_usd, agreed,
        cancel_purchase_hour, cancel_until, created_at, expires_at, extensions, status)
      select o.id, o."partnerId", o.lang, o.test, o."eventId", o."productId", o."eventOn", o.tickets, o.seats, o.people, o."wholeEvent", o."whiteLabelCode",
        o."totalUsd", o.agreed, o."cancelPurchaseHour", o."cancelUntil", o."createdAt", o."expiresAt", o.extensions, 'open'
      from sent o join sellable s on s.id = o.id
      returning id
    ), sold as (
      select o.* from live o join placed on placed.id = o.id
    ), ${takeSeats(sql`sold`)}
    select o.id, o.open, o."openSeats", coalesce(taken."soldOut", false) as "soldOut",
      case when placed.id is not null then 'placed' else coalesce(${keysOutcomeColumn}, case when exists (select from live where live.id = o.id) then ${seatsOutcomeColumn} else 'short' end) end as outcome
    from counted o left join placed on placed.id = o.id left join taken on taken.id = o."eventId" and not o.test`,
);
