import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { payLink, readLinkPage } from "../../service/src/domain/payments/links.ts";
import { pressSandboxButton } from "../../service/src/payments/kinds/sandbox.ts";
import { eventIds } from "../../service/test/concurrency/booking.ts";
import { OctoServer } from "../../service/test/suppliers/octo/octo-server.ts";
import { someGuide } from "../../service/test/support/console.ts";
import { answersTo, Partner } from "../../service/test/support/partner.ts";
import { silent } from "../../service/test/support/samples/ordering.ts";
import { consoleFolder } from "../made-of.ts";
import * as english from "../src/i18n/en/index.ts";
import * as portuguese from "../src/i18n/pt/index.ts";
import { flattenTexts, type TextKey, type TextTable } from "../src/i18n/texts.ts";
import { Backoffice, testPassword, violationsDayAndNight } from "./support/browser.ts";

/**
 * Visits every page once: axe finds nothing in the light and the dark theme; on a phone no page is too wide and no text is missing. Add a
 * state of a page here, not an axe run in another file. `open` works in every language.
 */

interface State {
  path: string;
  open?: (page: Page) => Promise<unknown>;
  /** The page is checked before it is opened, too. Its opened state is no wider. */
  first?: boolean;
  /** The address to which `open` leads. */
  leadsTo?: string;
}

const octo = new OctoServer();
let office: Backoffice;
let states: State[];
/** Pages of a person of the partner with this id. */
let ownStates: State[];
let partnerId: string;
before(async () => {
  office = await Backoffice.open({
    // Nobody answers at this address. Without a mail server no letter can be written.
    config: { callbackAllowPrivate: true, smtpUrl: "smtp://127.0.0.1:9", mailFrom: "a@example.com" },
    tuning: { callbackGaps: { live: [], test: [] } },
  });
  const { db } = office.app.store.database;
  const partner = new Partner(office.app);
  const [boat] = (await eventIds(db, "boat")).slice(6);
  const shows = await eventIds(db, "show");
  const { questions, totalUsd } = await partner.validate(boat!, { ADULT: 2 });
  // Orders wait for as long as these tests take.
  const { orderContext } = office.app.app.service;
  const { suppliers } = orderContext;
  orderContext.suppliers = (stored) => (stored.kind === "octo" ? suppliers(stored) : silent);
  const answers = answersTo(questions);
  const callbackUrl = "http://127.0.0.1:9/nobody";
  const order = await partner.book(boat!, { ADULT: 2 }, totalUsd!.value, { answers, callbackUrl });
  const waiting = await partner.buy(shows[5]!, { ADULT: 2 });
  const kept = await partner.buy(shows[7]!, { ADULT: 2 });
  const { ask } = await office.account("owner");
  await ask("POST", `/orders/${order.id}/confirm`, { confirmation: "T-1", why: "by telephone" });
  await ask("POST", `/orders/${order.id}/notes`, { note: "The traveller called." });
  await ask("POST", `/orders/${order.id}/cancel`, {});
  await ask("POST", `/orders/${kept.id}/confirm`, {});
  const sold = await partner.buy(shows[6]!, { ADULT: 2 });
  await ask("POST", `/orders/${sold.id}/confirm`, {});
  const wish = { kind: "cancel", eventIds: [shows[6]!] };
  const { digest } = await ask("POST", "/bulk-actions/preview", wish);
  const action = randomUUID();
  await ask("POST", "/bulk-actions", { ...wish, refund: "full", id: action, digest });
  const owed = await ask("POST", "/orders", {
    ...{ id: randomUUID(), eventId: shows[11], tickets: [{ code: "ADULT", quantity: 1 }], lang: "es" },
    ...{ name: "Nora", lastName: "Pérez", email: "nora@example.com", totalUsd: "50.00", method: "account" },
  });
  // A guest pays a deposit online, and another amount than was asked for.
  const { payments } = office.app.app.service;
  const { sandbox } = payments.context;
  await ask("PUT", "/payment-kinds/sandbox", { enabled: true, settings: {}, revision: 0 });
  const link = { id: randomUUID(), amount: "20.00" };
  const { links } = await ask("POST", `/orders/${owed.id}/payment-links`, link);
  const code = new URL(links[0].url).pathname.split("/").at(-1)!;
  const paying = { isReturn: false, now: office.app.clock.now };
  const page = (await readLinkPage(payments, code, paying))!;
  const started = await payLink(payments, page, { kind: "sandbox", query: "" }, paying.now);
  assert.ok(started?.outcome === "open");
  await pressSandboxButton(sandbox!, started.checkout.providerId!, "pay-less", () => office.app.clock.now);
  await readLinkPage(payments, code, { ...paying, isReturn: true });
  // A group has blocked seats, and a guide has the event on which they are.
  const guide = await office.account("guide");
  const { resourceId } = await guide.ask("GET", "/session");
  const blocked = { name: "Colegio San José", contact: "Ana Ruiz, 600 000 000", note: "", seats: 18 };
  await ask("POST", `/events/${shows[1]}/blocks`, { ...blocked, seats: 4, release: "2026-06-16T09:00" });
  await ask("POST", `/events/${shows[12]}/blocks`, { ...blocked, release: "2026-06-20T12:00" });
  const { blocks } = await ask("GET", `/events/${shows[12]}`);
  await ask("POST", "/resources", { ...someGuide, name: "Bruno" });
  const { itemId, eventOn: guided } = await ask("GET", `/events/${shows[8]}`);
  const requirements = [{ resources: [resourceId], peoplePerUnit: null, minutes: 60 }];
  await ask("PUT", `/items/${itemId}/requirements`, { requirements, revision: 0 });
  await partner.buy(shows[8]!, { ADULT: 2 });
  // Names and addresses as long as they may be.
  await octo.open();
  const company = "Compañía de teatro y danza de la comunidad autónoma de ".repeat(3).trim();
  const url = `https://teatro.example/${"segment-of-a-long-address".repeat(8)}`;
  await ask("POST", "/suppliers", { externalId: "a".repeat(128), name: company, kind: "http", settings: { url } });
  const settings = { endpoint: octo.url, key: "key" };
  await ask("POST", "/suppliers", { externalId: "agency", name: "Agency", kind: "octo", settings });
  // A rate that has changed has a chart.
  const { name, displaySymbol, active, base, revision } = await ask("GET", "/currencies/EUR");
  await ask("PUT", "/currencies/EUR", { name, displaySymbol, active, base, markup: "2", revision });
  await partner.validate(shows[4]!, { ADULT: 99 });
  await office.app.app.service.usage.write(db);
  const first = async (path: string) => (await ask("GET", path)).data[0].id as string;
  const product = await first("/products?q=boat");
  partnerId = await first("/partners?q=acme");
  // The partner sold by terms two days ago, so there is a statement.
  const rule = { percent: "15" };
  const lines = [{ productId: product, itemId: null, ticket: "ADULT", firstOn: "2026-06-01", lastOn: null, rule }];
  const list = await ask("POST", "/price-lists", { name: "Agencias y recepciones de hoteles" });
  await ask("POST", `/price-lists/${list.id}/versions`, { lines });
  const limit = { kind: "credit", amount: "40.00", currencyCode: "EUR", warnBelow: "20.00" };
  const content = {
    ...{ basis: "commission", collects: "partner", percent: "20", percentOf: "price", extras: false },
    ...{ dueOn: "sale", afterCancellation: "share", noShow: "as-sold" },
    ...{ paymentDays: 30, period: "month", currencyCode: null, limit },
  };
  await ask("POST", `/events/${shows[14]}/close`, {});
  const seats = { partnerIds: [partnerId], itemId, kind: "guaranteed", seats: 2, releaseHours: 24 };
  const { allotment } = await ask("POST", "/allotments", { ...seats, from: "2026-06-25", to: "2026-06-27" });
  const { clock } = office.app;
  const present = clock.now;
  clock.now = new Date(present.getTime() - 2 * 86_400_000);
  await ask("POST", `/partners/${partnerId}/terms`, { content, priceListId: list.id, lines });
  const byTerms = await partner.buy(shows[13]!, { ADULT: 1 });
  await ask("POST", `/orders/${byTerms.id}/confirm`, {});
  clock.now = present;
  const lastOn = new Date(present.getTime() - 86_400_000).toISOString().slice(0, 10);
  const statement = await ask("POST", `/partners/${partnerId}/statements`, { currencyCode: "EUR", lastOn });
  const paid = { id: randomUUID(), currencyCode: "EUR", amount: "20.00", paidOn: lastOn, method: "transfer" };
  await ask("POST", `/partners/${partnerId}/payments`, paid);
  const run = await ask("POST", "/statement-runs", { lastOn, period: "all" });
  await ask("POST", "/sites", { code: "SWEEP", name: "Sierra Tours", host: null, path: "/sweep", setPages: true });
  const message = await first("/callbacks?partner=acme");
  ownStates = [
    { path: "/own/account" },
    { path: "/own/orders" },
    { path: `/own/orders/${order.id}` },
    { path: "/own/statements" },
    { path: `/own/statements/${statement.id}` },
    { path: "/own/terms", open: (page) => page.locator("main summary").first().click() },
    { path: "/own/allotments" },
    { path: `/own/allotments/${allotment.id}` },
    { path: "/own/messages" },
    { path: `/own/messages/${message}` },
    { path: "/own/requests" },
    { path: "/own/access", open: (page) => press(page, "partners.keys.make"), first: true },
  ];
  // Neighbours are of different routes: `go` waits for another heading.
  states = [
    { path: "/", open: showTables, first: true },
    { path: "/queue", open: askToConfirm, first: true },
    { path: "/", open: showReports("checks") },
    { path: "/orders", open: showMoreFilters },
    { path: "/orders/create" },
    { path: `/orders/${order.id}/show` },
    { path: `/orders/${kept.id}/change`, open: quoteChange },
    { path: "/refunds" },
    { path: "/payments" },
    { path: "/", open: showReports("systems") },
    { path: `/orders/create?eventId=${shows[9]}`, open: sellWithoutPayment },
    { path: "/closing", open: search },
    { path: `/orders/${owed.id}/show`, open: (page) => press(page, "payments.order.create"), first: true },
    { path: `/orders/create?eventId=${shows[10]}`, open: sell },
    { path: `/orders/${waiting.id}/show` },
    { path: `/orders/create?eventId=${shows[12]}&block=${blocks[0].id}`, open: sellToGroup },
    { path: `/orders/${kept.id}/show`, open: (page) => press(page, "orders.action.cancel.button") },
    { path: "/orders?", open: showBesideList, first: true },
    { path: "/door", open: refuseCode },
    { path: "/products" },
    { path: "/products/create" },
    { path: "/products/change" },
    { path: `/products/${product}`, open: fillEveryList },
    { path: `/products/${product}/show` },
    { path: `/products/${await first("/products?q=museum")}`, open: reviewProduct },
    { path: "/events?month=2026-06" },
    { path: listOf({ from: "2026-06-20", to: "2026-06-21" }), open: changeInPlace, first: true },
    { path: `/events/${boat}/show`, open: (page) => choose(page, "day.priceChange.button"), first: true },
    { path: `/events/${shows[7]}/act/tell`, open: previewLetter },
    { path: `/events/${shows[12]}/show`, open: (page) => choose(page, "blocks.button"), first: true },
    { path: listOf({ from: "2026-06-22", to: "2026-06-23" }), open: selectAll },
    { path: `/events/${shows[8]}/show`, open: (page) => page.getByRole("checkbox").first().check() },
    {
      path: listOf({ from: "2026-06-23", to: "2026-06-23" }),
      leadsTo: "/events/act/cancel",
      open: async (page) => {
        await selectAll(page);
        await page.getByRole("link", { name: says("bulk.ofEvents.cancel") }).click();
        await page.getByRole("region", { name: says("bulk.concerned") }).waitFor();
      },
    },
    { path: `/bulk-actions/${action}/show` },
    { path: "/ticket-types", open: (page) => press(page, "products.action.edit") },
    { path: "/letters" },
    { path: "/events/change?from=2026-06-24&to=2026-06-25&scope=all", open: previewEvents },
    { path: "/suppliers", open: (page) => press(page, "operators.change.button"), first: true },
    { path: "/resources", open: addResource, first: true },
    { path: "/suppliers?", open: offerImports },
    { path: `/guides/${resourceId}`, open: makeCalendar, first: true },
    { path: `/guides/${resourceId}/events/${shows[8]}` },
    { path: "/resource-plan?day=2026-06-20" },
    { path: `/day?${new URLSearchParams({ day: guided.slice(0, 10) })}`, open: openInDay, first: true },
    { path: `/resource-plan?${new URLSearchParams({ day: guided.slice(0, 10), resource: resourceId })}` },
    { path: "/day?day=2026-06-20&by=product" },
    { path: "/resources?", open: (page) => press(page, "operators.invite.button") },
    { path: "/currencies" },
    { path: "/currencies/create", open: submit },
    { path: "/currencies/ecb" },
    { path: "/currencies/EUR", open: previewMarkup },
    { path: "/pages" },
    { path: "/pages/made" },
    { path: "/pages/create", open: submit },
    { path: `/pages/${await first("/pages")}` },
    { path: "/white-labels" },
    { path: "/sites" },
    { path: "/exchange", open: importWrongFile },
    { path: "/partners", open: createPartner, first: true },
    { path: `/partners/${partnerId}/show` },
    { path: "/changes" },
    { path: "/sites/SWEEP/show", open: (page) => press(page, "site.address.change"), first: true },
    { path: "/allotments" },
    { path: `/changes/${await first("/changes")}/show` },
    { path: "/allotments/create" },
    { path: "/sites/create", open: (page) => page.getByRole("radio").last().check() },
    { path: "/refused-orders" },
    { path: `/allotments/${allotment.id}` },
    { path: "/price-lists", open: (page) => press(page, "priceLists.create") },
    { path: `/partners/${partnerId}/terms`, open: (page) => press(page, "terms.line.add"), first: true },
    { path: `/price-lists/${list.id}/show` },
    { path: `/partners/${partnerId}/statement` },
    { path: `/price-lists/${list.id}/version`, open: showPrices },
    { path: "/statements" },
    { path: "/statements/run" },
    { path: `/statements/runs/${run.id}` },
    {
      path: "/statements/bank",
      open: (page) =>
        page.locator("input[type=file]").setInputFiles({
          ...{ name: "bank.csv", mimeType: "text/csv" },
          buffer: Buffer.from("Fecha;Concepto;Importe\n20/06/2026;Acme;42,00"),
        }),
    },
    { path: `/partners/${partnerId}/count` },
    { path: `/partners/${partnerId}/show`, open: (page) => press(page, "statements.payments.record") },
    { path: `/statements/${statement.id}/show` },
    { path: "/callbacks" },
    { path: `/callbacks/${await first("/callbacks")}/show` },
    { path: "/home", open: openChannels },
    { path: "/account", open: beginSecondFactor },
    { path: "/operators", open: (page) => page.getByRole("main").getByRole("button").first().click(), first: true },
    { path: "/account", open: turnSecondFactorOn },
    { path: "/audit", open: (page) => page.getByRole("main").locator("button[aria-expanded]").last().click() },
    { path: "/account", open: askToTurnSecondFactorOff },
    { path: "/operators?", open: (page) => press(page, "operators.sessions.button") },
    { path: "/nowhere" },
  ];
});
after(async () => {
  await office.close();
  await octo.close();
});

const tables = [english, portuguese].map((table) => flattenTexts(table as TextTable));
/** Matches the beginning of a text of the console, in the languages of this file. */
const says = (key: TextKey): RegExp => {
  const forms = tables.flatMap((table) => table.get(key)!.split(" |||| "));
  const patterns = forms.map((form) => form.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/%\{\w+\}/g, ".*"));
  return new RegExp(`^(${patterns.join("|")})`);
};
const press = (page: Page, key: TextKey) =>
  page
    .getByRole("button", { name: says(key) })
    .first()
    .click();
async function choose(page: Page, key: TextKey): Promise<void> {
  await press(page, "frame.action.more");
  await page.getByRole("menuitem", { name: says(key) }).click();
  await page.getByRole("dialog").waitFor();
}
const isPhone = (page: Page): boolean => page.viewportSize()!.width < 600;
/** A field of a dialog or a form, by a text of the console. */
const labelled = (page: Page, key: TextKey) => page.getByLabel(says(key)).first();

const listOf = (filter: object) => `/events/list?filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;
const submit = (page: Page) => page.locator("main button[type=submit]").last().click();
const give = (page: Page, name: string, text: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });

async function showTables(page: Page): Promise<void> {
  const closed = page.locator("main section button[aria-pressed=false]:has(svg)");
  while ((await closed.count()) > 0) await closed.first().click();
  // While the pointer is on its button, a tooltip is outside of every landmark.
  await page.locator("h1").focus();
  await page.waitForFunction(() => document.querySelector('[role="tooltip"]') === null);
}
const showReports = (tab: "best" | "checks" | "systems") => async (page: Page) => {
  await page.getByRole("tab", { name: says(`dashboard.reports.${tab}`) }).click();
  await showTables(page);
};
async function askToConfirm(page: Page): Promise<void> {
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await page.getByRole("dialog").waitFor();
}
async function showMoreFilters(page: Page): Promise<void> {
  await press(page, isPhone(page) ? "frame.action.filters" : "frame.action.moreFilters");
  // While the list loads, its text is dimmed.
  const filtered = page.waitForResponse(/\/admin\/api\/orders\?.*placedFrom/);
  await labelled(page, "orders.list.placedFrom").fill("2026-06-01");
  await filtered;
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}
async function showBesideList(page: Page): Promise<void> {
  if (isPhone(page)) return;
  await page.locator("tbody tr").first().waitFor();
  for (const key of ["j", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("link", { name: says("lists.panel.page") }).waitFor();
}
async function quoteChange(page: Page): Promise<void> {
  await page.getByLabel(/^Adulto?$/).fill("3");
  await press(page, "amendment.quote");
  await page.getByText(says("amendment.expires")).waitFor();
}
async function sellWithoutPayment(page: Page): Promise<void> {
  await press(page, "sale.more");
  await press(page, "sale.sellFor");
  await page.getByText(says("sale.chooseMethod")).first().waitFor();
}
async function sell(page: Page): Promise<void> {
  await press(page, "sale.more");
  await press(page, "sale.method.card");
  await press(page, "sale.sellFor");
  await page.getByRole("button", { name: says("sale.next") }).waitFor();
}
async function showPrices(page: Page): Promise<void> {
  await labelled(page, "terms.preview.day").fill("2026-06-18");
  await press(page, "terms.preview.button");
  await page.getByRole("table", { name: says("terms.preview.title") }).waitFor();
}
async function sellToGroup(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: /^Adulto?$/ }).fill("15");
  await press(page, "sale.method.account");
  await labelled(page, "balance.deposit").fill("200");
  await press(page, "sale.sellFor");
  await page.getByText(says("sale.chooseMethod")).first().waitFor();
}
async function search(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("boat");
  await page.getByRole("option").nth(2).waitFor();
}
/** Adds an entry to every list of the form, which then has an error for each. */
async function fillEveryList(page: Page): Promise<void> {
  const collapsed = page.getByRole("button", { name: new RegExp(`${says("productForm.form.more").source}: `) });
  await collapsed.first().waitFor();
  while ((await collapsed.count()) > 0) await collapsed.first().click();
  const adding = page.getByRole("button", { name: /^(Add: |Adicionar: |Add a |Adicionar uma )/ });
  await adding.first().waitFor();
  for (let n = (await adding.count()) - 1; n >= 0; n--) await adding.nth(n).click();
  await press(page, "productForm.form.review");
  await page.getByRole("alert").first().waitFor();
}
async function reviewProduct(page: Page): Promise<void> {
  await page.locator("#product-name").fill("Museum");
  await press(page, "productForm.form.review");
  await page.getByRole("dialog").getByRole("button").nth(1).waitFor();
}
async function changeInPlace(page: Page): Promise<void> {
  if (!isPhone(page)) await press(page, "lists.inline.seats");
}
async function selectAll(page: Page): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /2026/ });
  await boxes.nth(1).waitFor();
  for (const box of await boxes.all()) await box.check();
  await page.getByRole("link", { name: says("bulk.ofEvents.cancel") }).waitFor();
}
async function previewLetter(page: Page): Promise<void> {
  await page.locator("textarea:not([aria-hidden])").last().fill("Bring an umbrella, {guest}.");
  await submit(page);
  await page.getByRole("region", { name: says("bulk.concerned") }).waitFor();
}
async function addResource(page: Page): Promise<void> {
  await press(page, "resources.create");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(says("resources.limited")).click();
  await dialog.getByRole("button", { name: says("resources.addHours") }).click();
  await dialog.getByRole("button", { name: says("resources.create") }).click();
  await dialog.locator("[aria-invalid=true]").first().waitFor();
}
async function openInDay(page: Page): Promise<void> {
  if (isPhone(page)) return;
  await page.locator("[data-block]").first().click();
  await page.getByRole("link", { name: says("day.manifest.title") }).waitFor();
}
async function offerImports(page: Page): Promise<void> {
  await press(page, "suppliers.import.button");
  await page.getByRole("dialog").getByRole("checkbox").first().check();
}
async function makeCalendar(page: Page): Promise<void> {
  const made = page.getByRole("dialog").getByRole("textbox");
  await page.getByRole("region").last().getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("button").last().click();
  await made.waitFor();
}
async function createPartner(page: Page): Promise<void> {
  await press(page, "partners.create.button");
  await page.getByRole("dialog").getByRole("button").last().click();
  await page.getByRole("dialog").locator("[aria-invalid=true]").first().waitFor();
}
async function refuseCode(page: Page): Promise<void> {
  await page.getByRole("textbox").fill("made-up");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
}
async function previewEvents(page: Page): Promise<void> {
  await page.locator("form button:has(svg)").last().click();
  await page.getByRole("textbox").last().fill("10");
  await submit(page);
  await page.locator("ins").first().waitFor();
}
async function previewMarkup(page: Page): Promise<void> {
  await page.locator("#currency-markup").fill("9");
  await submit(page);
  await page.locator("ins").first().waitFor();
  await page.getByRole("img").last().waitFor({ state: "attached" });
}
async function importWrongFile(page: Page): Promise<void> {
  const rows = `${"x".repeat(120)},seat,2026-06-20\nshow,${"🎭".repeat(40)},2026-06-20\n`;
  await give(page, "bad.csv", `product,item,date\n${rows}`);
  await page.getByRole("table").waitFor();
}
async function openChannels(page: Page): Promise<void> {
  const closed = page.locator("main button[aria-expanded=false]");
  await closed.first().waitFor();
  while ((await closed.count()) > 0) await closed.first().click();
  const summaries = page.locator("main summary");
  await summaries.first().waitFor();
  for (const summary of await summaries.all()) await summary.click();
}
async function beginSecondFactor(page: Page): Promise<void> {
  await page.getByRole("region").nth(2).getByRole("button").click();
  await page.getByRole("main").getByRole("img").waitFor();
}
async function turnSecondFactorOn(page: Page): Promise<void> {
  await beginSecondFactor(page);
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const timestamp = office.app.clock.now.getTime();
  await page.getByRole("region").nth(2).getByRole("textbox").first().fill(new TOTP({ secret }).generate({ timestamp }));
  await labelled(page, "account.proof.password").fill(testPassword);
  await press(page, "account.factor.confirm");
  await page.getByRole("button", { name: says("account.recovery.done") }).waitFor();
}
async function askToTurnSecondFactorOff(page: Page): Promise<void> {
  // Until the recovery codes are saved, the loaded console takes the factor for off.
  await page.reload();
  await press(page, "account.factor.remove");
  await press(page, "account.proof.useCode");
  await page.getByRole("button", { name: says("account.proof.usePassword") }).waitFor();
}

async function enter(page: Page, path: string): Promise<void> {
  // The search is a dialog of every page.
  await page.keyboard.press("Escape");
  await office.enter(page, path);
}

test("axe finds no violations on any page, in the light and the dark theme", async () => {
  const found: string[] = [];
  const check = async (page: Page, path: string) => {
    for (const one of await violationsDayAndNight(page)) found.push(`${path}: ${one}`);
  };
  const page = await office.operator("owner", "/account?");
  for (const { path, open, first } of states) {
    await enter(page, path);
    if (first) await check(page, path);
    await open?.(page);
    if (open || !first) await check(page, `${path}${open ? ", opened" : ""}`);
  }
  const person = await office.operator("partner", "/account?", { of: partnerId });
  for (const { path, open, first } of ownStates) {
    await enter(person, path);
    if (first) await check(person, path);
    await open?.(person);
    if (open || !first) await check(person, `${path}${open ? ", opened" : ""}`);
  }
  const visitor = await office.visitor();
  for (const path of [
    "/login",
    `/welcome/${await office.invite("axe@example.com", "Axe")}`,
    "/welcome/over",
    "/sign-in/over",
  ]) {
    await office.visit(visitor, path);
    await check(visitor, path);
  }
  assert.deepEqual(found, []);
});

test("no page overflows a phone, and no text is missing", async () => {
  const found: string[] = [];
  const pages = async (page: Page, some: State[]) => {
    for (const { path, open, first } of some) {
      await enter(page, path);
      if (!first) await open?.(page);
      const shown = await page.locator("body").innerText();
      for (const [text] of [...shown.matchAll(keys), ...shown.matchAll(/%\{|\|\|\|\|/g)])
        found.push(`${path}: ${text}`);
      const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      if (width! > window!) found.push(`${path} is ${width} wide`);
    }
  };
  const phone = { phone: true, lang: "pt" } as const;
  await pages(await office.operator("partner", "/account?", { ...phone, of: partnerId }), ownStates);
  await pages(await office.operator("owner", "/account?", phone), [...states, { path: "/login" }]);
  assert.deepEqual(found, []);
});

/** Matches the key of a text, which the console shows when the text is missing. */
const keys = new RegExp(`\\b(${Object.keys(english).join("|")})\\.[a-z]\\w*\\.\\w+`, "g");

test("a missing text would be detected", () => {
  const paths = [...flattenTexts(english as TextTable).keys()].filter((path) => path.split(".").length > 2);
  assert.ok(paths.length > 400);
  for (const path of paths) assert.equal(path.match(keys)?.length, 1, path);
});

test("every page of the application is visited, but for the parts, which have a test of their own", async () => {
  const source = await readFile(`${consoleFolder}src/App.tsx`, "utf8");
  const ofOwn = await readFile(`${consoleFolder}src/own/OwnPages.tsx`, "utf8");
  const ownRoutes = [...ofOwn.matchAll(/<Route path="([^"*]+)"/g)].map(([, route]) => `/own/${route}`);
  assert.equal(ownRoutes.length, ownStates.length);
  const ofApp = [...source.matchAll(/^\s*(?:\[|\{ path: )?"(\/[^"]*)",/gm)].map(([, route]) => route!);
  const routes = [...ofApp.filter((route) => route !== "/own/*"), ...ownRoutes];
  assert.ok(routes.length > 60, `${routes.length} routes`);
  const isVisited = (route: string) => {
    const shape = new RegExp(`^${route.replaceAll(/:\w+/g, "(?!create|change|ecb|made)[^/]+")}$`);
    return [...states, ...ownStates].some(({ path, leadsTo = path }) =>
      [path, leadsTo].some((one) => shape.test(one.split("?")[0]!)),
    );
  };
  assert.deepEqual(
    routes.filter((route) => !isVisited(route) && !/^\/(login|welcome|sign-in|parts)/.test(route)),
    [],
  );
});
