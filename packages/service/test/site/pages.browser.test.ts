import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { launchChromium, pageLimitMs } from "../../../console/test/support/chromium.ts";
import { type OpenSite, openSite, siteCatalogue } from "./open-site.ts";

/** The pages in a browser: what only a browser can show. */

let site: OpenSite;
let browser: Browser;
before(async () => {
  const pages = JSON.parse(JSON.stringify(siteCatalogue.pages).replaceAll("//tours.example/", "//any.example/tours/"));
  const settings = { currencies: ["USD"] };
  [site, browser] = await Promise.all([
    openSite({ host: null, path: "/tours", settings }, { ...siteCatalogue, pages }),
    launchChromium(),
  ]);
});
after(async () => {
  await browser?.close();
  await site?.app.stop();
});

const product = "/tours/en/madrid/flamenco";

interface Visitor {
  page: Page;
  /** Requests to other hosts, refused files and errors of scripts. */
  faults: string[];
}

async function visitor({ width = 1280, height = 860, dark = false, script = true } = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    javaScriptEnabled: script,
  });
  context.setDefaultTimeout(pageLimitMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(site.app.url)) faults.push(`another host: ${request.url()}`);
  });
  return { page, faults };
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

test("day, time and tickets are chosen without a page load, by keyboard, and the history has each step", async () => {
  const { page, faults } = await visitor();
  await page.goto(`${site.app.url}${product}?currency=USD`);
  await page.evaluate("globalThis.marked = true");
  await page.getByRole("link", { name: "Next month" }).press("Enter");
  await page.getByRole("heading", { name: "July 2026" }).waitFor();
  // The next month has no dates, so the focus is on the name of this one.
  assert.equal(await page.evaluate("document.activeElement.id"), "month");
  await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
  assert.equal(await page.evaluate("document.activeElement.id"), "main");
  await page.getByRole("link", { name: /^Wednesday,? 1 July 2026, from €45/ }).press("Enter");
  const tickets = page.getByRole("heading", { name: "Tickets" });
  await tickets.waitFor();
  assert.equal(await page.evaluate("document.activeElement.id"), "step");
  assert.match(page.url(), /\?date=2026-07-01&currency=USD#booking$/);
  await page.getByRole("button", { name: "One more: Child" }).click();
  assert.equal(await page.getByLabel("Child", { exact: true }).inputValue(), "2");
  assert.equal(await page.locator("#total").innerText(), "€135");
  // The store charges dollars.
  await page.locator("output[data-charged]", { hasText: "US$150" }).waitFor();
  await page.getByRole("button", { name: "One fewer: Adult" }).click();
  assert.equal(await page.getByRole("button", { name: "One fewer: Adult" }).isDisabled(), true);
  assert.equal(await page.getByLabel("Adult", { exact: true }).inputValue(), "1");
  await page.goBack();
  await page.getByRole("heading", { name: "July 2026" }).waitFor();
  assert.equal(await page.evaluate("globalThis.marked"), true);
  await page.goForward();
  await page.getByRole("button", { name: "One more: Child" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/(book|checkout)/);
  await page.goBack();
  await tickets.waitFor();
  assert.equal(await page.getByLabel("Child", { exact: true }).inputValue(), "2", "the choice is kept");
  assert.deepEqual(faults, []);
});

test("without a script, the same is chosen with links, and a button computes the total", async () => {
  const { page, faults } = await visitor({ script: false });
  await page.goto(`${site.app.url}${product}`);
  await page.getByRole("link", { name: /^Tuesday,? 16 June 2026/ }).click();
  await page.getByLabel("Child", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Update total" }).click();
  await page.locator("output", { hasText: "€135" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^One more/ }).count(), 0);
  assert.deepEqual(faults, []);
});

test("on a phone the price and the way to the dates stay in view, until the dates are", async () => {
  const { page, faults } = await visitor({ width: 390, height: 844 });
  await page.goto(`${site.app.url}${product}`);
  const bar = page.locator(".bar");
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await bar.getByRole("link", { name: "See dates" }).click();
  await page.locator(".bar.away").waitFor({ state: "attached" });
  assert.equal(await page.getByRole("heading", { name: "June 2026" }).isVisible(), true);
  assert.deepEqual(faults, []);
});

test("no page has a violation in light and dark, and none is wider than a window at 400 %", async () => {
  const { page, faults } = await visitor({ width: 320, height: 256 });
  for (const path of ["/tours/en", "/tours/en/madrid", `${product}?date=2026-06-16`, product, "/tours/en/search?q=x"]) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${site.app.url}${path}`);
    assert.deepEqual(await violations(page), [], path);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page), [], `${path} in dark`);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, path);
  }
  assert.deepEqual(faults, []);
});

test("a first view takes at most 60 KB without photos, and nothing moves", async () => {
  const { page, faults } = await visitor({ width: 390, height: 844 });
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript({
    content: `globalThis.shifted = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shifted += value;
      }).observe({ type: "layout-shift", buffered: true });`,
  });
  await page.goto(`${site.app.url}${product}?date=2026-06-16`, { waitUntil: "networkidle" });
  assert.ok(bytes > 5_000 && bytes < 60_000, `${bytes} bytes`);
  const shifted = (await page.evaluate("shifted")) as number;
  assert.ok(shifted < 0.01, `${shifted}`);
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(faults, []);
});
