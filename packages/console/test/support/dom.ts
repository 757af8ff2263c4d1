import assert from "node:assert/strict";
import { getTestContext, type TestContext } from "node:test";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { inviteOperator } from "../../../service/src/domain/operators/operators.ts";
import type { Role } from "../../../service/src/store/operators/operators.ts";
import { startApp, type TestApp } from "../../../service/test/support/app.ts";
import { Operator, signedIn, testPassword } from "../../../service/test/support/console.ts";
import { type Host, type Locator, pressKey, Queries, waitUntil } from "./dom-locator.ts";
import { type OpenWindow, openWindow, type SentRequest, type Tab, type WindowUser } from "./dom-window.ts";

/**
 * The real console and the real service in the test's process, without a browser.
 *
 * A component test reads like a browser test: open a `Backoffice`, sign an `operator` in at a page, find elements by role, label and
 * text, act, and wait with `seen`, `becomes` and `waitFor`. To port a browser test, import from here in place of `browser.ts`, and
 *
 * - take `page.requests` in place of `page.on("request")` and `refusedRequests`;
 * - take `page.document` and `page.focused()` in place of `evaluate` and `waitForFunction`;
 * - set `page.intercept` in place of `page.route`;
 * - use `page.download` in place of the event of a download.
 *
 * A file of browser tests beside it is named `*.browser.test.ts`; journeys through several pages are in `journeys/`. Axe, widths of phones
 * and missing texts are checked in `sweep.test.ts` for every page: add a state there.
 *
 * What a component test cannot see stays in a browser: sizes, colours, scrolling, the order of the Tab key over a whole page, native date
 * fields, the clipboard, images, the service worker, real page loads, and axe. `display: none` and `visibility: hidden` count,
 * also by the window's width; no other style does.
 *
 * A window serves all tests of a process, one after the other, whatever their language, size and clock: the console stays loaded, forgets
 * the operator on the sign-in page, and its storage is cleared. `visit` loads the page anew, which takes a second. Every warning or error in
 * the console is a fault and fails `close`.
 * The process has the time zone of the service (America/Lima).
 */

export { type Locator, testPassword };

/** As in browser.ts. */
interface Settings {
  lang?: "es" | "pt" | "en";
  dark?: boolean;
  phone?: boolean;
  servicesClock?: boolean;
  of?: string;
}

export class Backoffice {
  readonly app: TestApp;
  /** Warnings and errors in the console: script errors, React's warnings, missing texts. Every page must have none. */
  readonly faults: string[] = [];

  private constructor(app: TestApp) {
    this.app = app;
  }

  static async open(options: Parameters<typeof startApp>[0] = {}): Promise<Backoffice> {
    return new Backoffice(await startApp({ ...options, tuning: { dueWorkEveryMs: 1_000, ...options.tuning } }));
  }

  async close(): Promise<void> {
    await this.app.stop();
    assert.deepEqual(this.faults, []);
  }

  /** Signs an operator of this role in, in a window for this test, and opens a page. */
  async operator(role: Role, path: string, { of, ...settings }: Settings = {}): Promise<Page & { email: string }> {
    const { email, cookie } = await signedIn(this.app, role, of);
    const page = this.visitor(settings);
    page.tab.cookie = cookie;
    await page.open(path);
    return Object.assign(page, { email });
  }

  /** A browser that is signed out and has not opened a page. */
  visitor(settings: Settings = {}): Page {
    const page = new Page(this.app, settings, (text) => this.faults.push(text));
    (getTestContext() as TestContext).after(() => page.giveBack());
    return page;
  }

  /** An operator of this role who calls the service without a browser. */
  async account(role: Role, of?: string) {
    const operator = await signedIn(this.app, role, of);
    return { email: operator.email, ask: operator.ask.bind(operator) };
  }

  /** Loads the console at a page and waits until it has loaded. */
  async visit(page: Page, path: string): Promise<void> {
    await page.load(path);
  }

  /** Navigates within the console. */
  go(page: Page, path: string): Promise<void> {
    return page.go(path);
  }

  settled(page: Page): Promise<void> {
    return page.settled();
  }

  /** Signs an operator in with the password, in a browser that has not opened a page. */
  async signIn(page: Page, email: string): Promise<void> {
    const operator = new Operator(this.app);
    await operator.ask("POST", "/session", { email, password: testPassword });
    page.tab.cookie = operator.cookie;
  }

  /** Invites a new operator. Returns the token of the one-time link. */
  async invite(email: string, name: string): Promise<string> {
    const { db } = this.app.store.database;
    const operator = { email, name, role: "orders" } as const;
    return (await db.transaction().execute((tx) => inviteOperator(tx, operator, this.app.clock.now)))!.token;
  }
}

interface LoggedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Undefined until the service answers. */
  status: number | undefined;
}

/** Windows that served earlier tests of this process. */
const spare: OpenWindow[] = [];

/** A browser's tab with the console. */
export class Page extends Queries implements Host {
  readonly tab: Tab = { cookie: "", local: {}, session: {} };
  /** The requests of this page, oldest first. */
  readonly requests: LoggedRequest[] = [];
  /** Answers a request, or calls `send` for the service's answer. */
  intercept: (request: SentRequest, send: () => Promise<Response>) => Promise<Response> = (_, send) => send();
  readonly keyboard = {
    press: (key: string): Promise<void> => pressKey(this.user, key),
    type: (text: string): Promise<void> => this.user.keyboard(text.replaceAll(/[{[]/g, "$&$&")),
  };
  protected readonly path = "page";
  readonly #app: TestApp;
  readonly #settings: Settings;
  readonly #fault: (text: string) => void;
  readonly #saved: { name: string; file: Blob }[] = [];
  #open: OpenWindow | undefined;
  #user: UserEvent | undefined;
  #inFlight = 0;

  constructor(app: TestApp, settings: Settings, fault: (text: string) => void) {
    super();
    this.#app = app;
    this.#settings = settings;
    this.#fault = fault;
  }

  protected get host(): Host {
    return this;
  }
  protected roots(): Element[] {
    return [this.document.body];
  }
  get window(): OpenWindow["window"] {
    return this.#open!.window;
  }
  get document(): Document {
    return this.#open!.document;
  }
  get user(): UserEvent {
    return this.#user!;
  }
  changed(): Promise<void> {
    return this.#open!.changed();
  }

  get #kind() {
    const { lang: language = "en", dark = false, phone = false, servicesClock = false } = this.#settings;
    return { language, dark, phone, now: servicesClock ? this.#app.clock.now : undefined };
  }
  get #asUser(): WindowUser {
    return {
      origin: this.#app.url,
      tab: this.tab,
      fault: this.#fault,
      send: async (request) => {
        this.#inFlight += 1;
        try {
          return await this.intercept(request, () => this.#send(request));
        } finally {
          this.#inFlight -= 1;
        }
      },
      save: (name, file) => this.#saved.push({ name, file }),
    };
  }
  #use(open: OpenWindow): void {
    this.#open = open;
    this.#user = userEvent.setup({ document: open.document, delay: null, pointerEventsCheck: 0, applyAccept: false });
  }

  /** Opens a page of the console, in a window that served another test if there is one. */
  async open(path: string): Promise<void> {
    const open = spare.pop();
    if (!open) return this.load(path);
    this.#use(open);
    open.use(this.#asUser);
    await open.become(this.#kind);
    // The window shows the sign-in page, with what the former test left in its fields.
    if (path === "/login") await this.go("/welcome/none");
    await this.go(path);
  }

  still(act: () => Promise<void>): Promise<void> {
    return this.#open!.still(act);
  }
  resize(width: number, height: number): void {
    this.#open!.resize(width, height);
  }
  /** The requests so far that the service refused. */
  get refused(): LoggedRequest[] {
    return this.requests.filter(({ status = 0 }) => status >= 400);
  }
  async quiet(): Promise<boolean> {
    const deadline = performance.now() + 1_000;
    while (this.#inFlight > 0 && performance.now() < deadline) await this.changed();
    return this.#inFlight === 0;
  }

  /** Loads the console at a page, with what the tab kept. A window that served another test has nothing of this tab. */
  async load(path: string): Promise<void> {
    if (!this.#open && spare.length > 0) return this.open(path);
    await this.#open?.close();
    this.#use(await openWindow(this.#kind, path, this.#asUser));
    await this.settled();
  }

  /** Navigates within the console. */
  async go(path: string): Promise<void> {
    // The former page stays visible until the other's script has loaded.
    for (const heading of this.document.querySelectorAll("h1")) heading.dataset.left = "";
    this.window.history.pushState(null, "", `#${path}`);
    this.window.dispatchEvent(new this.window.PopStateEvent("popstate"));
    await this.settled();
  }

  /** Lets a later test use the window, unless the page still waits for an answer or was the door, which the device remembers. */
  async giveBack(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { window, document } = open;
    const isQuiet = await this.quiet();
    if (!isQuiet || /#\/door/.test(window.location.href)) {
      this.#open = undefined;
      return open.close();
    }
    // On the sign-in page the console forgets what the former operator has read.
    if (!/#\/login/.test(window.location.href)) await this.go("/login");
    for (const notice of document.querySelectorAll<HTMLElement>(".MuiSnackbar-root .MuiIconButton-root"))
      notice.click();
    await this.locator(".MuiSnackbar-root").waitFor({ state: "detached" });
    await this.quiet();
    const keys = Object.keys(window.localStorage);
    window.localStorage.clear();
    window.sessionStorage.clear();
    for (const key of keys) window.dispatchEvent(new window.StorageEvent("storage", { key }));
    open.use({ ...this.#asUser, send: () => Promise.reject(new TypeError("nobody uses this window")) });
    spare.push(open);
    this.#open = undefined;
  }

  async reload(): Promise<void> {
    await this.load(this.window.location.hash.slice(1));
  }

  async goBack(): Promise<void> {
    this.window.history.back();
  }

  url = (): string => this.window.location.href;

  async settled(): Promise<void> {
    const isLoading = () => this.document.querySelector(".MuiSkeleton-root, .MuiCircularProgress-root") !== null;
    const isShown = () => this.document.querySelector("h1:not([data-left])") !== null && !isLoading();
    await waitUntil(this, isShown, () => "the page");
  }

  /** The next file that the console saves after the action. */
  async download(act: () => Promise<void>): Promise<{ name: string; text: string }> {
    const before = this.#saved.length;
    await act();
    const { name, file } = await waitUntil(
      this,
      () => this.#saved[before],
      () => "a file",
    );
    return { name, text: await file.text() };
  }

  /** The element that has the focus. */
  focused(): HTMLElement {
    return this.document.activeElement as HTMLElement;
  }

  async #send({ method, path, init }: SentRequest): Promise<Response> {
    const logged: LoggedRequest = { method, path, status: undefined };
    this.requests.push(logged);
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(this.tab.cookie && { cookie: this.tab.cookie }),
    };
    const answer = await fetch(this.#app.url + path, { ...init, headers });
    logged.status = answer.status;
    const [cookie] = answer.headers.getSetCookie();
    if (cookie) this.tab.cookie = /max-age=0\b/i.test(cookie) ? "" : cookie.split(";")[0]!;
    return answer;
  }
}

/** Waits for a text on the page. */
export const seen = (page: Page, text: string | RegExp): Promise<unknown> => page.getByText(text).first().waitFor();
