import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Backoffice, fits, seen, testPassword, violations, violationsDayAndNight } from "../support/browser.ts";
import { becomes } from "../support/controls.ts";

/** Sign-in and account settings in a browser. Component tests cover the details. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

/** The document's language, which screen readers use. */
const shownLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);

test("on a phone, sign-in says where the owner's first link is, and leads to the second factor that is required", async () => {
  const strict = await Backoffice.open({ config: { secondFactor: "required" } });
  try {
    const page = await strict.visitor({ phone: true });
    await strict.visit(page, "/login");
    await seen(page, "paseo operators invite");
    assert.deepEqual(await violations(page), []);
    await signIn(page, (await strict.account("orders")).email);
    await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("img", { name: "QR code with the key of the second factor" }).waitFor();
    assert.deepEqual(await violationsDayAndNight(page), []);
    await fits(page);
  } finally {
    await strict.close();
  }
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test("a language chosen before sign-in stays after it and after sign-out, with the appearance, until another is chosen", async () => {
  const { email, ask } = await office.account("read-only");
  await ask("PUT", "/session", { name: "Lucía" });
  const page = await office.visitor({ lang: "es" });
  await office.visit(page, "/account");
  await page.getByRole("button", { name: /^Idioma/ }).click();
  await page.getByRole("menuitemradio", { name: "Português" }).click();
  await becomes(() => shownLanguage(page), "pt");
  await page.getByRole("button", { name: /^Aparência/ }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("menuitemradio", { name: "Escuro" }).click();
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  const dark = await background();
  await signIn(page, email);
  await page.getByRole("button", { name: /Lucía$/ }).waitFor();
  await becomes(() => shownLanguage(page), "pt", "as chosen before sign-in");
  await page.getByRole("button", { name: /^Idioma/ }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  assert.deepEqual([await shownLanguage(page), await background()], ["en", dark]);
  await page.reload();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  assert.deepEqual([await shownLanguage(page), await background()], ["en", dark]);
});

/** Signs in by the keyboard, on a page in any language. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(testPassword);
  await page.keyboard.press("Enter");
}
