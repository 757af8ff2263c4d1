import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { returnAllExpiredSeats } from "../../../src/domain/orders/expired-holds.ts";
import { changeOrder } from "../../../src/domain/orders/transitions.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { codesOf, eventId } from "../../support/partner.ts";
import { boat, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { Holder } from "../../support/samples/holding.ts";
import type { OpenStore } from "../../support/servers/stores.ts";

export const minute = 60_000;
const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
/** Makes a product of one evening with its own seats and price. */
export const evening = (
  name: string,
  { capacity = 10, amount = "45.00", more = {} }: { capacity?: number; amount?: string; more?: object } = {},
) =>
  variant(
    show,
    { externalId: name, name, ...more },
    {
      externalId: name,
      ticketRules: [rule],
      schedules: [],
      events: [{ eventOn: "2026-06-30T20:00", capacity, prices: [{ code: "ADULT", amount }] }],
    },
  );
const names = ["json", "xml", "last", "race", "job", "extended", "released", "tests", "keys", "resized", "ended"];
const others = ["repeated", "wrong", "closing", "limits", "sandbox"];
export const products = [...names, ...others].map((name) => evening(name, name === "limits" ? { capacity: 30 } : {}));
export const catalogue = { ...testCatalogue, products: [...products, boat] };

/** A service for the tests of a suite, whose holds end after each test. */
export class HoldShop {
  app!: TestApp;
  db!: Db;
  holder!: Holder;

  constructor(open: OpenStore) {
    before(async () => {
      this.app = await startApp({
        open,
        catalogue,
        jobs: false,
        config: { holdsPerPartner: 12, heldSeatsPerPartner: 30 },
      });
      this.db = this.app.store.database.db;
      this.holder = new Holder(this.app);
    });
    after(() => this.app?.stop());
    // Ends the holds of a test, so that the limits of the partner begin anew.
    afterEach(async () => {
      this.pass(16 * minute);
      await returnAllExpiredSeats(this.db, this.app.clock.now);
    });
  }

  /** Moves the service's clock forward. */
  pass(ms: number): void {
    this.app.clock.now = new Date(this.app.clock.now.getTime() + ms);
  }

  event(name: string): Promise<string> {
    return eventId(this.app, name, "2026-06-30T20:00");
  }

  /** Books, and fails unless the booking is refused. Returns its codes. */
  async refused(hold: Parameters<Holder["book"]>[0], more: Parameters<Holder["book"]>[1] = {}) {
    const order = await this.holder.book(hold, more);
    assert.deepEqual([order.id, order.isValid], [null, false]);
    return codesOf(order);
  }

  async cancel(order: string): Promise<void> {
    await changeOrder(this.app.app.service.orderContext, order, { trigger: "cancel", actor: "operator" });
  }
}
