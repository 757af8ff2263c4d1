import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** The calendar: its filters, what a day counts, and where it opens on a phone. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const listOf = (filter: object) => `/events/list?filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;
const museum = async (): Promise<{ id: string; revision: number }> =>
  (await (await office.account("read-only")).ask("GET", "/products?q=museum")).data[0];

test("the list and the calendar keep the filters that both have, and a day counts events that are off sale", async () => {
  const { id, revision } = await museum();
  const { ask } = await office.account("catalogue");
  await ask("POST", "/events/change", {
    ...{ products: [{ id, revision }], selection: { from: "2026-06-17", to: "2026-06-17" } },
    change: { availability: "removed" },
  });
  const page = await office.operator(
    "catalogue",
    listOf({ productId: id, state: "removed", from: "2026-06-10", to: "2026-06-19" }),
    {
      servicesClock: true,
    },
  );
  await seen(page, "1 event found");
  await page.getByRole("link", { name: "Calendar" }).click();
  const cell = page.getByRole("link", { name: /17 Jun 2026/ });
  await becomes(() => cell.innerText(), /1 event[\s\S]*Museum day ticket\s*not on sale/);
  assert.doesNotMatch(await cell.innerText(), /no limit/);
  assert.equal(
    await page.getByRole("link", { name: /18 Jun 2026/ }).count(),
    0,
    "the calendar has the filter by status",
  );
  await becomes(() => page.getByRole("combobox", { name: "Status", exact: true }).innerText(), "Off sale");
  await page.getByRole("link", { name: "List", exact: true }).click();
  await seen(page, "1 event found");
  await hasValue(page.getByLabel("From"), "2026-06-10");
  await office.go(page, `/events?month=2026-06&productId=${id}`);
  await becomes(() => page.getByRole("link", { name: /18 Jun 2026/ }).innerText(), /1 event\s+Museum day ticket$/);
});
