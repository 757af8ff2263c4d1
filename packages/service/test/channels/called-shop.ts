import assert from "node:assert/strict";
import { createConnection } from "node:net";
import { after, before } from "node:test";
import { sql } from "kysely";
import type { Config } from "../../src/config.ts";
import { addKey, createKey } from "../../src/domain/partners/keys.ts";
import { inTransaction } from "../../src/store/database/database.ts";
import {
  type CalledChannel,
  type ChannelSettings,
  writeChannelSettings,
} from "../../src/store/operators/sales-channels.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { eventId } from "../support/partner.ts";
import { museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { seatsOf } from "../support/samples/holding.ts";
import type { OpenStore } from "../support/servers/stores.ts";
import { send } from "../support/wire.ts";

/** A service that GetYourGuide and Viator call. */

const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
const prices = [
  { code: "ADULT", amount: "45.00" },
  { code: "CHILD", amount: "20.00" },
];
const evenings = ["2026-06-30T20:00", "2026-07-01T20:00"];

const product = (name: string, more: object = {}, item: object = {}) =>
  variant(
    show,
    { externalId: name, name, immediateBooking: true, ...more },
    {
      externalId: `${name}-seat`,
      ticketRules: [rule, { ...rule, code: "CHILD" }],
      schedules: [],
      events: evenings.map((eventOn) => ({ eventOn, capacity: 10, prices })),
      ...item,
    },
  );

const events = (code: string) =>
  evenings.map((eventOn) => ({ eventOn, capacity: 10, prices: [{ code, amount: "45.00" }] }));
const names = ["sale", "race", "retry", "resize", "late", "moves", "people", "seen", "test", "agree"];
const products = [
  ...names.map((name) => product(name, name === "people" ? { codePerPerson: true } : {})),
  product("hotel", { questions: { ...show.questions, hotel: true } }),
  product("named", { questions: { ...show.questions, allPassengerNames: true } }),
  product("slow", { immediateBooking: false }),
  product("vip", {}, { ticketRules: [{ ...rule, code: "BOX" }], events: events("BOX") }),
  product(
    "pair",
    {},
    { ticketRules: [{ ...rule, code: "ADULT", defaultQuantity: 2, incrementQuantity: 2 }], events: events("ADULT") },
  ),
  product(
    "family",
    {},
    {
      ticketRules: [rule, { ...rule, code: "INFANT", seats: 0 }, { ...rule, code: "GROUP", people: 5, seats: 5 }],
      events: evenings.map((eventOn) => ({
        ...{ eventOn, capacity: 18 },
        prices: [...prices.slice(0, 1), { code: "INFANT", amount: "0.00" }, { code: "GROUP", amount: "120.00" }],
      })),
    },
  ),
  product(
    "lap",
    {},
    {
      ticketRules: [rule, { ...rule, code: "INFANT", seats: 0 }],
      events: evenings.map((eventOn) => ({
        ...{ eventOn, capacity: 2, prices: [...prices.slice(0, 1), { code: "INFANT", amount: "0.00" }] },
      })),
    },
  ),
  product(
    "steps",
    {},
    {
      ticketRules: [rule, { ...rule, code: "CHILD" }, { ...rule, code: "WINE", people: 0, seats: 0 }],
      events: evenings.map((eventOn) => ({
        ...{ eventOn, capacity: 10 },
        prices: [
          { code: "ADULT", amount: "45.00", steps: [{ from: 3, amount: "40.00" }] },
          { code: "CHILD", amount: "20.00", steps: [{ from: 3, amount: "15.00" }], stepsCount: "people" as const },
          { code: "WINE", amount: "18.00" },
        ],
      })),
    },
  ),
  product(
    "summer",
    {},
    {
      events: ["2026-10-24T23:30", "2026-10-25T01:30", "2027-03-28T03:30"].map((eventOn) => ({
        eventOn,
        capacity: 10,
        prices,
      })),
    },
  ),
  variant(
    museum,
    { externalId: "pass", type: "dateless", immediateBooking: true },
    {
      externalId: "pass-day",
      ticketRules: [rule],
      schedules: [{ from: "2026-06-15", to: "2026-12-31", capacity: null, prices: prices.slice(0, 1) }],
    },
  ),
];

export const issuedKey = "5b1d4e0c-viator-issued-key";

export class CalledShop {
  app!: TestApp;
  readonly channel: CalledChannel;
  key = "";
  testKey = "";

  constructor(
    open: OpenStore,
    channel: CalledChannel,
    { jobs = false, ...config }: { jobs?: boolean } & Partial<Config> = {},
  ) {
    this.channel = channel;
    before(async () => {
      const catalogue = { ...testCatalogue, products: [...products, museum] };
      this.app = await startApp({
        ...{ open, catalogue, jobs },
        config: { holdsPerPartner: 500, heldSeatsPerPartner: 2_000, callbackAllowPrivate: true, ...config },
      });
      const own = { partner: "acme", now: testNow };
      this.testKey = (await createKey(this.db, { ...own, mode: "test", readOnly: false })).key;
      this.key = this.app.key;
      if (channel === "viator") {
        await addKey(this.db, { ...own, mode: "live", key: issuedKey, channel });
        this.key = issuedKey;
      }
      await this.set({});
    });
    after(() => this.app?.stop());
  }

  get db() {
    return this.app.store.database.db;
  }

  /** Sets the channel up. Waits until the service no longer remembers the former settings. */
  async set(more: Partial<ChannelSettings>): Promise<void> {
    const settings = {
      ...{ active: true, partner: "acme", supplierId: this.channel === "viator" ? 1004 : null },
      ...{ countryCode: this.channel === "viator" ? "ES" : null, categories: {}, notify: null, ...more },
    };
    await inTransaction(this.db, (tx) => writeChannelSettings(tx, this.channel, settings));
    await new Promise((resolve) => setTimeout(resolve, 2_100));
  }

  async itemId(name: string): Promise<string> {
    return (await this.ids(name)).id;
  }

  async productId(name: string): Promise<string> {
    return (await this.ids(name)).product;
  }

  private async ids(name: string): Promise<{ id: string; product: string }> {
    const code = name === "pass" ? "pass-day" : `${name}-seat`;
    const { rows } = await sql<{ id: string; product: string }>`
      select id, product_id as product from item where external_id = ${code}`.execute(this.db);
    return rows[0]!;
  }

  async seats(name: string, at = "2026-06-30T20:00") {
    return seatsOf(this.db, await eventId(this.app, `${name}-seat`, at));
  }

  async orders(
    name: string,
  ): Promise<{ status: string; answers: { code: string; value: string }[]; test: boolean; email: string }[]> {
    const item = await this.itemId(name);
    const { rows } =
      await sql`select status, answers, test, email from orders where item_id = ${item} order by created_at`.execute(
        this.db,
      );
    return rows as never;
  }

  async call(
    method: string,
    path: string,
    { body, key = this.key }: { body?: unknown; key?: string } = {},
    // biome-ignore lint/suspicious/noExplicitAny: tests check the fields of answers.
  ): Promise<{ status: number; body: any; text: string; cacheControl: unknown }> {
    const { status, text, headers } = await send(
      `${this.app.url}/${this.channel}${path}`,
      this.sent(method, body, key),
    );
    return { status, body: text === "" ? null : JSON.parse(text), text, cacheControl: headers["cache-control"] };
  }

  /** Sends a request while a table is missing. The answer must not say why it failed, and no cache may store it. */
  async failing(method: string, path: string, body?: unknown): Promise<void> {
    await sql`alter table item rename to item_gone`.execute(this.db);
    const { status, text, cacheControl } = await this.call(method, path, { body });
    await sql`alter table item_gone rename to item`.execute(this.db);
    assert.equal(status, 500, text);
    assert.doesNotMatch(text, /relation|exist|item|\.ts/);
    assert.equal(cacheControl, "no-store");
  }

  private sent(method: string, body: unknown, key: string) {
    const headers: Record<string, string> =
      this.channel === "viator"
        ? { "x-api-key": key }
        : { authorization: `Basic ${Buffer.from(`gyg:${key}`).toString("base64")}` };
    return {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && {
        body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    };
  }

  /** Sends a request and cuts the connection after some milliseconds, before the answer is read. */
  async cut(path: string, body: object, afterMs: number): Promise<void> {
    const { headers, body: text } = this.sent("POST", body, this.key);
    const url = new URL(this.app.url);
    const socket = createConnection(Number(url.port), url.hostname);
    socket.on("error", () => {});
    const lines = [
      `POST /${this.channel}${path} HTTP/1.1`,
      `host: ${url.host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(text!)}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n${text}`);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    socket.resetAndDestroy();
  }
}

export const evening = "2026-06-30T20:00:00+02:00";
export const equal = assert.deepEqual;
