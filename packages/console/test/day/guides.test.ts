import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import type { GuidedTour } from "../../../service/test/resources/guided.ts";
import { becomes } from "../support/controls.ts";
import { Backoffice, type Page, seen } from "../support/dom.ts";
import { openGuided } from "./guided.ts";

/** The pages of a guide on a phone, how an owner invites a guide, and how events are given: in the week, and in the plan of a day. */

let office: Backoffice;
let guided: GuidedTour;
let event: string;
/** The day of the event. */
let day: string;
before(async () => {
  ({ office, guided, event } = await openGuided(Backoffice));
  const { eventOn } = await guided.owner.ask("GET", `/events/${event}`);
  day = eventOn.slice(0, 10);
});
after(() => office.close());

const onPhone = (lang: "en" | "es" | "pt" = "en") =>
  office.operator("guide", "/", { phone: true, lang, servicesClock: true, of: guided.guides.Ana });
test("a guide sees an event before its first booking, and the blocked seats of a group", async () => {
  const unsold = guided.walks[2]!;
  const give = (from: string | null, to: string | null) =>
    guided.owner.ask("PUT", `/events/${unsold}/resources`, { position: 0, from, to });
  await give(null, guided.guides.Ana);
  const fields = { name: "Colegio", seats: 5, release: "2026-06-16T18:00" };
  const block = await guided.owner.ask("POST", `/events/${event}/blocks`, fields);
  const page = await onPhone("es");
  await page.getByText("10 personas · español 5 · 5 plazas bloqueadas", { exact: false }).waitFor();
  await page.getByText("0 personas", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Próximos días" }).getByRole("link").first().click();
  await page.getByText("Todavía no hay reservas.").waitFor();
  await guided.owner.ask("DELETE", `/blocks/${block.id}`);
  await give(guided.guides.Ana, null);
});

test("a guide makes and revokes the address of the calendar", async () => {
  for (const lang of ["en", "es", "pt"] as const) {
    const page = await onPhone(lang);
    const calendar = page.getByRole("region").last();
    await calendar.getByRole("button").first().click();
    await page.getByRole("dialog").getByRole("button").last().click();
    const address = page.getByRole("dialog").getByRole("textbox");
    await address.waitFor();
    assert.match(await address.inputValue(), /\/calendar\/[\w-]{43}\.ics$/);
    await page.getByRole("dialog").getByRole("button").first().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await calendar.getByRole("button").nth(1).click();
    await page.getByRole("dialog").getByRole("button").last().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await calendar.getByRole("button").nth(1).waitFor({ state: "detached" });
    const state = await guided.owner.ask("GET", `/guides/${guided.guides.Ana}/calendar`);
    assert.equal(state.madeAt, null);
  }
});

test("an owner invites a guide from the resources and from the team", async () => {
  const page = await office.operator("owner", "/resources");
  await page.getByRole("button", { name: "New link: Ana" }).waitFor();
  await page.getByRole("button", { name: "Invite: Bruno" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill("bruno@example.com");
  await dialog.getByRole("combobox", { name: "Guide" }).getByText("Bruno").waitFor();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByRole("textbox", { name: "One-time link" });
  await link.waitFor();
  // The list behind the dialog now offers another link. The dialog, which shows this link only once, stays.
  await page.getByRole("button", { name: "New link: Bruno", hidden: true }).waitFor();
  assert.match(await link.inputValue(), /\/console\/#\/welcome/);
  const made = await guided.owner.ask("GET", "/operators/bruno@example.com");
  assert.deepEqual([made.role, made.resourceId, made.name], ["guide", guided.guides.Bruno, "Bruno"]);
  await office.go(page, "/operators");
  await page.getByText("bruno@example.com").waitFor();
});

test("the menu of an event in the week plan says which other guides are free", async () => {
  const second = guided.walks[1]!;
  await guided.sell(second, 2, "Hotel Cercano");
  await guided.give(second, "Ana");
  await setDaysOff([{ from: "2026-06-17", until: "2026-06-17", reason: "" }]);
  const page = await office.operator("owner", "/resource-plan?day=2026-06-16");
  const menuOf = async (people: number) => {
    await page.getByRole("button", { name: new RegExp(`${people} people`) }).click();
    const item = page.getByRole("menuitem", { name: /Give to Bruno/ });
    await item.getByText(/free|unavailable/).waitFor();
    return item;
  };
  assert.match(await (await menuOf(5)).innerText(), /^Give to Bruno\s*free$/);
  await page.keyboard.press("Escape");
  const taken = await menuOf(2);
  assert.match(await taken.innerText(), /unavailable/);
  assert.equal(await taken.getAttribute("aria-disabled"), "true");
});

const column = (page: Page, name: string) => page.getByRole("list", { name });
const walk = (page: Page, name: string) => column(page, name).getByRole("button", { name: /^Paseo por Madrid/ });
const openDay = (path = `/day?day=${day}`, settings = {}) =>
  office.operator("orders", path, { servicesClock: true, ...settings });

/** Drags a block to a column, as a mouse does. */
function drag(page: Page, block: HTMLElement, to: Element): Promise<void> {
  const send = (element: Element, type: string) => {
    const event = new page.window.Event(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: { setData: () => undefined } });
    element.dispatchEvent(event as unknown as Event);
    return page.changed();
  };
  return send(block, "dragstart")
    .then(() => send(to, "dragover"))
    .then(() => send(to, "drop"))
    .then(() => send(block, "dragend"));
}
const columnOf = (page: Page, name: string): Element => {
  const found = [...page.document.querySelectorAll("ol[aria-labelledby]")].find(
    (list) => page.document.getElementById(list.getAttribute("aria-labelledby")!)?.textContent === name,
  );
  assert.ok(found, name);
  return found;
};
const blockIn = (page: Page, name: string): HTMLElement => columnOf(page, name).querySelector("[data-block]")!;

test("without a mouse, an event is opened with its guests, given to another guide, and undone", async () => {
  const page = await openDay();
  await walk(page, "Ana").waitFor();
  assert.match((await walk(page, "Ana").getAttribute("aria-label"))!, /^Paseo por Madrid.*, 20:00 to 22:00, 5 \/ 20$/);
  await walk(page, "Ana").press("Enter");
  const panel = page.getByRole("region", { name: "Paseo por Madrid" });
  const guests = panel.getByRole("list", { name: "Guests" });
  await guests.getByText("3 people · 3 × Adult").waitFor();
  assert.match(await guests.innerText(), /García[\s\S]*2 people[\s\S]*Lozano/);
  await panel.getByRole("button", { name: "Change: Ana" }).click();
  await page.getByRole("menuitem", { name: /^Give to Bruno/ }).click();
  await walk(page, "Bruno").waitFor();
  await seen(page, /^Paseo por Madrid.* is with Bruno now\.$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await walk(page, "Ana").waitFor();
  await becomes(() => walk(page, "Bruno").count(), 0);
  await page.keyboard.press("Escape");
  await becomes(() => panel.count(), 0);
  assert.deepEqual(page.refused, []);
});

async function setDaysOff(daysOff: { from: string; until: string; reason: string }[]): Promise<void> {
  const { id: _, ...fields } = await guided.owner.ask("GET", `/resources/${guided.guides.Bruno}`);
  await guided.owner.ask("PUT", `/resources/${guided.guides.Bruno}`, { ...fields, daysOff });
}

test("an event that a guide cannot take returns to its column with the reason", async () => {
  await setDaysOff([{ from: day, until: day, reason: "ill" }]);
  const page = await openDay();
  await seen(page, "ill");
  await walk(page, "Ana").waitFor();
  await drag(page, blockIn(page, "Ana"), columnOf(page, "Brunoill"));
  await seen(page, /^The event cannot have this resource: Bruno/);
  assert.equal(await walk(page, "Ana").count(), 1);
  await setDaysOff([]);
});

test("an event before its first booking is not assigned, is dragged to a guide, and undo takes the guide back", async () => {
  const next = guided.walks[3]!;
  const { eventOn } = await guided.owner.ask("GET", `/events/${next}`);
  const page = await openDay(`/day?day=${eventOn.slice(0, 10)}&by=guide`);
  await walk(page, "Not assigned").waitFor();
  await drag(page, blockIn(page, "Not assigned"), columnOf(page, "Bruno"));
  await walk(page, "Bruno").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await walk(page, "Not assigned").waitFor();
  await becomes(() => walk(page, "Bruno").count(), 0);
});

test("open balances and missing guides are marked; columns are products, and a phone has a list", async () => {
  const others = await eventIds(office.app.app.service.db, "other");
  const days = await Promise.all(others.map((id) => guided.owner.ask("GET", `/events/${id}`)));
  const { id: eventId, productName } = days.find(({ eventOn }) => eventOn.startsWith(day));
  const sale = { eventId, tickets: [{ code: "ADULT", quantity: 2 }] };
  const { total } = await guided.owner.ask("POST", "/orders/quote", sale);
  await guided.owner.ask("POST", "/orders", {
    ...{ id: randomUUID(), lang: "es", ...sale, name: "Nora", lastName: "Pérez", email: "nora@example.com" },
    ...{ totalUsd: total.usd, method: "account" },
  });
  const page = await openDay(`/day?day=${day}&by=product`);
  const due = column(page, productName).getByRole("button", { name: /1 balance due$/ });
  await due.click();
  await page.getByText(/^Balance due: /).waitFor();
  await page.getByRole("link", { name: "Manifest" }).waitFor();
  assert.match(page.url(), /by=product/);
  const phone = await openDay(undefined, { phone: true, lang: "es" });
  await seen(phone, "1 saldo pendiente");
  await phone.getByText(/5 \/ 20 · Ana$/).waitFor();
  assert.equal(await phone.getByRole("link", { name: "Paseo por Madrid" }).count(), 1);
});

test("the page of a guide leads to the week of the guide, and a day of it to the plan of the day", async () => {
  const page = await office.operator("owner", `/guides/${guided.guides.Ana}`, { servicesClock: true });
  await page.getByRole("link", { name: "Week of Ana" }).click();
  await page.getByRole("heading", { name: "Week of Ana" }).waitFor();
  await walk(page, "Tue 16 Jun").waitFor();
  await page.getByRole("link", { name: "Tue 16 Jun" }).click();
  await page.getByRole("heading", { name: "Day plan" }).waitFor();
  await walk(page, "Ana").waitFor();
});
