import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productId } from "../../../service/test/support/partner.ts";
import { button, chooseFrom, dialog, field, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** A field that the console makes from its schema alone: in the form, its review, the product's page and its revisions. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const texts = {
  en: {
    label: "Duration",
    wrong: "A whole number from 1 to 43,200.",
    review: "Review and save",
    save: "Save",
    changed: "What changed: Revision 2",
  },
  es: {
    label: "Duración",
    wrong: "Un número entero de 1 a 43.200.",
    review: "Revisar y guardar",
    save: "Guardar",
    changed: "Qué cambió: Revisión 2",
  },
  pt: {
    label: "Duração",
    wrong: "Um número inteiro de 1 a 43.200.",
    review: "Revisar e salvar",
    save: "Salvar",
    changed: "O que mudou: Revisão 2",
  },
};
const products = { en: "show", es: "boat", pt: "museum" };

for (const lang of ["en", "es", "pt"] as const)
  test(`the form checks and saves a duration, and the page writes it in hours and minutes, in ${lang}`, async () => {
    const { label, wrong, review, save, changed } = texts[lang];
    const id = await productId(office.app, products[lang]);
    const page = await office.operator("catalogue", `/products/${id}`, {
      lang,
      phone: lang === "es",
      servicesClock: true,
    });
    await field(page, label).fill("0");
    await button(page, review).click();
    await page.getByRole("alert").getByText(wrong).waitFor();
    await page.getByRole("alert").getByRole("button", { name: label }).click();
    await field(page, label).fill("90");
    await button(page, review).click();
    await dialog(page).getByText(`${label}: `).waitFor();
    await dialog(page).getByText("1 h 30 min").waitFor();
    await button(page, save).click();
    await office.settled(page);
    await seen(page, "1 h 30 min");
    await button(page, changed).click();
    await dialog(page).getByText("1 h 30 min").waitFor();
    const { source } = await (await office.account("read-only")).ask("GET", `/products/${id}`);
    assert.equal(source.durationMinutes, 90);
    await office.go(page, `/products/${id}`);
    await hasValue(field(page, label), "90");
    await field(page, label).fill("");
    await button(page, review).click();
    await button(page, save).click();
    await office.settled(page);
    const without = await (await office.account("read-only")).ask("GET", `/products/${id}`);
    assert.equal("durationMinutes" in without.source, false);
  });

test("a choice with a default is omitted while it has it; a rate beside the margin scheme is refused at its field", async () => {
  const id = await productId(office.app, "show");
  const page = await office.operator("catalogue", `/products/${id}`, { servicesClock: true });
  const sourceNow = async () => (await (await office.account("read-only")).ask("GET", `/products/${id}`)).source;
  // A field that few products need is collapsed until it holds something.
  assert.equal(await field(page, "Tax included (%)").count(), 0);
  await button(page, "More fields: What travellers read").click();
  await hasValue(field(page, "Tax included (%)"), "");
  await field(page, "Tax included (%)").fill("21");
  await chooseFrom(page, "Tax scheme", "Margin scheme of travel agencies");
  await button(page, "Review and save").click();
  await page.getByRole("alert").getByText("No tax is shown with this tax scheme. Leave the tax empty.").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Tax included (%)" }).click();
  await field(page, "Tax included (%)").fill("");
  await button(page, "Review and save").click();
  await dialog(page).getByText("Margin scheme of travel agencies").waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  const { taxScheme, taxRate } = await sourceNow();
  assert.deepEqual([taxScheme, taxRate], ["margin", undefined]);
  await office.go(page, `/products/${id}`);
  await chooseFrom(page, "Tax scheme", "Tax included");
  await button(page, "Review and save").click();
  await button(page, "Save").click();
  await office.settled(page);
  assert.equal("taxScheme" in (await sourceNow()), false);
});
