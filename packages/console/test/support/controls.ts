import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../../service/test/support/until.ts";

/** Controls by role and label. */

export const field = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name, exact: true });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");

export async function chooseFrom(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).last().click();
  await page.getByRole("option", { name: option }).click();
}

/** Waits until a control has this value: it can come later than what else the page shows, for example a name after its id. */
export async function hasValue(control: Locator, expected: string | RegExp, message?: string): Promise<void> {
  const matches = (value: string) => (typeof expected === "string" ? value === expected : expected.test(value));
  let value = "";
  await until(async () => {
    value = await control.inputValue();
    return matches(value);
  }, "a value").catch(() => undefined);
  if (typeof expected === "string") assert.equal(value, expected, message);
  else assert.match(value, expected, message);
}

export const isDisabled = (control: Locator): Promise<unknown> =>
  until(() => control.isDisabled(), `a disabled ${control}`);
