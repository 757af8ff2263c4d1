import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Language } from "@paseo/contract";
import type { Page } from "playwright-core";
import { readPasses } from "../../../service/src/store/visits/passes.ts";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { Backoffice, seen, violationsDayAndNight } from "../support/browser.ts";
import { becomes, button, chooseFrom, field } from "../support/controls.ts";

/** The door on a desktop and on a phone, with and without network. */

const times = ["2026-06-20T18:00", "2026-06-20T21:00"];
const events = times.map((eventOn) => ({ eventOn, capacity: 500, prices: [{ code: "ADULT", amount: "45.00" }] }));
const evening = variant(
  show,
  {
    externalId: "evening",
    leadPurchaseDay: 0,
    immediateBooking: false,
    names: { en: "Flamenco night", pt: "Noite de flamenco" },
  },
  { externalId: "evening-seat", schedules: [], events },
);
const apart = variant(
  evening,
  { externalId: "apart", name: "Noche en grupo", codePerPerson: true },
  { externalId: "apart-seat", schedules: [], events },
);

const named = variant(
  evening,
  { externalId: "named", name: "Noche con nombre", questions: { ...evening.questions, allPassengerNames: true } },
  { externalId: "named-seat", schedules: [], events },
);

let office: Backoffice;
let orders: Awaited<ReturnType<typeof sellAll>>;
let phone: Page;
before(async () => {
  const catalogue = { ...testCatalogue, products: [evening, apart, named] };
  office = await Backoffice.open({ now: new Date("2026-06-20T15:30:00Z"), catalogue });
  // The phone of both tests has every order on its list: each other device loads and stores the whole console.
  orders = await sellAll();
  phone = await gate(true);
});
after(() => office.close());

/** Sells an order. Returns its short codes. */
async function sold(item: string, { people = 2, eventOn = times[0]!, confirm = true, lang = "es" as Language } = {}) {
  const event = await eventId(office.app, item, eventOn);
  const { id } = await new Partner(office.app, { lang }).buy(event, { ADULT: people });
  const { ask } = await office.account("orders");
  if (confirm) await ask("POST", `/orders/${id}/confirm`, {});
  const codes = (await readPasses(office.app.store.database.db, [id!])).map(({ code }) => code);
  return { id: id!, event, codes, status: async () => (await ask("GET", `/orders/${id}`)).status as string };
}

/** Sells a confirmed order to each of these guests. */
async function sellToNamed(guests: [first: string, last: string][]): Promise<void> {
  const event = await eventId(office.app, "named-seat", times[0]!);
  const partner = new Partner(office.app);
  for (const [first, last] of guests) {
    const { questions, totalUsd } = await partner.validate(event, { ADULT: 2 });
    const answers = questions.map(({ code }) => ({ code, value: code === "passenger-first-name" ? first : last }));
    const { id } = await partner.book(event, { ADULT: 2 }, totalUsd!.value, { answers });
    await (await office.account("orders")).ask("POST", `/orders/${id}/confirm`, {});
  }
}

/** Sells what the tests admit. */
const sellAll = async () => ({
  party: await sold("evening-seat", { people: 3 }),
  later: await sold("evening-seat", { eventOn: times[1]! }),
  persons: await sold("apart-seat"),
  first: await sold("evening-seat", { lang: "en" }),
  second: await sold("evening-seat", { lang: "en" }),
  conflict: await sold("evening-seat"),
  named: await sellToNamed([
    ["José", "García Núñez"],
    ["Eva", "Garcés"],
  ]),
});

/** Opens a browser for an operator of the role door. */
async function gate(phone: boolean): Promise<Page> {
  const page = await office.visitor({ phone, servicesClock: true });
  await office.signIn(page.context(), (await office.account("door")).email);
  await office.visit(page, "/");
  return page;
}
const verdict = (page: Page, title: string) => page.getByRole("alert").getByRole("heading", { name: title }).waitFor();
/** Types a code and admits its guests with one click. */
async function admit(page: Page, code: string): Promise<void> {
  await field(page, "Code or reference").fill(code);
  await button(page, "Admit").click();
}
const next = async (page: Page) => {
  await button(page, "Next").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

test("one phone admits by short code and by name, and shows the same with and without network", async () => {
  const { party, later, persons, first, second } = orders;
  const page = phone;
  await page.getByRole("heading", { name: "Check-in" }).waitFor();
  assert.deepEqual(await violationsDayAndNight(page), []);

  // A code for all, with one click.
  await admit(page, `${party.codes[0]!.slice(0, 4).toLowerCase()}-${party.codes[0]!.slice(4)}`);
  await verdict(page, "Admitted");
  await page.getByRole("dialog").getByText("3 people", { exact: true }).waitFor();
  assert.deepEqual(await violationsDayAndNight(page), []);
  // A scanner continues to type into the field.
  await page.keyboard.type(party.codes[0]!);
  await page.keyboard.press("Enter");
  await verdict(page, "Already admitted");
  assert.deepEqual(await violationsDayAndNight(page), []);
  await next(page);

  // A code for each person.
  await admit(page, persons.codes[1]!);
  await verdict(page, "Admitted");
  await page.getByRole("dialog").getByText("1 of 2 inside").waitFor();
  await button(page, "Undo").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await admit(page, persons.codes[1]!);
  await verdict(page, "Admitted");
  await next(page);

  // Event and tickets are named in the language of the page.
  const texts = async (code: string) => {
    await admit(page, code);
    await verdict(page, "Admitted");
    await page
      .getByRole("dialog")
      .getByText(/^2 × Adult$/)
      .waitFor();
    const lines = (await page.getByRole("dialog").innerText()).split("\n");
    await next(page);
    return lines.filter((line) => /flamenco|Adult|ADULT|2026/.test(line));
  };
  const online = await texts(first.codes[0]!);
  assert.deepEqual(online, ["Noche de flamenco", "Butaca · Sat, 20 Jun 2026, 18:00", "2 × Adult"]);

  // A guest whose phone is dead.
  await page.getByText(/^Ready without connection until/).waitFor();
  const search = async (lastName: string) => {
    await field(page, "Last name").fill(lastName);
    await button(page, "Search").click();
  };
  await button(page, "Find a guest by name").click();
  await search("g");
  await seen(page, "Type two letters or more.");
  await search("GARC");
  for (const name of ["José G. N.", "Eva G."]) await button(page, `Admit ${name}`).waitFor();
  assert.deepEqual(await violationsDayAndNight(page), []);
  await button(page, "Admit José G. N.").click();
  await verdict(page, "Admitted");
  await next(page);
  assert.doesNotMatch(await page.locator("main").innerText(), /guest:/);

  await page.context().setOffline(true);
  await seen(page, /^No connection\. This device admits by its own list/);
  await search("nuñ");
  await page.getByRole("region", { name: "Find a guest" }).getByText("2 × Adult · 2 of 2 inside").waitFor();
  await search("garces");
  await button(page, "Admit Eva G.").click();
  await verdict(page, "Admitted");
  await seen(page, "Decided without connection");
  await next(page);
  await page.getByRole("listitem").filter({ hasText: "Eva G." }).filter({ hasText: "Admitted" }).waitFor();
  await page.reload();
  await seen(page, /^No connection\. This device admits by its own list/);
  assert.deepEqual(await texts(second.codes[0]!), online);
  await page.context().setOffline(false);
  await page.getByText(/admissions? waits? for the connection\. Do not sign out\.$/).waitFor({ state: "detached" });

  await chooseFrom(page, "Event", /20 Jun 2026, 18:00 · Noche de flamenco · /);
  await admit(page, later.codes[0]!);
  await verdict(page, "Another event");
  await becomes(() => button(page, "Admit anyway").count(), 0);
  await next(page);
});

test("two devices without network admit the same code, survive a reload, and both learn of the conflict", async () => {
  const { codes, event } = orders.conflict;
  const devices = [await gate(false), phone];
  for (const page of devices) await page.getByText(/^Ready without connection until/).waitFor();
  for (const page of devices) {
    await page.context().setOffline(true);
    await seen(page, /^No connection\. This device admits by its own list/);
    await admit(page, codes[0]!);
    await verdict(page, "Admitted");
    await seen(page, "Decided without connection");
    await seen(page, "2 of 2 inside");
    await next(page);
    await admit(page, codes[0]!);
    await verdict(page, "Already admitted");
    await next(page);
    await admit(page, "ZZZZ-ZZZZ");
    await verdict(page, "Unknown code");
    await next(page);
  }
  const [first, second] = devices as [Page, Page];
  await second.reload();
  await seen(second, "1 admission waits for the connection. Do not sign out.");
  await admit(second, codes[0]!);
  await verdict(second, "Already admitted");
  await next(second);
  assert.deepEqual(await violationsDayAndNight(second), []);
  for (const page of devices) {
    await page.context().setOffline(false);
    await page.getByText("1 admission waits for the connection. Do not sign out.").waitFor({ state: "detached" });
  }
  for (const page of [first, second]) {
    await page.getByRole("alert").getByText("The same code was admitted twice.").waitFor();
    const name = await page.evaluate(() => localStorage.getItem("paseo.door.device"));
    await page.getByRole("alert").getByText(`device ${name}`).waitFor();
  }
  assert.deepEqual(await violationsDayAndNight(first), []);
  await button(first, "Got it").click();
  const page = await office.operator("read-only", `/events/${event}/show`);
  await page.getByRole("alert").getByText("The same code was admitted twice.").waitFor();

  // Sign-out deletes the list, and the page no longer opens without network.
  const stored = () =>
    second.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open("paseo-door");
        request.onsuccess = () => resolve(request.result);
      });
      const keys = db.transaction("values").objectStore("values").getAllKeys();
      return new Promise((resolve) => {
        keys.onsuccess = async () => resolve([keys.result, await caches.keys()]);
      });
    });
  await becomes(() => stored(), [["list", "who"], ["paseo-door"]]);
  await second.getByRole("button", { name: /^Account of/ }).click();
  await second.getByRole("menuitem", { name: "Sign out" }).click();
  await second.getByRole("button", { name: "Sign in" }).waitFor();
  await becomes(() => stored(), [[], []]);
  for (const page of devices) await page.context().close();
});

test("without network a change fails at once and is not sent later, and a page that failed opens again", async () => {
  const waiting = await sold("evening-seat", { confirm: false });
  const page = await office.operator("owner", "/queue");
  await page.context().setOffline(true);
  await page
    .getByRole("button", { name: /^Confirm/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await seen(page, "The service cannot be reached. Check the connection and try again.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Partners", exact: true }).click();
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  // React reports the script that did not load; the test expects this report.
  office.faults.length = 0;
  await button(page, "Reload").click();
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  // The page opens again by itself.
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Partners", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Acme" }).first().waitFor();
  await office.go(page, "/queue");
  assert.equal(await waiting.status(), "waitsupplier");
});
