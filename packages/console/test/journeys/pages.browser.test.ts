import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startOfDay } from "../../src/format/days.ts";
import { createFormatters } from "../../src/format/formats.ts";
import { Backoffice } from "../support/browser.ts";
import { becomes, hasValue } from "../support/controls.ts";
import { openSandbox } from "./sandbox.ts";

/** What only a browser shows of every page: failures, page loads, edges and clocks. */

let office: Backoffice;
let orderId: string;
before(async () => {
  ({ office, orderId } = await openSandbox(Backoffice));
});
after(() => office.close());

test("a failing page shows the error inside the frame and can be reloaded", async () => {
  const page = await office.operator("orders", "/queue");
  await page.route(/\/orders\/[^/]+$/, (route) => route.fulfill({ json: { id: orderId, reference: "1-ES" } }));
  await office.go(page, `/orders/${orderId}/show`);
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  assert.equal(office.faults.length, 1, "an error in a page is detected");
  office.faults.length = 0;
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("region", { name: "History" }).waitFor();
});

test("a page whose script a new version replaced is loaded again by itself, once", async () => {
  // A page of its own: the others may have loaded the script before.
  const page = await office.visitor();
  await office.signIn(page.context(), (await office.account("owner")).email);
  await office.visit(page, "/account");
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.route(/\/assets\/ClosingPage-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.evaluate(() => location.assign("#/closing"));
  await becomes(async () => loads, 1);
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  office.faults.length = 0;
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "Daily closing", level: 1 }).waitFor();
  assert.equal(loads, 2, "the page loads itself again once, and then when the operator wants it");
  await page.context().close();
});

test("pages of every width begin at the same edge", async () => {
  const page = await office.operator("owner", "/account");
  await page.setViewportSize({ width: 1800, height: 900 });
  const edges: Record<string, number> = {};
  for (const path of ["/orders", "/home", "/ticket-types", "/resource-plan", "/door", "/"]) {
    await office.go(page, path);
    edges[path] = (await page.getByRole("heading", { level: 1 }).boundingBox())!.x;
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  assert.equal(new Set(Object.values(edges)).size, 1, JSON.stringify(edges));
});

test("a browser elsewhere shows and filters instants by the store's clock", async () => {
  const { ask } = await office.account("owner");
  const { timeZone } = await ask("GET", "/session");
  const { createdAt } = await ask("GET", `/orders/${orderId}`);
  const page = await office.operator("owner", "/account");
  const devices = await page.context().newCDPSession(page);
  await devices.send("Emulation.setTimezoneOverride", { timezoneId: "America/Los_Angeles" });
  await office.visit(page, `/orders/${orderId}/show`);
  const written = createFormatters("en-GB", timeZone).instant(createdAt);
  assert.notEqual(written, createFormatters("en-GB", "America/Los_Angeles").instant(createdAt));
  await page.getByRole("region", { name: "Booking" }).getByText(written).waitFor();
  const filter = JSON.stringify({ placedFrom: startOfDay("2026-06-15", timeZone) });
  await office.go(page, `/orders?${new URLSearchParams({ filter })}`);
  await page.getByRole("button", { name: "More filters (1)" }).click();
  await hasValue(page.getByLabel("Placed from"), "2026-06-15");
  await devices.send("Emulation.setTimezoneOverride", { timezoneId: "" });
});
