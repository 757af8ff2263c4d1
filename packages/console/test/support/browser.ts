import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inviteOperator } from "../../../service/src/domain/operators.ts";
import type { Role } from "../../../service/src/store/operators.ts";
import { startApp, type TestApp } from "../../../service/test/support/app.ts";
import { signedIn, testPassword } from "../../../service/test/support/console.ts";
import "../../build.ts";

/** The real service with the built console, and a browser to use it with. */

export { testPassword };

type Look = { lang?: "es" | "pt" | "en"; dark?: boolean; phone?: boolean };

export class Desk {
  readonly app: TestApp;
  readonly #browser: Browser;
  /** What no page may ever say: errors of scripts, refusals of the content policy, texts that are missing. */
  readonly faults: string[] = [];

  private constructor(app: TestApp, browser: Browser) {
    this.app = app;
    this.#browser = browser;
  }

  static async open(options: Parameters<typeof startApp>[0] & { browserArgs?: string[] } = {}): Promise<Desk> {
    const { browserArgs = [], ...rest } = options;
    const [app, browser] = await Promise.all([
      startApp(rest),
      chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", ...browserArgs] }),
    ]);
    return new Desk(app, browser);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.app.stop();
    assert.deepEqual(this.faults, []);
  }

  /** A browser of its own, with nobody signed in. */
  async visitor({ lang = "en", dark = false, phone = false }: Look = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      locale: { es: "es-ES", pt: "pt-BR", en: "en-GB" }[lang],
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      ...(phone && { hasTouch: true, isMobile: true }),
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      if (/Content Security Policy|Missing translation|Warning:|same key|(Type|Range|Reference)Error/.test(text))
        this.faults.push(text);
    });
    return page;
  }

  /** An operator of this role, signed in, in a browser of its own that stands at a page. */
  async operator(role: Role, path: string, look: Look = {}): Promise<Page & { email: string }> {
    const { email, ask } = await this.account(role);
    if (look.lang) await ask("PUT", "/session", { name: role, lang: look.lang });
    const page = await this.visitor(look);
    await this.signIn(page.context(), email);
    await this.visit(page, path);
    return Object.assign(page, { email });
  }

  /** An operator of this role, who speaks to the service without a browser. */
  async account(role: Role) {
    const operator = await signedIn(this.app, role);
    return { email: operator.email, ask: operator.ask.bind(operator) };
  }

  async signIn(context: BrowserContext, email: string): Promise<void> {
    const answer = await context.request.post(`${this.app.url}/admin/api/session`, {
      headers: { "x-paseo-console": "1" },
      data: { email, password: testPassword },
    });
    assert.equal(answer.status(), 200, await answer.text());
  }

  /** Goes to a page of the console and waits until its heading stands and nothing is loading. */
  async visit(page: Page, path: string): Promise<void> {
    await page.goto("about:blank");
    await page.goto(`${this.app.url}/console/#${path}`);
    await this.settled(page);
  }

  async settled(page: Page): Promise<void> {
    await page.locator("h1").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".MuiSkeleton-root, .MuiCircularProgress-root") === null);
  }

  /** The token of a one-time link for a new operator. */
  async invite(email: string, name: string): Promise<string> {
    const { db } = this.app.store.database;
    const operator = { email, name, role: "orders" as const, lang: "pt" };
    return (await db.transaction().execute((tx) => inviteOperator(tx, operator, this.app.clock.now)))!.token;
  }
}

/** What axe finds wrong, by rule, with where; by all of its rules, or by these. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames the short way will do: the other opens a page for each look, and hands all that passed around.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Waits for a text on the page. */
export const seen = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
