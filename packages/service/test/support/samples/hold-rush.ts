import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../../src/domain/orders/expired-holds.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { seatsOf } from "./holding.ts";

/** Many buyers who hold, book, release and leave seats of one event at the same time, while their holds expire at random. */

export interface Rush {
  db: Db;
  key: string;
  event: string;
  buyers: number;
  /** Random numbers from 0 to 1, from a seed, that decide the steps of each buyer. The scheduling of processes is not repeated. */
  random: () => number;
  /** The address of a process for this buyer. It can change, because processes are killed. */
  urlFor: (buyer: number) => string;
}

/** Orders that the service has acknowledged, by the buyer's reference. */
export interface Acknowledged {
  orders: Map<string, { id: string; seats: number }>;
  /** References whose booking was refused, with the first code. */
  refused: Map<string, string>;
}

const dollars = 50;

export async function rush({ db, key, event, buyers, random, urlFor }: Rush): Promise<Acknowledged> {
  const orders: Acknowledged["orders"] = new Map();
  const refused: Acknowledged["refused"] = new Map();
  let areBuying = true;

  /** Sends a request until it has an answer: a process that was killed is replaced. */
  async function ask(buyer: number, operation: string, body: object, headers: Record<string, string> = {}) {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`${urlFor(buyer + attempt)}/api/es/${operation}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ apiKey: key, ...body }),
      }).catch(() => null);
      const text = answer && (await answer.text().catch(() => null));
      if (answer && text !== null && answer.status === 200) return JSON.parse(text) as Answer;
      assert.ok(
        answer === null || text === null || answer.status === 503 || answer.status === 409,
        `${operation}: ${text}`,
      );
      assert.ok(attempt < 200, `${operation} has no answer`);
      await pause(50);
    }
  }

  async function buy(buyer: number): Promise<void> {
    const [amount, choice, wait] = [random(), random(), random()];
    const seats = 1 + Math.floor(amount * 3);
    const tickets = [{ code: "ADULT", quantity: seats }];
    const reference = `buyer ${event} ${buyer}`;
    await pause(wait * 300);
    const hold = await ask(buyer, "eventhold", { id: event, tickets });
    if (!hold.isValid) assert.match(hold.errors![0]!.code, /^(event-sold-out|capacity)$/);
    if (hold.id !== null && choice < 0.2) {
      const released = await ask(buyer, "holdrelease", { id: hold.id });
      assert.match(released.status!, /^(released|expired)$/);
      return;
    }
    if (hold.id !== null && choice < 0.3) return;
    if (hold.id === null && choice < 0.5) return;
    if (choice > 0.8 && hold.id !== null) await ask(buyer, "holdextend", { id: hold.id });
    await pause(wait * 100);
    const customer = {
      email: "a@example.com",
      phoneNumber: "1",
      remoteHost: "192.0.2.1",
      externalReference: reference,
    };
    const totalUsd = { currencyCode: "USD", value: dollars * seats };
    const headers: Record<string, string> = hold.id === null ? {} : { "paseo-hold": hold.id };
    const order = await ask(buyer, "eventbook", { id: event, tickets, ...customer, totalUsd }, headers);
    if (order.isValid) orders.set(reference, { id: order.id!, seats });
    else {
      const [{ code }] = order.errors as [{ code: string }];
      assert.match(code, hold.id === null ? /^(event-sold-out|capacity)$/ : /^hold-expired$/);
      refused.set(reference, code);
    }
  }

  /** Lets open holds expire, one hold at a time. */
  async function expire(): Promise<void> {
    while (areBuying) {
      await sql`
        update hold set expires_at = now() - interval '1 second' where status = 'open' and id = (
          select id from hold where status = 'open' and expires_at > now() and event_id = ${event}
          offset floor(${random()}::float8 * 4) limit 1)`.execute(db);
      await pause(10 + random() * 20);
    }
  }

  const expiring = expire();
  try {
    await Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)));
  } finally {
    areBuying = false;
    await expiring;
  }
  return { orders, refused };
}

interface Answer {
  id: string | null;
  isValid: boolean;
  status: string | null;
  errors: { code: string }[] | null;
}

/** Fails unless seats add up, each acknowledged order is stored once, and no refused booking has an order. */
export async function checkRush(
  { db, event }: Pick<Rush, "db" | "event">,
  { orders, refused }: Acknowledged,
  capacity: number,
): Promise<void> {
  const during = await seatsOf(db, event);
  assert.equal(during.left! + during.sold + during.held, capacity, JSON.stringify(during));
  const { rows } = await sql<{ id: string; reference: string; seats: number }>`
    select id, external_reference as reference, seats from orders where event_id = ${event}`.execute(db);
  const stored = new Map(rows.map((row) => [row.reference, row]));
  assert.equal(stored.size, rows.length, "a buyer has two orders");
  for (const [reference, { id, seats }] of orders)
    assert.deepEqual(stored.get(reference), { id, reference, seats }, "an acknowledged order is lost");
  for (const [reference, code] of refused) assert.ok(!stored.has(reference), `${reference} was refused with ${code}`);
  assert.equal(rows.length, orders.size, "every buyer waited for an answer");
  const { rows: booked } = await sql<{ n: number }>`
    select count(*)::int as n from hold where event_id = ${event} and status = 'booked'`.execute(db);
  assert.ok(booked[0]!.n <= rows.length, "a booked hold has no order");

  // Once all holds have expired, every seat that is not sold can be sold.
  await sql`update hold set expires_at = now() - interval '1 second' where status = 'open' and event_id = ${event}`.execute(
    db,
  );
  await returnAllExpiredSeats(db, new Date());
  const { left, sold, held } = await seatsOf(db, event);
  assert.deepEqual({ left, held }, { left: capacity - sold, held: 0 });
}

/** Removes the guard for a control test: from now on each event that sells has at least this number of free seats. */
export async function removeSeatGuard(db: Db, least = 3): Promise<void> {
  await sql`
    create function forget_seats() returns trigger language plpgsql as $$
    begin
      new.capacity_left := greatest(new.capacity_left, ${sql.lit(least)});
      return new;
    end $$`.execute(db);
  await sql`
    create trigger forget_seats before update of capacity_left on event
    for each row execute function forget_seats()`.execute(db);
}
