import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  addDays,
  allWeekdays,
  dayNumber,
  dayOfInstant,
  daysBetween,
  dayText,
  isoWeekday,
  startOfDay,
  today,
} from "../src/format/days.ts";
import { createFormatters } from "../src/format/formats.ts";
import { parseTypedAmount, priceProblem } from "../src/format/typed.ts";
import type { Translate } from "../src/i18n/texts.ts";

/** Days and their names are the same in every zone that a browser can have. */

const zones = [
  "UTC",
  "America/Lima",
  "Europe/Madrid",
  "Asia/Tokyo",
  "America/Santiago",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
];
const own = process.env.TZ;
after(() => {
  process.env.TZ = own;
});

for (const zone of zones) {
  test(`days, months and local times keep their date in a browser in ${zone}`, () => {
    process.env.TZ = zone;
    assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, zone);
    const [en, es, pt] = [createFormatters("en-GB"), createFormatters("es-ES"), createFormatters("pt-BR")];
    const names = (format: typeof en, length: "short" | "long") => allWeekdays.map((n) => format.weekday(n, length));
    assert.deepEqual(names(en, "short"), ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
    assert.deepEqual(names(es, "long"), ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]);
    assert.deepEqual(names(pt, "short"), ["seg.", "ter.", "qua.", "qui.", "sex.", "sáb.", "dom."]);
    for (let day = dayNumber("2026-01-01")!; day <= dayNumber("2026-12-31")!; day++) {
      const text = dayText(day);
      const [date, name] = [`${Number(text.slice(8))} `, en.weekday(isoWeekday(day), "short")];
      assert.ok(en.date(text).startsWith(date), text);
      assert.ok(en.shortDay(text).startsWith(date), text);
      assert.ok(en.longDay(text).startsWith(`${name}, ${date}`), text);
      assert.ok(en.local(`${text}T00:00:00`).startsWith(`${name}, ${text.slice(8)} `), text);
      assert.match(en.local(`${text}T02:30:00`), /, 02:30$/);
      // Formats of a zone take a millisecond to make, and 13 days visit every weekday.
      for (const store of day % 13 === 0 ? [undefined, "Europe/Madrid", "America/Asuncion"] : []) {
        assert.equal(dayOfInstant(startOfDay(text, store), store), text);
        assert.equal(dayOfInstant(startOfDay(text, store, 1), store, -1), text);
      }
      assert.equal(addDays(text, 40), dayText(day + 40));
      assert.equal(daysBetween(text, dayText(day + 40)), 41);
    }
    assert.equal(en.month("2026-03"), "March 2026");
  });
}

test("an instant is written in the browser's zone, and a text without a zone is none", () => {
  process.env.TZ = "Pacific/Auckland";
  const { instant, day, local, date, longDay } = createFormatters("en-GB");
  assert.equal(instant("2026-11-21T12:06:00Z"), "22 Nov 2026, 01:06");
  assert.equal(day("2026-11-21T12:06:00.123+00:00"), "22 Nov 2026");
  for (const text of ["2026-11-21T12:06:00", "2026-11-21", "21 Nov 2026", ""])
    assert.throws(() => instant(text), /^RangeError: Not an instant/, text);
  for (const text of ["2026-11-21T12:06:00Z", "2026-11-021", "1970-01-010", ""])
    for (const format of [local, longDay]) assert.throws(() => format(text), /^RangeError: Not a local date/, text);
  assert.equal(date("soon"), "soon");
});

test("instants and the bounds of days are in the zone of the store, also in a browser elsewhere", () => {
  process.env.TZ = "America/Lima";
  const { instant, day } = createFormatters("en-GB", "Europe/Madrid");
  assert.equal(instant("2026-11-21T23:06:00Z"), "22 Nov 2026, 00:06");
  assert.equal(day("2026-11-21T23:06:00Z"), "22 Nov 2026");
  assert.equal(startOfDay("2026-06-15", "Europe/Madrid"), "2026-06-14T22:00:00.000Z");
  assert.equal(startOfDay("2026-10-25", "Europe/Madrid", 1), "2026-10-25T23:00:00.000Z");
  // At midnight of this day the clock there went from 00:00 to 01:00.
  assert.equal(startOfDay("2024-10-06", "America/Asuncion"), "2024-10-06T04:00:00.000Z");
  assert.equal(createFormatters("en-GB", "Nowhere/At_All").instant("2026-11-21T12:06:00Z"), "21 Nov 2026, 07:06");
});

test("minutes are written in days, hours and minutes", () => {
  const [en, es] = [createFormatters("en-GB"), createFormatters("es-ES")];
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  assert.deepEqual(
    [0, 45, 60, 90, 1440, 43_230].map((minutes) => plain(en.minutes(minutes))),
    ["0 min", "45 min", "1 h", "1 h 30 min", "1 day", "30 days 30 min"],
  );
  assert.equal(plain(es.minutes(2 * 1440 + 61)), "2 días 1 h 1 min");
});

test("a typed price has one reading and no more decimals than its currency", () => {
  const t = ((key: string, values: object) => `${key} ${Object.values(values).join(", ")}`) as Translate;
  const wrong = (typed: string, currency: string) => priceProblem(typed, currency, t, "wrong");
  for (const [typed, currency, expected] of [
    ["30,55", "EUR", undefined],
    ["30,5555", "EUR", "wrong"],
    ["1.025", "EUR", "frame.twoReadings 1.025, 1025, 1.02"],
    ["2.500", "ARS", "frame.twoReadings 2.500, 2500, 2.50"],
    ["45.000", "CLP", undefined],
    ["30,555", "KWD", undefined],
    ["30,5", "JPY", "wrong"],
    ["-1", "EUR", "wrong"],
    ["", "EUR", "wrong"],
  ] as const)
    assert.equal(wrong(typed, currency), expected, `${typed} ${currency}`);
  assert.deepEqual(
    [parseTypedAmount("45.000", "CLP"), parseTypedAmount("1.025,5", "EUR"), parseTypedAmount("2.500", "EUR")],
    ["45000", "1025.5", "2.500"],
  );
});

test("today is the local day of the location", () => {
  const now = new Date("2026-06-15T23:30:00Z");
  assert.deepEqual(
    ["Europe/Madrid", "America/Sao_Paulo", "Pacific/Auckland"].map((zone) => today(zone, now)),
    ["2026-06-16", "2026-06-15", "2026-06-16"],
  );
  assert.match(today("Nowhere/At_All", now), /^2026-06-1[56]$/);
});
