import assert from "node:assert/strict";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../../src/domain/orders/expired-holds.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { itemId, plantTours, stateOf, tours } from "../../resources/boat.ts";
import { addPartner, allot } from "./allotting.ts";

/**
 * Buyers of five partners on one boat for three products, of which a guarantee for two partners, one for a third and a limit of a fourth hold
 * seats of one product each. The fifth partner has none.
 */

export const boatSeats = 18;
/** By partner and product: the seats of its allotment. */
const names = ["one", "two", "three", "four", "five"] as const;
const guarantees = [
  { tour: "north", seats: 6, partners: ["one", "two"] },
  { tour: "south", seats: 4, partners: ["three"] },
] as const;
const limit = { tour: "sunset", seats: 3, partner: "four" } as const;

export interface AllottedBoat {
  db: Db;
  partners: Record<(typeof names)[number], { id: string; key: string }>;
  /** The event of each tour. */
  events: Record<string, string>;
  releaseAt: Date;
}

/** Plants the tours on `days` days and their allotments. Returns the boat of each day. */
export async function plantAllottedBoats(db: Db, days: number): Promise<AllottedBoat[]> {
  const now = new Date();
  const planted = await plantTours(db, days, { seats: boatSeats });
  const added = [];
  for (const name of names) added.push([name, await addPartner(db, name, now)] as const);
  const partners = Object.fromEntries(added) as AllottedBoat["partners"];
  for (const { tour, seats, partners: of } of guarantees) {
    const partnerIds = of.map((name) => partners[name].id);
    const fields = { itemId: await itemId(db, tour), kind: "guaranteed", seats, partnerIds, releaseHours: 12 } as const;
    assert.deepEqual((await allot(db, fields, now)).codes, []);
  }
  const partnerIds = [partners[limit.partner].id];
  await allot(db, { itemId: await itemId(db, limit.tour), kind: "at-most", seats: limit.seats, partnerIds }, now);
  const { rows } = await sql<{ id: string; at: Date }>`select id, starts_at as at from event`.execute(db);
  const startOf = new Map(rows.map(({ id, at }) => [id, at]));
  return planted.events.map((ofDay) => ({
    ...{ db, partners },
    events: Object.fromEntries(tours.map((tour, n) => [tour, ofDay[n]!])),
    releaseAt: new Date(startOf.get(ofDay[0]!)!.getTime() - 12 * 3_600_000),
  }));
}

interface Answer {
  id: string;
  isValid: boolean;
  status: string;
  quoteId: string;
  revision: number;
  errors: { code: string }[] | null;
}

/** A client of a process, which repeats a request that found the event locked. */
async function ask(
  url: string,
  operation: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  for (;;) {
    const answer = await fetch(`${url}/api/es/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status === 200) return JSON.parse(text) as Answer;
    assert.equal(answer.status, 503, `${operation}: ${text}`);
  }
}

const customer = { email: "a@example.com", phoneNumber: "1", remoteHost: "192.0.2.1" };
const ticketsOf = (seats: number) => [{ code: "ADULT", quantity: seats }];

/** Books seats. Returns the order, or null if it was refused for lack of seats. */
async function book(url: string, apiKey: string, event: string, seats: number, hold?: string): Promise<Answer | null> {
  const order = await ask(
    url,
    "eventbook",
    { apiKey, id: event, tickets: ticketsOf(seats), ...customer, totalUsd: { currencyCode: "USD", value: 50 * seats } },
    hold === undefined ? {} : { "paseo-hold": hold },
  );
  if (!order.isValid) assert.match(order.errors![0]!.code, /^(event-sold-out|capacity)$/);
  return order.isValid ? order : null;
}

/** Each buyer holds, books, cancels, changes or moves seats of some tour for some partner. */
export async function rushBoat(
  boat: AllottedBoat,
  { buyers, random, urls }: { buyers: number; random: () => number; urls: readonly string[] },
): Promise<void> {
  const below = (n: number) => Math.floor(random() * n);
  const plans = Array.from({ length: buyers }, (_, n) => ({
    url: urls[n % urls.length]!,
    key: boat.partners[names[below(names.length)]!].key,
    event: boat.events[tours[below(tours.length)]!]!,
    seats: 1 + below(3),
    choice: random(),
  }));
  await Promise.all(
    plans.map(async ({ url, key, event, seats, choice }) => {
      let hold: Answer | null = null;
      if (choice < 0.4) {
        hold = await ask(url, "eventhold", { apiKey: key, id: event, tickets: ticketsOf(seats) });
        if (!hold.isValid || choice < 0.1) return;
        if (choice < 0.2) return void (await ask(url, "holdrelease", { apiKey: key, id: hold.id }));
      }
      const order = await book(url, key, event, seats, hold?.id);
      if (!order || choice < 0.7) return;
      if (choice < 0.8) return void (await ask(url, "ordercancel", { apiKey: key, id: order.id }));
      const quote = await ask(url, "orderamend", {
        apiKey: key,
        id: order.id,
        tickets: ticketsOf(choice < 0.9 ? 3 : 1),
      });
      const { quoteId, revision } = quote;
      if (quote.isValid) await ask(url, "orderamend", { apiKey: key, id: order.id, quoteId, revision });
    }),
  );
}

/** Buys seat by seat until the partner is refused. Returns how many it got. */
export async function buyAll(boat: AllottedBoat, url: string, partner: (typeof names)[number], tour: string) {
  for (let bought = 0; ; bought++)
    if (!(await book(url, boat.partners[partner].key, boat.events[tour]!, 1))) return bought;
}

/** Seats of an event that these partners have, by orders and open holds. */
async function takenBy({ db, events, partners }: AllottedBoat, tour: string, of: readonly (typeof names)[number][]) {
  const { rows } = await sql<{ seats: number }>`
    select (select coalesce(sum(seats), 0) from orders where event_id = ${events[tour]} and partner_id = any(${of.map((name) => partners[name].id)}::uuid[])
        and status not in ('rejected', 'cancelled'))::int
      + (select coalesce(sum(seats), 0) from hold where event_id = ${events[tour]} and partner_id = any(${of.map((name) => partners[name].id)}::uuid[])
        and status = 'open')::int as seats`.execute(db);
  return rows[0]!.seats;
}

/** Fails unless the boat has a seat for each guest and for each guaranteed seat that is not sold, and the limit is kept. Returns the free seats. */
export async function checkBoat(boat: AllottedBoat): Promise<number> {
  const state = await stateOf(
    boat.db,
    tours.map((tour) => boat.events[tour]!),
  );
  let unsold = 0;
  for (const { tour, seats, partners } of guarantees)
    unsold += Math.max(0, seats - (await takenBy(boat, tour, partners)));
  assert.ok(state.taken + unsold <= boatSeats, `${state.taken} seats are taken and ${unsold} are still guaranteed`);
  assert.deepEqual(
    state.left,
    tours.map(() => boatSeats - state.taken - unsold),
  );
  assert.ok((await takenBy(boat, limit.tour, [limit.partner])) <= limit.seats, "the limit was exceeded");
  return boatSeats - state.taken - unsold;
}

/** Ends all open holds, and sells what is guaranteed to its partners, then the rest after the release. Fails unless exactly the boat is sold. */
export async function sellBoat(boat: AllottedBoat, url: string, clock: { now: Date | null }): Promise<void> {
  const { db, events, releaseAt } = boat;
  await sql`update hold set expires_at = now() - interval '1 second' where status = 'open'`.execute(db);
  await returnAllExpiredSeats(db, new Date());
  await checkBoat(boat);
  await buyAll(boat, url, "five", "north");
  assert.equal(await checkBoat(boat), 0, "others buy what is not guaranteed");
  const [first] = guarantees;
  const missing = Math.max(0, first.seats - (await takenBy(boat, first.tour, first.partners)));
  assert.equal(await buyAll(boat, url, "two", first.tour), missing, "a guarantee is sold in full");
  assert.equal(await checkBoat(boat), 0);
  clock.now = releaseAt;
  await buyAll(boat, url, "five", "sunset");
  const { taken } = await stateOf(db, Object.values(events));
  assert.equal(taken, boatSeats, "released seats are sold, and no more");
  clock.now = null;
}
