import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ecbFile } from "../../service/test/support/samples/ecb-file.ts";
import { becomes, hasValue, isDisabled } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** Currencies: manual rates, markups and the ECB file, each with a preview. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const preview = (page: Page) => page.getByRole("button", { name: "Preview" }).click();
const line = async (code: string) => (await office.account("read-only")).ask("GET", `/currencies/${code}`);

test("a markup is explained, previewed, saved and recorded in the history", async () => {
  const page = await office.operator("catalogue", "/currencies");
  await page.getByRole("link", { name: "EUR" }).click();
  await page.getByLabel("Markup", { exact: true }).fill("5");
  await seen(
    page,
    "EUR 100.00 cost partners US$116.67, and US$111.11 without the markup. Every dollar price of this currency is 5% higher.",
  );
  await preview(page);
  await seen(page, "The rate changes from 0.9 to 0.85714286 EUR per US dollar.");
  await seen(page, "Dollar prices in EUR change by +5%.");
  await seen(page, /1 product, 30 events/);
  const examples = page.getByRole("table", { name: "Examples in EUR" });
  assert.match(
    await examples.locator("tbody tr").first().innerText(),
    /flamenco · ADULT[\s\S]*EUR\s45.00\s+US\$50.00\s+US\$52.50/,
  );
  assert.equal((await line("EUR")).rate, "0.9", "a preview changes nothing");
  await page.getByLabel("Markup", { exact: true }).fill("3,5");
  await seen(page, "The form has changed since this preview. Preview again.");
  await isDisabled(page.getByRole("button", { name: "Save" }));
  await preview(page);
  await seen(page, "Dollar prices in EUR change by +3.5%.");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "EUR was saved.");
  await page.getByRole("img", { name: /^Rate of EUR/ }).waitFor();
  await page.getByRole("region", { name: "Rate history" }).getByText(page.email).waitFor();
  const { base, markup, origin } = await line("EUR");
  assert.deepEqual([base, markup, origin], ["0.9", "3.5", "hand"]);
});

test("after a conflict on a currency the typed values stay and can be saved", async () => {
  const page = await office.operator("catalogue", "/currencies/BRL");
  await page.getByLabel("Units per US dollar").fill("5.5");
  const { ask } = await office.account("owner");
  const { name, displaySymbol, active, revision } = await line("BRL");
  await ask("PUT", "/currencies/BRL", { name, displaySymbol, active, base: "5.4", markup: "1", revision });
  await preview(page);
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  await page.getByRole("button", { name: /current values/ }).click();
  await seen(page, /Another operator set the rate to 5.4 BRL per US dollar with a markup of 1%/);
  await hasValue(page.getByLabel("Units per US dollar"), "5.5");
  await preview(page);
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "BRL was saved.");
  assert.equal((await line("BRL")).base, "5.5");
});

test("a wrong currency is refused at its fields and saved after correction", async () => {
  const page = await office.operator("catalogue", "/currencies/create");
  await preview(page);
  await seen(page, "Correct 4 fields");
  await page.getByLabel("Code").fill("eur");
  await page.getByLabel("Name").fill("Franco suizo");
  await page.getByLabel("Symbol").fill("CHF");
  await page.getByLabel("Units per US dollar").fill("0,8");
  await preview(page);
  await page.getByRole("alert").getByText("There is a currency with this code already.").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Code" }).click();
  await becomes(() => page.focused().id, "currency-code");
  await page.getByLabel("Code").fill("CHF");
  await page.getByLabel("Markup", { exact: true }).fill("-60");
  await preview(page);
  await page
    .getByRole("alert")
    .getByText(/from -50 to 99/)
    .waitFor();
  await page.getByLabel("Markup", { exact: true }).fill("0");
  await preview(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "CHF · Swiss Franc" }).waitFor();
});

test("the ECB file sets exactly the previewed rates, with a new preview after a conflict", async () => {
  const page = await office.operator("catalogue", "/currencies/ecb");
  const give = (text: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "eurofxref-daily.xml", mimeType: "", buffer: Buffer.from(text) });
  await give("<rss/>");
  await seen(page, /is it the ECB's file\?/);
  await give(ecbFile({ USD: "1.0686", BRL: "5.7544" }));
  await seen(page, "Rates of Fri, 12 Jun 2026.");
  await seen(page, "The file does not have these currencies, so their rates do not change: CHF.");
  // A markup that changes in between changes the effect of the file.
  const { ask } = await office.account("owner");
  const { name, displaySymbol, active, base, revision } = await line("BRL");
  await ask("PUT", "/currencies/BRL", { name, displaySymbol, active, base, markup: "2", revision });
  await page.getByRole("button", { name: "Set 2 rates" }).click();
  await seen(page, /Another operator changed rates or markups/);
  await page.getByRole("button", { name: "Set 2 rates" }).click();
  await seen(page, "2 rates were set.");
  assert.deepEqual([(await line("EUR")).origin, (await line("BRL")).rate], ["ecb", "5.27940168"]);
  await give(ecbFile({ USD: "1.0686", BRL: "57.544" }, "2026-06-13"));
  await page.getByRole("button", { name: "Set 1 rate" }).click();
  await page
    .getByRole("dialog", { name: "A change of more than 20%" })
    .getByText(/^The rate of BRL changes/)
    .waitFor();
});

test("a read-only operator sees rates and cannot change them", async () => {
  const page = await office.operator("read-only", "/currencies");
  await page.getByRole("link", { name: "EUR" }).waitFor();
  await becomes(() => page.getByRole("link", { name: /ECB rates|New currency/ }).count(), 0);
  await office.go(page, "/currencies/EUR");
  await isDisabled(page.getByLabel("Markup", { exact: true }));
  await becomes(() => page.getByRole("button", { name: "Preview" }).count(), 0);
  await office.go(page, "/currencies/ecb");
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
});
