import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { signedIn } from "../../../service/test/support/console.ts";
import { eventId } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { Clicks } from "../support/clicks.ts";
import { becomes, chooseFrom } from "../support/controls.ts";
import { Backoffice } from "../support/dom.ts";

/** A new user closes the day before, and gets the last month for the accountant. */

const own = variant(show, { externalId: "own", immediateBooking: true, taxRate: "21" }, { externalId: "own-seat" });

let office: Backoffice;
let sold: { id: string };
before(async () => {
  office = await Backoffice.open({ catalogue: { ...testCatalogue, products: [own] } });
  const seller = await signedIn(office.app, "orders");
  sold = await seller.ask("POST", "/orders", {
    ...{ id: randomUUID(), eventId: await eventId(office.app, "own-seat", "2026-06-20T20:00"), lang: "es" },
    ...{ tickets: [{ code: "ADULT", quantity: 2 }], totalUsd: "100.00", method: "cash" },
  });
  office.app.clock.now = new Date("2026-06-16T09:00:00Z");
});
after(() => office?.close());

test("an operator closes the day before in four clicks from the first page, and sees who closed it", async () => {
  const page = await office.operator("orders", "/", { servicesClock: true });
  const clicks = new Clicks();
  await clicks.on(page.getByRole("link", { name: "Daily closing" }));
  await clicks.on(page.getByRole("button", { name: "Day before" }));
  const cash = page.getByRole("table", { name: "Takings of the day" }).getByRole("row", { name: /^Cash/ });
  await cash.getByText("€90.00").first().waitFor();
  await clicks.on(page.getByRole("button", { name: "Close the day" }));
  await clicks.on(page.getByRole("dialog").getByRole("button", { name: "Close the day" }));
  await page.getByText(`by ${page.email}.`).waitFor();
  await page.getByText("A daily closing is not an invoice.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Close the day" }).count(), 0);
  assert.equal(clicks.n, 4);
});

test("the CSV for the accountant has the decimal mark of the browser's language, or the chosen one", async () => {
  const page = await office.operator("orders", "/closing", { servicesClock: true, lang: "es" });
  const csv = page.getByRole("link", { name: "CSV para la gestoría" });
  await csv.waitFor();
  assert.match((await csv.getAttribute("href"))!, /decimals=comma/);
  await chooseFrom(page, "Formato numérico (CSV)", "1234.50 y comas");
  assert.match((await csv.getAttribute("href"))!, /decimals=point/);
});

test("a reader sees the day and can neither close it nor export it", async () => {
  const page = await office.operator("read-only", "/closing", { servicesClock: true });
  await page.getByRole("table", { name: "Takings of the day" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Close the day" }).count(), 0);
  assert.equal(await page.getByText("For the accountant").count(), 0);
});

test("an operator records the number of an invoice that another program made, and removes it", async () => {
  const page = await office.operator("orders", `/orders/${sold.id}/show`);
  await page.getByText("€15.62 (21%)").waitFor();
  const record = async (number: string) => {
    await page.getByRole("button", { name: "Number of the invoice" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Number of the invoice").fill(number);
    await dialog.getByRole("button", { name: "Save" }).click();
    await office.settled(page);
  };
  await record("F-2026/17");
  await page.getByText("F-2026/17").waitFor();
  await record("");
  await becomes(() => page.getByText("F-2026/17").count(), 0);
});
