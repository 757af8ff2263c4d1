import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Backoffice, violations, violationsDayAndNight } from "../support/browser.ts";

/** The page of the console's own parts: each part in each state, checked without comparing pixels. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

/** Opens the page. It never stops loading, because it also shows the loading states of parts. */
async function open(settings: Parameters<Backoffice["operator"]>[2] = {}): Promise<Page> {
  const page = await office.operator("owner", "/account", settings);
  await page.evaluate(() => {
    location.hash = "/parts";
  });
  await page.locator("main section").nth(7).waitFor();
  return page;
}

/** Returns the number of controls by role in each section of the page. */
const structureOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main section")].map((section) => {
      const count = (selector: string) => section.querySelectorAll(selector).length;
      return {
        name: section.querySelector("h2")!.textContent,
        buttons: count("button, a"),
        inputs: count("input:not([aria-hidden])"),
        tables: count("table"),
        alerts: count("[role=alert]"),
        chips: count(".MuiChip-root"),
      };
    }),
  );

test("the parts page has every part, and axe finds nothing in light and dark", async () => {
  const page = await open();
  assert.deepEqual(
    (await structureOf(page)).map((one) => Object.values(one).join(" ")),
    [
      "Colours 0 0 0 0 0",
      "Type 0 0 0 0 0",
      "Buttons 24 0 0 0 0",
      "Fields 2 11 0 0 0",
      "Tables 0 3 3 0 0",
      "Notices 2 0 0 4 0",
      "Chips 0 0 0 0 22",
      "Loading and empty 0 0 0 0 0",
    ],
  );
  assert.deepEqual(await violationsDayAndNight(page), []);
  await page.getByRole("button", { name: "Show a notice: success" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  assert.deepEqual(await violations(page, ["color-contrast"]), [], "a notice with an undo, dark");
});

test("every control of the parts page is reached with Tab and shows that it has the focus", async () => {
  const page = await open();
  await page.locator("main h1").focus();
  const unmarked: string[] = [];
  let stops = 0;
  for (; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (!element.closest("main")) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const marked =
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) ||
        element.closest(".Mui-focused, .Mui-focusVisible") !== null;
      return { marked, html: element.outerHTML.slice(0, 120) };
    });
    if (stop === null) break;
    if (!stop.marked) unmarked.push(stop.html);
  }
  assert.ok(stops > 30 && stops < 80, `${stops} stops`);
  assert.deepEqual(unmarked, []);
});

test("at 400 % zoom, on a phone and with reduced motion, nothing overflows and nothing moves", async () => {
  for (const settings of [{}, { phone: true, lang: "es", dark: true }] as const) {
    const page = await open(settings);
    const { width, height } = page.viewportSize()!;
    // A window of 1280 × 1024 pixels at 400 % has 320 × 256 CSS pixels.
    if (width === 1280) await page.setViewportSize({ width: 320, height: 256 });
    const wide = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth - innerWidth,
      parts: [...document.querySelectorAll("main section")]
        .filter((section) => section.getBoundingClientRect().right > innerWidth + 0.5)
        .map((section) => section.textContent?.slice(0, 30)),
    }));
    assert.deepEqual(wide, { page: 0, parts: [] }, JSON.stringify(settings));
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return `${transitionDuration}, ${animationDuration}`
            .split(", ")
            .some((time) => Number.parseFloat(time) > 0.001);
        })
        .map((element) => element.className),
    );
    assert.deepEqual(moving, []);
    await page.setViewportSize({ width, height });
  }
});
