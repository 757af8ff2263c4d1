import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { Clicks } from "../support/clicks.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** The resources of an event on its page: what it has, what it lacks, and how a manager changes it. */

let office: Backoffice;
let owner: Awaited<ReturnType<Backoffice["account"]>>;
let shows: string[];
const guides: Record<string, string> = {};
const fields = (name: string, more: object = {}) => ({
  ...{ name, kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
  ...more,
});
before(async () => {
  office = await Backoffice.open();
  owner = await office.account("owner");
  shows = await eventIds(office.app.app.service.db, "show");
  for (const name of ["Ana", "Bruno"]) guides[name] = (await owner.ask("POST", "/resources", fields(name))).resource.id;
});
after(() => office.close());

const show = (event: string) => owner.ask("GET", `/events/${event}`);

test("from the page of an event whose item takes nothing, four clicks give it a guide", async () => {
  const event = shows[2]!;
  await new Partner(office.app).buy(event, { ADULT: 2 });
  const page = await office.operator("catalogue", `/events/${event}/show`);
  await seen(page, "This event takes no resource such as a guide or a boat.");
  const clicks = new Clicks();
  await clicks.on(page.getByRole("button", { name: /^Add a requirement: / }));
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/They apply to all dates of/).waitFor();
  await clicks.on(dialog.getByLabel("Any of these resources"));
  await clicks.on(page.getByRole("option", { name: "Ana" }));
  await dialog.getByLabel("Minutes").fill("90");
  await clicks.on(dialog.getByRole("button", { name: "Save" }));
  const resources = page.getByRole("region", { name: "Resources" });
  await resources.getByText("Ana · Guide").waitFor();
  assert.equal(clicks.n, 4);
  const { productId, itemId } = await show(event);
  await office.go(page, `/products/${productId}/show`);
  await seen(page, "Each event takes: Ana (the whole of one)");
  const requirements = [{ resources: Object.values(guides), peoplePerUnit: null, minutes: 90 }];
  await owner.ask("PUT", `/items/${itemId}/requirements`, { requirements, revision: 1 });
});

for (const phone of [false, true])
  test(`two clicks give an event another guide, also before its first booking, ${phone ? "phone" : "desktop"}`, async () => {
    const event = shows[phone ? 5 : 4]!;
    const page = await office.operator("orders", `/events/${event}/show`, { phone, lang: "es" });
    const resources = page.getByRole("region", { name: "Recursos" });
    await resources
      .getByText("Sin asignar. La primera reserva ocupará uno de estos: Ana (libre), Bruno (libre)")
      .waitFor();
    const clicks = new Clicks();
    await clicks.on(resources.getByRole("button", { name: "Elegir para este evento" }));
    await clicks.on(page.getByRole("menuitem", { name: "Pasar a Bruno" }));
    await resources.getByText("Bruno · Guía").waitFor();
    assert.equal(clicks.n, 2);
    await resources.getByRole("button", { name: "Cambiar: Bruno" }).click();
    await page.getByRole("menuitem", { name: "Pasar a Ana" }).click();
    await resources.getByText("Ana · Guía").waitFor();
    await resources.getByRole("button", { name: "Cambiar: Ana" }).click();
    await page.getByRole("menuitem", { name: "Dejar sin asignar" }).click();
    await resources.getByText(/^Sin asignar\./).waitFor();
    assert.deepEqual(page.refused, []);
  });

test("an event without a free guide says that resources are missing, in the list, in the calendar and on its page", async () => {
  const event = shows[7]!;
  const day = (await show(event)).eventOn.slice(0, 10);
  for (const [name, id] of Object.entries(guides)) {
    const { revision } = await owner.ask("GET", `/resources/${id}`);
    const daysOff = [{ from: day, until: day, reason: "" }];
    await owner.ask("PUT", `/resources/${id}`, { ...fields(name, { daysOff }), revision });
  }
  const filter = encodeURIComponent(JSON.stringify({ from: day, to: day, state: "no-resources" }));
  const page = await office.operator("read-only", `/events/list?filter=${filter}&page=1`, { lang: "es" });
  const table = page.getByRole("table");
  await table.getByText("Faltan recursos").waitFor();
  await table.getByTitle("Ana, Bruno").waitFor();
  await page.getByRole("link", { name: "Calendario" }).click();
  await page.getByTitle("Faltan recursos").first().waitFor();
  assert.match(page.url(), /state=no-resources/);
  await office.go(page, `/events/${event}/show`);
  await page.getByText("Faltan recursos").first().waitFor();
  await seen(page, /Ana \(no disponible\), Bruno \(no disponible\)/);
});

test("an event a week ahead that cannot run is named with its date and counts within 7 days, and leads to the list of such events", async () => {
  const list = await Promise.all(shows.slice(0, 10).map(show));
  const days: string[] = [];
  const losesItsGuides = async (day: string) => {
    days.push(day);
    await new Partner(office.app).buy(list.find((one) => one.eventOn.startsWith(day)).id, { ADULT: 2 });
    const daysOff = days.map((one) => ({ from: one, until: one, reason: "" }));
    for (const [name, guide] of Object.entries(guides)) {
      const { revision } = await owner.ask("GET", `/resources/${guide}`);
      await owner.ask("PUT", `/resources/${guide}`, { ...fields(name, { daysOff }), revision });
    }
  };
  await losesItsGuides("2026-06-22");
  const page = await office.operator("owner", "/", { servicesClock: true });
  await page.getByRole("link", { name: /22 Jun 2026.* 2 / }).waitFor();
  await page.getByRole("link", { name: "1 sold event cannot run as planned." }).click();
  await page.getByRole("table").getByText("Resources missing").waitFor();
  for (const path of ["/resources", "/resource-plan"]) {
    await office.go(page, path);
    await page.getByRole("link", { name: "List these events" }).click();
    await page.getByRole("table").getByText("Resources missing").waitFor();
  }
  await losesItsGuides("2026-06-23");
  await office.go(page, "/");
  await page.getByRole("link", { name: "2 sold events cannot run as planned." }).waitFor();
  await seen(page, "1 in the next 7 days");
});

test("a boat in the list leads to its week in the plan, without other resources", async () => {
  await owner.ask("POST", "/resources", fields("Gaviota", { kind: "vehicle", capacity: 12 }));
  const page = await office.operator("read-only", "/resources");
  await page.getByRole("link", { name: "Events: Gaviota" }).click();
  await page.getByRole("heading", { name: "Week of Gaviota" }).waitFor();
  await seen(page, "No events.");
  assert.equal(await page.getByRole("rowheader").count(), 0);
  await page.getByRole("link", { name: "All resources" }).click();
  await page.getByRole("rowheader", { name: /^Ana/ }).waitFor();
});
