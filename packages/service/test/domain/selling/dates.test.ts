import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { IANAZone } from "luxon";
import {
  dayNumber,
  instantOf,
  isoDay,
  isZone,
  localDateAt,
  localTime,
  localTimeAt,
  localTimeFault,
  msPerDay,
  parseDateParameter,
  weekday,
} from "../../../src/domain/selling/dates.ts";

for (const [text, day] of [
  ["1970-01-01", 0],
  ["1969-12-31", -1],
  ["2000-02-29", 11016],
  ["1900-01-01", -25567],
  ["2026-02-29", null],
  ["1900-02-29", null],
  ["2026-04-31", null],
  ["2026-13-01", null],
  ["2026-00-10", null],
  ["2026-01-00", null],
  ["1899-12-31", null],
  ["0050-01-01", null],
  ["2026-1-1", null],
  ["2026-05-01T00:00:00", null],
  [" 2026-05-01", null],
  ["12026-05-01", null],
  ["2026-12-31", 20818],
] as const) {
  test(`${text} is day ${day}`, () => assert.equal(dayNumber(text), day));
}

test("a day and its text are inverse, and weekdays repeat", () => {
  fc.assert(
    fc.property(fc.integer({ min: dayNumber("1900-01-01")!, max: dayNumber("9999-12-31")! - 1 }), (day) => {
      assert.equal(dayNumber(isoDay(day)), day);
      assert.equal(weekday(day + 1), (weekday(day) % 7) + 1);
    }),
  );
  assert.equal(weekday(dayNumber("2026-03-02")!), 1);
  assert.equal(weekday(dayNumber("1905-01-01")!), 7);
});

for (const zone of [
  "Europe/Madrid",
  "Asia/Kolkata",
  "America/Port-au-Prince",
  "America/Argentina/Buenos_Aires",
  "Pacific/Kiritimati",
  "UTC",
]) {
  test(`${zone} is a zone`, () => assert.ok(isZone(zone)));
}
for (const zone of [
  "",
  "Madrid",
  "Europe/Atlantis",
  "+03:00",
  "-05",
  "UTC+3",
  "IST",
  "MIT",
  "US/Pacific-New",
  "Etc/GMT+3",
]) {
  test(`"${zone}" is not a zone: a stored one counts as UTC`, () => {
    assert.equal(isZone(zone), false);
    assert.equal(instantOf(0, zone).getTime(), 0);
    assert.equal(localTimeAt(new Date(0), zone), "1970-01-01T00:00:00");
  });
}

for (const [why, local, zone, instant] of [
  ["winter", "2026-01-15T20:00:00", "Europe/Madrid", "2026-01-15T19:00:00"],
  ["summer", "2026-07-15T20:00:00", "Europe/Madrid", "2026-07-15T18:00:00"],
  ["the day before a change", "2026-03-28T23:59:00", "Europe/Madrid", "2026-03-28T22:59:00"],
  ["just before the gap", "2026-03-29T01:59:59", "Europe/Madrid", "2026-03-29T00:59:59"],
  ["in the gap: 02:30 is 03:30", "2026-03-29T02:30:00", "Europe/Madrid", "2026-03-29T01:30:00"],
  ["just after the gap", "2026-03-29T03:00:00", "Europe/Madrid", "2026-03-29T01:00:00"],
  ["shown twice: the first", "2026-10-25T02:30:00", "Europe/Madrid", "2026-10-25T00:30:00"],
  ["after it was shown twice", "2026-10-25T03:00:00", "Europe/Madrid", "2026-10-25T02:00:00"],
  ["gap, west", "2026-03-08T02:30:00", "America/New_York", "2026-03-08T07:30:00"],
  ["twice, west", "2026-11-01T01:30:00", "America/New_York", "2026-11-01T05:30:00"],
  ["midnight that does not exist", "2018-11-04T00:00:00", "America/Sao_Paulo", "2018-11-04T03:00:00"],
  ["twice before midnight", "2018-02-17T23:30:00", "America/Sao_Paulo", "2018-02-18T01:30:00"],
  ["no summer time since 2019", "2026-11-04T00:00:00", "America/Sao_Paulo", "2026-11-04T03:00:00"],
  ["midnight that does not exist", "2023-10-01T00:00:00", "America/Asuncion", "2023-10-01T04:00:00"],
  ["midnight shown twice", "2026-11-01T00:00:00", "America/Havana", "2026-11-01T04:00:00"],
  ["fourteen hours ahead", "2026-05-01T00:00:00", "Pacific/Kiritimati", "2026-04-30T10:00:00"],
  ["eleven hours behind", "2026-05-01T00:00:00", "Pacific/Pago_Pago", "2026-05-01T11:00:00"],
  ["a day that the zone skipped", "2011-12-30T12:00:00", "Pacific/Apia", "2011-12-30T22:00:00"],
  ["the day after", "2011-12-31T05:00:00", "Pacific/Apia", "2011-12-30T15:00:00"],
  ["after a change in the evening", "2022-03-26T23:30:00", "America/Nuuk", "2022-03-27T01:30:00"],
  ["half an hour of summer time", "2026-10-04T02:15:00", "Australia/Lord_Howe", "2026-10-03T15:45:00"],
] as const) {
  test(`${local} in ${zone}, ${why}`, () => {
    assert.equal(instantOf(localTime(local), zone).toISOString(), `${instant}.000Z`);
  });
}

test("no instant is later than the year 9999 in UTC", () => {
  const at = (local: string, zone: string) => instantOf(localTime(local), zone).toISOString();
  assert.equal(at("9999-12-31T22:59:59", "America/New_York"), "9999-12-31T23:59:59.000Z");
  assert.equal(at("9999-12-31T22:59:59", "Pacific/Kiritimati"), "9999-12-31T08:59:59.000Z");
});

for (const [instant, zone, date] of [
  ["2026-05-01T09:59:59Z", "Pacific/Kiritimati", "2026-05-01"],
  ["2026-05-01T10:00:00Z", "Pacific/Kiritimati", "2026-05-02"],
  ["2026-05-01T02:59:59Z", "America/Argentina/Buenos_Aires", "2026-04-30"],
  ["2026-05-01T03:00:00Z", "America/Argentina/Buenos_Aires", "2026-05-01"],
] as const) {
  test(`at ${instant} it is ${date} in ${zone}`, () => assert.equal(localDateAt(new Date(instant), zone), date));
}

test("a clock shows the local date and time of an instant, without a zone", () =>
  assert.equal(localTimeAt(new Date("2026-03-29T01:30:15Z"), "Europe/Madrid"), "2026-03-29T03:30:15"));

for (const [text, from, to = from] of [
  ["2026-05-01", "2026-05-01T00:00:00", "2026-05-01T23:59:59"],
  ["01-05-2026", "2026-05-01T00:00:00", "2026-05-01T23:59:59"],
  ["29-02-2028", "2028-02-29T00:00:00", "2028-02-29T23:59:59"],
  ["31-12-9999", "9999-12-31T00:00:00", "9999-12-31T23:59:59"],
  ["1900-01-01", "1900-01-01T00:00:00", "1900-01-01T23:59:59"],
  ["2026-05-01T20:30", "2026-05-01T20:30:00"],
  ["2026-05-01T20:30:15", "2026-05-01T20:30:15"],
  ["2026-05-01T20:30:15.999", "2026-05-01T20:30:15"],
  ["2026-05-01T20:30:15,5Z", "2026-05-01T20:30:15"],
  ["2026-05-01T20:30Z", "2026-05-01T20:30:00"],
  ["2026-05-01T20:30:00-05:00", "2026-05-01T20:30:00"],
  ["2026-05-01T20:30:00+02:00", "2026-05-01T20:30:00"],
  ["2026-05-01T20:30:00 02:00", "2026-05-01T20:30:00"],
  ["2026-05-01T23:59:59", "2026-05-01T23:59:59"],
  ["2026-05-01T20:30:00-23:59", "2026-05-01T20:30:00"],
  ["2026-05-01T20:30:15.123456789", "2026-05-01T20:30:15"],
  ["01-05-2026 20:30", "2026-05-01T20:30:00"],
  ["01-05-2026 00:00", "2026-05-01T00:00:00"],
] as const) {
  test(`${text} as fromdate and todate`, () => {
    const wholeDay = from !== to;
    assert.deepEqual(parseDateParameter(text, "from"), { ok: true, value: from, wholeDay });
    assert.deepEqual(parseDateParameter(text, "to"), { ok: true, value: to, wholeDay });
  });
}

const notADate = /^Not a date/;
for (const [text, detail] of [
  ["", notADate],
  ["tomorrow", notADate],
  ["2026-5-1", notADate],
  ["2026/05/01", notADate],
  ["01-05-26", notADate],
  ["20260501", notADate],
  [" 2026-05-01", notADate],
  ["2026-05-01\n", notADate],
  ["2026-05-01T", notADate],
  ["2026-05-01T20", notADate],
  ["2026-05-01Z", notADate],
  ["2026-05-01T20:30:15.", notADate],
  ["2026-05-01T20:30:15.1234567890", notADate],
  ["2026-05-01T20:30:00Z+02:00", notADate],
  ["2026-05-01T20:30:00+2:00", notADate],
  ["x2026-05-01", notADate],
  ["x01-05-2026", notADate],
  ["2026-05-01 20:30", notADate],
  ["01-05-2026T20:30", notADate],
  ["01-05-2026 20:30:00", notADate],
  ["+02026-05-01", notADate],
  ["٢٠٢٦-٠٥-٠١", notADate],
  ["31-02-2026", /Month 2 of 2026 has no day 31/],
  ["29-02-2026", /Month 2 of 2026 has no day 29/],
  ["00-05-2026", /no day 0/],
  ["2026-04-31T10:00", /Month 4 of 2026 has no day 31/],
  ["2025-13-01", /no month 13/],
  ["2025-00-01", /no month 0/],
  ["05-31-2026", /no month 31/],
  ["2026-05-01T24:00", /no hour 24/],
  ["01-05-2026 24:00", /no hour 24/],
  ["2026-05-01T20:60", /no minute 60/],
  ["2026-05-01T20:30:60", /no second 60/],
  ["2026-05-01T20:30+24:00", /no hour 24/],
  ["2026-05-01T20:30+02:60", /no minute 60/],
  ["1899-12-31", /between 1900 and 9999/],
  ["0000-01-01", /between 1900 and 9999/],
] as const) {
  test(`${JSON.stringify(text)} is refused with a message`, () => {
    const parsed = parseDateParameter(text, "to");
    assert.ok(!parsed.ok);
    assert.match(parsed.detail, detail);
    assert.match(parsed.detail, /\.$/);
  });
}

// The slowest test is the last one: `npm run mutants` stops a file at its first failure.
test("every hour around the time changes of three years, and every noon, reads back unchanged, or moved by the gap", () => {
  for (const name of [
    "Europe/Lisbon",
    "America/Santiago",
    "America/Mexico_City",
    "Atlantic/Azores",
    "Africa/Casablanca",
    "America/Nuuk",
  ]) {
    const zone = IANAZone.create(name);
    const noons = Array.from({ length: 3 * 365 }, (_, day) => Date.UTC(2021, 0, 1 + day, 12));
    const hours = noons.flatMap((noon) => (changesAround(zone, noon) ? hoursOf(noon) : [noon]));
    assert.ok(hours.length > noons.length, name);
    for (const local of hours) {
      const instant = instantOf(local, name).getTime();
      const shown = instant + zone.offset(instant) * 60_000;
      const skipped = shown - local;
      // A local time that the clock skips: just before this instant the clock showed an earlier time.
      if (skipped !== 0) {
        const edge = instant - skipped;
        assert.ok(
          skipped > 0 && edge + zone.offset(edge - 1) * 60_000 <= local,
          `${name} ${new Date(local).toISOString()}`,
        );
      }
      // If two instants have this local time, the first is expected: an hour before it, the clock did not show this time.
      const hourBefore = instant - 3_600_000;
      assert.notEqual(hourBefore + zone.offset(hourBefore) * 60_000, local, `${name} ${new Date(local).toISOString()}`);
    }
  }
});

/** Whether the zone changes within four days of a noon. */
function changesAround(zone: IANAZone, noon: number): boolean {
  return zone.offset(noon - 4 * msPerDay) !== zone.offset(noon + 4 * msPerDay);
}

const hoursOf = (noon: number): number[] => Array.from({ length: 24 }, (_, hour) => noon + (hour - 12) * 3_600_000);

test("a local time that clocks skip or show twice names no single instant", () => {
  for (const [eventOn, zone, expected] of [
    ["2027-03-28T02:30:00", "Europe/Madrid", "skipped"],
    ["2027-03-28T02:00:00", "Europe/Madrid", "skipped"],
    ["2027-03-28T01:59:00", "Europe/Madrid", null],
    ["2027-03-28T03:00:00", "Europe/Madrid", null],
    ["2027-03-27T02:30:00", "Europe/Madrid", null],
    ["2027-10-31T02:30:00", "Europe/Madrid", "twice"],
    ["2027-10-31T03:00:00", "Europe/Madrid", null],
    ["2027-10-31T01:59:00", "Europe/Madrid", null],
    ["2027-10-31T01:30:00", "Europe/Lisbon", "twice"],
    ["2027-10-03T02:15:00", "Australia/Lord_Howe", "skipped"],
    ["2027-10-03T02:30:00", "Australia/Lord_Howe", null],
    ["2027-03-28T02:30:00", "America/Lima", null],
    ["2027-03-28T02:30:00", "UTC", null],
  ] as const)
    assert.equal(localTimeFault(eventOn, zone), expected, `${eventOn} ${zone}`);
});
