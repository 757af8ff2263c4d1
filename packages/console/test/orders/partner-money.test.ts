import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { chooseFrom } from "../support/controls.ts";
import { Backoffice, type Page, seen } from "../support/dom.ts";

/** Terms with their preview, a statement from its draft to its payment, statements of all partners, bank files and counts. */

let office: Backoffice;
let acme: string;
before(async () => {
  office = await Backoffice.open();
  acme = (await (await office.account("owner")).ask("GET", "/partners?q=acme")).data[0].id;
});
after(() => office.close());

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function addLine(page: Page): Promise<void> {
  await press(page, "Add a line");
  const dialog = page.getByRole("dialog");
  await chooseFrom(page, "Ticket", /^Child/);
  await dialog.getByLabel("Percentage").fill("50");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.waitFor({ state: "detached" });
}

test("without statements the page says how they are issued", async () => {
  const page = await office.operator("owner", "/statements", { lang: "es" });
  await seen(page, "Emítalos aquí para todos los socios, o en la página de cada socio.");
  await page.getByRole("link", { name: "Emitir a todos los socios" }).click();
  await seen(page, "Ningún socio tiene cuenta todavía");
});

test("terms are previewed, refused at their lines, saved, and shown in plain words", async () => {
  const page = await office.operator("owner", `/partners/${acme}/show`);
  await card(page, "Terms")
    .getByText(/^This partner has no terms yet/)
    .waitFor();
  await page.getByRole("link", { name: "New terms" }).click();
  await page.getByLabel("Commission (%)").fill("120");
  await press(page, "Save terms");
  await seen(page, "Correct 1 field");
  await page.getByLabel("Commission (%)").fill("12.5");
  await addLine(page);
  await addLine(page);

  await page.getByLabel("Day", { exact: true }).fill("2026-06-18");
  await press(page, "Show the prices");
  const prices = page.getByRole("table", { name: "Prices" });
  await prices
    .getByText(/Line 1/)
    .first()
    .waitFor();
  // 12.5 % of 45.00 is 5.625; a child has a line of its own.
  assert.match(await prices.innerText(), /Noche de flamenco · Adult.*General\s+€45.00\s+€5.63\s+€39.37/);
  assert.match(await prices.innerText(), /Noche de flamenco · Child.*Line 1\s+€22.50\s+€11.25\s+€11.25/);

  await press(page, "Save terms");
  await seen(page, "Lines 1 and 2 apply to the same tickets on the same days, and neither is more specific.");
  await press(page, "Remove: line 2");
  await seen(page, "The form has changed since this preview. Preview again.");
  await press(page, "Save terms");
  await page.getByRole("heading", { level: 1, name: /^Acme/i }).waitFor();
  const terms = card(page, "Terms");
  await terms.getByText("Commission 12.5% of the price.").waitFor();
  await terms.getByText(/The partner collects. Statement monthly, to be paid in 30 days./).waitFor();
  await terms.getByText("1 exception").waitFor();
});

const content = {
  ...{ basis: "commission", collects: "partner", percent: "20", percentOf: "price", extras: false },
  ...{ dueOn: "sale", afterCancellation: "share", noShow: "as-sold" },
  ...{ paymentDays: 30, period: "month", currencyCode: null, limit: null },
};

/** Reads what a refund of an order on the partner's account does, in a quote and before a cancellation. Changes nothing. */
async function readRefunds(id: string): Promise<void> {
  const page = await office.operator("owner", `/orders/${id}/change`);
  await page.getByLabel("Adult").fill("1");
  await press(page, "Calculate");
  await card(page, "Quote")
    .getByText(/partner pays its guest back.*as Partner's account/)
    .waitFor();
  const shown = await office.operator("owner", `/orders/${id}/show`);
  await press(shown, "Cancel the order");
  await shown.getByRole("dialog").getByText("The partner's account has it", { exact: false }).waitFor();
}

test("a statement is drafted, issued and settled by a payment", async () => {
  const { app } = office;
  // Its terms replace those of the test before.
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const before = await office.account("owner");
  await before.ask("POST", `/partners/${acme}/terms`, { content, priceListId: null, lines: [] });
  const [event] = (await eventIds(app.store.database.db, "show")).slice(8);
  const order = await new Partner(app).buy(event!, { ADULT: 2 });
  await before.ask("POST", `/orders/${order.id}/confirm`, {});
  await readRefunds(order.id!);
  app.clock.now = new Date(app.clock.now.getTime() + 31 * 86_400_000);

  const page = await office.operator("owner", `/partners/${acme}/statement`);
  await page.getByRole("link", { name: order.reference! }).waitFor();
  const issue = page.getByRole("button", { name: "Issue statement" });
  const lastOn = await page.getByLabel("Last day").inputValue();
  await page.getByLabel("Last day").fill(app.clock.now.toISOString().slice(0, 10));
  await seen(page, "The period is not over.");
  assert.equal(await issue.isDisabled(), true);
  await page.getByLabel("Last day").fill(lastOn);
  await page.getByText("The period is not over.").waitFor({ state: "detached" });
  await press(page, "Issue statement");
  const dialog = page.getByRole("dialog");
  // Twice 45.00 less 20 %.
  await dialog.getByText("The balance is €72.00.", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Issue statement" }).click();
  await page.getByRole("heading", { level: 1, name: /^Statement [A-Z]+-0001$/ }).waitFor();
  await page.getByRole("link", { name: order.reference! }).waitFor();
  for (const format of ["PDF", "XLSX", "CSV"]) await page.getByRole("button", { name: `Download ${format}` }).waitFor();

  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  await page.getByRole("link", { name: /^Acme/ }).click();
  await card(page, "Account").getByText("€72.00").first().waitFor();
  await press(page, "Record payment");
  await dialog.getByLabel("Amount").fill("30");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await card(page, "Statements")
    .getByText(/: €42.00$/)
    .waitFor();
  await press(page, "Record payment");
  await dialog.getByLabel("Amount").fill("42");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await card(page, "Account").getByText("Settled").waitFor();
  await card(page, "Account").getByText("Nothing is owed (EUR)").waitFor();
  await page.getByRole("button", { name: /^Delete: €42.00/ }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await card(page, "Account").getByText("The partner owes (EUR)").waitFor();
});

const choose = (page: Page, name: string, text: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("a bank's file has its columns chosen once, sure rows recorded together, and nothing recorded twice", async () => {
  const account = await office.account("owner");
  const { number, partnerName } = (await account.ask("GET", "/statements")).data[0];
  const file = [
    "Movimientos",
    "Fecha;Concepto;Importe",
    `20/07/2026;Extracto ${number.replace("-", " ")};42,00`,
    "21/07/2026;Comisión;-1,50",
    `22/07/2026;${partnerName};7,00`,
    `23/07/2026;${partnerName};x`,
  ].join("\n");
  const page = await office.operator("owner", "/statements/bank");
  await choose(page, "movements.csv", file);
  await page.getByLabel("Name of the account").fill("Sabadell");
  await press(page, "Keep the columns");
  const sure = card(page, "Sure (1)");
  await sure.getByRole("link", { name: new RegExp(`^Pays ${number} of Acme`, "i") }).waitFor();
  await card(page, "To check (1)")
    .getByText(/^No open statement has exactly this amount/)
    .waitFor();
  await card(page, "Without a partner (1)").getByText("Names no partner").waitFor();
  await page.getByText("1 row was not read").waitFor();
  await press(page, "Record the sure payment");
  await seen(page, "1 payment was recorded.");
  await sure.waitFor({ state: "detached" });
  await card(page, "Recorded already (1)").waitFor();
  // The columns are kept, and the row of the same file is known.
  await choose(page, "again.csv", file);
  await card(page, "Recorded already (1)").waitFor();
  await page.getByRole("button", { name: /^Record: Row 5/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record" }).click();
  await card(page, "Recorded already (2)").waitFor();
  assert.equal((await account.ask("GET", "/statements")).data[0].state, "settled");
});

test("a partner's count shows what differs, and each difference leads to its order", async () => {
  const [{ reference }] = (await (await office.account("owner")).ask("GET", "/orders?partner=acme")).data;
  const page = await office.operator("owner", `/partners/${acme}/count`);
  await page.getByLabel("First day").fill("2026-06-01");
  await page.getByLabel("Last day").fill("2026-08-31");
  await choose(page, "count.csv", `Localizador,Total\n${reference},80.00\nAG-9,5.00\n`);
  await press(page, "Keep the columns");
  await page.getByRole("heading", { name: /^2 differences/ }).waitFor();
  await page.getByRole("link", { name: reference }).waitFor();
  await chooseFrom(page, "Difference", /^Missing here \(1\)/);
  await page.getByRole("link", { name: reference }).waitFor({ state: "detached" });
  await seen(page, "The partner lists it, and no order of the period has this reference.");
});

test("statements of all partners are previewed, issued in one action, and listed with the run", async () => {
  const { app } = office;
  const lastOn = new Date(app.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const page = await office.operator("owner", "/statements/run", { servicesClock: true });
  await page.getByLabel("Last day").fill(lastOn);
  await seen(page, "1 statement would be issued");
  await page.getByRole("button", { name: "Issue 1 statement" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue 1 statement" }).click();
  await seen(page, "The run has ended.");
  const path = page.url();
  await page.getByRole("link", { name: /-0002$/ }).waitFor();
  // A reload shows the same run.
  await office.visit(page, path.slice(path.indexOf("#") + 1));
  await page.getByRole("link", { name: /-0002$/ }).waitFor();
  await office.go(page, "/statements/run");
  await page.getByRole("link", { name: /^Statements until/ }).waitFor();
});
