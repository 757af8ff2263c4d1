import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { launchChromium, pageLimitMs } from "../../../console/test/support/chromium.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { productId } from "../support/partner.ts";
import { send } from "../support/wire.ts";

/** The calendar of a product on a page of another origin. */

const maxBytes = 15_000;

let app: TestApp;
let browser: Browser;
let product: string;
let shop: { url: string; html: (content: string) => void; close: () => void };
before(async () => {
  [app, browser] = await Promise.all([startApp(), launchChromium()]);
  const owner = await signedIn(app, "owner");
  await owner.ask("POST", "/sites", { code: "TOURS", name: "Tours", host: null, path: "/tours" });
  product = await productId(app, "show");
  let body = "";
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  const html = (content: string) => {
    body = `<!doctype html><html lang="es"><title>Otro sitio</title><main><h1>Otro sitio</h1>${content}</main></html>`;
  };
  shop = { url: `http://127.0.0.1:${port}`, html, close: () => server.close() };
});
after(async () => {
  shop?.close();
  await browser?.close();
  await app?.stop();
});

const script = () => `<script async src="${app.url}/tours/calendar.js"></script>`;
const calendar = (attributes = "") =>
  `<paseo-calendar product="${product}" month="2026-06" ${attributes}><a href="${app.url}/tours/es">Ver fechas</a></paseo-calendar>`;
async function open(content: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  shop.html(content);
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(pageLimitMs);
  await page.goto(shop.url);
  return page;
}

test("any page may read the script, which is small, and the data of a month", async () => {
  const answer = await send(`${app.url}/tours/calendar.js`, { headers: { origin: shop.url } });
  assert.equal(answer.headers["access-control-allow-origin"], "*");
  assert.ok(answer.text.length < maxBytes, `${answer.text.length} bytes`);
  const month = await send(`${app.url}/tours/widget/${product}.json?lang=pt&month=2026-06`, {});
  assert.equal(month.headers["access-control-allow-origin"], "*");
  const { days, words, url } = JSON.parse(month.text);
  assert.equal(words.locale, "pt-BR");
  assert.ok(url.startsWith(`${app.url}/tours/pt/`), url);
  assert.ok(Object.keys(days).every((day) => day.startsWith("2026-06")) && Object.keys(days).length > 5);
});

test("an unknown product, a wrong month and a site that is off are no error of the service", async () => {
  const status = async (path: string) => (await send(`${app.url}${path}`, {})).status;
  assert.equal(await status("/tours/widget/00000000-0000-4000-8000-000000000000.json"), 404);
  assert.equal(await status("/tours/widget/x.json"), 404);
  assert.equal(await status(`/tours/widget/${product}.json?month=2026-99&lang=fr&currency=XXX`), 200);
  assert.equal(await status("/nowhere/calendar.js"), 404);
});

test("a page of another origin shows the days with their prices, and each leads to the product's page", async () => {
  const page = await open(script() + calendar('lang="es"'));
  const day = page.getByRole("link", { name: /^martes, 16 de junio de 2026, desde/ });
  await day.waitFor();
  const address = new URL((await day.getAttribute("href"))!);
  assert.equal(address.searchParams.get("date"), "2026-06-16");
  assert.equal(address.origin, app.url);
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByRole("link", { name: "Ver fechas" }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    [],
  );
  await page.getByRole("button", { name: "Mes siguiente" }).click();
  await page.getByRole("grid", { name: /julio de 2026/ }).waitFor();
  await page.context().close();
});

test("the days are reached with the arrow keys, also those of the next month", async () => {
  const page = await open(script() + calendar('lang="en"'));
  const focused = () => page.evaluate("document.activeElement?.shadowRoot?.activeElement?.dataset.date ?? ''");
  await page.getByRole("grid").waitFor();
  await page.locator("[data-date='2026-06-16']").focus();
  for (const [key, date] of [
    ["ArrowRight", "2026-06-17"],
    ["ArrowDown", "2026-06-24"],
    ["Home", "2026-06-22"],
    ["End", "2026-06-28"],
    ["ArrowUp", "2026-06-21"],
  ] as const) {
    await page.keyboard.press(key);
    assert.equal(await focused(), date, key);
  }
  await page.keyboard.press("PageDown");
  await page.getByRole("grid", { name: /July 2026/ }).waitFor();
  assert.equal(await focused(), "2026-07-21");
  await page.context().close();
});

test("without JavaScript, or without the service, the link inside stays", async () => {
  const plain = await open(script() + calendar(), { javaScriptEnabled: false });
  await plain.getByRole("link", { name: "Ver fechas" }).waitFor();
  await plain.context().close();
  const alone = await open(script() + calendar('site="http://127.0.0.1:9"'));
  await alone.getByRole("link", { name: "Ver fechas" }).waitFor();
  assert.equal(await alone.getByRole("grid").count(), 0);
  await alone.context().close();
});

test("it has the colours of its page: dark, and own ones", async () => {
  const style = "<style>:root { color-scheme: dark } paseo-calendar { --paseo-text: rgb(1, 2, 3) }</style>";
  const page = await open(style + script() + calendar());
  await page.getByRole("grid").waitFor();
  const colour = await page.evaluate("getComputedStyle(document.querySelector('paseo-calendar')).color");
  assert.equal(colour, "rgb(1, 2, 3)");
  await page.context().close();
});
