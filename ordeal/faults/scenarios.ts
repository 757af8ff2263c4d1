import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { until } from "../../packages/service/test/support/until.ts";
import { buyOnce, measureConversationBytes } from "./byte-faults.ts";
import { loseAnswerAfterCommit } from "./proxy/faults.ts";
import type { SometimesAssertions } from "./sometimes.ts";
import type { FaultEnvironment } from "./world.ts";

/** Races and losses that are rare by chance, produced on purpose. Each counts what happened. */

export const expectedSituations = [
  "a confirmation racing the expiry of its price",
  "an answer lost after commit",
  "an answer to an acceptance lost after commit",
  "the last seat returned and sold again",
  "an import colliding with a booking",
  "a cancellation racing the supplier's confirmation",
] as const;

export const scenarios = {
  "bookings while their price expires": raceExpiry,
  "answers lost after commit": loseAnswers,
  "acceptances of a change whose answer is lost": loseAcceptances,
  "last seats that are returned": returnLastSeat,
  "bookings while an import is stopped": collideWithImport,
  "a price that is validated during an import": validateDuringImport,
  "cancellations while the supplier confirms": cancelWhileConfirming,
} satisfies Record<string, (world: FaultEnvironment, sometimes: SometimesAssertions) => Promise<void>>;

/** Bookings at a former price arrive while its hold ends: the earlier ones are accepted, the later ones are refused. */
async function raceExpiry(world: FaultEnvironment, sometimes: SometimesAssertions): Promise<void> {
  const { clock } = world.recorder;
  const event = world.events.later[2]!;
  const clients = Array.from({ length: 12 }, () => world.client());
  for (let round = 0; round < 20; round++) {
    const { total } = await clients[0]!.validate(event, 1);
    await world.setPrice();
    // Skips most of the hold.
    clock.skip(world.recorder.holdMs - 5_000);
    const order = (n: number) => clients[n]!.book({ event, seats: 1, total: total!, reference: world.newReference() });
    const early = clients.slice(0, 8).map((_, n) => order(n));
    // At the first answer the other requests are in flight, however busy the machine is.
    await Promise.race(early);
    clock.skip(5_000);
    const late = clients.slice(8).map((_, n) => order(8 + n));
    const booked = await Promise.all([...early, ...late]);
    const accepted = booked.filter(({ order }) => order !== null);
    const refused = booked.filter(({ codes }) => codes.includes("price-changed"));
    // They overlapped: an accepted request and a refused one were in flight at the same time.
    const raced = accepted.some((one) =>
      refused.some((other) => one.endedAt >= other.invokedAt && other.endedAt >= one.invokedAt),
    );
    if (raced) sometimes.saw("a confirmation racing the expiry of its price");
    if (raced) break;
  }
  for (const client of clients) client.close();
}

/** The store commits an order, the last seat and a cancellation, and the service receives no answer. */
async function loseAnswers(world: FaultEnvironment, sometimes: SometimesAssertions): Promise<void> {
  const { store } = world.proxies;
  const [event] = world.events.few as [string];
  const client = world.client();
  const works = [
    () => buyOnce(world, "now"),
    () => buyOnce(world, "mail"),
    () => buyOnce(world, "few", { event, seats: 6 }),
  ];
  for (const work of works) {
    store.lose(loseAnswerAfterCommit(/commit\0/));
    const before = store.faults;
    await work();
    if (store.faults > before) sometimes.saw("an answer lost after commit");
    store.lose(null);
  }
  const { rows } = await sql<{ id: string }>`select id from orders where event_id = ${event}`.execute(
    world.database.db,
  );
  for (const { id } of rows) {
    store.lose(loseAnswerAfterCommit(/commit\0/));
    await client.insist(() => client.cancel(id));
    store.lose(null);
    await client.insist(() => client.read(id));
  }
  client.close();
}

/** The store commits the acceptance of a change, and the service receives no answer. The partner repeats the acceptance. */
async function loseAcceptances(world: FaultEnvironment, sometimes: SometimesAssertions): Promise<void> {
  const { store } = world.proxies;
  const client = world.client();
  for (const product of ["own", "now"] as const) {
    const { order } = await buyOnce(world, product, { event: world.events[product][4]!, seats: 2 });
    if (!order) continue;
    const { quote } = await client.insist(() => client.quote(order.id, { event: world.events[product][5]!, seats: 1 }));
    if (!quote) continue;
    const before = store.faults;
    store.lose(loseAnswerAfterCommit(/commit\0/));
    await client.insist(() => client.accept(order.id, quote));
    store.lose(null);
    const { status } = await client.insist(() => client.accept(order.id, quote));
    if (store.faults > before && status === "accepted") sometimes.saw("an answer to an acceptance lost after commit");
    await client.insist(() => client.cancel(order.id));
  }
  client.close();
}

/** Buyers request the last seats of an event while orders of the event are cancelled. */
async function returnLastSeat(world: FaultEnvironment, sometimes: SometimesAssertions): Promise<void> {
  const event = world.events.few[1]!;
  const owner = world.client();
  const booked = [];
  for (let n = 0; n < 3; n++) booked.push(await buyOnce(world, "few", { event, seats: 2 }));
  const buyers = Array.from({ length: 6 }, async () => {
    const client = world.client();
    const { total } = await world.client().validate(world.events.few[2]!, 2);
    let refusals = 0;
    for (let n = 0; n < 24; n++) {
      const { order, codes } = await client.book({ event, seats: 2, total: total!, reference: world.newReference() });
      if (order) {
        if (refusals > 0) sometimes.saw("the last seat returned and sold again");
        // Frees seats for the next buyer.
        if (n < 12) await client.insist(() => client.cancel(order.id));
        else break;
      } else if (codes.includes("event-sold-out") || codes.includes("capacity")) refusals++;
      await pause(world.random() * 10);
    }
    client.close();
  });
  await pause(50);
  for (const { order } of booked)
    if (order) {
      await owner.insist(() => owner.cancel(order.id));
      await pause(20);
    }
  await Promise.all(buyers);
  owner.close();
}

/** An import stops in the middle of its transaction, with all events locked, while partners book the events. */
async function collideWithImport(world: FaultEnvironment, sometimes: SometimesAssertions): Promise<void> {
  const { import: way } = world.proxies;
  const bytes = await measureConversationBytes(way, () => world.setPrice());
  for (const share of [0.6, 0.8, 0.95]) {
    // Counts the bytes of both directions. Most of them are the events that the import sends.
    way.arm({ after: Math.floor(bytes * share), what: "silence" });
    const importing = world.setPrice();
    await until(() => !way.isArmed, "the import to stop half way");
    const bookings = world.events.later.map((event) => buyOnce(world, "later", { event }));
    // A booking that meets no lock takes milliseconds.
    const answered = await Promise.all(
      bookings.map((one) => Promise.race([one.then(() => true), pause(700).then(() => false)])),
    );
    const waiting = answered.filter((isAnswered) => !isAnswered).length;
    if (waiting > 0) sometimes.saw("an import colliding with a booking", waiting);
    way.resume();
    await importing;
    await Promise.all(bookings);
  }
}

/** A price validated during an import that replaces it is valid for the whole hold, however long the import takes. */
async function validateDuringImport(world: FaultEnvironment): Promise<void> {
  const { import: way } = world.proxies;
  const event = world.events.later[4]!;
  const client = world.client();
  const bytes = await measureConversationBytes(way, () => world.setPrice());
  way.arm({ after: Math.floor(bytes * 0.8), what: "silence" });
  const importing = world.setPrice();
  await until(() => !way.isArmed, "the import to stop half way");
  await pause(600);
  const { total } = await client.validate(event, 1);
  way.resume();
  await importing;
  world.recorder.clock.skip(world.recorder.holdMs - 400);
  await client.book({ event, seats: 1, total: total!, reference: world.newReference() });
  client.close();
}

/** The partner cancels just before the supplier confirms. */
async function cancelWhileConfirming(world: FaultEnvironment, sometimes: SometimesAssertions): Promise<void> {
  world.supplier.slowMs = 60;
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const { order } = await buyOnce(world, n % 2 === 0 ? "now" : "later", {
        event: world.events[n % 2 === 0 ? "now" : "later"][3]!,
      });
      if (!order) return;
      const client = world.client();
      await pause(world.random() * 200);
      const cancelled = await client.insist(() => client.cancel(order.id));
      await client.insist(() => client.read(order.id));
      client.close();
      const raced = world.supplier.calls.some(
        ({ id, type, from, until }) =>
          id === order.id && type === "request" && from <= cancelled.endedAt && until >= cancelled.invokedAt,
      );
      if (raced) sometimes.saw("a cancellation racing the supplier's confirmation");
    }),
  );
  world.supplier.slowMs = 0;
}
