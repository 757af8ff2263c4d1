import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { languages } from "@paseo/contract";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
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
