import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner, productId } from "../../support/partner.ts";
import { museum, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { none } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import {
  changeEvents,
  type EventsChange,
  everything,
  plantShow,
  shownProduct,
  twiceADay,
  worked,
} from "./cataloguing.ts";

/** Events in the back office: one change to many of them. */

onPostgres("one change to many events", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());

  const planted = (changes: Partial<CatalogueProduct> = {}) => plantShow(app, changes, twiceADay);
  const change = (...what: EventsChange) => changeEvents(operator, ...what);
  const sourceOf = async (product: CatalogueProduct) =>
    (await shownProduct(app, operator, product.externalId)).source.items[0]!.schedules![0]!;
  test("a black-out applies to the named days and times, and reopening leaves no trace in the source", async () => {
    const { id, seat, product } = await planted();
    const selection = { from: "2026-06-19", to: "2026-06-26", weekdays: [5, 6], times: ["21:00"] };
    const before = await everything(app);
    const dry = await change(id, selection, { availability: "black-out" }, { query: "?dryRun=true" });
    assert.deepEqual(await everything(app), before);
    assert.deepEqual([dry.selected, dry.changes.counts.events.changed, dry.changes.partners.events], [3, 3, 3]);
    assert.deepEqual(dry.products, [{ id, revision: 1 }]);

    const { answer, increments } = await worked(app, () => change(id, selection, { availability: "black-out" }));
    const fridays = ["2026-06-19T21:00", "2026-06-20T21:00", "2026-06-26T21:00"];
    assert.deepEqual(increments, { ...none, events: fridays.map((on) => `${seat} ${on} black-out`) });
    assert.deepEqual(answer.products, [{ id, revision: 2 }]);
    assert.deepEqual((await sourceOf(product)).exceptions, [
      { date: "2026-06-19", time: "21:00", availability: "black-out" },
      { date: "2026-06-20", time: "21:00", availability: "black-out" },
      { date: "2026-06-26", time: "21:00", availability: "black-out" },
    ]);
    const opened = await worked(app, () => change(id, {}, { availability: "available" }, { revision: 2 }));
    assert.deepEqual([opened.answer.selected, opened.answer.changes.counts.events.changed], [30, 3]);
    assert.deepEqual(
      opened.increments.events,
      fridays.map((on) => `${seat} ${on} available`),
    );
    assert.deepEqual(await sourceOf(product), product.items[0]!.schedules![0]);
  });

  test("prices change by per cent and by amount, exactly to the currency's minor digits; sold seats keep theirs", async () => {
    const { id, seat, product, event } = await planted();
    const partner = new Partner(app);
    const sold = await event("2026-06-20T18:00");
    const order = await partner.buy(sold, { ADULT: 2 });
    const prices = [{ code: "ADULT", percent: "12.5" }, { code: "CHILD", amount: "-0.33" }, { percent: "1" }];
    const answer = await change(id, { from: "2026-06-20", to: "2026-06-20" }, { prices });
    // 45.00 becomes 50.625, rounded to 50.63, and then 51.1363; 22.50 becomes 22.17 and then 22.3917.
    const after = [
      { code: "ADULT", amount: "51.14" },
      { code: "CHILD", amount: "22.39" },
    ];
    assert.deepEqual(answer.rounding, { EUR: 2 });
    assert.deepEqual(
      answer.changes.records.map(({ subject, sold }: { subject: string; sold: number }) => [subject, sold]),
      [
        [`${product.externalId} / ${seat} / 2026-06-20T18:00`, 2],
        [`${product.externalId} / ${seat} / 2026-06-20T21:00`, 0],
      ],
    );
    assert.deepEqual(answer.changes.sold.seats, 2);
    assert.deepEqual((await sourceOf(product)).exceptions, [{ date: "2026-06-20", prices: after }]);
    const { totalUsd } = await partner.validate(sold, { ADULT: 1, CHILD: 2 });
    assert.equal(totalUsd!.value, 56.82 + 2 * 24.88, "51.14 and 22.39 at 0.9 euros to the dollar");
    const read = await partner.wire.ask("order", { lang: "es", id: order.id! });
    assert.equal(read.event.totalUsd.value, 100);
  });

  test("a capacity below the sold seats is reported in the dry run, and ends the sale", async () => {
    const { id, event } = await planted();
    const partner = new Partner(app);
    const sold = await event("2026-06-20T18:00");
    await partner.buy(sold, { ADULT: 6 });
    const selection = { from: "2026-06-20", to: "2026-06-21" };
    const dry = await change(id, selection, { capacity: { by: -15 } }, { query: "?dryRun=true" });
    assert.deepEqual(dry.changes.sold, {
      events: 1,
      seats: 6,
      removedEvents: 0,
      removedSeats: 0,
      overbookedEvents: 1,
    });
    const full = await change(id, selection, { capacity: { by: -14 } }, { query: "?dryRun=true" });
    assert.equal(full.changes.sold.overbookedEvents, 0, "six guests have six seats");
    await change(id, selection, { capacity: { by: -15 } });
    const { data } = await operator.ask("GET", `/events?productId=${id}&from=2026-06-20&to=2026-06-21`);
    assert.deepEqual(
      data.map(({ capacity, sold, left, load }: Record<string, number>) => [capacity, sold, left, load]),
      [
        [5, 6, 0, 1.2],
        [5, 0, 5, 0],
        [5, 0, 5, 0],
        [5, 0, 5, 0],
      ],
    );
    assert.deepEqual(
      (await partner.validate(sold, { ADULT: 1 })).errors.map(({ code }) => code),
      ["event-sold-out"],
    );
  });

  test("several products change together, or none of them", async () => {
    const [one, two] = [await planted(), await planted({ currencyCode: "BRL" })];
    const body = (revision: number, what: object) => ({
      products: [
        { id: one.id, revision: 1 },
        { id: two.id, revision },
      ],
      selection: { from: "2026-06-20", to: "2026-06-20" },
      change: what,
    });
    assert.equal(
      await operator.refused(409, "POST", "/events/change", body(7, { availability: "black-out" })),
      "changed-meanwhile",
    );
    assert.equal((await shownProduct(app, operator, one.product.externalId)).revision, 1);
    const unlike = await operator.call("POST", "/events/change", body(1, { prices: [{ amount: "5" }] }));
    assert.equal(unlike.status, 400);
    assert.match(unlike.text, /prices in BRL, EUR/);
    const step = await operator.call("POST", "/events/change", body(1, { prices: [{ to: "5", roundTo: "1" }] }));
    assert.deepEqual([step.status, JSON.parse(step.text).errors[0].pointer], [400, "/change/prices/0/roundTo"]);
    const answer = await operator.ask("POST", "/events/change", body(1, { prices: [{ percent: "100" }] }));
    assert.deepEqual([answer.selected, answer.rounding], [4, { BRL: 2, EUR: 2 }]);
    assert.deepEqual(answer.products, [
      { id: one.id, revision: 2 },
      { id: two.id, revision: 2 },
    ]);
  });

  test("events that are named one by one change together; past and unknown ones are skipped", async () => {
    const one = await plantShow(app, {}, { ...twiceADay, from: "2026-06-10" });
    const two = await planted();
    const named = ({ id, seat }: typeof one, eventOn: string, item = seat) => ({ productId: id, item, eventOn });
    const body = (revision: number) => ({
      products: [
        { id: one.id.toUpperCase(), revision: 1 },
        { id: two.id, revision },
      ],
      selection: {
        events: [
          named(one, "2026-06-20T18:00:00"),
          named(one, "2026-06-22T21:00"),
          named(one, "2026-06-22T21:00"),
          named(two, "2026-06-30T18:00:00"),
          named(one, "2026-06-14T18:00:00"),
          named(one, "2026-06-23T20:00:00"),
          named(one, "2026-06-24T18:00:00", two.seat),
        ],
      },
      change: { availability: "black-out" },
    });
    assert.equal(await operator.refused(409, "POST", "/events/change", body(7)), "changed-meanwhile");
    const { answer, increments } = await worked(app, () => operator.ask("POST", "/events/change", body(1)));
    assert.deepEqual([answer.selected, answer.changes.counts.events.changed], [3, 3]);
    assert.deepEqual(increments, {
      ...none,
      events: [
        `${one.seat} 2026-06-20T18:00 black-out`,
        `${one.seat} 2026-06-22T21:00 black-out`,
        `${two.seat} 2026-06-30T18:00 black-out`,
      ],
    });
  });

  test("timeless and dateless products change too", async () => {
    const pass: CatalogueProduct = variant(
      museum,
      { externalId: "pass", type: "dateless" },
      {
        externalId: "pass-1",
        schedules: [
          { from: "2026-06-15", to: "2026-12-31", capacity: 100, prices: [{ code: "ADULT", amount: "80.00" }] },
        ],
      },
    );
    await app.import({ products: [museum, pass] });
    const day = await productId(app, "museum");
    const blackOut = await change(day, { from: "2026-06-20", to: "2026-06-21" }, { availability: "black-out" });
    assert.deepEqual(
      [blackOut.selected, (await sourceOf(museum)).exceptions],
      [
        2,
        [
          { date: "2026-06-20", availability: "black-out" },
          { date: "2026-06-21", availability: "black-out" },
        ],
      ],
    );
    const standing = await change(await productId(app, "pass"), { to: "2026-12-31" }, { prices: [{ to: "85" }] });
    assert.deepEqual(
      [standing.selected, (await sourceOf(pass)).exceptions],
      [1, [{ date: "2026-12-31", prices: [{ code: "ADULT", amount: "85.00" }] }]],
    );
  });

  test("invalid changes are refused with the field", async () => {
    const { id } = await planted();
    const good = {
      products: [{ id, revision: 1 }],
      selection: { from: "2026-06-20", to: "2026-06-21" },
      change: { availability: "black-out" },
    };
    const nobody = "00000000-0000-4000-8000-000000000000";
    const event = { productId: id, item: "seat", eventOn: "2026-06-20T18:00" };
    const bad: [body: object, pointer: string][] = [
      [{ ...good, change: {} }, "/change"],
      [{ ...good, change: { prices: [{ code: "ADULT" }] } }, "/change/prices/0"],
      [{ ...good, change: { prices: [{ percent: "5", amount: "1" }] } }, "/change/prices/0"],
      [{ ...good, change: { prices: [{ percent: "5%" }] } }, "/change/prices/0/percent"],
      [{ ...good, change: { prices: [{ percent: "-150" }] } }, "/change/prices/0"],
      [{ ...good, change: { prices: [{ code: "Adult", percent: "5" }] } }, "/change/prices/0/code"],
      [{ ...good, change: { capacity: { to: 5, by: 1 } } }, "/change/capacity"],
      [{ ...good, change: { capacity: { to: -1 } } }, "/change/capacity/to"],
      [{ ...good, change: { capacity: { by: -21 } } }, "/change/capacity/by"],
      [{ ...good, change: { availability: "closed" } }, "/change/availability"],
      [{ ...good, selection: { from: "2026-06-31", to: "2026-07-01" } }, "/selection/from"],
      [{ ...good, selection: { from: "2026-06-21", to: "2026-06-20" } }, "/selection/to"],
      [{ ...good, selection: { ...good.selection, weekdays: [0] } }, "/selection/weekdays/0"],
      [{ ...good, selection: { ...good.selection, times: ["25:00"] } }, "/selection/times/0"],
      [{ ...good, selection: {} }, "/selection/from"],
      [{ ...good, selection: { from: "2026-06-20" } }, "/selection/to"],
      [{ ...good, selection: { events: [] } }, "/selection/events"],
      [{ ...good, selection: { events: Array(501).fill(event) } }, "/selection/events"],
      [{ ...good, selection: { events: [{ ...event, eventOn: "2026-06-20" }] } }, "/selection/events/0/eventOn"],
      [{ ...good, selection: { events: [event], times: ["18:00"] } }, "/selection/times"],
      [{ ...good, selection: { events: [event, { ...event, productId: nobody }] } }, "/selection/events/1/productId"],
      [{ ...good, products: [] }, "/products"],
      [{ ...good, products: [...good.products, ...good.products] }, "/products/1/externalId"],
    ];
    for (const [body, pointer] of bad) {
      const answer = await operator.call("POST", "/events/change", body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      const { code, errors } = JSON.parse(answer.text);
      assert.deepEqual([code, errors[0].pointer], ["invalid-field", pointer]);
    }
    const unknown = { ...good, products: [{ id: nobody, revision: 0 }] };
    assert.equal(await operator.refused(404, "POST", "/events/change", unknown), "not-found");
  });

  test("an empty selection changes nothing", async () => {
    const { id } = await planted();
    const { answer, increments } = await worked(app, () =>
      change(id, { times: ["03:00"] }, { availability: "black-out" }),
    );
    assert.deepEqual([answer.selected, answer.products[0].revision, increments], [0, 1, none]);
  });
});
