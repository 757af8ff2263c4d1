import { after, afterEach, before } from "node:test";
import { readPasses } from "../../../src/store/visits/passes.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import type { OpenStore } from "../../support/servers/stores.ts";

export const times = ["2026-06-20T18:00", "2026-06-20T21:00", "2026-06-21T21:00"];
const events = times.map((eventOn) => ({ eventOn, capacity: 500, prices: [{ code: "ADULT", amount: "45.00" }] }));
const evening = variant(
  show,
  { externalId: "evening", leadPurchaseDay: 0 },
  { externalId: "evening-seat", schedules: [], events },
);
const apart = variant(
  show,
  { externalId: "apart", leadPurchaseDay: 0, codePerPerson: true },
  { externalId: "apart-seat", schedules: [], events },
);
/** A product that requires the names of all guests. */
const named = variant(
  evening,
  { externalId: "named", questions: { ...evening.questions, allPassengerNames: true } },
  { externalId: "named-seat", schedules: [], events },
);
/** Half an hour before the first evening. */
export const atDoor = new Date("2026-06-20T15:30:00Z");

/** A service for the tests of a suite, with operators at the door and at the desk. */
export class OpenDoor {
  app!: TestApp;
  gate!: Operator & { email: string };
  other!: Operator & { email: string };
  desk!: Operator & { email: string };

  constructor(open: OpenStore) {
    before(async () => {
      this.app = await startApp({
        open,
        now: atDoor,
        catalogue: { ...testCatalogue, products: [evening, apart, named] },
      });
      this.gate = await signedIn(this.app, "door");
      this.other = await signedIn(this.app, "door");
      this.desk = await signedIn(this.app, "orders");
    });
    afterEach(() => {
      this.app.clock.now = atDoor;
    });
    after(() => this.app.stop());
  }

  async buy(item: string, eventOn: string, people = 2) {
    const event = await eventId(this.app, item, eventOn);
    const order = await new Partner(this.app).buy(event, { ADULT: people });
    return { id: order.id!, event };
  }

  /** Sells and confirms an order. Returns it with its short codes. */
  async sold(item: string, eventOn: string, people = 2) {
    const { db } = this.app.store.database;
    const { id, event } = await this.buy(item, eventOn, people);
    const { voucher, reference } = await this.desk.ask("POST", `/orders/${id}/confirm`, {});
    const codes = (await readPasses(db, [id])).map(({ code }) => code);
    return { id, event, address: voucher.address as string, reference: reference as string, codes };
  }

  redeem(code: string, more: object = {}) {
    return this.gate.ask("POST", "/vouchers/redeem", { code, ...more });
  }

  async result(code: string, more: object = {}) {
    return (await this.redeem(code, more)).result as string;
  }
}
