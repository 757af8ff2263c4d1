import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Clicks } from "../support/clicks.ts";
import { becomes } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";
import { openShop, type Shop } from "./shop.ts";

/** The operator's day: today's events, and the page of one. */

let shop: Shop<Backoffice>;
before(async () => {
  shop = await openShop(Backoffice);
});
after(() => shop.close());

for (const [phone, sale] of [
  [false, { button: "Close sales", done: "Sales are closed.", setting: "black-out" }],
  [true, { button: "Open sales", done: "Sales are open.", setting: "available" }],
] as const)
  test(`${sale.button.toLowerCase()} of an evening in three or four clicks from the first page, ${phone ? "phone" : "desktop"}`, async () => {
    const { office, show } = shop;
    const page = await office.operator("owner", "/", { phone });
    const clicks = new Clicks();
    const tomorrow = page.getByRole("region", { name: "Tomorrow" });
    const row = tomorrow.getByRole("listitem").filter({ hasText: "Noche de flamenco" });
    await becomes(() => row.innerText(), /^20:00\s[\s\S]*Sold\s+4 \/ 20\s+Admitted\s+0\s+Left\s+16/);
    await page.getByRole("region", { name: "Today" }).getByText("Museum day ticket").waitFor();
    await clicks.on(row.getByRole("link"));
    const isClosed = sale.setting === "available";
    if (!isClosed) await clicks.on(page.getByRole("button", { name: "More" }));
    await clicks.on(page.getByRole(isClosed ? "button" : "menuitem", { name: sale.button }));
    await clicks.on(page.getByRole("dialog").getByRole("button", { name: sale.button }));
    await seen(page, sale.done);
    assert.equal(clicks.n, isClosed ? 3 : 4);
    const { ask } = await office.account("read-only");
    assert.equal((await ask("GET", `/events/${show}`)).setting, sale.setting);
  });

test("events are listed by time zone, in the order of their local times, and those of a whole day last", async () => {
  const page = await shop.office.operator("read-only", "/");
  const tomorrow = page.getByRole("region", { name: "Tomorrow" });
  await tomorrow.getByText("Noche de flamenco").waitFor();
  const lines = (await tomorrow.innerText()).match(/Local time in [^\n]+|\d\d:\d\d|all day/g);
  assert.deepEqual(lines, [
    ...["Local time in São Paulo", "09:00", "14:00"],
    ...["Local time in Madrid", "20:00"],
    ...["Local time in New York", "all day"],
  ]);
});

for (const phone of [false, true])
  test(`an order is confirmed in two clicks from the first page, ${phone ? "phone" : "desktop"}`, async () => {
    const { office, partner, show } = shop;
    const order = await partner.buy(show, { ADULT: 1 });
    const page = await office.operator("orders", "/", { phone });
    const clicks = new Clicks();
    await clicks.on(page.getByRole("button", { name: `Confirm: ${order.reference}` }));
    await clicks.on(page.getByRole("dialog").getByRole("button", { name: "Confirm" }));
    await seen(page, `${order.reference} is confirmed.`);
    assert.equal(clicks.n, 2);
    const { ask } = await office.account("read-only");
    assert.equal((await ask("GET", `/orders/${order.id}`)).status, "complete");
  });

for (const phone of [false, true])
  test(`the manifest shows and exports the guests of an event, ${phone ? "phone" : "desktop"}`, async () => {
    const { office, guest } = shop;
    const page = await office.operator("orders", "/events/list?filter=%7B%22from%22%3A%222026-06-20%22%7D", { phone });
    await page.getByRole("link", { name: /20 Jun 2026, 09:00/ }).click();
    await page.getByRole("heading", { name: "Passeio de barco na baía" }).waitFor();
    const manifest = page.getByRole("region", { name: "Manifest" });
    await manifest.getByText("Lucía García").first().waitFor();
    const text = await manifest.innerText();
    for (const part of [
      ...[
        "With Martín García",
        "2 × Adult",
        "Spanish",
        "Hotel Miramar",
        "Avenida Atlántica 1020",
        "LA 3001",
        "19 Jun 2026 18:05",
        "140 kg",
      ],
      ...["Vegetarian lunch", "Acme Travel · CART-31 · T-9", "+55 21 99876 5432", "Not yet", "1 order, 2 people"],
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.ok(!text.includes("ADULT"));
    await manifest.getByRole("link", { name: guest.reference }).first().waitFor();
    const download = await page.download(() => manifest.getByRole("button", { name: "CSV" }).click());
    assert.equal(download.name, "boat-2026-06-20T09-00.csv");
    assert.match(download.text, /\nLucía García,2 × Adult,2,2,es,Hotel Miramar,/);
  });

test("a price that moves more than 20 % is confirmed once more; a smaller one and the capacity are not", async () => {
  const { office, show } = shop;
  const { ask } = await office.account("read-only");
  const page = await office.operator("catalogue", `/events/${show}/show`);
  const dialog = page.getByRole("dialog").first();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Change prices" }).click();
  await dialog.getByRole("textbox", { name: "Adult" }).fill("30,555");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await becomes(
    () => dialog.getByRole("textbox", { name: "Adult" }).getAttribute("aria-invalid"),
    "true",
    "the price has more decimals than euros",
  );
  await becomes(() => dialog.locator("[aria-invalid=true]").count(), 1);
  await dialog.getByRole("textbox", { name: "Adult" }).fill("4,50");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const again = page.getByRole("dialog", { name: "A change of more than 20%" });
  await again.getByText("The price of Adult changes from €45.00 to €4.50 (-90%). Is that right?").waitFor();
  await again.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await ask("GET", `/events/${show}`)).prices[0].amount, "45.00", "nothing was saved");
  await dialog.getByRole("textbox", { name: "Adult" }).fill("48");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "The prices were changed.");
  assert.equal((await ask("GET", `/events/${show}`)).prices[0].amount, "48.00");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Change capacity" }).click();
  await dialog.getByRole("textbox", { name: "Capacity" }).fill("x");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await seen(page, "A whole number from 0 to 1,000,000.");
  await dialog.getByRole("textbox", { name: "Capacity" }).fill("");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  const unlimited = page.getByRole("dialog", { name: "No limit on seats?" });
  await unlimited.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("textbox", { name: "Capacity" }).fill("30");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "The capacity was changed.");
  assert.equal((await ask("GET", `/events/${show}`)).capacity, 30);
});

test("a rate that moves more than 20 % is confirmed once more", async () => {
  const { office } = shop;
  const page = await office.operator("catalogue", "/currencies/BRL");
  await page.getByLabel("Units per US dollar").fill("52.5");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  const again = page.getByRole("dialog");
  await again.getByText("The rate of BRL changes from 5.25 to 52.5 (+900%). Is that right?").waitFor();
  await again.getByRole("button", { name: "Cancel" }).click();
  const { ask } = await office.account("read-only");
  assert.equal((await ask("GET", "/currencies/BRL")).rate, "5.25");
  await page.getByLabel("Units per US dollar").fill("7");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "The rate changes from 5.25 to 7 BRL per US dollar.");
  await page.getByRole("button", { name: "Save" }).click();
  await again.getByRole("button", { name: "Yes, save" }).click();
  await seen(page, "BRL was saved.");
});

test("a calendar day with one event opens it, and any other opens the plan of the day", async () => {
  const { office } = shop;
  const { ask } = await office.account("read-only");
  const [{ id }] = (await ask("GET", "/products?q=flamenco")).data;
  const page = await office.operator("read-only", `/events?month=2026-06&productId=${id}`);
  await page.getByRole("link", { name: /19 Jun 2026/ }).click();
  await page.getByRole("heading", { name: "Noche de flamenco" }).waitFor();
  await page.getByText("Nobody has booked this event yet.").waitFor();
  assert.equal(
    await page.getByRole("button", { name: "More" }).count(),
    0,
    "the role read-only has no button that changes an event",
  );
  await office.go(page, "/events?month=2026-06");
  await page.getByRole("link", { name: /19 Jun 2026/ }).click();
  await page.getByRole("heading", { name: "Day plan" }).waitFor();
  await page.getByRole("button", { name: /^Noche de flamenco.*, 20:00 to / }).waitFor();
  await seen(page, "Museum day ticket");
});

test("the first page names an event of a later day that has fewer people than its minimum", async () => {
  const { office, boat } = shop;
  const change = (record: string) =>
    sql`update product set record = ${sql.raw(record)} where id = (select i.product_id from event e
      join item i on i.id = e.item_id where e.id = ${boat})`.execute(office.app.store.database.db);
  await change(`record || '{"minimumGuests": 6, "minimumGuestsHours": 336}'`);
  const page = await office.operator("read-only", "/");
  await seen(page, "1 event has fewer people than its minimum.");
  await page.getByRole("link", { name: /20 Jun 2026, 09:00: 2 of at least 6$/ }).click();
  await seen(page, /Fewer people have booked than the minimum, 6\. Under “More actions”/);
  await change("record - 'minimumGuests'");
});
