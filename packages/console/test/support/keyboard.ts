import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { becomes } from "./controls.ts";

/** Runs in the browser: returns the name of the control that has the focus. */
const nameOfFocus = () => {
  const element = document.activeElement!;
  return element.getAttribute("aria-label") ?? (element.textContent || element.id || element.tagName).slice(0, 30);
};

/**
 * Runs in the browser: returns how often the Tab key must be pressed to reach the control, by the order of the elements, and 0 if it has the
 * focus. Too few is no harm, for example because a date field has several stops.
 */
const stopsBefore = (target: Element, { backwards }: { backwards: boolean }): number => {
  const focus = document.activeElement!;
  if (focus === target) return 0;
  const all = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]");
  const stops = [...all].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(":disabled, [type=radio]:not(:checked)") &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  const [from, to] = [focus, target].map((element) => stops.indexOf(element as HTMLElement)) as [number, number];
  if (from < 0 || to < 0) return 1;
  const count = backwards ? from - to : to - from;
  // Beyond the last stop the first follows.
  return count > 0 ? count : backwards ? from + 1 : stops.length - from;
};

/** An operator without a mouse: Tab, Enter, Space, arrows and Ctrl K. */

/** More stops of the Tab key than any page has. */
const maxStops = 250;

export class Keyboard {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /**
   * Moves the focus to a control with the Tab key. The key is held down over the stops before it: a page that draws each of them takes five
   * times the processor time.
   */
  async to(control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    const target = control.first();
    await target.waitFor({ state: "attached" });
    const passed: string[] = [];
    for (let pressed = 0; pressed < maxStops; ) {
      const stops = await target.evaluate(stopsBefore, { backwards: key !== "Tab" });
      if (stops === 0) return;
      await Promise.all(Array.from({ length: stops }, () => this.page.keyboard.press(key)));
      pressed += stops;
      passed.push(await this.page.evaluate(nameOfFocus));
    }
    assert.fail(`the Tab key does not reach ${control}. It stopped at: ${passed.join(" · ")}`);
  }

  async button(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const exact = typeof name === "string";
    await this.to(within.getByRole("button", { name, exact }).and(within.locator(":not([disabled])")));
    await this.press("Enter");
  }

  /** Moves the focus back to a link with Shift and Tab, and opens the link. */
  async linkBefore(name: string): Promise<void> {
    await this.to(this.page.getByRole("link", { name, exact: true }), "Shift+Tab");
    await this.press("Enter");
  }

  async link(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await this.to(within.getByRole("link", { name, exact: typeof name === "string" }));
    await this.press("Enter");
  }

  /** Opens a menu by its button and chooses an entry with the arrow keys. */
  async menu(name: string, entry: string | RegExp): Promise<void> {
    await this.button(name);
    await this.#arrowTo(this.page.getByRole("menuitem", { name: entry }));
  }

  /** Types a text where the focus is: the first character with its key, the others at once, since the page renders after each key. */
  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text.slice(0, 1));
    await this.page.keyboard.insertText(text.slice(1));
  }

  /** Replaces the text of a field. */
  async type(label: string | RegExp, text: string, within: Page | Locator = this.page): Promise<void> {
    await this.to(within.getByLabel(label, { exact: typeof label === "string" }));
    await this.press("ControlOrMeta+a");
    await this.write(text);
  }

  /** Types a day (yyyy-MM-dd) into a date field. The tests' browser is in US English, whatever the page's language is. */
  async date(label: string, day: string, within: Page | Locator = this.page): Promise<void> {
    const field = within.getByLabel(label, { exact: true });
    await this.to(field);
    const [year, month, ofMonth] = day.split("-");
    await this.page.keyboard.type(`${month}${ofMonth}${year}`);
    await becomes(() => field.inputValue(), day);
  }

  /** Presses a button of a group. The Tab key stops at the group once; the arrow keys move between its buttons. */
  async inGroup(name: string): Promise<void> {
    const target = this.page.getByRole("button", { name, exact: true });
    await this.to(target.locator("xpath=..").locator("[tabindex='0']"));
    for (let steps = 0; steps < maxStops; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return this.press("Space");
      await this.press("ArrowRight");
    }
    assert.fail(`the arrow keys do not reach ${name}`);
  }

  /** Opens a select field with Enter, and chooses an option with the arrow keys. */
  async open(label: string, option: string | RegExp): Promise<void> {
    await this.to(this.page.getByRole("combobox", { name: label, exact: true }));
    await this.press("Enter");
    await this.#arrowTo(this.page.getByRole("option", { name: option }));
  }

  /** Switches a switch or a checkbox. */
  async toggle(name: string | RegExp): Promise<void> {
    await this.to(this.page.getByRole("switch", { name }).or(this.page.getByRole("checkbox", { name })));
    await this.press("Space");
  }

  /** Chooses from a list. With a text, it is typed to find the choice. */
  async choose(label: string | RegExp, option: string | RegExp, text?: string): Promise<void> {
    await this.to(this.page.getByRole("combobox", { name: label, exact: typeof label === "string" }));
    if (text === undefined) await this.press("ArrowDown");
    else await this.write(text);
    await this.#arrowTo(this.page.getByRole("option", { name: option }));
  }

  async #arrowTo(choice: Locator): Promise<void> {
    const target = choice.first();
    await target.waitFor();
    for (let steps = 0; steps < maxStops; steps++) {
      const isChosen = (element: Element) =>
        element === document.activeElement || element.matches(".Mui-focused, .Mui-focusVisible");
      if (await target.evaluate(isChosen)) return this.press("Enter");
      await this.press("ArrowDown");
    }
    assert.fail(`the arrow keys do not reach ${choice}`);
  }

  /** Finds something with Ctrl K, and opens the result with this name. */
  async find(text: string, result: RegExp): Promise<void> {
    await this.press("Control+k");
    const search = this.page.getByRole("dialog").getByRole("combobox");
    await search.waitFor();
    await this.write(text);
    const option = this.page.getByRole("option", { name: result }).first();
    await option.waitFor();
    for (let steps = 0; steps < maxStops; steps++) {
      if ((await option.getAttribute("aria-selected")) === "true") break;
      await this.press("ArrowDown");
    }
    await this.press("Enter");
    await becomes(() => search.count(), 0);
  }

  /** Chooses a file in the browser's own dialog, which a button opens. */
  async file(button: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent("filechooser"), this.button(button)]);
    await chooser.setFiles(file);
  }
}
