import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { newSeed, randomFrom } from "../support/random.ts";
import { catalogue, minute, products } from "../support/samples/days.ts";
import { Holder } from "../support/samples/holding.ts";
import { onWidePostgres } from "../support/servers/stores.ts";

/** The rows of `product_day` always match the events, also after concurrent changes. */

const actors = 4;
const changesEach = 30;

interface EventRow {
  product_id: string;
  day: string;
  pos: number;
  shown: boolean;
  code: string;
  ends: Date;
  price: string;
  seq: number;
}

onWidePostgres("availability by day", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({
      open,
      catalogue,
      jobs: false,
      now: new Date("2026-09-23T13:00:00Z"),
      config: { holdsPerPartner: 1000, heldSeatsPerPartner: 1000 },
    });
  });
  after(() => app?.stop());

  /** Reads all stored rows as JSON text, in a map by product and day. */
  async function stored(): Promise<Map<string, string>> {
    const { rows } = await sql<{ key: string; row: object }>`
      select product_id || ' ' || day as key, jsonb_build_array(pos, events, has_sold_out, seq,
        array(select extract(epoch from x)::bigint from unnest(sales_end_at) x), open, min_price) as row
      from product_day`.execute(app.store.database.db);
    return new Map(rows.map(({ key, row }) => [key, JSON.stringify(row)]));
  }

  /** Computes the expected rows from the events, by their keys. */
  async function rebuilt(): Promise<Map<string, string>> {
    const { rows } = await sql<EventRow>`
      select e.product_id, e.event_on::date::text as day, s.pos, e.shown, e.sales_end_at as ends, e.min_price as price, e.seq,
        case when e.hidden then 'removed' when e.availability = 'available' and e.capacity_left = 0 then 'sold-out'
          else e.availability end as code
      from event e join product_state s on s.product_id = e.product_id where e.listed`.execute(app.store.database.db);
    const days = Map.groupBy(rows, ({ product_id, day }) => `${product_id} ${day}`);
    return new Map(
      [...days].map(([key, events]) => {
        const available = events.filter(({ code }) => code === "available");
        const ends = [...new Set(available.map((event) => event.ends.getTime()))].sort((a, b) => a - b);
        const openBefore = ends.map((end) => available.filter((event) => event.ends.getTime() >= end));
        const row = [
          events[0]!.pos,
          events.filter(({ shown }) => shown).length,
          events.some(({ code }) => code === "sold-out"),
          Math.max(...events.map(({ seq }) => seq)),
          ends.map((end) => end / 1000),
          openBefore.map((some) => some.length),
          openBefore.map((some) => Math.min(...some.map(({ price }) => Number(price)))),
        ];
        return [key, JSON.stringify(row)];
      }),
    );
  }

  test("is what the events say after random changes at once", async () => {
    const seed = newSeed();
    const { db } = app.store.database;
    const holder = new Holder(app);
    const held: string[] = [];
    const done = new Set<string>();

    async function act(actor: number): Promise<void> {
      const random = randomFrom(seed + actor);
      const below = (n: number) => Math.floor(random() * n);
      const eventOnSale = async () => {
        const { rows } = await sql<{ id: string; left: number | null }>`
          select id, capacity_left as left from event
          where listed and sales_end_at > ${app.clock.now} and availability = 'available' and capacity_left is distinct from 0
          order by sales_end_at, id offset ${below(8)} limit 1`.execute(db);
        return rows[0];
      };
      const hold = async (all: boolean) => {
        const event = await eventOnSale();
        if (!event) return undefined;
        const made = await holder.hold(event.id, { ADULT: all ? (event.left ?? 5) : 1 });
        return made.isValid ? made : undefined;
      };
      const changes: Record<string, () => Promise<unknown>> = {
        sellOut: async () => {
          const made = await hold(true);
          if (made) await holder.book(made);
        },
        sell: async () => {
          const made = await hold(false);
          if (made) await holder.book(made);
        },
        hold: async () => {
          const made = await hold(below(2) === 0);
          if (made) held.push(made.id!);
        },
        release: async () => {
          const id = held.pop();
          if (id) await holder.release(id);
        },
        expire: () => returnAllExpiredSeats(db, app.clock.now),
        code: () =>
          db.transaction().execute(async (tx) => {
            const code = ["black-out", "sold-out", "available", "removed"][below(4)]!;
            const { rows } = await sql<{ id: string }>`
              update event set availability = ${code}, seq = null where id = (
                select id from event where seq is not null order by event_on, id offset ${below(40)} limit 1 for update skip locked)
              returning product_id as id`.execute(tx);
            await publishChanges(tx, { touched: rows.map(({ id }) => id) }, app.clock.now);
          }),
        import: () =>
          app.import({
            ...catalogue,
            products: products({
              price: 10 + below(40),
              lead: below(4),
              without: ["", "", "madrid", "new-york"][below(4)]!,
            }),
          }),
        time: async () => {
          app.clock.now = new Date(app.clock.now.getTime() + [3, 40, 600][below(3)]! * minute);
        },
      };
      for (let n = 0; n < changesEach; n++) {
        const [name, change] = Object.entries(changes)[below(Object.keys(changes).length)]!;
        await change();
        done.add(name);
      }
    }
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: actors }, (_, actor) => act(round * actors + actor)));
      const [is, expected] = [await stored(), await rebuilt()];
      assert.ok(expected.size > 20);
      assert.deepEqual(is, expected, `TEST_SEED=${seed}`);
    }
    assert.equal(done.size, 8, "every kind of change");
  });
});
