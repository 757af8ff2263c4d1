import assert from "node:assert/strict";
import { afterEach } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inviteOperator } from "../../../service/src/domain/operators/operators.ts";
import type { Role } from "../../../service/src/store/operators/operators.ts";
import { startApp, type TestApp } from "../../../service/test/support/app.ts";
import { signedIn, testPassword } from "../../../service/test/support/console.ts";
import "../../build.ts";
import { launchChromium, pageLimitMs, sharedChromium } from "./chromium.ts";
import { asksBeforeLeaving, canStayLoaded, clearStorage, closeNotice, unload } from "./reuse.ts";

/** The real service with the built console, and a browser. */

export { testPassword };

/** `servicesClock`: the browser's clock is set to the service's time, for dates relative to today. */
type Settings = {
  lang?: "es" | "pt" | "en";
  dark?: boolean;
  phone?: boolean;
  servicesClock?: boolean;
  /** The id of the guide or the partner of the role. */
  of?: string;
};

const offices = new Set<Backoffice>();
afterEach(() => {
  for (const office of offices) office.takeBack();
});

export class Backoffice {
  readonly app: TestApp;
  readonly #browser: Browser;
  /** Whether no other back office uses this browser, so that `close` may end it. */
  readonly #isOwn: boolean;
  /** Operators' browsers: the browsers in use by the current test, and the browsers that later tests can reuse. */
  #lent: { page: Page; settings: string }[] = [];
  readonly #spare: { page: Page; settings: string }[] = [];
  readonly #contexts: BrowserContext[] = [];
  /** Script errors, violations of the content policy and missing texts. Every page must have none. */
  readonly faults: string[] = [];

  private constructor(app: TestApp, browser: Browser, isOwn: boolean) {
    this.app = app;
    this.#browser = browser;
    this.#isOwn = isOwn;
    offices.add(this);
  }

  static async open(options: Parameters<typeof startApp>[0] & { browserArgs?: string[] } = {}): Promise<Backoffice> {
    const { browserArgs = [], ...rest } = options;
    const shared = browserArgs.length === 0 ? await sharedChromium() : undefined;
    // The service's own interval: the jobs of a test's service take 5 % of a processor at a tenth of it.
    const tuning = { dueWorkEveryMs: 1_000, ...rest.tuning };
    const [app, browser] = await Promise.all([startApp({ ...rest, tuning }), shared ?? launchChromium(browserArgs)]);
    return new Backoffice(app, browser, !shared);
  }

  async close(): Promise<void> {
    offices.delete(this);
    if (this.#isOwn) await this.#browser.close();
    else for (const context of this.#contexts) await context.close();
    await this.app.stop();
    assert.deepEqual(this.faults, []);
  }

  /** Opens a new browser context, signed out. */
  async visitor({ lang = "en", dark = false, phone = false, servicesClock = false }: Settings = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      locale: { es: "es-ES", pt: "pt-BR", en: "en-GB" }[lang],
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      ...(phone && { hasTouch: true, isMobile: true }),
    });
    this.#contexts.push(context);
    context.setDefaultTimeout(pageLimitMs);
    // A late answer does not mean that the door has no network.
    await context.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    const page = await context.newPage();
    if (servicesClock) await page.clock.setFixedTime(this.app.clock.now);
    page.on("pageerror", (error) => this.faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      if (/Content Security Policy|Missing translation|Warning:|same key|(Type|Range|Reference)Error/.test(text))
        this.faults.push(text);
    });
    return page;
  }

  /**
   * Signs an operator of this role in, in a browser for this test, and opens a page. In an earlier operator's browser the console stays
   * loaded, as on a shared device: a page load takes three times the processor time.
   */
  async operator(role: Role, path: string, settings: Settings = {}): Promise<Page & { email: string }> {
    const { of, ...ofBrowser } = settings;
    const { email, cookie } = await signedIn(this.app, role, of);
    const { page, isLoaded } = await this.#browserFor(ofBrowser);
    // Signing in again verifies the password again, so the test does it only where the service, behind https, has another kind of cookie.
    if (cookie.startsWith("__Host-")) await this.signIn(page.context(), email);
    else await page.context().addCookies([sessionCookie(cookie, this.app.url)]);
    await (isLoaded ? this.go(page, path) : this.visit(page, path));
    return Object.assign(page, { email });
  }

  /** Returns the browsers of a finished test. */
  takeBack(): void {
    this.#spare.push(...this.#lent.filter(({ page }) => !page.isClosed()));
    this.#lent = [];
  }

  /** Reuses an earlier operator's browser after clearing its storage, or opens a new one. A new one compiles all scripts again. */
  async #browserFor({ dark = false, ...others }: Settings): Promise<{ page: Page; isLoaded: boolean }> {
    const { lang = "en", phone = false, servicesClock = false } = others;
    const settings = JSON.stringify({ lang, phone, servicesClock });
    const n = this.#spare.findIndex((spare) => spare.settings === settings);
    const page = n < 0 ? await this.visitor({ dark, ...others }) : this.#spare.splice(n, 1)[0]!.page;
    this.#lent.push({ page, settings });
    if (n < 0) return { page, isLoaded: false };
    await page.unrouteAll();
    await page.context().clearPermissions();
    const isLoaded = await canStayLoaded(page, this.app.url);
    if (isLoaded) {
      // On the sign-in page the console forgets what the former operator has read.
      await this.go(page, "/login");
      await closeNotice(page);
      await clearStorage(page);
    } else await unload(page);
    await page.context().clearCookies();
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    return { page, isLoaded };
  }

  /** An operator of this role who calls the service without a browser. */
  async account(role: Role, of?: string) {
    const operator = await signedIn(this.app, role, of);
    return { email: operator.email, ask: operator.ask.bind(operator) };
  }

  async signIn(context: BrowserContext, email: string): Promise<void> {
    const answer = await context.request.post(`${this.app.url}/admin/api/session`, {
      headers: { "x-paseo-console": "1" },
      data: { email, password: testPassword },
    });
    assert.equal(answer.status(), 200, await answer.text());
  }

  /** Loads the console at a page and waits until it has loaded. */
  async visit(page: Page, path: string): Promise<void> {
    await page.goto("about:blank");
    await page.goto(`${this.app.url}/console/#${path}`);
    await this.settled(page);
  }

  /** Navigates within the console, at a quarter of the cost of a page load. */
  async go(page: Page, path: string): Promise<void> {
    await page.evaluate((hash) => {
      // The former page stays visible until the other's script has loaded.
      for (const heading of document.querySelectorAll("h1")) heading.dataset.left = "";
      location.hash = hash;
    }, path);
    await this.settled(page);
  }

  /** Opens a page. The console does not load again, unless it would ask before the former page is left. */
  async enter(page: Page, path: string): Promise<void> {
    await ((await asksBeforeLeaving(page)) ? this.visit(page, path) : this.go(page, path));
  }

  async settled(page: Page): Promise<void> {
    await page.locator("h1:not([data-left])").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".MuiSkeleton-root, .MuiCircularProgress-root") === null);
  }

  /** Invites a new operator. Returns the token of the one-time link. */
  async invite(email: string, name: string): Promise<string> {
    const { db } = this.app.store.database;
    const operator = { email, name, role: "orders" } as const;
    return (await db.transaction().execute((tx) => inviteOperator(tx, operator, this.app.clock.now)))!.token;
  }
}

/** A session's cookie with the attributes that the service sets, so that the service can delete it. */
function sessionCookie(cookie: string, url: string) {
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, domain: new URL(url).hostname, path: "/admin", httpOnly: true, sameSite: "Strict" as const };
}

/** Collects the requests of a page that the service refuses from now on, also those that no test looks at. */
export function refusedRequests(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return refused;
}

/** The violations that axe finds, by rule and element, for all rules or for these. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Axe stays loaded in a page that has not been reloaded.
  const axeSource = (await page.evaluate(() => "axe" in window)) ? "void axe" : undefined;
  // Without frames, axe's legacy mode is enough. The other mode opens a page for each check and transfers all results.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode();
  axe.options({ resultTypes: ["violations"] });
  await coloursRest(page);
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/**
 * Violations that axe finds in both themes. The dark theme differs only in colours, so only contrast is checked again. Leaves
 * the page in the other theme.
 */
export async function violationsDayAndNight(page: Page): Promise<string[]> {
  const found: string[] = [];
  const first = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const dark of [first, !first]) {
    if (dark !== first) await switchTheme(page, dark);
    for (const one of await violations(page, dark ? ["color-contrast"] : undefined))
      found.push(`${dark ? "dark" : "light"}: ${one}`);
  }
  return found;
}

/** Switches the system's theme and waits until the page has followed. */
async function switchTheme(page: Page, dark: boolean): Promise<void> {
  const former = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, former);
}

/** Waits until no colour is changing: in between, a text may lack contrast. */
const coloursRest = (page: Page) =>
  page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition));

/** If SHOTS names a folder, writes a picture of the whole page there. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

/** Fails if the page is wider than its window. */
export async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= page.viewportSize()!.width, `the page is ${width} wide`);
}

/** Waits for a text on the page. */
export const seen = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
