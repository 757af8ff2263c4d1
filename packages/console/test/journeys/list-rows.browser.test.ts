import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { languages } from "@paseo/contract";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { someGuide } from "../../../service/test/support/console.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { Backoffice, picture } from "../support/browser.ts";

/** Lists show at least fifteen records on a usual screen, each in one line. */

const screen = { width: 1280, height: 900 };
const least = 15;

let office: Backoffice;
before(async () => {
  const named = Array.from({ length: least }, (_, n) =>
    variant(
      show,
      { externalId: `walk-${n}`, name: `Visita guiada ${n} al barrio antiguo con degustación de vinos` },
      { externalId: `walk-${n}-seat` },
    ),
  );
  office = await Backoffice.open({
    catalogue: { ...testCatalogue, products: [...(testCatalogue.products ?? []), ...named] },
  });
  const partner = new Partner(office.app);
  const [event] = (await eventIds(office.app.store.database.db, "walk-1")).slice(4);
  for (let n = 0; n < least; n++) await partner.buy(event!, { ADULT: 1 }, { externalReference: `CART-${n}` });
});
after(() => office.close());

for (const lang of languages)
  test(`orders, events and products have ${least} rows on a screen of ${screen.width} × ${screen.height}, in ${lang}`, async () => {
    const page = await office.operator("owner", "/orders", { lang, servicesClock: true });
    await page.setViewportSize(screen);
    for (const path of ["/orders", "/events/list", "/products"]) {
      if (path !== "/orders") await office.go(page, path);
      await page
        .locator("tbody [data-row]")
        .nth(least - 1)
        .waitFor();
      await picture(page, `rows${path.replaceAll("/", "-")}-${lang}`);
      const { heights, whole, beyond, widest } = await page.evaluate(() => {
        const rows = [...document.querySelectorAll("tbody [data-row]")].map((row) => row.getBoundingClientRect());
        const heads = [...document.querySelectorAll("thead th")].map((head) => head.getBoundingClientRect().width);
        const table = document.querySelector("table")!;
        return {
          heights: [...new Set(rows.map(({ height }) => Math.round(height)))],
          whole: rows.filter(({ bottom }) => bottom <= innerHeight).length,
          beyond: table.scrollWidth - table.parentElement!.clientWidth,
          widest: Math.max(...heads),
        };
      });
      assert.deepEqual(heights, [40], `${path} has rows of one line`);
      assert.ok(whole >= least, `${path} shows ${whole} rows`);
      assert.ok(beyond <= 0, `the table of ${path} is ${beyond} too wide`);
      assert.ok(widest >= 160, `the widest column of ${path} has ${widest}`);
    }
  });

test("partners, suppliers and the other lists have rows of one line that fit the screen", async () => {
  const owner = await office.account("owner");
  const supplier = { externalId: "boats", name: "Barcos de la bahía y excursiones por el litoral", lang: "es" };
  await owner.ask("POST", "/suppliers", { ...supplier, kind: "desk", settings: {}, answerWithinMinutes: 1440 });
  await owner.ask("POST", "/resources", { ...someGuide, name: "Ana" });
  const page = await office.operator("owner", "/partners", { lang: "es", servicesClock: true });
  await page.setViewportSize(screen);
  for (const path of ["/partners", "/suppliers", "/resources", "/audit", "/currencies", "/pages", "/ticket-types"]) {
    if (path !== "/partners") await office.go(page, path);
    await page.locator("tbody [data-row]").first().waitFor();
    await picture(page, `rows${path.replaceAll("/", "-")}-es`);
    const { heights, beyond } = await page.evaluate(() => {
      const table = document.querySelector("table")!;
      const rows = [...table.querySelectorAll("tbody [data-row]")].map((row) => row.getBoundingClientRect().height);
      return {
        heights: [...new Set(rows.map(Math.round))],
        beyond: table.scrollWidth - table.parentElement!.clientWidth,
      };
    });
    assert.deepEqual([path, heights, Math.max(0, beyond)], [path, [40], 0]);
  }
});

test("the overview shows open work, the next events and today's figures on the first screen", async () => {
  const page = await office.operator("owner", "/", { lang: "es", servicesClock: true });
  await page.setViewportSize(screen);
  await picture(page, "overview-es");
  const { y, height } = (await page.getByRole("main").locator("dl[aria-label]").boundingBox())!;
  assert.ok(y + height <= screen.height, `today's figures end at ${y + height}`);
  const bar = page.getByRole("region", { name: "Ocupación de las próximas dos semanas" }).locator("[data-bar]").first();
  const filled = await bar.evaluate((part) => part.clientHeight / part.parentElement!.clientHeight);
  assert.ok(filled > 0.9, `a bar fills ${filled} of its height`);
  const whole = await page.evaluate(() => document.querySelector("main")!.scrollHeight);
  assert.ok(whole <= 1250, `the page is ${whole} high`);
});
