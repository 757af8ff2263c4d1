import { type RawBuilder, sql } from "kysely";

/** SQL for the seats of event `e` that cannot be sold, and for its people. An order for the whole event counts as all of its seats, also after the capacity grew. */

const standing = sql`from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')`;

/** Seats of the standing orders of event `e`. */
export const seatsSold = seatsSoldOf(sql`e.capacity`);

/** The same for an event that gets this capacity. */
function seatsSoldOf(capacity: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(case when o.whole_event then greatest(o.seats, ${capacity}) else o.seats end), 0)::int ${standing})`;
}

/** People of the standing orders of event `e`. */
export const peopleSold = sql`(select coalesce(sum(coalesce(o.people, o.seats)), 0)::int ${standing})`;

/**
 * Seats of the open holds of event `e` (including expired holds until their seats are returned), and seats of waiting
 * amendments.
 */
export const seatsHeld = seatsHeldOf(sql`e.capacity`);

function seatsHeldOf(capacity: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((select coalesce(sum(case when h.whole_event then greatest(h.seats, ${capacity}) else h.seats end), 0)::int from hold h
    where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
    where c.event_id = e.id and c.status = 'waitsupplier'))`;
}

/** Seats of event `e` that are blocked for groups. `seatsHeld` includes them. */
export const seatsBlocked = sql`(select coalesce(sum(h.seats), 0)::int from hold h
  where h.event_id = e.id and h.status = 'open' and h.block is not null)`;

/** All seats of event `e` that cannot be sold. Without resources, `capacity_left` is the capacity without these seats. */
export const unavailableSeats = sql`(${seatsSold} + ${seatsHeld})`;

/** The same for an event that gets this capacity. */
export const unavailableSeatsAt = (capacity: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${seatsSoldOf(capacity)} + ${seatsHeldOf(capacity)})`;

/** All people for whom seats of event `e` are sold, held, blocked or waiting. */
export const unavailablePeople = sql`(${peopleSold} + (select coalesce(sum(coalesce(h.people, h.seats)), 0)::int from hold h
  where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(coalesce(c.people, c.seats)), 0)::int from amendment c
  where c.event_id = e.id and c.status = 'waitsupplier'))`;
