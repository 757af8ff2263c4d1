import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { addPartner, leftOf } from "../../orders/allotments/allotting.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";

/** Allotments in the back office: dry runs, refusals with the field, the audit log, and what an event has. */

type Operator = Awaited<ReturnType<typeof signedIn>>;
interface Saved {
  allotment: { id: string; revision: number; partners: { externalId: string }[] } | null;
  events: { eventOn: string; taken: number; takenByOthers: number; left: number; held: number; missing: number }[];
}

let app: TestApp;
let catalogue: Operator;
let given: Record<string, unknown>;
let event: string;

before(async () => {
  app = await startApp();
  catalogue = await signedIn(app, "catalogue");
  const { db } = app.app.service;
  const { id } = await addPartner(db, "agency", app.clock.now);
  const { rows } = await sql<{ id: string; eventOn: string }>`
    select i.id, e.event_on as "eventOn" from item i join event e on e.item_id = i.id
    where i.external_id = 'show-seat' and e.capacity > 4 and e.starts_at > ${app.clock.now} order by e.event_on limit 1`.execute(
    db,
  );
  const [first] = rows;
  event = await eventId(app, "show-seat", first!.eventOn);
  const day = first!.eventOn.slice(0, 10);
  given = { itemId: first!.id, kind: "guaranteed", seats: 3, partnerIds: [id], from: day, to: day, releaseHours: 2 };
});
after(() => app?.stop());

const saved = (method: string, path: string, body: object): Promise<Saved> => catalogue.ask(method, path, body);
const refusals = async (body: object) => {
  const { status, text } = await catalogue.call("POST", "/allotments", body);
  assert.equal(status, 400, text);
  const { errors } = JSON.parse(text) as { errors: { pointer: string; code: string }[] };
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
};

test("a dry run says what the allotment has of each event, and changes nothing", async () => {
  await new Partner(app).buy(event, { ADULT: 1 });
  const before = await leftOf(app.app.service.db, event);
  const tried = await saved("POST", "/allotments?dryRun=true", given);
  assert.equal(tried.allotment, null);
  const [only] = tried.events;
  assert.deepEqual([only!.taken, only!.takenByOthers, only!.held, only!.missing], [0, 1, 3, 0]);
  assert.equal(only!.left, before.left);
  const tooMany = await saved("POST", "/allotments?dryRun=true", { ...given, seats: before.left! + 2 });
  assert.equal(tooMany.events[0]!.missing, 2);
  assert.deepEqual(await leftOf(app.app.service.db, event), before);
});

test("an allotment is created, changed and removed, and the audit log has it", async () => {
  const before = await leftOf(app.app.service.db, event);
  const { allotment } = await saved("POST", "/allotments", given);
  assert.deepEqual(
    allotment!.partners.map(({ externalId }) => externalId),
    ["agency"],
  );
  assert.deepEqual(await leftOf(app.app.service.db, event), { left: before.left! - 3, guaranteed: 3 });
  const { data } = await catalogue.ask("GET", `/events/${event}/allotments`);
  const { seats, held, taken, partners } = data[0];
  assert.deepEqual([seats, held, taken, partners], [3, 3, 0, ["agency"]]);
  const path = `/allotments/${allotment!.id}`;
  const changed = await saved("PUT", path, { ...given, seats: 1, revision: allotment!.revision });
  assert.equal(changed.allotment!.revision, allotment!.revision + 1);
  await catalogue.refused(409, "PUT", path, { ...given, revision: allotment!.revision });
  assert.equal((await catalogue.ask("GET", "/allotments?partner=agency")).total, 1);
  assert.equal((await catalogue.ask("GET", "/allotments?partner=acme")).total, 0);
  await catalogue.ask("DELETE", path);
  assert.deepEqual(await leftOf(app.app.service.db, event), before);
  const owner = await signedIn(app, "owner");
  const audited = (await owner.ask("GET", "/audit?perPage=3")).data as { operation: string }[];
  assert.deepEqual(audited.map(({ operation }) => operation).toSorted(), [
    "allotments.create",
    "allotments.delete",
    "allotments.update",
  ]);
});

test("refusals name the field", async () => {
  assert.deepEqual(await refusals({ ...given, seats: 10_000 }), ["/seats too-few-seats-to-guarantee"]);
  assert.deepEqual(await refusals({ ...given, to: "2020-01-01" }), ["/to before-first-day"]);
  assert.deepEqual(await refusals({ ...given, kind: "at-most" }), ["/releaseHours release-of-no-guarantee"]);
  const nobody = "11111111-1111-4111-8111-111111111111";
  assert.deepEqual(await refusals({ ...given, itemId: nobody, partnerIds: [nobody, nobody] }), [
    ...["/itemId item-unknown", "/partnerIds/0 no-such-partner", "/partnerIds/1 no-such-partner"],
    "/partnerIds/1 present-twice",
  ]);
});
