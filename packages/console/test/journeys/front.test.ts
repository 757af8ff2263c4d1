import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Backoffice, violationsDayAndNight } from "../support/browser.ts";
import { becomes } from "../support/controls.ts";

/** The page at the service's address, as a visitor sees it. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const leads = {
  es: "Visitas, espectáculos y actividades, listos",
  pt: "Passeios, espetáculos e atividades, prontos",
  en: "Tours, shows and activities, ready",
} as const;

for (const [lang, phone] of [
  ["es", false],
  ["pt", true],
  ["en", false],
] as const)
  test(`the front page is in the browser's language, ${lang}, and fits`, async () => {
    const page = await office.visitor({ lang, phone });
    await page.goto(office.app.url);
    await page.getByText(leads[lang]).waitFor();
    await becomes(() => page.locator("html").getAttribute("lang"), lang);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px`);
    if (phone) assert.deepEqual(await violationsDayAndNight(page), []);
    await page.context().close();
  });

test("every link of the front page works, and its languages are one click away", async () => {
  const page = await office.visitor();
  await page.goto(office.app.url);
  for (const [lang, name] of Object.entries({ es: "Español", pt: "Português", en: "English" }) as [
    keyof typeof leads,
    string,
  ][]) {
    if (lang !== "en") await page.getByRole("link", { name, exact: true }).click();
    await page.getByText(leads[lang]).waitFor();
    const links = await page.getByRole("link").evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    assert.ok(links.length >= 8, `${links.length} links`);
    // The packages are made by `npm start` and tested in service/test/http/site/kit.test.ts.
    for (const href of links.filter((href) => !href.endsWith("/kit/")))
      assert.equal((await page.request.get(href)).status(), 200, href);
    await page.goto(office.app.url);
  }
  await page.getByRole("link", { name: "Open the console" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await page.context().close();
});
