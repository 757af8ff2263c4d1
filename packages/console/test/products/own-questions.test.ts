import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventId, Partner, productId } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { button, chooseFrom, dialog } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** Questions of the operator's own: written, ordered and removed in the product form, and their answers in the order. */

let office: Backoffice;
before(async () => {
  const asking = variant(show, { externalId: "asked", immediateBooking: true }, { externalId: "asked-seat" });
  office = await Backoffice.open({ catalogue: { ...testCatalogue, products: [...testCatalogue.products!, asking] } });
});
after(() => office.close());

const menu = {
  ...{ code: "menu", scope: "traveller", kind: "choice", required: true },
  title: { es: "Menú", en: "Menu", pt: "Cardápio" },
  help: { en: "Included." },
  choices: [
    { code: "veg", text: { es: "Sin carne" } },
    { code: "fish", text: { es: "Pescado", en: "Fish" } },
  ],
};
const questions = [{ code: "note", scope: "order", kind: "text", required: false, title: { es: "Nota" } }, menu];
const saved = async (id: string) => (await (await office.account("read-only")).ask("GET", `/products/${id}`)).source;

test("questions are written, ordered, removed and saved", async () => {
  const id = await productId(office.app, "show");
  const page = await office.operator("catalogue", `/products/${id}`);
  const entry = (name: string) => page.getByRole("listitem", { name, exact: true });
  const add = button(page, "Add: Questions of your own");
  await add.click();
  const first = entry("Questions of your own 1");
  await first.getByLabel("Code").fill("menu");
  await first.getByLabel("Asked").click();
  await page.getByRole("option", { name: "Of each traveller" }).click();
  await first.getByLabel("Type of answer").click();
  await page.getByRole("option", { name: "One of a list" }).click();
  assert.equal(await first.getByLabel("Most characters").count(), 0);
  for (const [lang, text] of Object.entries({ Spanish: "Menú", English: "Menu", Portuguese: "Cardápio" }))
    await first.getByLabel(`Question › ${lang}`).fill(text);
  await first.getByLabel("Help text › English").fill("Included.");
  const choice = (n: number) => entry(`Questions of your own 1 › Choices ${n}`);
  await choice(1).getByLabel("Code").fill("fish");
  await choice(1).getByLabel("Text › Spanish").fill("Pescado");
  await choice(1).getByLabel("Text › English").fill("Fish");
  await choice(2).getByLabel("Code").fill("veg");
  await button(page, "Review and save").click();
  await page.getByRole("alert").getByRole("button", { name: "Choices › 2 › Text › Spanish" }).click();
  await choice(2).getByLabel("Text › Spanish").fill("Pescado");
  await button(page, "Review and save").click();
  await choice(2)
    .getByText(/^pescado /)
    .waitFor();
  await choice(2).getByLabel("Text › Spanish").fill("Sin carne");
  await button(page, "Move up: Questions of your own 1 › Choices 2").click();

  await add.click();
  await add.click();
  await entry("Questions of your own 2").getByLabel("Code").fill("gone");
  const third = entry("Questions of your own 3");
  await third.getByLabel("Code").fill("note");
  await third.getByLabel("Question › Spanish").fill("Nota");
  await third.getByLabel("Required").click();
  await button(page, "Move up: Questions of your own 3").click();
  await button(page, "Move up: Questions of your own 2").click();
  await button(page, "Remove: Questions of your own 3").click();
  await button(page, "Review and save").click();
  await dialog(page).getByText("Booking questions › Questions of your own: ").waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  await page.getByText("More details").click();
  await seen(page, /Type of answer: One of a list/);
  assert.deepEqual((await saved(id)).ownQuestions, questions);

  await office.go(page, `/products/${id}`);
  await chooseFrom(page, "Type of answer", "Yes or no");
  await button(page, "Remove: Questions of your own 1").click();
  await button(page, "Review and save").click();
  await button(page, "Save").click();
  await office.settled(page);
  const { choices: _, ...swim } = menu;
  assert.deepEqual((await saved(id)).ownQuestions, [{ ...swim, kind: "yes-no" }]);
});

test("the order shows the answers with their questions in the operator's language, and a change asks them", async () => {
  const id = await productId(office.app, "asked");
  const { ask } = await office.account("owner");
  const { revision, source } = await ask("GET", `/products/${id}`);
  await ask("PUT", `/products/${id}`, { revision, source: { ...source, ownQuestions: questions } });
  const evening = await eventId(office.app, "asked-seat", "2026-06-20T20:00");
  const answers = ["fish", "SIN CARNE"].map((value) => ({ code: "own-menu", value }));
  const order = await new Partner(office.app).buy(evening, { ADULT: 2 }, { answers });
  const page = await office.operator("orders", `/orders/${order.id}/show`);
  const shown = page.getByRole("region", { name: "Booking questions" });
  await shown.getByText("Fish").waitFor();
  assert.match((await shown.innerText()).replaceAll(/\s+/g, " "), /Traveller 1 Menu Fish Traveller 2 Menu Sin carne/);
  await button(page, /^Language: English/).click();
  await page.getByRole("menuitemradio", { name: "Español" }).click();
  await page.getByText("Pescado").waitFor();
  await button(page, /^Idioma: Español/).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await shown.getByText("Fish").waitFor();
  await office.go(page, `/orders/${order.id}/change`);
  await page.getByLabel("Adult", { exact: true }).fill("3");
  await button(page, "Calculate").click();
  await page.getByRole("group", { name: "Traveller 3" }).getByLabel("Menu (Sin carne / Fish)").fill("fish");
  await page.getByRole("group", { name: "Whole order" }).getByLabel("Nota").fill("Por la tarde");
  await button(page, "Calculate").click();
  await button(page, "Make the change").click();
  await seen(page, "The order was changed.");
  const { event } = await ask("GET", `/orders/${order.id}`);
  assert.deepEqual(
    event.answers.map(({ text }: { text: string }) => text),
    ["Fish", "Sin carne", "Fish", "Por la tarde"],
  );
  // Two of the three no longer come: their answers go with them.
  for (const path of ["show", "change"]) await office.go(page, `/orders/${order.id}/${path}`);
  await page.getByLabel("Adult", { exact: true }).fill("1");
  await button(page, "Calculate").click();
  await button(page, "Make the change").click();
  await seen(page, "The order was changed.");
  const after = await ask("GET", `/orders/${order.id}`);
  assert.equal(after.event.answers.length, 2);
});

test("a guest at the desk may answer later: the order and the manifest say what is to come", async () => {
  const evening = await eventId(office.app, "asked-seat", "2026-06-21T20:00");
  const page = await office.operator("orders", `/orders/create?eventId=${evening}`);
  await button(page, "More: Adult").click();
  await button(page, "Card").click();
  await button(page, /^Sell: /).click();
  await seen(page, /The answer to “Menu” \(passenger 1\) is missing\./);
  await page.getByLabel("The guest answers later").click();
  await button(page, /^Sell: /).click();
  await seen(page, /is sold\./);
  await page.getByRole("link", { name: "Open the order" }).click();
  await seen(page, "Details to come");
  await office.go(page, `/events/${evening}/show`);
  await seen(page, "Details to come: Menu");
});
