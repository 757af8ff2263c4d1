import assert from "node:assert/strict";
import { type ByRoleMatcher, type ByRoleOptions, queryAllByLabelText, queryAllByRole } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { innerText } from "./dom-text.ts";

/**
 * Elements of a page, found anew by each call, with the names and the meaning of Playwright's locators as far as the tests use them. Calls
 * that act wait for one visible, enabled element.
 */

type Name = string | RegExp;
type RoleOptions = Omit<ByRoleOptions, "name" | "description" | "exact"> & {
  name?: Name;
  exact?: boolean;
  disabled?: boolean;
};
interface Filter {
  has?: Locator;
  hasNot?: Locator;
  hasText?: Name;
}

/** What a locator needs of its page. */
export interface Host {
  readonly document: Document;
  readonly user: UserEvent;
  changed(): Promise<void>;
  still(act: () => Promise<void>): Promise<void>;
  /** Resolves when the page waits for no answer, or after a second. */
  quiet(): Promise<boolean>;
}

/** The wait for content that never appears ends after this time. It suits the slowest machine. */
const longestMs = 120_000;

/** Waits until the check gives a value other than undefined and false. */
export async function waitUntil<T>(host: Host, check: () => T | undefined | false, what: () => string): Promise<T> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const found = check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline)
      assert.fail(`waited in vain for ${what()}. The page shows:\n${innerText(host.document.body)}`);
    await host.changed();
  }
}

export abstract class Queries {
  protected abstract readonly host: Host;
  protected abstract roots(): Element[];
  protected abstract readonly path: string;

  #found(name: string, find: (root: HTMLElement) => Element[]): Locator {
    const all = () => [...new Set(this.roots().flatMap((root) => find(root as HTMLElement)))];
    return new Locator(this.host, all, `${this.path} › ${name}`);
  }

  getByRole(role: ByRoleMatcher, { name, exact = false, disabled, ...options }: RoleOptions = {}): Locator {
    const matcher: { name?: (text: string) => boolean } = name === undefined ? {} : { name: nameMatcher(name, exact) };
    const isEither = (one: Element) => disabled === undefined || isDisabled(one) === disabled;
    return this.#found(`${role}${name === undefined ? "" : ` "${name}"`}`, (root) => {
      const found = queryAllByRole(root, role, { ...options, ...matcher });
      return (role === "textbox" ? [...found, ...dateFields(root, matcher.name)] : found).filter(isEither);
    });
  }

  getByLabel(label: Name, { exact = false }: { exact?: boolean } = {}): Locator {
    return this.#found(`label "${label}"`, (root) => queryAllByLabelText(root, nameMatcher(label, exact)));
  }

  getByText(text: Name, { exact = false }: { exact?: boolean } = {}): Locator {
    const fits = nameMatcher(text, exact);
    return this.#found(`text "${text}"`, (root) => smallest(root, (one) => fits(normal(one.textContent ?? ""))));
  }

  getByTitle(title: string): Locator {
    return this.#found(`title "${title}"`, (root) => [...root.querySelectorAll(`[title="${title}"]`)]);
  }

  locator(selector: string, filter?: Filter): Locator {
    const found = this.#found(selector, (root) => [...root.querySelectorAll(selector)]);
    return filter ? found.filter(filter) : found;
  }
}

export class Locator extends Queries {
  protected readonly host: Host;
  protected readonly path: string;
  readonly #find: () => Element[];

  constructor(host: Host, find: () => Element[], path: string) {
    super();
    this.host = host;
    this.#find = find;
    this.path = path;
  }

  protected roots(): Element[] {
    return this.#find();
  }

  toString(): string {
    return this.path;
  }

  #with(name: string, find: (found: Element[]) => Element[]): Locator {
    return new Locator(this.host, () => find(this.#find()), `${this.path}${name}`);
  }

  first = (): Locator => this.#with(".first", (all) => all.slice(0, 1));
  last = (): Locator => this.#with(".last", (all) => all.slice(-1));
  nth = (n: number): Locator => this.#with(`[${n}]`, (all) => all.slice(n, n + 1));
  or = (other: Locator): Locator =>
    this.#with(` or ${other}`, (all) => inOrder([...new Set([...all, ...other.#find()])]));
  and = (other: Locator): Locator =>
    this.#with(` and ${other}`, (all) => all.filter((one) => other.#find().includes(one)));

  filter({ has, hasNot, hasText }: Filter): Locator {
    const contains = (one: Element, inner: Locator) =>
      inner.#find().some((other) => other !== one && one.contains(other));
    const fits = hasText === undefined ? () => true : nameMatcher(hasText, false);
    return this.#with(" (filtered)", (all) =>
      all.filter(
        (one) =>
          (!has || contains(one, has)) && (!hasNot || !contains(one, hasNot)) && fits(normal(one.textContent ?? "")),
      ),
    );
  }

  async all(): Promise<Locator[]> {
    return this.#find().map((_, n) => this.nth(n));
  }
  async count(): Promise<number> {
    return this.#find().length;
  }
  async isVisible(): Promise<boolean> {
    return this.#find().some(isVisible);
  }

  waitFor({ state = "visible" }: { state?: "visible" | "attached" | "hidden" | "detached" } = {}): Promise<unknown> {
    const check = {
      visible: () => this.#find().some(isVisible),
      attached: () => this.#find().length > 0,
      hidden: () => !this.#find().some(isVisible),
      detached: () => this.#find().length === 0,
    };
    return waitUntil(this.host, check[state], () => `${this} (${state})`);
  }

  /** The element, once there is one. Fails if there are several. */
  element(fits: (element: HTMLElement) => boolean = () => true): Promise<HTMLElement> {
    const check = () => {
      const found = this.#find() as HTMLElement[];
      assert.ok(found.length < 2, `${this} are ${found.length} elements: ${found.map((one) => innerText(one))}`);
      return found[0] && fits(found[0]) ? found[0] : undefined;
    };
    return waitUntil(this.host, check, () => `${this}`);
  }

  async evaluate<T, Arg = undefined>(read: (element: HTMLElement, arg: Arg) => T, arg?: Arg): Promise<T> {
    return read(await this.element(), arg as Arg);
  }
  async innerText(): Promise<string> {
    return innerText(await this.element());
  }
  async textContent(): Promise<string | null> {
    return (await this.element()).textContent;
  }
  async allInnerTexts(): Promise<string[]> {
    return this.#find().map(innerText);
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name);
  }
  async inputValue(): Promise<string> {
    return ((await this.element()) as HTMLInputElement).value;
  }
  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.element());
  }
  async isChecked(): Promise<boolean> {
    const element = (await this.element()) as HTMLInputElement;
    return element.checked || element.getAttribute("aria-checked") === "true";
  }

  /** A test is faster than a person: an answer that arrives after a click can render the page anew, and close a list that the click opened. */
  async #actionable(): Promise<HTMLElement> {
    const fits = (one: HTMLElement) => isVisible(one) && !isDisabled(one);
    await this.element(fits);
    await this.host.quiet();
    return this.element(fits);
  }

  async click(): Promise<void> {
    const element = await this.#actionable();
    await this.host.still(() => this.host.user.click(element));
  }
  async dblclick(): Promise<void> {
    const element = await this.#actionable();
    await this.host.still(() => this.host.user.dblClick(element));
  }
  async hover(): Promise<void> {
    await this.host.user.hover(await this.#actionable());
  }
  async focus(): Promise<void> {
    (await this.element()).focus();
  }
  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
    assert.ok(await this.isChecked(), `${this} is not checked`);
  }
  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click();
    assert.ok(!(await this.isChecked()), `${this} is still checked`);
  }

  /** Sets the text of a field at once, as Playwright does. Typing it key by key costs a render for each. */
  async fill(text: string): Promise<void> {
    const found = await this.#actionable();
    const field = (
      found.matches("input, textarea") ? found : found.querySelector("input, textarea")
    ) as HTMLInputElement;
    field.focus();
    const { Event, HTMLInputElement, HTMLTextAreaElement } = field.ownerDocument.defaultView!;
    const { prototype } = field.matches("textarea") ? HTMLTextAreaElement : HTMLInputElement;
    // React notices a change only if the field's own setter has not seen it.
    Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await nextTask();
  }

  async press(key: string): Promise<void> {
    (await this.element()).focus();
    await pressKey(this.host.user, key);
  }

  async setInputFiles(...[given]: [OneFile | OneFile[]]): Promise<void> {
    const { File } = this.host.document.defaultView!;
    const files = [given]
      .flat()
      .map(({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType }));
    await this.host.user.upload(await this.element(), files);
  }
}

interface OneFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Presses a key or a combination, such as `Tab` or `Control+k`. */
export async function pressKey(user: UserEvent, keys: string): Promise<void> {
  const all = keys.replace("ControlOrMeta", "Control").split("+");
  const key = all.pop()!;
  const name = key === "Space" ? " " : key;
  const pressed = name.length === 1 ? name : `{${name}}`;
  await user.keyboard(`${all.map((one) => `{${one}>}`).join("")}${pressed}${all.map((one) => `{/${one}}`).join("")}`);
  await nextTask();
}

/** Lets React finish what an event began. */
const nextTask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Fields of dates and times have no role. Playwright finds them as text boxes. */
function dateFields(root: HTMLElement, name: ((text: string) => boolean) | undefined): HTMLElement[] {
  const selector = "input[type=date], input[type=time], input[type=datetime-local]";
  return name ? queryAllByLabelText(root, name, { selector }) : [...root.querySelectorAll<HTMLElement>(selector)];
}

const normal = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function nameMatcher(name: Name, exact: boolean): (text: string) => boolean {
  if (name instanceof RegExp) return (text) => name.test(normal(text));
  if (exact) return (text) => normal(text) === normal(name);
  const wanted = normal(name).toLowerCase();
  return (text) => normal(text).toLowerCase().includes(wanted);
}

/** The elements that fit and of which no child does. As in Playwright, the root can be one. */
function smallest(root: Element, fits: (element: Element) => boolean): Element[] {
  if (root.matches("style, script, noscript")) return [];
  const within = [...root.children].flatMap((child) => smallest(child, fits));
  return within.length > 0 || !fits(root) ? within : [root];
}

export function isVisible(element: Element): boolean {
  const { getComputedStyle } = element.ownerDocument.defaultView!;
  let visibility: string | undefined;
  for (let one: Element | null = element; one; one = one.parentElement) {
    const style = getComputedStyle(one);
    if (style.display === "none") return false;
    // The nearest element that says it counts.
    if (visibility === undefined && style.visibility === "hidden") visibility = "hidden";
  }
  return visibility === undefined;
}

const isDisabled = (element: Element): boolean =>
  (element as HTMLInputElement).disabled === true ||
  element.closest("[aria-disabled=true], fieldset:disabled") !== null;

const inOrder = (elements: Element[]): Element[] =>
  elements.sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
