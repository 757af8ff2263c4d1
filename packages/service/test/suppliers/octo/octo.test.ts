import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { capacityOf, itemsOfRun } from "../../../src/domain/import/supplier-seats.ts";
import type { SupplierOrder } from "../../../src/records/supplier-order.ts";
import { octoSupplierKind } from "../../../src/suppliers/kinds/octo.ts";
import { bookingUuid } from "../../../src/suppliers/octo/bookings.ts";
import type { Supplier, SupplierOutcome } from "../../../src/suppliers/supplier.ts";
import { anOrder, supplierOf } from "../supplier-server.ts";
import { type Breakage, breakages, OctoServer, type Step } from "./octo-server.ts";

/** Suppliers of kind octo against a server that breaks: an unknown outcome is never a failure, and nothing is booked twice. */

let server: OctoServer;
let supplier: Supplier;
before(async () => {
  server = new OctoServer();
  await server.open();
});
after(() => server.close());
beforeEach(() => {
  server.bookings.clear();
  server.breaks.clear();
  server.refuses.clear();
  server.calls.length = 0;
  server.seats = 10;
  server.confirmsAs = "CONFIRMED";
  server.answersAs = null;
  supplier = supplierAt();
});

/** Makes a supplier with its own key, so that it reads the products itself. */
const supplierAt = (url = server.url, externalId = "agency"): Supplier =>
  supplierOf(
    octoSupplierKind,
    { externalId, settings: { endpoint: url, key: randomUUID() } },
    { config: { callbackAllowPrivate: true } },
  );

const orderOf = (more: Partial<SupplierOrder> = {}): SupplierOrder => ({
  ...anOrder,
  id: randomUUID(),
  productExternalId: "agency:tour",
  itemExternalId: "agency:DEFAULT",
  eventOn: "2026-06-20T20:00:00",
  timeZone: "Europe/Madrid",
  ...more,
});

/** Requests an order as dispatch does: until there is an outcome, and again only when nothing arrived. */
async function untilDecided(order: SupplierOrder, first: SupplierOutcome): Promise<SupplierOutcome> {
  let outcome = first;
  for (let n = 0; n < 5 && (outcome.outcome === "unknown" || outcome.outcome === "not-received"); n++) {
    if (outcome.outcome === "unknown") outcome = await supplier.status!(order);
    if (outcome.outcome === "not-received") outcome = await supplier.request(order);
  }
  return outcome;
}

test("an order is reserved and confirmed with its tickets and travellers", async () => {
  const order = orderOf({
    tickets: [
      { code: "ADULT", quantity: 2 },
      { code: "CHILD", quantity: 1 },
    ],
  });
  const outcome = await supplier.request(order);
  assert.deepEqual(outcome, { outcome: "confirmed", confirmation: `S-${order.id.slice(0, 4)}`, message: null });
  const [booking] = [...server.bookings.values()];
  assert.deepEqual(
    [booking!.uuid, booking!.availabilityId, booking!.units.map(({ unitId }) => unitId), booking!.contact?.fullName],
    [order.id, "at-2026-06-20", ["unit-1", "unit-1", "unit-2"], "Ana López"],
  );
  assert.deepEqual(await supplier.status!(order), outcome);
});

test("an item is found by ids, by references, and by its part number", async () => {
  for (const names of [
    { productExternalId: "tour", itemExternalId: "DEFAULT" },
    { productExternalId: "T-1", itemExternalId: "own" },
    { productExternalId: "own", itemExternalId: "own", partNumber: "DEFAULT" },
  ])
    assert.equal((await supplier.request(orderOf(names))).outcome, "confirmed", JSON.stringify(names));
  const unknown = await supplier.request(orderOf({ productExternalId: "own", itemExternalId: "own" }));
  assert.equal(unknown.outcome, "not-received");
  assert.match(unknown.message!, /no product own/);
});

describe("an answer about another booking than the order asked for is unknown, whatever its status says", () => {
  const others: [name: string, change: object][] = [
    ["uuid", { uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }],
    ["uuid", { uuid: null }],
    ["unitItems", { unitItems: [{ uuid: "unit-0", unitId: "unit-1" }] }],
    ["unitItems", { unitItems: [{ unitId: "unit-1" }, { unitId: "unit-2" }] }],
    ["availabilityId", { availabilityId: "at-2026-06-21" }],
    ["optionId", { optionId: "OTHER" }],
  ];
  const steps: Step[][] = [["reserve"], ["confirm", "read"]];
  for (const [name, change] of others)
    for (const at of steps)
      test(`${JSON.stringify(change)} at ${at.join(" and ")}`, async () => {
        const order = orderOf();
        server.answersAs = { steps: at, change };
        const first = await supplier.request(order);
        assert.equal(first.outcome, "unknown", first.message!);
        assert.match(first.message!, new RegExp(`another booking.*${name}`));
        if (!at.includes("read")) return assert.ok(!server.calls.includes("confirm"), "it is not confirmed");
        assert.equal((await supplier.status!(order)).outcome, "unknown");
        // The supplier mends its answers.
        server.answersAs = null;
        assert.equal((await supplier.status!(order)).outcome, "confirmed");
      });

  test("also in the answer to a cancellation, and in a status that rejects", async () => {
    const order = orderOf();
    await supplier.request(order);
    server.answersAs = { steps: ["cancel", "read"], change: { uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" } };
    assert.equal((await supplier.cancel!(order)).outcome, "unknown");
    server.answersAs.change = { ...server.answersAs.change, status: "REJECTED" };
    assert.equal((await supplier.status!(order)).outcome, "unknown");
  });
});

describe("a request that breaks is decided later, and booked once", () => {
  for (const step of ["products", "availability", "reserve", "confirm"] as Step[])
    for (const breakage of breakages)
      test(`${step}: ${breakage}`, async () => {
        const order = orderOf();
        // A cut on a reused connection is repeated at once, on a new one.
        server.breaks.set(step, [breakage, breakage]);
        const first = await supplier.request(order);
        assert.notEqual(first.outcome, "declined");
        assert.equal((await untilDecided(order, first)).outcome, "confirmed");
        assert.deepEqual([...server.bookings.keys()], [order.id]);
        assert.equal(server.sold(), 2);
      });

  test("a question about its status that breaks leaves it open", async () => {
    const order = orderOf();
    server.breaks.set("confirm", ["500"]);
    assert.equal((await supplier.request(order)).outcome, "unknown");
    for (const breakage of breakages.filter((one) => one !== "slow")) {
      server.breaks.set("read", [breakage, breakage]);
      assert.equal((await supplier.status!(order)).outcome, "unknown", breakage);
      server.breaks.clear();
    }
    assert.equal((await supplier.status!(order)).outcome, "confirmed");
  });

  test("a supplier that never answers is left after ten seconds", async () => {
    const hanging = await Promise.all(
      (["availability", "reserve", "confirm"] as Step[]).map(async (step) => {
        const own = new OctoServer();
        await own.open();
        own.breaks.set(step, ["hang"]);
        const startedAt = performance.now();
        const { outcome } = await supplierAt(own.url).request(orderOf());
        await own.close();
        return { step, outcome, seconds: (performance.now() - startedAt) / 1000 };
      }),
    );
    assert.deepEqual(
      hanging.map(({ outcome }) => outcome),
      ["not-received", "unknown", "unknown"],
    );
    for (const { step, seconds } of hanging) assert.ok(seconds < 15, `${step}: ${seconds}`);
  });

  test("a refused key and a closed port leave the order to a later request", async () => {
    server.refuses.set("reserve", { status: 403, error: "FORBIDDEN" });
    assert.equal((await supplier.request(orderOf())).outcome, "not-received");
    const closed = new OctoServer();
    await closed.open();
    const { url } = closed;
    await closed.close();
    assert.equal((await supplierAt(url).request(orderOf())).outcome, "not-received");
    assert.equal(server.sold(), 0);
  });
});

test("a refused reservation and a refused confirmation are declined, and no seats stay taken", async () => {
  server.seats = 1;
  const soldOut = await supplier.request(orderOf());
  assert.deepEqual(soldOut, { outcome: "declined", message: "Sold out." });
  server.seats = 10;
  server.refuses.set("confirm", { status: 400, error: "UNPROCESSABLE_ENTITY", message: "No passport." });
  assert.deepEqual(await supplier.request(orderOf()), { outcome: "declined", message: "No passport." });
  assert.equal(server.sold(["ON_HOLD", "CONFIRMED"]), 0);
  const noUnit = await supplier.request(orderOf({ tickets: [{ code: "DOG", quantity: 1 }] }));
  assert.deepEqual(noUnit, { outcome: "declined", message: "The supplier has no unit for the ticket DOG." });
  assert.equal((await supplier.request(orderOf({ eventOn: "2026-06-20T21:00:00" }))).outcome, "declined");
});

test("a reservation that expired is followed by another one, which is the order's booking", async () => {
  const order = orderOf();
  server.breaks.set("confirm", ["429"]);
  assert.equal((await supplier.request(order)).outcome, "unknown");
  server.bookings.get(order.id)!.status = "EXPIRED";
  assert.equal((await supplier.status!(order)).outcome, "not-received");
  assert.equal((await supplier.request(order)).outcome, "confirmed");
  assert.deepEqual([...server.bookings.keys()], [order.id, bookingUuid(order.id, 1)]);
  assert.equal((await supplier.status!(order)).outcome, "confirmed");
  assert.equal((await supplier.cancel(order)).outcome, "cancelled");
  assert.equal(server.sold(["CONFIRMED", "ON_HOLD"]), 0);
});

test("what the supplier decides later is read", async () => {
  server.confirmsAs = "PENDING";
  const order = orderOf();
  const pending = await supplier.request(order);
  assert.deepEqual([pending.outcome, pending.askAgainInSeconds], ["unknown", 30]);
  for (const [status, outcome] of [
    ["REJECTED", "declined"],
    ["CANCELLED", "cancelled"],
    ["REDEEMED", "confirmed"],
    ["WHAT", "unknown"],
  ] as const) {
    server.bookings.get(order.id)!.status = status;
    assert.equal((await supplier.status!(order)).outcome, outcome);
  }
});

describe("a cancellation", () => {
  for (const breakage of [...breakages] as Breakage[])
    test(`that breaks is repeated: ${breakage}`, async () => {
      const order = orderOf();
      await supplier.request(order);
      server.breaks.set("cancel", [breakage]);
      const first = await supplier.cancel(order);
      assert.notEqual(first.outcome, "declined");
      assert.equal((await supplier.cancel(order)).outcome, "cancelled");
      assert.equal(server.sold(), 0);
    });

  test("of an order that never arrived, or is only reserved, leaves nothing", async () => {
    assert.equal((await supplier.cancel(orderOf())).outcome, "cancelled");
    const order = orderOf();
    server.breaks.set("confirm", ["429"]);
    await supplier.request(order);
    assert.equal((await supplier.cancel(order)).outcome, "cancelled");
    assert.equal(server.sold(["ON_HOLD", "CONFIRMED"]), 0);
    assert.equal((await supplier.status!(order)).outcome, "not-received");
  });

  test("that the supplier refuses is declined", async () => {
    const order = orderOf();
    await supplier.request(order);
    server.refuses.set("cancel", { status: 400, error: "UNPROCESSABLE_ENTITY", message: "Too late." });
    assert.deepEqual(await supplier.cancel(order), { outcome: "declined", message: "Too late." });
  });
});

describe("a change", () => {
  const changed = (order: SupplierOrder, more: Partial<SupplierOrder>) => ({ id: "c", order: { ...order, ...more } });
  const one = [{ code: "ADULT", quantity: 1 }];

  test("gives the booking other units and another time", async () => {
    const order = orderOf();
    await supplier.request(order);
    const change = changed(order, { tickets: one, eventOn: "2026-06-21T20:00:00" });
    assert.equal((await supplier.change!(order, change)).outcome, "confirmed");
    const { units, availabilityId } = server.bookings.get(order.id)!;
    assert.deepEqual([units.length, availabilityId], [1, "at-2026-06-21"]);
  });

  for (const breakage of breakages)
    test(`that breaks is repeated: ${breakage}`, async () => {
      const order = orderOf();
      await supplier.request(order);
      server.breaks.set("update", [breakage]);
      const change = changed(order, { tickets: one });
      const first = await supplier.change!(order, change);
      assert.notEqual(first.outcome, "declined");
      assert.equal((await supplier.change!(order, change)).outcome, "confirmed");
      assert.equal(server.bookings.get(order.id)!.units.length, 1);
    });

  test("that the supplier refuses is declined, and one to another item is left to the operator", async () => {
    const order = orderOf();
    await supplier.request(order);
    server.refuses.set("update", { status: 400, error: "UNPROCESSABLE_ENTITY", message: "Fixed." });
    assert.deepEqual(await supplier.change!(order, changed(order, { tickets: one })), {
      outcome: "declined",
      message: "Fixed.",
    });
    assert.equal((await supplier.change!(order, changed(order, { itemName: "Balcony" }))).outcome, "unknown");
  });
});

describe("seats", () => {
  const item = { productExternalId: "agency:tour", itemExternalId: "agency:DEFAULT", partNumber: "" };
  const june = { first: "2026-06-20", last: "2026-06-30" };

  test("are the vacancies of each time", async () => {
    await supplier.request(orderOf());
    const amounts = [
      { code: "ADULT", amount: "45.00" },
      { code: "CHILD", amount: "20.00" },
    ];
    assert.deepEqual(
      await supplier.availability!(item, june),
      ["2026-06-20T20:00", "2026-06-21T20:00"].map((eventOn) => ({
        ...{ eventOn, seats: 8, prices: { currency: "EUR", amounts } },
      })),
    );
  });

  for (const breakage of breakages.filter((one) => one !== "slow"))
    test(`are not known while the supplier is broken: ${breakage}`, async () => {
      server.breaks.set("availability", [breakage, breakage]);
      assert.equal(await supplier.availability!(item, june), null);
    });
});

test("an event has as many seats left as its supplier, beside those that are booked there", () => {
  assert.deepEqual(
    [capacityOf(8, 2), capacityOf(null, 2), capacityOf(undefined, 2), capacityOf(0, 0)],
    [10, null, 2, 0],
  );
});

test("runs read all items in turn, in any order of the database, and begin anew when the last item is gone", () => {
  const all = Array.from({ length: 120 }, (_, n) => ({
    productExternalId: `${n % 2 === 0 ? "a" : "B"}${n}`,
    itemExternalId: "seat",
  }));
  const nameOf = (item: (typeof all)[number] | undefined) => item && `${item.productExternalId} seat`;
  const runs: (typeof all)[] = [];
  for (let n = 0; n < 4; n++) runs.push(itemsOfRun(all, nameOf(runs.at(-1)?.at(-1))));
  assert.deepEqual(runs.slice(0, 3).flat(), all);
  assert.deepEqual(runs[3], runs[0]);
  assert.deepEqual(itemsOfRun(all, "gone seat"), runs[0]);
  assert.deepEqual(itemsOfRun([], "gone seat"), []);
});
