import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOTP } from "otpauth";
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

const minuteMs = 60_000;
const later = (): void => {
  office.app.clock.now = new Date(office.app.clock.now.getTime() + minuteMs);
};
const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: office.app.clock.now.getTime() });

test("while there is no owner, the sign-in page says where the first link is", async () => {
  const page = await office.visitor({ lang: "es", phone: true });
  await office.visit(page, "/login");
  await seen(page, "paseo operators invite");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("a second factor is turned on, required at sign-in, and turned off", async () => {
  const page = await office.operator("orders", "/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("img", { name: "QR code with the secret of the second factor" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const wrong = codeOf(secret) === "000000" ? "111111" : "000000";
  await page.getByRole("textbox", { name: "Code" }).fill(wrong);
  await page.getByRole("button", { name: "Confirm" }).click();
  await seen(page, "Required.");
  await page.getByLabel("Your current password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Confirm" }).click();
  await seen(page, "The code is wrong, or was used before.");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.getByLabel("Your current password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await seen(page, "The current password is wrong.");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.getByLabel("Your current password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await seen(page, "The second factor is on.");
  await seen(page, "10 recovery codes are left.");

  later();
  await signOut(page);
  await page.getByLabel("E-mail address").fill(page.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Account of/ }).waitFor();

  later();
  await office.visit(page, "/account");
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn the second factor off?" });
  await dialog.getByRole("button", { name: "Use a code instead" }).click();
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await seen(page, "The second factor is off.");
});

test("where a second factor is required, its set-up fits a phone", async () => {
  const strict = await Backoffice.open({ config: { secondFactor: "required" } });
  try {
    const { email } = await strict.account("orders");
    const page = await strict.visitor({ phone: true });
    await strict.signIn(page.context(), email);
    await strict.visit(page, "/orders");
    await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("img", { name: "QR code with the secret of the second factor" }).waitFor();
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

test("the language before sign-in stays after it and after sign-out, with the appearance, until another is chosen", async () => {
  const { email, ask } = await office.account("read-only");
  await ask("PUT", "/session", { name: "Lucía" });
  for (const lang of ["en", "es"] as const) {
    const page = await office.visitor({ lang });
    await office.visit(page, "/account");
    await signIn(page, email);
    await page.getByRole("heading", { name: lang === "en" ? "Account" : "Mi cuenta", level: 1 }).waitFor();
    await becomes(() => shownLanguage(page), lang, "the browser's");
  }
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
