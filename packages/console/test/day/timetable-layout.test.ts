import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, hoursOf, lanesOf, minutesAt, spanOf } from "../../src/timetable/layout.ts";

/** Where events are on a timetable. Times are minutes since midnight. */

const span = (from: number, until: number) => ({ from, until });

test("events that overlap are side by side, and a later event has the whole column again", () => {
  const spans = [span(540, 660), span(600, 720), span(660, 700), span(720, 780)];
  assert.deepEqual(lanesOf(spans), [
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    // It begins when the first one ends, and overlaps the second one.
    { lane: 0, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});

test("events of equal times have lanes of their own, whatever their order", () => {
  assert.deepEqual(
    lanesOf([span(600, 660), span(600, 720), span(600, 660)]).map(({ lane, lanes }) => [lane, lanes]),
    [
      [1, 3],
      [0, 3],
      [2, 3],
    ],
  );
  assert.deepEqual(lanesOf([]), []);
});

test("the hours begin with the first event and end an hour after the last one", () => {
  assert.deepEqual(hoursOf([span(1140, 1210), span(570, 600)]), { from: 9, until: 22 });
  assert.deepEqual(hoursOf([span(540, 600)]), { from: 9, until: 11 });
  assert.equal(hoursOf([]), null);
});

test("a short event has room for its text, a night ends after midnight, and a tour of days ends with its first day", () => {
  assert.deepEqual(spanOf("2026-06-16T11:00:00", 12), span(660, 690));
  assert.deepEqual(spanOf("2026-06-16T22:30:00", 150), span(1350, 1500));
  assert.deepEqual(spanOf("2026-06-16T09:15", 2880), span(555, 1440));
  assert.equal(clockText(1500), "01:00");
});

test("the present time is the time of the place", () => {
  const now = new Date("2026-06-16T22:05:00Z");
  assert.equal(clockText(minutesAt(now, "Europe/Madrid")), "00:05");
  assert.equal(clockText(minutesAt(now, "America/Lima")), "17:05");
});
