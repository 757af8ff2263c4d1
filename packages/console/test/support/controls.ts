import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { until } from "../../../service/test/support/until.ts";

/** Controls by role and label, in a browser and in component tests. */

interface Control {
  click(): Promise<void>;
  last(): Control;
  inputValue(): Promise<string>;
  isDisabled(): Promise<boolean>;
}
interface Finding<Found> {
  getByRole(
    role: "button" | "combobox" | "dialog" | "option" | "textbox",
    options?: { name?: string | RegExp; exact?: boolean },
  ): Found;
}

export const field = <Found>(page: Finding<Found>, name: string | RegExp): Found =>
  page.getByRole("textbox", { name, exact: true });
export const button = <Found>(page: Finding<Found>, name: string | RegExp): Found =>
  page.getByRole("button", { name, exact: true });
export const dialog = <Found>(page: Finding<Found>): Found => page.getByRole("dialog");

export async function chooseFrom(page: Finding<Control>, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).last().click();
  await page.getByRole("option", { name: option }).click();
}

/** Waits until the page shows this: parts of a page can come one after the other, for example a name after its id. */
export async function becomes<T>(look: () => Promise<T> | T, expected: T | RegExp, message?: string): Promise<void> {
  let shown: T | undefined;
  const isSo = async () => {
    shown = await look();
    return expected instanceof RegExp ? expected.test(String(shown)) : isDeepStrictEqual(shown, expected);
  };
  await until(isSo, "the page").catch(() => undefined);
  if (expected instanceof RegExp) assert.match(String(shown), expected, message);
  else assert.deepEqual(shown, expected, message);
}

export const hasValue = (control: Control, expected: string | RegExp, message?: string): Promise<void> =>
  becomes(() => control.inputValue(), expected, message);

export const isDisabled = (control: Control): Promise<void> => becomes(() => control.isDisabled(), true);
