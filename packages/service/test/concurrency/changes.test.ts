import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Order } from "@paseo/contract";
import { sql } from "kysely";
import { codesOf, eventId } from "../support/partner.ts";
import { randomFrom } from "../support/random.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer, seatsOf, ticketsOf } from "../support/samples/changing.ts";
import { removeSeatGuard } from "../support/samples/hold-rush.ts";
import { cancelling, type Ordering, silent, startOrdering } from "../support/samples/ordering.ts";
import { onWidePostgres } from "../support/servers/stores.ts";

/**
 * Changes that race with bookings, cancellations and each other: the seats are exact and nothing deadlocks. CHANGE_TRIES sets the number
 * of tries; 10,000 were made by hand.
 */

const buyers = 12;
const capacity = 16;
const rule = { code: "ADULT", minQuantity: 1, maxQuantity: 8, defaultQuantity: 1, incrementQuantity: 1 };
const evenings = ["2026-06-28T20:00", "2026-06-29T20:00", "2026-06-30T20:00"];
const product = (externalId: string, supplier?: string) =>
  variant(
    show,
    { externalId, immediateBooking: true, ...(supplier && { supplier }) },
    {
      externalId,
      ticketRules: [rule],
      schedules: [],
      events: evenings.map((eventOn) => ({ eventOn, capacity, prices: [{ code: "ADULT", amount: "45.00" }] })),
    },
  );
const catalogue = {
  ...testCatalogue,
  suppliers: [
    {
      ...{ externalId: "theatre", name: "Teatro", kind: "http" as const, lang: "es" as const },
      settings: { url: "https://theatre.example.com" },
    },
  ],
  products: [product("own"), product("theirs", "theatre"), product("whole"), product("control")],
};

onWidePostgres("changes that race", (open) => {
  const tries = Number(process.env.CHANGE_TRIES ?? 240);
  let ordering: Ordering;
  before(async () => {
    ordering = await startOrdering({ open, catalogue });
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  const eventsOf = (name: string) => Promise.all(evenings.map((eventOn) => eventId(ordering.app, name, eventOn)));

  /** Each buyer books, changes and cancels at random. Returns how often each outcome occurred. */
  async function race(name: string, most: number, seed: number): Promise<Map<string, number>> {
    const events = await eventsOf(name);
    const changer = new Changer(ordering.app);
    const cancel = cancelling(ordering.app);
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    let left = most;
    const buyer = async (n: number) => {
      const random = randomFrom(seed * 1000 + n);
      const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      const orders: Order[] = [];
      while (left-- > 0) await attempt().catch(unlessRefused);

      async function attempt(): Promise<void> {
        const order = orders.length === 0 ? null : one(orders);
        if (!order) {
          const quantity = one([1, 2, 3]);
          const placed = await ordering.partner.book(one(events), { ADULT: quantity }, 50 * quantity);
          if (placed.isValid) orders.push(placed);
          count(placed.isValid ? "booked" : `book: ${codesOf(placed)}`);
        } else if (random() < 0.15) {
          orders.splice(orders.indexOf(order), 1);
          count(`cancel: ${(await cancel(order.id!)).status}`);
        } else {
          const wish = { eventId: one(events), tickets: ticketsOf({ ADULT: one([1, 2, 3]) }) };
          const quote = await changer.quote(order.id!, wish);
          const change = quote.isValid ? await changer.accept(quote) : quote;
          count(quote.isValid ? `change: ${change.isValid ? change.status : codesOf(change)}` : "not quoted");
        }
      }

      // A machine with other work refuses some requests of a long run. A supplier's late answer makes a quote stale.
      function unlessRefused(error: Error): void {
        const code = ["overloaded", "revision-stale"].find((one) => error.message.includes(`"${one}"`));
        if (!code) throw error;
        count(code);
      }
    };
    await Promise.all(Array.from({ length: buyers }, (_, n) => buyer(n)));
    return outcomes;
  }

  async function check(name: string): Promise<void> {
    for (const event of await eventsOf(name)) {
      const { left, sold, waiting } = await seatsOf(db(), event);
      assert.ok(sold + waiting <= capacity, `${sold + waiting} of ${capacity} seats are taken`);
      assert.equal(left! + sold + waiting, capacity, JSON.stringify({ left, sold, waiting }));
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from orders
      where seats <> (select sum((t ->> 'quantity')::int) from jsonb_array_elements(tickets) t)`.execute(db());
    assert.equal(rows[0]!.n, 0, "an order's seats are those of its tickets");
  }

  const deadlocks = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(db());
    const { rows } = await sql<{ n: number }>`
      select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(db());
    return rows[0]!.n;
  };

  test(`${tries} tries of ${buyers} buyers who book, change and cancel leave exact seats, without a deadlock`, async (t) => {
    const outcomes = await race("own", tries, 1);
    await check("own");
    assert.ok((outcomes.get("change: accepted") ?? 0) > tries / 40, JSON.stringify([...outcomes]));
    assert.equal(await deadlocks(), 0);
    t.diagnostic(JSON.stringify(Object.fromEntries(outcomes)));
  });

  test("the same with a supplier that confirms, declines or does not know", async (t) => {
    const random = randomFrom(7);
    const confirmed = { outcome: "confirmed", message: null, confirmation: null } as const;
    const unknown = { outcome: "unknown", message: null } as const;
    ordering.supplier.now = {
      request: async () => confirmed,
      status: async () => confirmed,
      cancel: async () => ({ outcome: "cancelled", message: null }),
      change: async () => {
        const n = random();
        return n < 0.5 ? confirmed : n < 0.75 ? { outcome: "declined", message: null } : unknown;
      },
    };
    const outcomes = await race("theirs", tries, 2);
    await check("theirs");
    for (const status of ["accepted", "waitsupplier"])
      assert.ok((outcomes.get(`change: ${status}`) ?? 0) > 0, `${status}: ${JSON.stringify([...outcomes])}`);
    assert.equal(await deadlocks(), 0);
    ordering.supplier.now = silent;
    t.diagnostic(JSON.stringify(Object.fromEntries(outcomes)));
  });

  test("of acceptances of one quote at once, one changes the order", async () => {
    const event = (await eventsOf("whole")).at(-1)!;
    const changer = new Changer(ordering.app);
    const { id } = await ordering.partner.buy(event, { ADULT: 1 });
    const quote = await changer.quote(id!, { tickets: ticketsOf({ ADULT: 3 }) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => changer.accept(quote)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], ["accepted"]);
    assert.deepEqual(await seatsOf(db(), event), { left: capacity - 3, sold: 3, waiting: 0 });
    const { rows } = await sql<{ amended: number }>`select amended from orders where id = ${id}`.execute(db());
    assert.equal(rows[0]!.amended, 1);
  });

  test("a change that fails at any of its statements changes nothing, and succeeds afterwards", async () => {
    const [from, to] = await eventsOf("whole");
    const { id } = await ordering.partner.buy(from!, { ADULT: 1 });
    const changer = new Changer(ordering.app);
    const state = async () => {
      const { rows } = await sql<object>`
        select o.event_id, o.tickets, o.amended, (select capacity_left from event where id = ${from}) as "from",
          (select capacity_left from event where id = ${to}) as "to", (select code from voucher where order_id = o.id) as voucher,
          (select count(*)::int from order_timeline where order_id = o.id) as timeline,
          (select count(*)::int from pass where order_id = o.id) as passes,
          (select status from amendment where order_id = o.id) as change
        from orders o where id = ${id}`.execute(db());
      return rows[0];
    };
    const quote = await changer.quote(id!, { eventId: to!, tickets: ticketsOf({ ADULT: 2 }) });
    const before = await state();
    const body = { id: id!, quoteId: quote.quoteId, revision: quote.revision, apiKey: ordering.app.key };
    for (const table of ["amendment", "order_timeline", "orders", "replaced_code", "voucher", "pass", "event"]) {
      await sql`
        create function fail_now() returns trigger language plpgsql as $$
        begin raise exception 'this statement fails'; end $$`.execute(db());
      await sql`
        create trigger fail_now before insert or update on ${sql.table(table)}
        for each row execute function fail_now()`.execute(db());
      await changer.wire.refused(500, "orderamend", { lang: "es" }, body);
      await sql`drop function fail_now() cascade`.execute(db());
      assert.deepEqual(await state(), before, table);
    }
    assert.equal((await changer.accept(quote)).status, "accepted");
    assert.deepEqual([(await seatsOf(db(), from!)).left, (await seatsOf(db(), to!)).left], [capacity, capacity - 2]);
  });

  test("control: where taking seats is not guarded, the check finds it", async () => {
    await removeSeatGuard(db(), 14);
    await race("control", 120, 3);
    await assert.rejects(check("control"), assert.AssertionError);
  });
});
