import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  cancellationEndsAt,
  dayEndsAt,
  doorTimes,
  eventStartsAt,
  salesEndAt,
} from "../../../src/domain/selling/lead-time.ts";

for (const [type, eventOn, zone, starts, dayEnds = starts] of [
  ["scheduled", "2026-05-10T20:30:00", "Europe/Madrid", "2026-05-10T18:30:00", "2026-05-10T22:00:00"],
  ["timeless", "2026-05-10T00:00:00", "Europe/Madrid", "2026-05-10T22:00:00"],
  ["dateless", "2026-12-31T00:00:00", "America/Mexico_City", "2027-01-01T06:00:00"],
  // Both days of a clock change are covered: a day of 23 hours and a day of 25 hours.
  ["timeless", "2026-03-29T00:00:00", "Europe/Madrid", "2026-03-29T22:00:00"],
  ["timeless", "2026-10-25T00:00:00", "Europe/Madrid", "2026-10-25T23:00:00"],
  // The next day began at 01:00, because 00:00 did not exist.
  ["timeless", "2018-11-03T00:00:00", "America/Sao_Paulo", "2018-11-04T03:00:00"],
  ["timeless", "2023-09-30T00:00:00", "America/Asuncion", "2023-10-01T04:00:00"],
  // The next day has two midnights, and begins at the first.
  ["timeless", "2026-10-31T00:00:00", "America/Havana", "2026-11-01T04:00:00"],
  ["timeless", "2026-05-10T00:00:00", "Pacific/Kiritimati", "2026-05-10T10:00:00"],
  ["scheduled", "2026-03-29T02:30:00", "Europe/Madrid", "2026-03-29T01:30:00", "2026-03-29T22:00:00"],
  // The clock skips from 23:00 to 00:00: the event moves into the next day.
  ["scheduled", "2024-03-30T23:30:00", "America/Nuuk", "2024-03-31T01:30:00", "2024-03-31T01:00:00"],
  // The store writes instants with years of four digits.
  ["timeless", "9999-12-31T00:00:00", "UTC", "9999-12-31T23:59:59"],
] as const) {
  test(`a ${type} event on ${eventOn} in ${zone} starts at ${starts}, its day ends at ${dayEnds}`, () => {
    assert.equal(eventStartsAt(type, eventOn, zone).toISOString(), `${starts}.000Z`);
    assert.equal(dayEndsAt(eventOn, zone).toISOString(), `${dayEnds}.000Z`);
    assert.equal(salesEndAt(type, eventOn, 0, zone).toISOString(), `${starts}.000Z`);
  });
}

for (const [type, eventOn, lead, zone, ends] of [
  ["scheduled", "2026-05-10T20:30:00", 1, "Europe/Madrid", "2026-05-09T22:00:00"],
  ["scheduled", "2026-05-10T20:30:00", 2, "Europe/Madrid", "2026-05-08T22:00:00"],
  ["scheduled", "2026-05-10T00:00:00", 1, "Europe/Madrid", "2026-05-09T22:00:00"],
  ["timeless", "2026-05-10T00:00:00", 1, "Europe/Madrid", "2026-05-09T22:00:00"],
  ["dateless", "2026-12-31T00:00:00", 3, "America/Bogota", "2026-12-29T05:00:00"],
  // Counted in local days across a change: 2 days back is not 48 hours.
  ["scheduled", "2026-03-30T20:30:00", 2, "Europe/Madrid", "2026-03-28T23:00:00"],
  ["scheduled", "2018-11-04T20:00:00", 1, "America/Sao_Paulo", "2018-11-04T03:00:00"],
  ["scheduled", "2023-10-01T20:00:00", 1, "America/Asuncion", "2023-10-01T04:00:00"],
  ["scheduled", "2026-05-10T08:00:00", 1, "Pacific/Kiritimati", "2026-05-09T10:00:00"],
  ["scheduled", "2026-03-01T09:00:00", 1, "America/Lima", "2026-03-01T05:00:00"],
  ["scheduled", "2026-03-01T09:00:00", 365, "America/Lima", "2025-03-02T05:00:00"],
  // 23:30 becomes 00:30. Midnight moves to 01:00, after the event, whose sale ends at its start.
  ["scheduled", "1919-03-31T00:35:00", 1, "America/Toronto", "1919-03-31T04:35:00"],
  // 00:00 is skipped. The event moves to 01:00, when the day begins and sales end.
  ["scheduled", "2018-11-04T00:00:00", 1, "America/Sao_Paulo", "2018-11-04T03:00:00"],
] as const) {
  test(`sales of a ${type} event on ${eventOn} in ${zone} with a lead of ${lead} end at ${ends}`, () => {
    assert.equal(salesEndAt(type, eventOn, lead, zone).toISOString(), `${ends}.000Z`);
  });
}

for (const [type, eventOn, lead, zone, minutes, ends] of [
  ["scheduled", "2026-05-10T20:30:00", 0, "Europe/Madrid", 30, "2026-05-10T18:00:00"],
  ["scheduled", "2026-05-10T20:30:00", 0, "Europe/Madrid", 1080, "2026-05-10T00:30:00"],
  // The last day of sale ends before: the earlier of both counts.
  ["scheduled", "2026-05-10T20:30:00", 1, "Europe/Madrid", 30, "2026-05-09T22:00:00"],
  ["scheduled", "2026-05-10T20:30:00", 1, "Europe/Madrid", 1440, "2026-05-09T18:30:00"],
  // The clocks change in between: 18 hours have passed, not the hours on the clock.
  ["scheduled", "2026-03-29T09:00:00", 0, "Europe/Madrid", 1080, "2026-03-28T13:00:00"],
  ["scheduled", "2026-10-25T09:00:00", 0, "Europe/Madrid", 1080, "2026-10-24T14:00:00"],
  // Without a time: before the end of its day.
  ["timeless", "2026-05-10T00:00:00", 0, "Europe/Madrid", 360, "2026-05-10T16:00:00"],
] as const)
  test(`sales of a ${type} event on ${eventOn} in ${zone} end ${minutes} minutes before, at ${ends}`, () => {
    assert.equal(salesEndAt(type, eventOn, lead, zone, minutes).toISOString(), `${ends}.000Z`);
  });

test("sales never end after the start, and a longer lead time ends them about a day earlier", () => {
  const zones = ["Europe/Madrid", "America/Sao_Paulo", "America/Asuncion", "America/Havana", "Pacific/Kiritimati"];
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2015-01-01"), max: new Date("2028-01-01"), noInvalidDate: true }),
      fc.constantFrom("scheduled", "timeless", "dateless"),
      fc.integer({ min: 1, max: 364 }),
      fc.constantFrom(...zones),
      (date, type, lead, zone) => {
        const eventOn = date.toISOString().slice(0, 19);
        const [ends, earlier] = [salesEndAt(type, eventOn, lead, zone), salesEndAt(type, eventOn, lead + 1, zone)];
        const hours = (ends.getTime() - earlier.getTime()) / 3_600_000;
        assert.ok(ends <= eventStartsAt(type, eventOn, zone));
        assert.ok(hours >= 23 && hours <= 25, `${hours} hours`);
      },
    ),
  );
});

for (const [eventOn, hours, zone, until] of [
  ["2026-05-10T20:30:00", 24, "Europe/Madrid", "2026-05-09T18:30:00"],
  ["2026-05-10T20:30:00", 0, "Europe/Madrid", "2026-05-10T18:30:00"],
  ["2026-05-10T20:30:00", 1, "Asia/Kathmandu", "2026-05-10T13:45:00"],
  // Hours of real time: across a clock change they differ by an hour from the location's clock.
  ["2026-03-29T20:30:00", 24, "Europe/Madrid", "2026-03-28T18:30:00"],
  ["2026-10-25T20:30:00", 24, "Europe/Madrid", "2026-10-24T19:30:00"],
  ["2026-10-25T20:30:00", 48, "Europe/Madrid", "2026-10-23T19:30:00"],
  // An event at a time that occurs twice takes the first; an event at a skipped time is an hour later.
  ["2026-10-25T02:30:00", 2, "Europe/Madrid", "2026-10-24T22:30:00"],
  ["2026-03-29T02:30:00", 2, "Europe/Madrid", "2026-03-28T23:30:00"],
  // An event without a time: before the midnight that begins its day, which may itself not exist.
  ["2026-12-31T00:00:00", 24, "America/Bogota", "2026-12-30T05:00:00"],
  ["2018-11-04T00:00:00", 24, "America/Sao_Paulo", "2018-11-03T03:00:00"],
  ["2026-05-10T20:30:00", 8760, "Europe/Madrid", "2025-05-10T18:30:00"],
] as const) {
  test(`an order for ${eventOn} in ${zone} can be cancelled ${hours} hours before: until ${until}`, () => {
    assert.equal(cancellationEndsAt(eventOn, hours, zone).toISOString(), `${until}.000Z`);
  });
}

const doorHours = { before: 3, after: 6 };
for (const [type, eventOn, hours, from, until] of [
  ["scheduled", "2026-05-10T20:30:00", doorHours, "2026-05-09T22:00:00", "2026-05-11T00:30:00"],
  ["scheduled", "2026-05-10T00:30:00", doorHours, "2026-05-09T19:30:00", "2026-05-10T22:00:00"],
  ["scheduled", "2026-05-10T12:00:00", doorHours, "2026-05-09T22:00:00", "2026-05-10T22:00:00"],
  ["scheduled", "2026-05-10T23:30:00", { before: 0, after: 0 }, "2026-05-09T22:00:00", "2026-05-10T22:00:00"],
  ["timeless", "2026-05-10T00:00:00", doorHours, "2026-05-09T22:00:00", "2026-05-10T22:00:00"],
  ["dateless", "2026-05-10T00:00:00", doorHours, null, "2026-05-10T22:00:00"],
] as const) {
  test(`the door accepts a ${type} event on ${eventOn} from ${from} to ${until}, ${hours.before} and ${hours.after} hours beside it`, () => {
    const times = doorTimes(type, eventOn, "Europe/Madrid", hours);
    assert.equal(times.from?.toISOString() ?? null, from && `${from}.000Z`);
    assert.equal(times.until.toISOString(), `${until}.000Z`);
  });
}
