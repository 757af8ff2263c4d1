import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** Seats that an operator blocks for a group. */

let office: Backoffice;
let event: string;
let near: string;
before(async () => {
  office = await Backoffice.open();
  const shows = await eventIds(office.app.store.database.db, "show");
  [near, event] = [shows[1]!, shows[12]!];
  await new Partner(office.app).buy(event, { ADULT: 2 });
});
after(() => office.close());

for (const phone of [false, true])
  test(`seats are blocked, changed and released on ${phone ? "a phone" : "a desktop"}`, async () => {
    const page = await office.operator("orders", `/events/${event}/show`, { phone, servicesClock: true });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Block seats" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Group").fill("School of Vallecas");
    await dialog.getByLabel("Seats").fill("15");
    await dialog.getByLabel("Contact").fill("Ana Ruiz, 600 000 000");
    assert.equal(await dialog.getByLabel("Release").inputValue(), "2026-06-21T12:00");
    await dialog.getByRole("button", { name: "Block seats" }).click();
    await seen(page, "15 seats are blocked for School of Vallecas.");
    const blocks = page.getByRole("region", { name: "Blocked seats" });
    await blocks.getByText("Ana Ruiz, 600 000 000").waitFor();
    const names = await page.getByText("School of Vallecas", { exact: true }).all();
    assert.equal((await Promise.all(names.map((one) => one.isVisible()))).filter(Boolean).length, 1);

    await blocks.getByRole("button", { name: "Change: School of Vallecas" }).click();
    await dialog.getByLabel("Seats").fill("19");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The event has too few free seats").waitFor();
    await dialog.getByLabel("Seats").fill("18");
    await dialog.getByRole("button", { name: "Save" }).click();
    await blocks.getByText("18 seats").waitFor();
    await blocks.getByRole("button", { name: "Release now: School of Vallecas" }).click();
    await dialog.getByText("18 seats are on sale again at once.").waitFor();
    await dialog.getByRole("button", { name: "Release now" }).click();
    await dialog.waitFor({ state: "detached" });
    await blocks.waitFor({ state: "detached" });
    const { ask } = await office.account("orders");
    assert.equal((await ask("GET", `/events/${event}`)).left, 18);
  });

test("Today names the blocks that are released within three days", async () => {
  const { ask } = await office.account("orders");
  const release = "2026-06-17T09:00";
  await ask("POST", `/events/${near}/blocks`, { name: "Club", seats: 4, release });
  await ask("POST", `/events/${event}/blocks`, { name: "Later", seats: 4, release: "2026-06-25T09:00" });
  for (const lang of ["en", "es", "pt"] as const) {
    const page = await office.operator("owner", "/", { lang, phone: lang !== "en", servicesClock: true });
    const region = page.getByRole("region").filter({ hasText: "Club" });
    await region.getByRole("link", { name: "Noche de flamenco" }).waitFor();
    assert.equal(await page.getByText("Later").count(), 0);
  }
});
