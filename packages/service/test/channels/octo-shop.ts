import assert from "node:assert/strict";
import { after, before } from "node:test";
import { inTransaction } from "../../src/store/database/database.ts";
import { switchOcto } from "../../src/store/operators/home.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId } from "../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { listed } from "../support/samples/listing.ts";
import type { OpenStore } from "../support/servers/stores.ts";
import { send } from "../support/wire.ts";

/** A service that sells over OCTO, and a channel that calls it. */

const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
const prices = [{ code: "ADULT", amount: "45.00" }];

/** Makes a product with events of 10 seats, whose orders are complete at once. */
const product = (name: string, eventOn: string[], more: object = {}) =>
  variant(
    show,
    { externalId: name, name, immediateBooking: true, ...more },
    {
      externalId: `${name}-seat`,
      ticketRules: [rule, { ...rule, code: "CHILD" }],
      schedules: [],
      events: eventOn.map((at) => ({
        eventOn: at,
        capacity: 10,
        prices: [...prices, { code: "CHILD", amount: "20.00" }],
      })),
    },
  );

const evenings = ["2026-06-30T20:00", "2026-07-01T20:00"];
const names = [
  "sale",
  "race",
  "retry",
  "resize",
  "moves",
  "holds",
  "keys",
  "erased",
  "cancel",
  "late",
  "named",
  "agree",
];
const products = [
  ...names.map((name) =>
    product(name, evenings, name === "named" ? { questions: { ...show.questions, allPassengerNames: true } } : {}),
  ),
  product("other", ["2026-07-02T10:00"]),
  variant(
    product("family", evenings, { codePerPerson: true }),
    {},
    {
      ticketRules: [
        { ...rule, code: "FAMILY", people: 5, seats: 5 },
        { ...rule, code: "BOAT", people: 10, wholeEvent: true, maxQuantity: 1 },
      ],
      events: evenings.map((eventOn) => ({
        ...{ eventOn, capacity: 18 },
        prices: [
          { code: "FAMILY", amount: "120.00" },
          { code: "BOAT", amount: "400.00" },
        ],
      })),
    },
  ),
  variant(
    product("steps", evenings, { questions: { ...show.questions, allPassengerNames: true } }),
    {},
    {
      ticketRules: [rule, { ...rule, code: "WINE", people: 0, seats: 0, minQuantity: 0, defaultQuantity: 0 }],
      events: evenings.map((eventOn) => ({
        ...{ eventOn, capacity: 18 },
        prices: [
          { code: rule.code, amount: "30.00", steps: [{ from: 3, amount: "25.00" }] },
          { code: "WINE", amount: "18.00", stock: 2 },
        ],
      })),
    },
  ),
  product("hotel", evenings, {
    questions: { ...show.questions, hotel: true },
    pickups: {
      places: [{ externalId: "plaza", name: "Hotel Plaza", address: "Plaza 1", minutesBefore: 30 }],
      ownText: true,
    },
  }),
  product("summer", ["2026-10-24T23:30", "2026-10-25T01:30", "2027-03-28T01:30"], { durationMinutes: 90 }),
  variant(
    museum,
    { externalId: "pass", type: "dateless" },
    {
      externalId: "pass-day",
      ticketRules: [rule],
      schedules: [{ from: "2026-06-15", to: "2026-12-31", capacity: null, prices }],
    },
  ),
];

export interface OctoAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests check its fields, and the models of the standard its shape.
  body: any;
  capabilities: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}

export class OctoShop {
  app!: TestApp;

  constructor(open: OpenStore, { sandbox = false } = {}) {
    before(async () => {
      const catalogue = { ...testCatalogue, products: [...products, listed, museum, boat] };
      this.app = await startApp({
        open,
        catalogue,
        jobs: false,
        config: { holdsPerPartner: 100, heldSeatsPerPartner: 500, callbackAllowPrivate: true, sandbox },
      });
      await inTransaction(this.app.store.database.db, (tx) => switchOcto(tx, true));
    });
    after(() => this.app?.stop());
  }

  get db() {
    return this.app.store.database.db;
  }

  async call(
    method: string,
    path: string,
    body?: object,
    {
      key = this.app.key,
      capabilities = "octo/pricing",
      lang = "en",
    }: { key?: string; capabilities?: string; lang?: string | undefined } = {},
  ): Promise<OctoAnswer> {
    const answer = await send(`${this.app.url}/octo${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "octo-capabilities": capabilities,
        ...(lang !== "" && { "accept-language": lang }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      body: JSON.parse(answer.text),
      headers: answer.headers,
      capabilities: answer.headers["octo-capabilities"] as string | undefined,
    };
  }

  /** The answer's body of a request that succeeds. */
  async done(method: string, path: string, body?: object, options?: Parameters<OctoShop["call"]>[3]) {
    const answer = await this.call(method, path, body, options);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  /** The code of a request that is refused. */
  async refused(
    method: string,
    path: string,
    body?: object,
    options?: Parameters<OctoShop["call"]>[3],
  ): Promise<string> {
    const { status, body: problem } = await this.call(method, path, body, options);
    assert.ok(status >= 400 && status < 500, `${status} ${JSON.stringify(problem)}`);
    assert.equal(typeof problem.errorMessage, "string");
    return problem.error;
  }

  /** Returns the identifiers that a reservation needs for an event. */
  async event(
    name: string,
    at = "2026-06-30T20:00",
  ): Promise<{ productId: string; optionId: string; availabilityId: string }> {
    const availabilityId = await eventId(this.app, `${name}-seat`, at);
    const products: { id: string; reference: string; options: { id: string }[] }[] = await this.done(
      "GET",
      "/products",
    );
    const found = products.find(({ reference }) => reference === name)!;
    return { productId: found.id, optionId: found.options[0]!.id, availabilityId };
  }
}

export const adults = (count: number) => Array.from({ length: count }, () => ({ unitId: "ADULT" }));
export const ana = { fullName: "Ana Gil", emailAddress: "ana@example.com", phoneNumber: "+34 600 000 001" };
