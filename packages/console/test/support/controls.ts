import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
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

/** Waits until the page shows this: parts of a page can come one after the other, for example a name after its id. */
export async function becomes<T>(look: () => Promise<T>, expected: T | RegExp, message?: string): Promise<void> {
  let shown: T | undefined;
  const isSo = async () => {
    shown = await look();
    return expected instanceof RegExp ? expected.test(String(shown)) : isDeepStrictEqual(shown, expected);
  };
  await until(isSo, "the page").catch(() => undefined);
  if (expected instanceof RegExp) assert.match(String(shown), expected, message);
  else assert.deepEqual(shown, expected, message);
}

export const hasValue = (control: Locator, expected: string | RegExp, message?: string): Promise<void> =>
  becomes(() => control.inputValue(), expected, message);

export const isDisabled = (control: Locator): Promise<void> => becomes(() => control.isDisabled(), true);
