import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { Partner } from "../support/partner.ts";
import { itemId } from "./boat.ts";

/** Events that sell nothing because a resource is missing: their state in lists, in the calendar and on their page. */

describe("events whose resources are missing", () => {
  let app: TestApp;
  let owner: Operator;
  let shows: string[];
  let productId: string;
  const guides: Record<string, string> = {};
  const fields = (name: string, more: object = {}) => ({
    ...{ name, kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
    ...more,
  });
  const takeDayOff = async (name: string, days: string[]) => {
    const { revision } = await owner.ask("GET", `/resources/${guides[name]}`);
    const daysOff = days.map((day) => ({ from: day, until: day, reason: "" }));
    await owner.ask("PUT", `/resources/${guides[name]}`, { ...fields(name, { daysOff }), revision });
  };
  const show = (id: string) => owner.ask("GET", `/events/${id}`);
  const dayOf = async (id: string): Promise<string> => (await show(id)).eventOn.slice(0, 10);

  before(async () => {
    app = await startApp();
    owner = await signedIn(app, "owner");
    const { db } = app.app.service;
    shows = await eventIds(db, "show");
    for (const name of ["Ana", "Bruno"])
      guides[name] = (await owner.ask("POST", "/resources", fields(name))).resource.id;
    const requirements = [{ resources: Object.values(guides), peoplePerUnit: null, minutes: 60 }];
    await owner.ask("PUT", `/items/${await itemId(db, "show")}/requirements`, { requirements, revision: 0 });
    productId = (await show(shows[0]!)).productId;
  });
  after(() => app.stop());

  test("an event whose guides are all off is called so, with their names, everywhere; afterwards it is available", async () => {
    const event = shows[3]!;
    const day = await dayOf(event);
    await takeDayOff("Ana", [day]);
    assert.equal((await show(event)).state, "available", "one guide is left");
    await takeDayOff("Bruno", [day]);
    const page = await show(event);
    assert.deepEqual([page.state, page.left, page.missingResources], ["no-resources", 0, ["Ana", "Bruno"]]);
    const { data } = await owner.ask("GET", `/events?productId=${productId}&state=no-resources`);
    assert.deepEqual(
      data.map(({ id, missingResources }: { id: string; missingResources: string[] }) => [id, missingResources]),
      [[event, ["Ana", "Bruno"]]],
    );
    assert.equal((await owner.ask("GET", `/events?productId=${productId}&state=sold-out`)).total, 0);
    const ofDay = await owner.ask("GET", `/events/day?from=${day}&days=1`);
    const [line] = ofDay.data.filter(({ id }: { id: string }) => id === event);
    assert.deepEqual([line.state, line.missingResources], ["no-resources", ["Ana", "Bruno"]]);
    const calendar = await owner.ask("GET", `/events/calendar?month=${day.slice(0, 7)}&productId=${productId}`);
    const { noResources, soldOut } = calendar.days.find((one: { day: string }) => one.day === day);
    assert.deepEqual([noResources, soldOut], [1, 0]);
    await takeDayOff("Bruno", []);
    const again = await show(event);
    assert.deepEqual([again.state, again.left, again.missingResources], ["available", 20, []]);
  });

  test("a sold event names the guide that it has and cannot use; sold out by its guests it is only sold out", async () => {
    const [event, full] = shows.slice(5, 7) as [string, string];
    await new Partner(app).buy(event, { ADULT: 2 });
    for (let n = 0; n < 2; n++) await new Partner(app).buy(full, { ADULT: 10 });
    assert.deepEqual([(await show(full)).state, (await show(full)).missingResources], ["sold-out", []]);
    const { requirements } = await show(event);
    const [{ resources, missing }] = requirements;
    const given = resources.find(({ units }: { units: number }) => units > 0);
    assert.deepEqual(
      [requirements.length, missing, resources.length, given.obstacle, given.kind],
      [1, 0, 2, null, "guide"],
    );
    await takeDayOff(given.name, [await dayOf(event)]);
    const page = await show(event);
    assert.deepEqual([page.state, page.left, page.missingResources], ["no-resources", 0, [given.name]]);
    const obstacles = page.requirements[0].resources.map(({ name, obstacle }: Record<string, string>) => [
      name === given.name,
      obstacle,
    ]);
    assert.deepEqual(
      new Map(obstacles),
      new Map([
        [true, "day-off"],
        [false, null],
      ]),
    );
    const other = page.requirements[0].resources.find(({ id }: { id: string }) => id !== given.id);
    await owner.ask("PUT", `/events/${event}/resources`, { position: 0, from: given.id, to: other.id });
    assert.deepEqual([(await show(event)).state, (await show(event)).left], ["available", 18]);
  });

  test("an operator gives an event a guide before its first booking; it keeps the guide until the operator takes it back", async () => {
    const event = shows[8]!;
    const own = async (): Promise<string[]> =>
      (await show(event)).requirements[0].resources
        .filter(({ units }: { units: number }) => units > 0)
        .map(({ name }: { name: string }) => name);
    const assign = (from: string | null, to: string | null) =>
      owner.ask("PUT", `/events/${event}/resources`, { position: 0, from, to });
    assert.deepEqual(await own(), []);
    await assign(null, guides.Bruno!);
    assert.deepEqual([await own(), (await show(event)).left], [["Bruno"], 20]);
    const twice = { position: 0, from: null, to: guides.Ana };
    assert.equal(await owner.refused(400, "PUT", `/events/${event}/resources`, twice), "invalid-field");
    const partner = new Partner(app);
    const { id } = (await partner.buy(event, { ADULT: 2 })) as { id: string };
    assert.deepEqual(await own(), ["Bruno"], "the booking takes the guide that was chosen");
    const none = { position: 0, from: guides.Bruno, to: null };
    assert.equal(await owner.refused(400, "PUT", `/events/${event}/resources`, none), "invalid-field");
    await owner.ask("POST", `/orders/${id}/cancel`, {});
    assert.equal((await show(event)).sold, 0);
    assert.deepEqual(await own(), ["Bruno"], "the guide stays after the last cancellation");
    await assign(guides.Bruno!, null);
    assert.deepEqual(await own(), []);
  });

  test("a product names the resources that the events of its items take", async () => {
    const { items } = await owner.ask("GET", `/products/${productId}`);
    assert.deepEqual(items[0].requirements, [{ resources: ["Ana", "Bruno"], peoplePerUnit: null }]);
  });
});
