import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GuidedTour } from "../../../service/test/resources/guided.ts";
import { Backoffice } from "../support/dom.ts";
import { openGuided } from "./guided.ts";

/** The pages of a guide on a phone, and how an owner invites a guide and gives events. */

let office: Backoffice;
let guided: GuidedTour;
let event: string;
before(async () => {
  ({ office, guided, event } = await openGuided(Backoffice));
});
after(() => office.close());

const onPhone = (lang: "en" | "es" | "pt" = "en") =>
  office.operator("guide", "/", { phone: true, lang, servicesClock: true, guide: guided.guides.Ana });
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
  const bruno = await guided.owner.ask("GET", `/resources/${guided.guides.Bruno}`);
  const { id: _, ...fields } = bruno;
  const daysOff = [{ from: "2026-06-17", until: "2026-06-17", reason: "" }];
  await guided.owner.ask("PUT", `/resources/${guided.guides.Bruno}`, { ...fields, daysOff });
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
