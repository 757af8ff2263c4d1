import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { differences } from "./copy.ts";
import {
  addEvent,
  addPage,
  addProduct,
  dayMs,
  Partner,
  plan,
  type Start,
  type Step,
  start,
  type Walk,
  Walker,
  Writer,
} from "./interleavings.ts";
import { dayText, type Flaws, firstDay, Model } from "./model.ts";

/**
 * Ten thousand interleavings of partners who read page by page, two writers who publish and commit one after the other, and
 * time, on the model of positions and versions. The decisions are the service's own code.
 */

const seen = { runs: 0, requests: 0, restarts: 0, turns: 0 };

/** Eight products of two currencies, their events, of which the first one has every second, and five pages. */
function begin({ from, events, lead, span }: Start, flaws: Flaws): Model {
  const model = new Model(from, flaws);
  const state = model.committed;
  const day = Math.floor((from - firstDay) / dayMs) + lead;
  for (let n = 0; n < 8; n++) addProduct(state, n);
  for (let n = 0; n < events; n++) addEvent(state, n, n % 2 === 0 ? 0 : n, day + (n % span));
  for (let n = 0; n < 5; n++) addPage(state);
  state.publish(from, []);
  return model;
}

async function interleave(from: Start, steps: Step[], flaws: Flaws): Promise<void> {
  const model = begin(from, flaws);
  const lock = { holder: null };
  const writers = [new Writer(model, lock), new Writer(model, lock)];
  const partner = new Partner(model);
  const word = "paseo";
  const walkers = {
    search: new Walker(
      model,
      (page) => model.search(page, word),
      () => model.committed.products.filter(({ name, present, pos }) => present && pos && name.includes(word)),
    ),
    calendar: new Walker(
      model,
      (page) => model.events(page, undefined, "p0"),
      () => model.committed.events.filter((event) => event.productId === "p0" && model.isComing(event)),
    ),
  };
  const walks: Record<"sync" | "search" | "calendar", Walk> = { sync: partner, ...walkers };

  for (const step of steps) {
    if (step.do === "write") writers[step.writer]!.step(step.change, step.n);
    else if (step.do === "wait") await wait(model, Object.values(walks), step.minutes * 60_000);
    else
      for (let n = 0; n < step.requests; n++) {
        await walks[step.do].step();
        seen.requests++;
      }
    for (const walker of Object.values(walkers)) walker.look();
  }
  for (const writer of [...writers, ...writers]) writer.finish();
  for (const walker of Object.values(walkers)) walker.look();
  for (const walk of Object.values(walks)) await walk.finish();
  await partner.step();
  await partner.finish();

  for (const [list, { missed }] of Object.entries(walkers)) assert.deepEqual({ list, missed }, { list, missed: [] });
  const fromDay = dayText(model.now + 2 * dayMs);
  const found = differences(partner.copy.records, model.records(fromDay), fromDay);
  assert.deepEqual(found, { missed: [], wrong: [], tooMany: [] });
  seen.runs++;
  seen.restarts += partner.copy.restarts;
}

/** Lets time pass, but no walk take more than a day. */
async function wait(model: Model, walks: Walk[], ms: number): Promise<void> {
  for (const walk of walks) if (walk.began !== null && model.now + ms - walk.began > dayMs) await walk.finish();
  const turn = (instant: number) => Math.floor(instant / dayMs - 0.5);
  seen.turns += turn(model.now + ms) - turn(model.now);
  model.now += ms;
  model.sweep();
}

const interleavings = (numRuns: number, flaws: Flaws = {}) =>
  fc.assert(
    fc.asyncProperty(start, plan, (from, steps) => interleave(from, steps, flaws)),
    { numRuns, endOnFailure: true, seed: 20260704 },
  );

test("10,000 interleavings: no list loses a record, and every copy comes to what there is", async () => {
  await interleavings(10_000);
  assert.equal(seen.runs, 10_000);
  assert.ok(seen.turns > 5_000, `${seen.turns} days ended`);
  assert.ok(seen.restarts > 100, `${seen.restarts} copies began again`);
});

test("control: lists that close up over what left them lose some", async () => {
  await assert.rejects(interleavings(10_000, { closing: true }), ({ cause }) => cause instanceof assert.AssertionError);
});

test("control: a list of coming events that simply begins a day later loses some", async () => {
  await assert.rejects(
    interleavings(10_000, { withoutLayouts: true }),
    ({ cause }) => cause instanceof assert.AssertionError,
  );
});
