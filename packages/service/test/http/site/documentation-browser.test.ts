import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { languages } from "@paseo/contract";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { launchChromium, pageLimitMs } from "../../../../console/test/support/chromium.ts";
import { registerDocs } from "../../../src/http/site/docs.ts";
import { startHttp } from "../../support/http.ts";
import { idle } from "./idle.ts";

/** What the script of the documentation adds, and that a reader without it misses no text. */

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser?.close());

async function open(t: Parameters<typeof startHttp>[0], path: string, options: BrowserContextOptions = {}) {
  const { port } = await startHttp(t, (app) => {
    app.get("/docs/brand.css", (_, reply) => reply.type("text/css").send(""));
    registerDocs(
      app,
      {
        ...{ xmlNamespace: "http://example.test/partner", readAccess: "open", operatorName: "Paseos" },
        ...{ operatorPhone: undefined, offeredLanguages: languages },
      },
      idle,
    );
  });
  const context = await browser.newContext({ ...options, timezoneId: "Europe/Madrid" });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(pageLimitMs);
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://127.0.0.1:${port}/`) && !request.url().startsWith("data:"))
      faults.push(`request to ${request.url()}`);
  });
  await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: "networkidle" });
  return { page, faults };
}

test("a choice of language holds for all samples, and on the next page", async (t) => {
  const { page, faults } = await open(t, "/docs/en");
  await page.getByRole("tab", { name: "Python" }).first().click();
  const shown = page.locator(".panel:visible");
  assert.deepEqual(
    new Set(await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-language")))),
    new Set(["python"]),
  );
  await page.getByRole("link", { name: "Checkout" }).first().click();
  await page.locator("h1", { hasText: "Checkout" }).waitFor();
  await page.locator('.panel[data-language="python"]:visible').first().waitFor();
  assert.equal(await page.locator('.panel[data-language="sh"]:visible').count(), 0);
  assert.deepEqual(faults, []);
});

test("the search finds a heading without an accent, with the keyboard alone", async (t) => {
  const { page, faults } = await open(t, "/docs/es");
  await page.keyboard.press("/");
  await page.keyboard.type("cancelacion");
  await page.locator('#found [aria-selected="true"]', { hasText: "Cancelación" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/es\/orders#cancelaci/);
  assert.deepEqual(faults, []);
});

test("the search lists pages about a word before the pages of single errors", async (t) => {
  const { page } = await open(t, "/docs/en");
  await page.keyboard.press("/");
  await page.keyboard.type("voucher");
  await page.locator("#found a").first().waitFor();
  const found = await page.locator("#found a").evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  assert.ok(
    found.some((href) => !href.includes("/errors/")),
    `${found}`,
  );
  assert.ok(!found[0]!.includes("/errors/"), `${found}`);
});

test("where the browser does not let the page copy, the sample is selected and the button says so", async (t) => {
  const { page } = await open(t, "/docs/en");
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  const button = page.locator("figure .copy").first();
  await button.click();
  await page.waitForFunction(
    "[...document.querySelectorAll('.copy')].some((one) => one.textContent.startsWith('Selected'))",
  );
  assert.ok((await page.evaluate<string>("getSelection().toString()")).length > 10);
});

test("the choice of light or dark stays", async (t) => {
  const { page } = await open(t, "/docs/en", { colorScheme: "light" });
  const ground = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
  const light = await ground();
  await page.locator("#theme").click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
});

test("on a phone no page is wider than the screen, and the menu opens", async (t) => {
  const { page, faults } = await open(t, "/docs/pt/errors", { viewport: { width: 390, height: 844 } });
  const base = new URL(page.url()).origin;
  for (const path of [
    "/",
    "/docs/pt",
    "/docs/es/checkout",
    "/docs/en/status",
    "/docs/en/errors/idempotency-key-reused",
  ]) {
    await page.goto(base + path);
    assert.ok((await page.evaluate<number>("document.documentElement.scrollWidth")) <= 390, path);
  }
  for (const lang of ["en", "es", "pt"]) {
    await page.goto(`${base}/docs/${lang}/status`);
    for (const table of await page.locator(".table").all())
      assert.ok((await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)) <= 0, lang);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/status-${lang}.png`, fullPage: true });
  }
  await page.goto(`${base}/docs/en/errors`);
  await page.locator(".menu-button").click();
  await page.locator("#menu").getByRole("link", { name: "Orders" }).click();
  await page.waitForURL(/\/docs\/en\/orders$/);
  assert.deepEqual(faults, []);
});

test("without JavaScript every sample and the navigation can be read", async (t) => {
  const { page } = await open(t, "/docs/en", { javaScriptEnabled: false });
  const panels = page.locator(".panel");
  assert.ok((await panels.count()) >= 24);
  for (const panel of await panels.all()) assert.ok(await panel.isVisible());
  assert.ok(await page.locator("#menu").isVisible());
  assert.equal(await page.locator(".find, .copy, [role=tab]").filter({ visible: true }).count(), 0);
});
