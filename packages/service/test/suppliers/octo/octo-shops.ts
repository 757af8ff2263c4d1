import { randomUUID } from "node:crypto";
import { after, before } from "node:test";
import { inTransaction } from "../../../src/store/database/database.ts";
import { switchOcto } from "../../../src/store/operators/home.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { eventId, Partner, productId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import type { OpenStore } from "../../support/servers/stores.ts";

/** Two services: one sells over OCTO, the other buys there and sells to its own partners. */

const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
export const evening = "2026-06-30T20:00";
export const later = "2026-07-01T20:00";

/** Makes a product whose evenings have this number of seats. */
export const tour = (
  externalId: string,
  itemId: string,
  seats: number,
  { supplier, evenings = [evening, later] }: { supplier?: string; evenings?: string[] } = {},
) =>
  variant(
    show,
    { externalId, name: "Tour", immediateBooking: true, ...(supplier && { supplier }) },
    {
      externalId: itemId,
      ticketRules: [rule],
      schedules: [],
      events: evenings.map((eventOn) => ({
        ...{ eventOn, capacity: seats, prices: [{ code: "ADULT", amount: "45.00" }] },
      })),
    },
  );

export class OctoShops {
  seller!: TestApp;
  buyer!: TestApp;
  partner!: Partner;

  constructor(open: OpenStore, { seats = 10 } = {}) {
    before(async () => {
      this.seller = await startApp({
        open,
        config: { callbackAllowPrivate: true },
        catalogue: { ...testCatalogue, products: [tour("tour", "seat", seats)] },
      });
      await inTransaction(this.seller.app.service.db, (tx) => switchOcto(tx, true));
      this.buyer = await startApp({
        open,
        config: { callbackAllowPrivate: true },
        catalogue: {
          ...testCatalogue,
          suppliers: [this.supplier()],
          products: [tour(`agency:${await productId(this.seller, "tour")}`, "seat", seats, { supplier: "agency" })],
        },
      });
      this.partner = new Partner(this.buyer);
    });
    after(async () => {
      await this.buyer?.stop();
      await this.seller?.stop();
    });
  }

  supplier() {
    const settings = { endpoint: `${this.seller.url}/octo`, key: this.seller.key };
    return { externalId: "agency", name: "Agency", kind: "octo", settings };
  }

  event = (at = evening): Promise<string> => eventId(this.buyer, "seat", at);

  /** Reads the seller's booking of an order. */
  async booking(uuid: string): Promise<{
    status: string;
    supplierReference: string;
    unitItems: object[];
    availability: { localDateTimeStart: string };
  }> {
    return (await (await this.#call("GET", `/bookings/${uuid}`)).json()) as never;
  }

  /** Takes seats of the evening at the seller for another channel. Returns the uuid. */
  async reserve(count: number): Promise<string> {
    const [product] = (await (await this.#call("GET", "/products")).json()) as {
      id: string;
      options: { id: string }[];
    }[];
    const uuid = randomUUID();
    const answer = await this.#call("POST", "/bookings", {
      ...{ uuid, productId: product!.id, optionId: product!.options[0]!.id },
      availabilityId: await eventId(this.seller, "seat", evening),
      unitItems: Array.from({ length: count }, () => ({ unitId: "ADULT" })),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return uuid;
  }

  cancel = (uuid: string): Promise<Response> => this.#call("POST", `/bookings/${uuid}/cancel`, {});

  #call(method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.seller.key}`, "content-type": "application/json" };
    return fetch(`${this.seller.url}/octo${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }
}
