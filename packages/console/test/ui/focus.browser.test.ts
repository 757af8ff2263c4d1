import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Backoffice, seen } from "../support/browser.ts";
import { becomes, button } from "../support/controls.ts";

/** The notice when the browser refuses the clipboard, and a year that is still being typed. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("a refused clipboard is reported, and the text is selected", async () => {
  const page = await office.operator("owner", "/partners", { lang: "es" });
  const id = await page.evaluate(async () => {
    const answer = await fetch("/admin/api/partners?perPage=1", { headers: { "x-paseo-console": "1" } });
    return (await answer.json()).data[0].id as string;
  });
  await office.go(page, `/partners/${id}/show`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
    document.execCommand = () => false;
  });
  await button(page, "Copiar el identificador").click();
  await seen(page, /El navegador no ha podido copiarlo/);
  assert.notEqual(await page.evaluate(() => String(getSelection())), "");
});

test("a year that is still being typed asks the service for nothing, and the field says what is wrong", async () => {
  const page = await office.operator("orders", "/orders/create", { lang: "es" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/events?")) asked.push(request.url());
  });
  await page.getByRole("combobox", { name: "Producto" }).click();
  await page.getByRole("option").first().click();
  const day = page.getByLabel("Día", { exact: true });
  await day.fill("0202-06-20");
  await seen(page, "Escriba un año de cuatro cifras, de 1900 a 2199.");
  await day.fill("2026-06-20");
  await page.getByText("Escriba un año de cuatro cifras").waitFor({ state: "detached" });
  await becomes(async () => asked.filter((url) => url.includes("2026-06-20")).length > 0, true);
  assert.deepEqual(
    asked.filter((url) => url.includes("0202")),
    [],
  );
});
