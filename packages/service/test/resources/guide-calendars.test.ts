import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import ICAL from "ical.js";
import { sql } from "kysely";
import { icalendar, zoneText } from "../../src/domain/resources/guide-calendar.ts";
import { send } from "../support/wire.ts";
import { GuidedTour } from "./guided.ts";

/** The calendar of a guide, as a calendar program reads it. */

test("a calendar follows RFC 5545 with any name and text, as ical.js reads it", async () => {
  const name = 'Guía; "Ñandú, Søn" \\ 東京\nSUMMARY:x';
  const texts = {
    summary: 'Tour; "x", \\n 王小明',
    location: "Straße 1, München; Haus",
    description: `é\u000b\r\n${"東".repeat(90)}`,
  };
  const startsAt = new Date("2027-03-28T10:00:00Z");
  const row = { id: "e", startsAt, timeZone: "Europe/Madrid" } as never;
  const entry = {
    ...texts,
    row,
    end: new Date("2027-03-28T12:00:00Z"),
    eventId: "e",
    sequence: 1,
    changedAt: startsAt,
  };
  const file = await icalendar({
    name,
    url: "https://xn--mnchen-3ya.example/console/",
    resourceId: "r",
    entries: [entry],
  });
  for (const line of file.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75 && !/\p{Cc}/u.test(line), line);
  // By RFC 5545 and 7986 both are texts; ical.js knows neither and would leave them as they are written.
  for (const property of ["x-wr-calname", "name"]) ICAL.design.icalendar.property[property] = { defaultType: "text" };
  const calendar = new ICAL.Component(ICAL.parse(file));
  const event = calendar.getFirstSubcomponent("vevent")!;
  assert.equal(calendar.getFirstPropertyValue("x-wr-calname"), name);
  assert.equal(calendar.getFirstPropertyValue("name"), name);
  assert.deepEqual(
    ["summary", "location", "description"].map((one) => event.getFirstPropertyValue(one)),
    [texts.summary, texts.location, `é\n${"東".repeat(90)}`],
  );
  assert.equal((event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().getTime(), startsAt.getTime());
});

describe("the calendar of a guide", () => {
  const guided = new GuidedTour();
  let event: string;
  before(async () => {
    await guided.start();
    [event] = guided.walks as [string];
    await guided.sell(event, 2, "Hotel Cercano", "Secreto");
    await guided.give(event, "Ana");
  });
  after(() => guided.app.stop());
  const path = () => `/guides/${guided.guides.Ana}/calendar`;
  const make = async (by = guided.ana): Promise<string> => (await by.ask("POST", path())).address;
  const local = (address: string) => address.replace(/^https?:\/\/[^/]+/, guided.app.url);
  const read = (address: string) => send(local(address), { method: "GET" });
  /** The file's lines, with folded lines joined. */
  const linesOf = async (address: string) => {
    const { status, text, headers } = await read(address);
    assert.equal(status, 200, text);
    assert.equal(headers["content-type"], "text/calendar; charset=utf-8");
    assert.deepEqual([headers["referrer-policy"], headers["x-robots-tag"]], ["no-referrer", "noindex"]);
    return text.replaceAll("\r\n ", "").split("\r\n");
  };
  const field = (lines: string[], name: string) =>
    lines.slice(lines.indexOf("BEGIN:VEVENT")).find((line) => line.startsWith(name));

  test("has the event in its zone, with people and meeting point, and no guest's data", async () => {
    const lines = await linesOf(await make());
    assert.equal(field(lines, "DTSTART"), "DTSTART;TZID=Europe/Madrid:20260616T200000");
    assert.equal(field(lines, "DTEND"), "DTEND;TZID=Europe/Madrid:20260616T220000");
    assert.equal(field(lines, "UID:"), `UID:${event}.${guided.guides.Ana}`);
    assert.equal(field(lines, "SEQUENCE"), "SEQUENCE:0");
    assert.match(field(lines, "SUMMARY")!, /^SUMMARY:Paseo por Madrid · 2 people$/);
    assert.match(field(lines, "LOCATION")!, /Puerta del Sol/);
    assert.ok(lines.includes("TZID:Europe/Madrid"));
    const text = lines.join("\n");
    for (const hidden of ["Secreto", "customer@", "600 000 000", "Hotel"]) assert.ok(!text.includes(hidden), hidden);
  });

  test("counts a change in SEQUENCE under the same UID, and nothing else", async () => {
    const address = await make();
    const before = await linesOf(address);
    const start = Number(field(before, "SEQUENCE")!.split(":")[1]);
    assert.deepEqual(await linesOf(address), before);
    await guided.sell(event, 3, "Hotel Lejano");
    const changed = await linesOf(address);
    assert.equal(field(changed, "SEQUENCE"), `SEQUENCE:${start + 1}`);
    assert.equal(field(changed, "UID:"), field(before, "UID:"));
    assert.match(field(changed, "SUMMARY")!, /5 people/);
  });

  test("an event that another guide has leaves it; an event whose orders are cancelled leaves it with its guide", async () => {
    const address = await make();
    await guided.give(event, "Bruno");
    assert.equal(field(await linesOf(address), "UID:"), undefined);
    await guided.give(event, "Ana");
    assert.notEqual(field(await linesOf(address), "UID:"), undefined);
    const order = await guided.sell(guided.walks[3]!, 2, "Hotel Cercano");
    await guided.give(guided.walks[3]!, "Bruno");
    await guided.give(guided.walks[3]!, "Ana");
    const ofEvent = (lines: string[]) => lines.filter((line) => line === `UID:${guided.walks[3]}.${guided.guides.Ana}`);
    assert.equal(ofEvent(await linesOf(address)).length, 1);
    await guided.owner.ask("POST", `/orders/${order.id}/cancel`, {});
    assert.equal(ofEvent(await linesOf(address)).length, 1, "the operator gave the event to this guide");
    const use = { position: 0, from: guided.guides.Ana, to: null };
    await guided.owner.ask("PUT", `/events/${guided.walks[3]}/resources`, use);
    assert.equal(ofEvent(await linesOf(address)).length, 0);
  });

  test("has an event that the guide was given before the first booking, without languages", async () => {
    const address = await make();
    const unsold = guided.walks[2]!;
    const give = (from: string | null, to: string | null) =>
      guided.owner.ask("PUT", `/events/${unsold}/resources`, { position: 0, from, to });
    await give(null, guided.guides.Ana);
    const lines = await linesOf(address);
    const at = lines.indexOf(`UID:${unsold}.${guided.guides.Ana}`);
    const entry = lines.slice(at, lines.indexOf("END:VEVENT", at));
    assert.ok(entry.includes("SUMMARY:Paseo por Madrid · 0 people"), entry.join("\n"));
    assert.match(entry.find((line) => line.startsWith("DESCRIPTION:"))!, /0 people\\nMeeting point/);
    await give(guided.guides.Ana, null);
    assert.ok(!(await linesOf(address)).includes(`UID:${unsold}.${guided.guides.Ana}`));
  });

  test("ends with its address: by a new one, by revoking it, and when its operator may not sign in", async () => {
    const first = await make();
    const second = await make(guided.owner as never);
    assert.equal((await read(first)).status, 404);
    await linesOf(second);
    assert.match((await guided.ana.ask("GET", path())).madeBy, /^owner-/);
    await guided.ana.ask("DELETE", path());
    assert.equal((await read(second)).status, 404);
    assert.deepEqual(await guided.ana.ask("GET", path()), { madeAt: null, madeBy: null });
    const third = await make();
    const operator = await guided.owner.ask("GET", `/operators/${guided.ana.email}`);
    const { name, role, revision } = operator;
    await guided.owner.ask("PUT", `/operators/${operator.id}`, { name, role, active: false, revision });
    assert.equal((await read(third)).status, 404);
  });

  test("the store has no secret, and guesses are limited", async () => {
    const address = await make(guided.owner as never);
    const token = /\/calendar\/([\w-]{43})\.ics$/.exec(address)![1]!;
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(g)::text as row from guide_calendar g union all select to_jsonb(a)::text from audit a`.execute(
      guided.app.store.database.db,
    );
    assert.ok(rows.every(({ row }) => !row.includes(token)));
    const statuses = [];
    for (let n = 0; n < 40; n++) statuses.push((await read(`${guided.app.url}/calendar/${"x".repeat(43)}.ics`)).status);
    assert.deepEqual([...new Set(statuses)], [404, 429]);
    assert.equal((await read(address)).status, 200, "an existing calendar is not refused because of guesses");
  });

  test("a zone's text has the changes of its offset within the span", () => {
    const text = zoneText("Europe/Madrid", new Date("2026-01-01T00:00:00Z"), new Date("2026-12-31T00:00:00Z"));
    const part = (kind: string, start: string, from: string, to: string) =>
      [`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${kind}`].join("\r\n");
    assert.ok(text.includes(part("STANDARD", "20260101T010000", "+0100", "+0100")));
    assert.ok(text.includes(part("DAYLIGHT", "20260329T020000", "+0100", "+0200")));
    assert.ok(text.includes(part("STANDARD", "20261025T030000", "+0200", "+0100")));
    assert.equal(text.split("BEGIN:").length, 1 + 1 + 3);
  });
});
