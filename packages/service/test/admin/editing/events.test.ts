import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner, productId } from "../../support/partner.ts";
import { boat, testCatalogue } from "../../support/samples/catalogue.ts";
import { Holder } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { changeEvents, type EventsChange, plantShow, twiceADay } from "./cataloguing.ts";

/** Events in the back office: the list and the calendar. */

onPostgres("events in the back office", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());

  const planted = (changes: Partial<CatalogueProduct> = {}) => plantShow(app, changes, twiceADay);
  const change = (...what: EventsChange) => changeEvents(operator, ...what);
  test("the list has sold, held and free seats, also of drafts", async () => {
    const { id, seat, event, product } = await planted();
    const partner = new Partner(app);
    await partner.buy(await event("2026-06-16T18:00"), { ADULT: 2, CHILD: 2 });
    await new Holder(app).hold(await event("2026-06-16T18:00"), { ADULT: 3 });
    for (const party of [{ ADULT: 10 }, { ADULT: 10 }]) await partner.buy(await event("2026-06-16T21:00"), party);
    const { data, total } = await operator.ask("GET", `/events?productId=${id}&to=2026-06-17`);
    assert.equal(total, 4);
    const [first, second, third] = data;
    assert.deepEqual(first, {
      id: await event("2026-06-16T18:00"),
      productId: id,
      product: product.externalId,
      item: seat,
      productName: "Noche de flamenco",
      itemName: "Butaca",
      eventOn: "2026-06-16T18:00:00",
      state: "available",
      setting: "available",
      capacity: 20,
      sold: 4,
      held: 3,
      left: 13,
      load: 0.2,
      currencyCode: "EUR",
      prices: [
        { code: "ADULT", amount: "45.00" },
        { code: "CHILD", amount: "22.50" },
      ],
      salesEndAt: "2026-06-16T16:00:00.000Z",
      deskSells: true,
      missingResources: [],
    });
    assert.deepEqual([second.state, second.setting, second.left, second.load], ["sold-out", "available", 0, 1]);
    assert.deepEqual([third.sold, third.load], [0, 0]);
    const of = async (query: string) => (await operator.ask("GET", `/events?productId=${id}&${query}`)).total;
    assert.equal(await of("state=sold-out"), 1);
    assert.equal(await of(`item=${seat}`), 30);
    assert.equal(await of("item=other"), 0);
    const least = await operator.ask("GET", `/events?productId=${id}&sort=left&perPage=2`);
    assert.deepEqual(
      least.data.map(({ left }: { left: number }) => left),
      [0, 13],
    );
    const last = await operator.ask("GET", `/events?productId=${id}&order=desc&perPage=1&page=2`);
    assert.deepEqual([last.data[0].eventOn, last.total], ["2026-06-30T18:00:00", 30]);

    const rio = await planted({ cityCode: "RIO" });
    const there = async (query: string) => {
      const { data, total } = await operator.ask("GET", `/events?${query}&perPage=500`);
      return [total, [...new Set(data.map(({ productId }: { productId: string }) => productId))]];
    };
    assert.deepEqual(await there("cityCode=rio"), [30, [rio.id]]);
    assert.deepEqual(await there(`cityCode=RIO&productId=${id}`), [0, []]);
    assert.deepEqual(await there("cityCode=ZRH"), [0, []]);
    const { text } = await operator.call("GET", "/events/export?format=csv&cityCode=RIO&to=2026-06-16");
    assert.deepEqual(text.match(/show-\d+(?=,Noche)/g), [rio.product.externalId, rio.product.externalId]);

    const draft = await planted({ published: false });
    const drafts = await operator.ask("GET", `/events?productId=${draft.id}`);
    assert.deepEqual([drafts.total, drafts.data[0].state, drafts.data[0].setting], [30, "unpublished", "available"]);
  });

  test("a list of days has the events of these days alone, in both orders and on every page", async () => {
    await planted();
    for (const order of ["asc", "desc"])
      for (const page of [1, 2, 3]) {
        const span = "from=2026-06-20&to=2026-06-21";
        const { data, total } = await operator.ask(
          "GET",
          `/events?${span}&sort=eventOn&order=${order}&perPage=3&page=${page}`,
        );
        const days = data.map(({ eventOn }: { eventOn: string }) => eventOn.slice(8, 10));
        assert.equal(days.length, Math.max(0, Math.min(3, total - 3 * (page - 1))), `page ${page}, ${order}`);
        assert.ok(
          days.every((day: string) => day === "20" || day === "21"),
          `page ${page}, ${order}: ${days}`,
        );
      }
    const { data, total } = await operator.ask("GET", "/events?from=2026-06-20&to=2026-06-20&perPage=50");
    assert.equal(data.length, total);
  });

  test("an event is called what its seats, its setting and the end of its sales say, in lists, filters and on its page", async () => {
    const { id, event } = await planted();
    const days = { soldOut: "2026-06-20", marked: "2026-06-21", blocked: "2026-06-22", removed: "2026-06-23" };
    const setting = { marked: "sold-out", blocked: "black-out", removed: "removed" } as const;
    let revision = 1;
    for (const [name, availability] of Object.entries(setting)) {
      const day = days[name as keyof typeof days];
      await change(id, { from: day, to: day, times: ["18:00"] }, { availability }, { revision: revision++ });
    }
    for (let n = 0; n < 2; n++) await new Partner(app).buy(await event(`${days.soldOut}T18:00`), { ADULT: 10 });
    let reader = operator;
    const stateOf = async (eventOn: string) => {
      const { data } = await reader.ask(
        "GET",
        `/events?productId=${id}&from=${eventOn.slice(0, 10)}&to=${eventOn.slice(0, 10)}`,
      );
      const { state, left } = data.find((line: { eventOn: string }) => line.eventOn.startsWith(eventOn));
      const page = await reader.ask("GET", `/events/${await event(eventOn)}`);
      assert.deepEqual([page.state, page.left], [state, left], "the page says the same");
      const found = await reader.ask("GET", `/events?productId=${id}&state=${state}&perPage=500`);
      assert.ok(
        found.data.some((line: { eventOn: string }) => line.eventOn.startsWith(eventOn)),
        "the filter finds it",
      );
      return [state, left];
    };
    assert.deepEqual(await stateOf(`${days.soldOut}T18:00`), ["sold-out", 0]);
    assert.deepEqual(await stateOf(`${days.marked}T18:00`), ["marked-sold-out", 20]);
    assert.deepEqual(await stateOf(`${days.blocked}T18:00`), ["black-out", 20]);
    assert.deepEqual(await stateOf(`${days.removed}T18:00`), ["removed", 20]);
    assert.deepEqual(await stateOf("2026-06-24T18:00"), ["available", 20]);
    const before = app.clock.now;
    // The sales end with its start: 18:00 in Madrid.
    app.clock.now = new Date("2026-06-24T16:00:00Z");
    reader = await signedIn(app, "catalogue");
    assert.deepEqual(await stateOf("2026-06-24T18:00"), ["ended", 20]);
    assert.deepEqual(await stateOf("2026-06-24T21:00"), ["available", 20]);
    app.clock.now = before;
  });

  test("the calendar has every day of the month, with its load and its events on sale", async () => {
    const { id, event } = await planted();
    const partner = new Partner(app);
    await partner.buy(await event("2026-06-20T18:00"), { ADULT: 5 });
    await new Holder(app).hold(await event("2026-06-20T18:00"), { ADULT: 2 });
    await change(id, { from: "2026-06-21", to: "2026-06-21" }, { availability: "black-out" });
    await change(
      id,
      { from: "2026-06-22", to: "2026-06-22", times: ["18:00"] },
      { capacity: { to: null } },
      { revision: 2 },
    );
    await partner.buy(await event("2026-06-22T18:00"), { ADULT: 3 });
    await change(id, { from: "2026-06-23", to: "2026-06-23" }, { availability: "sold-out" }, { revision: 3 });
    const { days, total, month } = await operator.ask("GET", `/events/calendar?month=2026-06&productId=${id}`);
    assert.deepEqual([month, days.length, days[0].day, days[29].day], ["2026-06", 30, "2026-06-01", "2026-06-30"]);
    const empty = {
      events: 0,
      capacity: 0,
      sold: 0,
      held: 0,
      load: null,
      unlimited: 0,
      unlimitedSold: 0,
      available: 0,
      blackOut: 0,
      soldOut: 0,
      markedSoldOut: 0,
      noResources: 0,
      removed: 0,
      unpublished: 0,
      soldOfRemoved: 0,
    };
    const none = { only: null, first: [] };
    const [{ productName }] = (await operator.ask("GET", `/events?productId=${id}`)).data;
    const first = ["18:00", "21:00"].map((time) => ({ time, productName }));
    assert.deepEqual(days[14], { ...empty, ...none, day: "2026-06-15" });
    assert.deepEqual(days[19], {
      ...empty,
      only: null,
      first,
      day: "2026-06-20",
      events: 2,
      capacity: 40,
      sold: 5,
      held: 2,
      load: 0.125,
      available: 2,
    });
    assert.deepEqual(days[20], {
      ...empty,
      only: null,
      first,
      day: "2026-06-21",
      events: 2,
      capacity: 40,
      load: 0,
      blackOut: 2,
    });
    assert.deepEqual(days[21], {
      ...empty,
      only: null,
      first,
      day: "2026-06-22",
      events: 2,
      capacity: 20,
      load: 0,
      unlimited: 1,
      unlimitedSold: 3,
      available: 2,
    });
    assert.deepEqual(total, {
      ...empty,
      events: 30,
      capacity: 580,
      sold: 5,
      held: 2,
      load: 5 / 580,
      unlimited: 1,
      unlimitedSold: 3,
      available: 26,
      blackOut: 2,
      markedSoldOut: 2,
    });
    for (const [state, field] of Object.entries({
      available: "available",
      "sold-out": "soldOut",
      "marked-sold-out": "markedSoldOut",
      "black-out": "blackOut",
      removed: "removed",
      unpublished: "unpublished",
    })) {
      const query = `productId=${id}&from=2026-06-01&to=2026-06-30&state=${state}&perPage=1`;
      assert.equal(
        (await operator.ask("GET", `/events?${query}`)).total,
        (total as Record<string, number>)[field],
        state,
      );
    }
    const closed = await operator.ask("GET", `/events/calendar?month=2026-06&productId=${id}&state=black-out`);
    assert.deepEqual([closed.total.events, closed.days[20].events, closed.days[19].events], [2, 2, 0]);
    const leap = await operator.ask("GET", "/events/calendar?month=2028-02");
    assert.deepEqual([leap.days.length, leap.total], [29, empty]);
    const everywhere = await operator.ask("GET", "/events/calendar?month=2026-06");
    assert.ok(everywhere.total.events > 30);
    const cities = await Promise.all(
      ["mad", "RIO", "NYC"].map((city) => operator.ask("GET", `/events/calendar?month=2026-06&cityCode=${city}`)),
    );
    assert.ok(cities[0].total.events > 30 && cities[1].total.events > 0);
    assert.equal(
      cities.reduce((sum, city) => sum + city.total.events, 0),
      everywhere.total.events,
    );
    assert.deepEqual((await operator.ask("GET", "/events/calendar?month=2026-06&cityCode=nowhere")).total, empty);
    assert.deepEqual(
      (await operator.ask("GET", `/events/calendar?month=2026-06&productId=${id}&cityCode=RIO`)).total,
      empty,
    );
    for (const query of ["month=2026-13", "month=2026-6", "", "month=2026-06&productId=1", "month=2026-06&item=seat"])
      assert.equal(await operator.refused(400, "GET", `/events/calendar?${query}`), "invalid-field", query);
  });

  test("each of the boat's two times is in its own zone", async () => {
    await app.import({ products: [boat] });
    const id = await productId(app, "boat");
    const { data } = await operator.ask("GET", `/events?productId=${id}&to=2026-06-19&state=available`);
    // Two days' lead: sales of the 18th end at midnight that closes the 16th in Rio, 03:00 UTC.
    const [, , first] = data;
    assert.deepEqual([first.eventOn, first.salesEndAt], ["2026-06-18T09:00:00", "2026-06-17T03:00:00.000Z"]);
  });
});
