import type { Page } from "playwright-core";

/** Controls by role and label. */

export const field = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name, exact: true });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");

export async function chooseFrom(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).last().click();
  await page.getByRole("option", { name: option }).click();
}
