import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { differences } from "./copy.ts";
import {
  addEvent,
  addPage,
  addProduct,
  type Client,
  dayMs,
  ListReader,
  Partner,
  plan,
  type Start,
  type Step,
  start,
  Writer,
} from "./interleavings.ts";
import { dayText, firstDay, Model, type SeededFault } from "./model.ts";

/**
 * Ten thousand interleavings of partners that read page by page, two writers that publish and commit one after the other,
 * and passing time, on the model of positions and versions. The service's own code makes the decisions.
 */

const seen = { runs: 0, requests: 0, restarts: 0, daysEnded: 0, overTime: { events: 0, calendar: 0 } };

/** Makes a model of eight products in two currencies, their events, and five pages. The first product has every second event. */
function begin({ from, events, lead, span }: Start, flaws: SeededFault): Model {
  const model = new Model(from, flaws);
  const state = model.committed;
  const day = Math.floor((from - firstDay) / dayMs) + lead;
  for (let n = 0; n < 8; n++) addProduct(state, n);
  for (let n = 0; n < events; n++) addEvent(state, n, n % 2 === 0 ? 0 : n, day + (n % span));
  for (let n = 0; n < 5; n++) addPage(state);
  state.publish(from, []);
  return model;
}

async function interleave(from: Start, steps: Step[], flaws: SeededFault): Promise<void> {
  const model = begin(from, flaws);
  const lock = { holder: null };
  const writers = [new Writer(model, lock), new Writer(model, lock)];
  const partner = new Partner(model);
  const comingOf = (productId?: string) =>
    model.committed.events.filter(
      (event) => (productId === undefined || event.productId === productId) && model.isComing(event),
    );
  const readers = {
    events: new ListReader(
      model,
      (page) => model.events(page),
      () => comingOf(),
    ),
    // When all events on a page of one product are past, the product's list starts later.
    calendar: new ListReader(
      model,
      (page) => model.events(page, undefined, "p0"),
      () => comingOf("p0"),
      () => model.skippedOf("p0"),
    ),
  };
  const clients: Record<"sync" | "events" | "calendar", Client> = { sync: partner, ...readers };

  for (const step of steps) {
    if (step.do === "write") writers[step.writer]!.step(step.change, step.n);
    else if (step.do === "wait") wait(model, step.minutes * 60_000);
    else
      for (let n = 0; n < step.requests; n++) {
        await clients[step.do].step();
        seen.requests++;
      }
    for (const reader of Object.values(readers)) reader.notice();
  }
  for (const writer of [...writers, ...writers]) writer.finish();
  for (const reader of Object.values(readers)) reader.notice();
  for (const client of Object.values(clients)) await client.finish();
  await partner.step();
  await partner.finish();

  for (const [list, { missed, twice }] of Object.entries(readers))
    assert.deepEqual({ list, missed, twice }, { list, missed: [], twice: [] });
  const fromDay = dayText(model.now + 2 * dayMs);
  const found = differences(partner.copy.records, model.records(fromDay), fromDay);
  assert.deepEqual(found, { missed: [], wrong: [], tooMany: [] });
  seen.runs++;
  seen.restarts += partner.copy.restarts;
  for (const list of ["events", "calendar"] as const) seen.overTime[list] += readers[list].ended.overTime;
}

function wait(model: Model, ms: number): void {
  const daysAt = (instant: number) => Math.floor(instant / dayMs - 0.5);
  seen.daysEnded += daysAt(model.now + ms) - daysAt(model.now);
  model.now += ms;
}

const interleavings = (numRuns: number, flaws: SeededFault = {}) =>
  fc.assert(
    fc.asyncProperty(start, plan, (from, steps) => interleave(from, steps, flaws)),
    { numRuns, endOnFailure: true, seed: 20260704 },
  );

test("10,000 interleavings: no list loses or repeats a record, and every copy ends up equal to the catalogue", async () => {
  await interleavings(10_000);
  assert.equal(seen.runs, 10_000);
  assert.ok(seen.daysEnded > 5_000, `${seen.daysEnded} days ended`);
  assert.ok(seen.restarts > 100, `${seen.restarts} copies began again`);
  for (const [list, n] of Object.entries(seen.overTime))
    assert.ok(n > 500, `${n} readings of ${list} while time passed`);
});

test("control: lists without empty positions lose some", async () => {
  await assert.rejects(interleavings(10_000, { closing: true }), ({ cause }) => cause instanceof assert.AssertionError);
});

test("control: a full list of events that begins with the earliest loses some", async () => {
  await assert.rejects(
    interleavings(10_000, { earliestFirst: true }),
    ({ cause }) => cause instanceof assert.AssertionError,
  );
});
