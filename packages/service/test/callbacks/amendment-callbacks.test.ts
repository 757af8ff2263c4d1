import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ChangeNotification } from "@paseo/contract";
import { listAudit } from "../../src/store/operators/audit.ts";
import { setPartnerSwitches } from "../../src/store/partners/partners.ts";
import { ProblemError } from "../../src/web/problems.ts";
import { command } from "../support/command.ts";
import { signedIn } from "../support/console.ts";
import { eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer, ticketsOf } from "../support/samples/changing.ts";
import { cancelling, type Ordering, partnerId, silent, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Callbacks about changes to orders, for partners that want them. */

const product = (externalId: string, more: Parameters<typeof variant>[1] = {}) =>
  variant(show, { externalId, immediateBooking: true, ...more }, { externalId: `${externalId}-seat` });
const theatre = {
  externalId: "theatre",
  name: "Teatro",
  kind: "http",
  settings: { url: "https://theatre.example.com" },
} as const;
const catalogue = {
  ...testCatalogue,
  suppliers: [theatre],
  products: [product("own"), product("theirs", { supplier: "theatre" })],
};

onPostgres("callbacks about changes", (open) => {
  let ordering: Ordering;
  let changer: Changer;
  let acme: string;
  before(async () => {
    ordering = await startOrdering({ open, catalogue });
    changer = new Changer(ordering.app);
    acme = await partnerId(ordering.app);
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  const evening = (item: string, day: number) => eventId(ordering.app, `${item}-seat`, `2026-06-${day}T20:00`);
  const notify = (on: boolean) =>
    db()
      .transaction()
      .execute((tx) => setPartnerSwitches(tx, acme, { notifyChanges: on, writesToGuests: false, showsSeats: false }));
  /** Waits until an order has this number of callbacks, and returns them. */
  const notified = async (id: string, n: number) => {
    await until(() => ordering.notified(id).length >= n, `${n} notifications`);
    return ordering.notified(id) as unknown as ({ type: "order.status" } | ChangeNotification)[];
  };
  const confirming = {
    ...silent,
    request: async () => ({ outcome: "confirmed", message: null, confirmation: "A-1" }) as const,
    cancel: async () => ({ outcome: "cancelled", message: null }) as const,
  };

  test("a partner that does not want them gets callbacks about the status only", async () => {
    const { id } = await ordering.buy(await evening("own", 17));
    await changer.change(id!, { tickets: ticketsOf({ ADULT: 1 }) });
    assert.equal((await cancelling(ordering.app)(id!)).status, "cancelled");
    const all = await notified(id!, 3);
    assert.deepEqual(new Set(all.map(({ type }) => type)), new Set(["order.status"]));
  });

  test("a partner that wants them gets one for each change that ended, signed, in sequence with the status", async () => {
    await notify(true);
    const [from, to] = [await evening("theirs", 18), await evening("theirs", 19)];
    ordering.supplier.now = confirming;
    const { id, reference } = await ordering.buy(from, { externalReference: "CART-9" });
    const decide = async (outcome: "confirmed" | "declined") => {
      ordering.supplier.now = {
        ...confirming,
        change: async () =>
          outcome === "confirmed" ? { outcome, message: null, confirmation: "A-2" } : { outcome, message: "Full." },
      };
      return changer.change(id!, { eventId: to, tickets: ticketsOf({ ADULT: 1 }) });
    };
    const declined = await decide("declined");
    const accepted = await decide("confirmed");
    ordering.supplier.now = confirming;
    const waiting = await changer.change(id!, { tickets: ticketsOf({ ADULT: 3 }) });
    assert.deepEqual([declined.status, accepted.status, waiting.status], ["declined", "accepted", "waitsupplier"]);
    await cancelling(ordering.app)(id!);
    const all = await notified(id!, 5);
    const said = all.map((one) => (one.type === "order.changed" ? one.data.status : one.type));
    assert.deepEqual(said.slice(0, 5), ["order.status", "declined", "accepted", "order.status", "withdrawn"]);
    const { data } = all[2] as ChangeNotification;
    assert.deepEqual(
      { ...data, voucherUrl: typeof data.voucherUrl },
      {
        ...{ orderId: id, reference, externalReference: "CART-9", quoteId: accepted.quoteId, status: "accepted" },
        ...{ revision: accepted.revision, eventId: to, tickets: [{ code: "ADULT", quantity: 1 }] },
        ...{ totalUsd: { currencyCode: "USD", value: 50 }, differenceUsd: { currencyCode: "USD", value: -50 } },
        ...{
          refundUsd: { currencyCode: "USD", value: 50 },
          confirmation: "A-2",
          testMode: false,
          voucherUrl: "string",
        },
      },
    );
    const listed = await command(ordering.app.app.service, "callbacks", "list", "--order-id", id!);
    assert.ok(listed.data.some(({ amended }: { amended: number }) => amended > 0));
  });

  test("the operator sets it in the console, with a revision and an audit entry", async () => {
    await notify(false);
    const owner = await signedIn(ordering.app, "owner");
    const { revision, name } = await owner.ask("GET", `/partners/${acme}`);
    const body = { name, active: true, notifyChanges: true, revision };
    const after = await owner.ask("PUT", `/partners/${acme}`, body);
    assert.deepEqual([after.notifyChanges, after.revision], [true, revision + 1]);
    assert.equal(await owner.refused(409, "PUT", `/partners/${acme}`, body), "changed-meanwhile");
    const kept = await owner.ask("PUT", `/partners/${acme}`, { name, active: true, revision: revision + 1 });
    assert.equal(kept.notifyChanges, true, "a request that does not name it leaves it");
    const { rows } = await listAudit(db(), { operation: "partners.update" }, { offset: 1, limit: 1 });
    assert.deepEqual(
      [rows[0]!.before, rows[0]!.after],
      [
        { name, active: true, notifyChanges: false, writesToGuests: false, showsSeats: false },
        { name, active: true, notifyChanges: true, writesToGuests: false, showsSeats: false },
      ],
    );
  });

  test("a command sets it and changes nothing else, with an audit entry", async () => {
    await notify(false);
    const change = (partner: string) =>
      command(ordering.app.app.service, "partners", "update", partner, "--notify-changes");
    const { name, notifyChanges } = await change("acme");
    assert.equal(notifyChanges, true);
    await assert.rejects(change("nobody"), ProblemError);
    const { rows } = await listAudit(db(), { operation: "partners.update" }, { offset: 0, limit: 100 });
    const own = rows.filter(({ operator }) => operator === "paseo (command line)");
    const state = (notifyChanges: boolean) => ({
      name,
      active: true,
      notifyChanges,
      writesToGuests: false,
      showsSeats: false,
    });
    assert.deepEqual(
      own.map(({ subject, before, after }) => [subject, before, after]),
      [["acme", state(false), state(true)]],
    );
  });
});
