import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { Partner } from "../support/partner.ts";
import { itemId } from "./boat.ts";

/** Resources in the back office: what is refused, and which field or event the answer names. */

describe("resources in the back office", () => {
  let app: TestApp;
  let owner: Operator;
  let shows: string[];
  let path: string;
  const guides: Record<string, string> = {};
  const fields = (name: string, more: object = {}) => ({
    ...{ name, kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
    ...more,
  });
  /** Returns the status, the code and the fields of a refusal. */
  const refusal = async (method: string, address: string, body?: unknown) => {
    const { status, text } = await owner.call(method, address, body);
    const { code, detail, errors = [] } = JSON.parse(text);
    return { status, code, detail, fields: errors.map(({ pointer }: { pointer: string }) => pointer) };
  };
  const pool = () => Object.values(guides);
  const requirement = (more: object = {}) => ({ resources: pool(), peoplePerUnit: null, minutes: 60, ...more });
  const put = async (requirements: object[]) =>
    refusal("PUT", path, { requirements, revision: (await owner.ask("GET", path)).revision });

  before(async () => {
    app = await startApp();
    owner = await signedIn(app, "owner");
    const { db } = app.app.service;
    shows = await eventIds(db, "show");
    path = `/items/${await itemId(db, "show")}/requirements`;
    for (const name of ["Ana", "Bruno"])
      guides[name] = (await owner.ask("POST", "/resources", fields(name))).resource.id;
  });
  after(() => app.stop());

  test("a resource is refused with the field that is wrong, and after another operator's change", async () => {
    const off = { daysOff: [{ from: "2026-06-20", until: "2026-06-19", reason: "" }] };
    assert.deepEqual((await refusal("POST", "/resources", fields("Wrong", off))).fields, ["/daysOff/0/until"]);
    assert.deepEqual((await refusal("POST", "/resources", fields(" "))).fields, ["/name"]);
    const hours = { hours: [{ day: 1, from: "9", until: "18:00" }] };
    assert.equal((await refusal("POST", "/resources", fields("Wrong", hours))).fields[0], "/hours/0/from");
    const stale = await refusal("PUT", `/resources/${guides.Ana}`, { ...fields("Ana"), revision: 9 });
    assert.deepEqual([stale.status, stale.code], [409, "changed-meanwhile"]);
    assert.equal((await owner.ask("GET", `/resources/${guides.Ana}`)).revision, 1);
    assert.equal((await refusal("GET", "/resources/unknown")).status, 404);
  });

  test("a requirement is refused with the field that is wrong", async () => {
    assert.deepEqual((await put([requirement({ minutes: null })])).fields, ["/requirements/0/minutes"]);
    assert.deepEqual((await put([requirement(), requirement()])).fields, [
      "/requirements/1/resources/0",
      "/requirements/1/resources/1",
    ]);
    const unknown = "00000000-0000-4000-8000-000000000000";
    assert.deepEqual((await put([requirement({ resources: [unknown] })])).fields, ["/requirements/0/resources/0"]);
    assert.equal((await refusal("GET", `/items/${unknown}/requirements`)).status, 404);
    const ofMuseum = `/items/${await itemId(app.app.service.db, "museum")}/requirements`;
    const untimed = await refusal("PUT", ofMuseum, { requirements: [requirement()], revision: 0 });
    assert.deepEqual(untimed.fields, ["/requirements"]);
    const { revision } = await owner.ask("GET", path);
    const saved = await owner.ask("PUT", path, { requirements: [requirement()], revision });
    assert.deepEqual([saved.requirements[0].resources, saved.revision], [pool(), 1]);
    assert.equal((await refusal("PUT", path, { requirements: [], revision })).code, "changed-meanwhile");
  });

  test("an event is given to a free guide of its pool only, and the refusal names what takes the guide", async () => {
    const [event, next] = shows as [string, string];
    const assign = (of: string, body: object) => refusal("PUT", `/events/${of}/resources`, { position: 0, ...body });
    const empty = await assign(event, { from: guides.Ana, to: guides.Bruno });
    assert.deepEqual(empty.fields, ["/from"]);
    assert.deepEqual((await assign(event, { from: null, to: null })).fields, ["/to"]);
    const partner = new Partner(app);
    await partner.buy(event, { ADULT: 2 });
    await partner.buy(next, { ADULT: 2 });
    const uses = async () => {
      const { uses: all } = await owner.ask("GET", "/resource-plan?from=2026-06-15&until=2026-06-30");
      return all.map((use: { eventId: string; resourceId: string; clash: string }) => [
        use.eventId,
        use.resourceId,
        use.clash,
      ]);
    };
    const from = (await uses())[0][1];
    const other = pool().find((id) => id !== from)!;
    await owner.ask("PUT", `/events/${event}/resources`, { position: 0, from, to: other });
    assert.deepEqual((await uses())[0], [event, other, null]);
    assert.deepEqual((await assign(event, { from: other, to: event })).fields, ["/to"]);
    assert.deepEqual((await assign(event, { position: 3, from: other, to: from })).fields, ["/position"]);

    const day = (await owner.ask("GET", "/resource-plan?from=2026-06-15&until=2026-06-30")).uses[0].from.slice(0, 10);
    const [was] = (await owner.ask("GET", "/resources")).data.filter(({ id }: { id: string }) => id === from);
    const { id: _id, products, ...before } = was;
    assert.deepEqual(
      products.map(({ name }: { name: string }) => name),
      ["Noche de flamenco"],
      "a resource names the products that use it",
    );
    const daysOff = [{ from: day, until: day, reason: "ill" }];
    await owner.ask("PUT", `/resources/${from}`, { ...before, daysOff });
    const clash = await assign(event, { from: other, to: from });
    assert.deepEqual([clash.status, clash.code], [409, "resource-clash"]);
    assert.match(clash.detail, / is unavailable then\.$/);

    const [one, two] = [await owner.ask("GET", `/events/${event}/resources?position=0&from=${other}`), await uses()];
    assert.deepEqual(one.candidates, [{ id: from, name: was.name, reason: "day-off" }]);
    assert.deepEqual(await uses(), two, "reading the candidates changes nothing");
    const free = await owner.ask("GET", `/events/${next}/resources?position=0&from=${two[1][1]}`);
    assert.deepEqual(
      free.candidates.map(({ reason }: { reason: string | null }) => reason),
      [null],
    );
  });

  test("a dry run names the clashes of a change and changes nothing", async () => {
    const list = (await owner.ask("GET", "/resources")).data as { id: string }[];
    const before = await Promise.all(list.map(({ id }) => owner.ask("GET", `/resources/${id}`)));
    let named = 0;
    for (const { id, ...resource } of before) {
      const { clashes } = await owner.ask("PUT", `/resources/${id}?dryRun=true`, { ...resource, archived: true });
      named += clashes.length;
    }
    assert.equal(named, 2);
    const [{ id, ...known }] = before;
    const late = await owner.ask("PUT", `/resources/${id}?dryRun=true`, { ...known, revision: known.revision + 1 });
    assert.deepEqual(late.clashes, [], "a dry run overwrites nothing, so any revision may try");
    assert.deepEqual(await Promise.all(list.map(({ id }) => owner.ask("GET", `/resources/${id}`))), before);
    assert.deepEqual((await owner.ask("GET", "/resource-clashes")).clashes, []);
  });

  test("the plan has up to 31 days", async () => {
    const plan = (from: string, until: string) => refusal("GET", `/resource-plan?from=${from}&until=${until}`);
    assert.deepEqual((await plan("2026-06-01", "2026-07-02")).fields, ["until"]);
    assert.deepEqual((await plan("2026-06-02", "2026-06-01")).fields, ["until"]);
    assert.equal((await plan("2026-06-01", "2026-07-01")).status, 200);
  });
});
