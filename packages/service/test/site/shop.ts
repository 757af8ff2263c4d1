import assert from "node:assert/strict";
import { sql } from "kysely";
import { createSite } from "../../src/domain/site/create-site.ts";
import { sandboxPaymentKind } from "../../src/payments/kinds/sandbox.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import type { Site } from "../../src/records/site.ts";
import { inTransaction } from "../../src/store/database/database.ts";
import { writePaymentKind } from "../../src/store/payments/kinds.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { askAt } from "../support/http.ts";
import { TestProvider } from "../support/payment-provider.ts";

/** An own site below `/tours`, whose guests pay in the sandbox, and a browser without scripts. */

export interface Page {
  status: number;
  text: string;
  /** The path to which the answer leads. */
  to: string | null;
  headers: Record<string, unknown>;
  /** Where the page is. */
  path: string;
}

export interface Shop {
  app: TestApp;
  /** Sends a request as a stranger with this address. */
  get(path: string, from?: string): Promise<Page>;
  post(path: string, fields: Record<string, string>, from?: string): Promise<Page>;
  /** Sends a request and follows the answer until there is a page of the site. */
  open(path: string, from?: string): Promise<Page>;
  send(path: string, fields: Record<string, string>, from?: string): Promise<Page>;
  /** Fills the only form of a page, as a person does, and sends it. */
  submit(page: Page, fields?: Record<string, string>, options?: { from?: string; nth?: number }): Promise<Page>;
  events(product: string): Promise<string[]>;
  productId(product: string): Promise<string>;
  /** Begins a purchase, and returns its checkout. */
  choose(
    product: string,
    tickets: Record<string, number>,
    options?: { lang?: string; event?: string; from?: string },
  ): Promise<Page>;
  /** Sends a checkout's form, pays at the bank in memory, and comes back. */
  payAtBank(checkout: Page, fields?: Record<string, string>): Promise<Page>;
  bank: TestProvider;
  pass(minutes: number): void;
  stop(): Promise<void>;
}

export const base = "/tours";

export async function startShop({
  catalogue,
  settings = {},
  config = {},
  kind = "sandbox",
}: {
  /** `test-bank`: a provider in memory, whose money counts. */
  kind?: "sandbox" | "test-bank";
  catalogue?: CatalogueFile;
  settings?: Partial<Site["settings"]>;
  config?: NonNullable<Parameters<typeof startApp>[0]>["config"];
} = {}): Promise<Shop> {
  const bank = new TestProvider();
  const app = await startApp({
    jobs: false,
    paymentKinds: [sandboxPaymentKind, bank.kind],
    ...(catalogue && { catalogue }),
    // A kind without money may be used on one machine only.
    config: { publicUrl: "http://127.0.0.1:9", trustProxy: 1, ...config },
  });
  const { db } = app.store.database;
  await inTransaction(db, async (tx) => {
    const trader = { name: "Ejemplo, S.L.", address: "Calle Mayor 1, Madrid", registration: null, taxNumber: "NIF B0" };
    await createSite(
      tx,
      {
        ...{ code: "TOURS", name: "Tours", host: null, path: base },
        settings: { trader: { ...trader, email: "hello@shop.example", phone: "+34 600 000 000" }, ...settings },
      },
      app.clock.now,
    );
    const given = kind === "sandbox" ? {} : { key: bank.secret };
    await writePaymentKind(tx, { kind, enabled: true, settings: given, revision: 0 });
  });
  await app.app.service.sites.reload();
  const port = Number(new URL(app.url).port);
  const ask = async (method: string, path: string, body: string | undefined, from: string): Promise<Page> => {
    const headers = {
      "x-forwarded-for": from,
      ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const answer = await askAt({ port, path }, { method, headers, ...(body !== undefined && { body }) });
    const { location } = answer.headers;
    const to = location === undefined ? null : new URL(location, "http://127.0.0.1:9");
    return {
      ...{ status: answer.status, text: answer.text, path, headers: answer.headers },
      to: to && `${to.pathname}${to.search}`,
    };
  };
  const home = "198.51.100.7";
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const followed = async (page: Page, from: string): Promise<Page> => {
    let at = page;
    for (let n = 0; at.to !== null && n < 5; n++) at = await ask("GET", at.to, undefined, from);
    return at;
  };
  const ids = async (product: string) => {
    const { rows } = await sql<{ id: string; product: string }>`
      select e.id, p.id as product from event e join item i on i.id = e.item_id join product p on p.id = i.product_id
      where p.external_id = ${product} and e.event_on > ${app.clock.now}::timestamp order by e.event_on`.execute(db);
    return rows;
  };
  const shop: Shop = {
    app,
    get: (path, from = home) => ask("GET", path, undefined, from),
    post: (path, fields, from = home) => ask("POST", path, form(fields), from),
    open: async (path, from = home) => followed(await ask("GET", path, undefined, from), from),
    send: async (path, fields, from = home) => followed(await ask("POST", path, form(fields), from), from),
    async submit(page, fields = {}, { from = home, nth = 0 } = {}) {
      const { action, values } = formsOf(page)[nth]!;
      return followed(await ask("POST", action, form({ ...values, ...fields }), from), from);
    },
    events: async (product) => (await ids(product)).map(({ id }) => id),
    productId: async (product) => (await ids(product))[0]!.product,
    async choose(product, tickets, { lang = "es", event, from = home } = {}) {
      const rows = await ids(product);
      const quantities = Object.fromEntries(Object.entries(tickets).map(([code, n]) => [`ticket-${code}`, `${n}`]));
      return shop.send(
        `${base}/${lang}/book`,
        { product: rows[0]!.product, event: event ?? rows[3]!.id, ...quantities },
        from,
      );
    },
    bank,
    async payAtBank(checkout, fields = contact) {
      const { action, values } = formsOf(checkout)[0]!;
      const sent = await ask("POST", action, form({ ...values, ...fields }), home);
      assert.equal(sent.status, 303, wordsOf(sent));
      bank.pay();
      return shop.open(`${checkout.path}/return`);
    },
    pass(minutes) {
      app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
    },
    stop: () => app.stop(),
  };
  return shop;
}

const decoded = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found ? decoded(found[1]!) : null;
};

/** The forms of a page: where they go, and what they send if nobody types. */
export function formsOf({
  text,
  path,
}: Pick<Page, "text" | "path">): { action: string; values: Record<string, string> }[] {
  return [...text.matchAll(/<form [^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const values: Record<string, string> = {};
    for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
      const name = attribute(tag, "name");
      const isUnchecked = attribute(tag, "type") === "radio" && !/\schecked/.test(tag);
      if (name !== null && !isUnchecked) values[name] = attribute(tag, "value") ?? "";
    }
    for (const [tag, name] of form.matchAll(/<select [^>]*name="([^"]+)"[\s\S]*?<\/select>/g))
      values[decoded(name!)] = decoded(/<option value="([^"]*)" selected/.exec(tag)?.[1] ?? "");
    return { action: attribute(form, "action") ?? path, values };
  });
}

/** The text of a page as a person reads it. */
export const wordsOf = ({ text }: Pick<Page, "text">): string =>
  decoded(text.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "").replaceAll(/<[^>]+>/g, " ")).replaceAll(/\s+/g, " ");

export const heading = ({ text }: Pick<Page, "text">): string => decoded(/<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? "");

export const contact = { name: "Ana Ruiz", email: "ana@guest.example", phone: "+34 600 111 222" };

/** Presses a button of the sandbox's page, and comes back to the site. */
export async function press(shop: Shop, sandbox: Page, button: string): Promise<Page> {
  assert.match(sandbox.path, /^\/pay\/sandbox\//);
  return shop.send(sandbox.path, { button });
}
