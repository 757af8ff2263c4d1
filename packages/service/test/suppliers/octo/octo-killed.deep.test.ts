import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "../../../src/config.ts";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import { readSupplierSeats } from "../../../src/domain/import/supplier-seats.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { sendRequest } from "../../../src/outgoing/request.ts";
import { type Db, inTransaction } from "../../../src/store/database/database.ts";
import { switchOcto } from "../../../src/store/operators/home.ts";
import { createSuppliers } from "../../../src/suppliers/kinds.ts";
import { book, bookRequest } from "../../concurrency/booking.ts";
import { newSeed, randomFrom } from "../../support/random.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { type ServiceProcess, startService } from "../../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { tour } from "./octo-shops.ts";

/**
 * 200 buyers want 20 seats of a service that buys them from another one over OCTO, and both processes are killed at random: the seats of
 * both sides agree. TEST_OCTO_ROUNDS sets the rounds.
 */

const rounds = Number(process.env.TEST_OCTO_ROUNDS ?? 2);
const buyers = 200;
const seats = 20;
/** Requests of buyers at the same time. */
const atOnce = 25;
/** Maximum kills of each side in a round. */
const maxKills = 8;
const key = { partner: "acme", mode: "live", readOnly: false } as const;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const evenings = Array.from({ length: rounds }, (_, n) => `${day(5 + n)}T20:00`);

/** A process at a fixed port, which a kill replaces. */
class Side {
  #process: ServiceProcess | undefined;
  #port = 0;
  readonly #url: string;
  kills = 0;

  constructor(databaseUrl: string) {
    this.#url = databaseUrl;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#process = await startService({
      ...{ DATABASE_URL: this.#url, CALLBACK_ALLOW_PRIVATE: "true", HOLDS_PER_PARTNER: "1000" },
      ...{ HELD_SEATS_PER_PARTNER: "1000", HOLD_MINUTES: "1", PORT: `${this.#port}` },
    });
    this.#port = Number(new URL(this.#process.url).port);
  }

  async kill(): Promise<void> {
    this.kills += 1;
    await this.#process!.kill();
    await this.start();
  }

  stop = () => this.#process?.kill();
}

onPostgres("two services whose processes are killed", (open) => {
  let stores: [seller: TestStore, buyer: TestStore];
  let seller: Side;
  let buyer: Side;
  let [sellerKey, buyerKey] = ["", ""];
  const random = randomFrom(newSeed());

  before(async () => {
    stores = [await open(), await open()];
    const [there, here] = stores.map(({ database }) => database.db) as [Db, Db];
    const now = new Date();
    await importCatalogue(there, { ...testCatalogue, products: [tour("tour", "seat", seats, { evenings })] }, { now });
    await inTransaction(there, (tx) => switchOcto(tx, true));
    sellerKey = (await createKey(there, { ...key, now })).key;
    seller = new Side(stores[0].url);
    await seller.start();
    const settings = { endpoint: `${seller.url}/octo`, key: sellerKey };
    const suppliers = [{ externalId: "agency", name: "Agency", kind: "octo", settings }];
    // More seats than the seller has: its answer decides who gets one.
    const products = [tour("tour", "seat", 2 * seats, { evenings, supplier: "agency" })];
    await importCatalogue(here, { ...testCatalogue, suppliers, products }, { now });
    buyerKey = (await createKey(here, { ...key, now })).key;
    buyer = new Side(stores[1].url);
    await buyer.start();
  });
  after(async () => {
    await buyer?.stop();
    await seller?.stop();
    for (const store of stores ?? []) await store.close();
  });

  const eventAt = async (db: Db, eventOn: string) => {
    const { rows } = await sql<{ id: string; left: number }>`
      select e.id, e.capacity_left as left from event e join item i on i.id = e.item_id
      where i.external_id = 'seat' and e.event_on = ${eventOn}::timestamp`.execute(db);
    return rows[0]!;
  };
  const ordersOf = async (db: Db, event: string) =>
    (
      await sql<{
        id: string;
        status: string;
      }>`select id, status from orders where event_id = ${event} order by id`.execute(db)
    ).rows;

  /** Buys a seat, and repeats the request until it is answered. Its content and its reference identify the retries. */
  async function buy(event: string): Promise<void> {
    const wanted = bookRequest(buyerKey, event, 1, { externalReference: randomUUID() });
    for (;;) {
      const answer = await book(buyer.url, wanted).catch(() => undefined);
      if (answer?.status === 200) return;
      await pause(100 + 200 * random());
    }
  }

  /** Reads the seats of the seller, as the job of the buyer does. */
  async function poll(): Promise<void> {
    const context = {
      db: stores[1].database.db,
      clock: () => new Date(),
      suppliers: createSuppliers({
        ...{ config: { ...readConfig({}), callbackAllowPrivate: true }, clock: () => new Date(), send: sendRequest },
        emails: { isSet: async () => false, send: async () => null },
        unseal: (stored) => stored,
      }),
    };
    const settings = { endpoint: `${seller.url}/octo`, key: sellerKey };
    const stored = { externalId: "agency", name: "Agency", kind: "octo", lang: "es", settings } as const;
    await readSupplierSeats(context, { ...stored, secrets: [], answerWithinMinutes: 60 });
  }

  async function round(eventOn: string) {
    const [there, here] = stores.map(({ database }) => database.db) as [Db, Db];
    const event = (await eventAt(here, eventOn)).id;
    let isOver = false;
    const startedAt = performance.now();
    const secondsSoFar = () => Math.round((performance.now() - startedAt) / 1000);
    const killing = Promise.all(
      [seller, buyer].map(async (side) => {
        // On a slow machine a process that starts is killed before it has answered anybody.
        for (let kills = 0; kills < maxKills; kills++) {
          await pause(500 + 2500 * random());
          if (isOver) return;
          await side.kill();
        }
      }),
    );
    const waiting = Array.from({ length: buyers }, () => () => buy(event));
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await next();
      }),
    );
    isOver = true;
    const answered = secondsSoFar();
    await killing;
    const decided = () =>
      until(
        async () => {
          // Calls that wait for their next attempt are due now.
          await sql`update orders set supplier_due_at = now() where supplier_due_at > now() and event_id = ${event}`.execute(
            here,
          );
          const all = await ordersOf(here, event);
          return all.every(({ status }) => status === "complete" || status === "rejected") && all;
        },
        "every order to be decided",
        { everyMs: 3_000, withinMs: 300_000 },
      );
    let orders = await decided();
    // The reservation of a declined order gives its seat back after everybody has left. Later buyers get it.
    for (let n = 0; n < seats && (await eventAt(there, eventOn)).left > 0; n++) {
      await poll();
      await buy(event);
      orders = await decided();
    }
    const sold = orders.filter(({ status }) => status === "complete").map(({ id }) => id);
    const eventThere = await eventAt(there, eventOn);
    const { rows: booked } = await sql<{ uuid: string }>`
      select b.uuid from channel_booking b join orders o on o.id = b.id
      where o.event_id = ${eventThere.id} and o.status = 'complete'`.execute(there);
    return { orders, sold, booked, there, here, eventThere, took: [answered, secondsSoFar()] };
  }

  for (const [n, eventOn] of evenings.entries())
    test(`round ${n + 1} of ${rounds}: ${buyers} buyers, ${seats} seats`, async (t) => {
      const { orders, sold, booked, there, here, eventThere, took } = await round(eventOn);
      t.diagnostic(
        `${orders.length} orders, ${sold.length} sold, ${booked.length} booked, ${seller.kills} + ${buyer.kills} kills, ` +
          `answered after ${took[0]} s, decided after ${took[1]} s`,
      );
      // A declined buyer found all seats sold or held, and every held seat was confirmed in the end.
      assert.equal(sold.length, seats);
      assert.equal(booked.length, sold.length);
      // Each sold order is one booking: its uuid, or the uuid of a later reservation.
      const seatsThere = (
        await sql<{ n: number }>`
        select coalesce(sum(seats), 0)::int as n from orders where event_id = ${eventThere.id} and status = 'complete'`.execute(
          there,
        )
      ).rows[0]!.n;
      assert.equal(seatsThere, sold.length);
      const known = new Set(orders.map(({ id }) => id));
      for (const { uuid } of booked.filter((one) => known.has(one.uuid))) assert.ok(sold.includes(uuid), uuid);
      // The supplier sent no notification of the seats that it sold. The poll finds them.
      await poll();
      assert.deepEqual([(await eventAt(here, eventOn)).left, (await eventAt(there, eventOn)).left], [0, 0]);
    });
});
