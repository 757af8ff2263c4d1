import { sql } from "kysely";

/** SQL for the seats of event `e` that cannot be sold. */

/** Seats of the standing orders of event `e`. */
export const seatsSold = sql`(select coalesce(sum(o.seats), 0)::int from orders o
  where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled'))`;

/**
 * Seats of the open holds of event `e` (including expired holds until their seats are returned), and seats of waiting
 * amendments.
 */
export const seatsHeld = sql`((select coalesce(sum(h.seats), 0)::int from hold h
  where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
  where c.event_id = e.id and c.status = 'waitsupplier'))`;

/** Seats of event `e` that are blocked for groups. `seatsHeld` includes them. */
export const seatsBlocked = sql`(select coalesce(sum(h.seats), 0)::int from hold h
  where h.event_id = e.id and h.status = 'open' and h.block is not null)`;

/** All seats of event `e` that cannot be sold. Without resources, `capacity_left` is the capacity without these seats. */
export const unavailableSeats = sql`(${seatsSold} + ${seatsHeld})`;
