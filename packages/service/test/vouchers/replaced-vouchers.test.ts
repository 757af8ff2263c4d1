import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { deviceListKey } from "../../src/domain/visits/device-list.ts";
import type { DeviceList } from "../../src/domain/visits/list-format.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { readPasses } from "../../src/store/visits/passes.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer, ticketsOf } from "../support/samples/changing.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { assertProblem, send } from "../support/wire.ts";

/** The former voucher of a changed order: replaced at the door, on a device's list, and at its address. */

const times = ["2026-06-20T18:00", "2026-06-20T21:00"];
const events = times.map((eventOn) => ({ eventOn, capacity: 50, prices: [{ code: "ADULT", amount: "45.00" }] }));
const apart = variant(
  show,
  { externalId: "apart", cancelPurchaseHour: 0, codePerPerson: true, immediateBooking: true },
  { externalId: "apart-seat", schedules: [], events },
);

onPostgres("vouchers of changed orders", (open) => {
  let app: TestApp;
  let gate: Operator & { email: string };
  before(async () => {
    app = await startApp({
      open,
      now: new Date("2026-06-20T15:30:00Z"),
      catalogue: { ...testCatalogue, products: [apart] },
    });
    gate = await signedIn(app, "door");
  });
  after(() => app?.stop());

  const db = () => app.store.database.db;
  const codesOf = async (id: string) => ({
    voucher: (await voucherOf(db(), id))!.code,
    passes: (await readPasses(db(), [id])).map(({ code }) => code),
  });
  /** An order that moved to the later event with one person less. */
  const moved = async () => {
    const [from, to] = [await eventId(app, "apart-seat", times[0]!), await eventId(app, "apart-seat", times[1]!)];
    const { id } = await new Partner(app).buy(from, { ADULT: 3 });
    const former = await codesOf(id!);
    await new Changer(app).change(id!, { eventId: to, tickets: ticketsOf({ ADULT: 2 }) });
    return { id: id!, from, to, former, fresh: await codesOf(id!) };
  };
  const result = async (code: string) => (await gate.ask("POST", "/vouchers/check", { code })).result;

  test("each former code is replaced, and each new one admits", async () => {
    const { former, fresh } = await moved();
    assert.equal(former.passes.length, 3);
    assert.equal(fresh.passes.length, 2);
    for (const code of [former.voucher, ...former.passes, `${app.url}/voucher/${former.voucher}#${former.passes[0]}`])
      assert.equal(await result(code), "replaced", code);
    for (const code of [fresh.voucher, ...fresh.passes]) assert.equal(await result(code), "valid", code);
    const refused = await gate.ask("POST", "/vouchers/redeem", { code: former.passes[0]! });
    assert.deepEqual([refused.result, refused.admission], ["replaced", null]);
    assertProblem(await send(`${app.url}/voucher/${former.voucher}`), 410, "voucher-replaced");
    assert.equal((await send(`${app.url}/voucher/${fresh.voucher}`)).status, 200);
  });

  test("the list of a device has the former codes as replaced, at the former and at the new event", async () => {
    const { from, to, former, fresh } = await moved();
    for (const eventId of [from, to]) {
      const list: DeviceList = await gate.ask("POST", "/door/list", { eventIds: [eventId] });
      const state = (code: string) => {
        const wanted = deviceListKey(list, code);
        return list.orders.find(({ key, passes }) => [key, ...passes.map((pass) => pass.key)].includes(wanted))?.state;
      };
      for (const code of [former.voucher, ...former.passes]) assert.equal(state(code), "replaced");
      assert.equal(state(fresh.passes[0]!), eventId === to ? "complete" : undefined);
    }
  });

  test("an admission without network by a former code is a conflict", async () => {
    const { former } = await moved();
    for (const code of [former.passes[0]!, former.passes[2]!]) {
      const admissions = [{ id: randomUUID(), code, at: app.clock.now.toISOString() }];
      const { results } = await gate.ask("POST", "/door/admissions", { device: "Gate 1", admissions });
      assert.deepEqual([results[0].result, results[0].conflict], ["merged", "replaced"]);
    }
    const { conflicts } = await gate.ask("GET", "/door/events");
    assert.deepEqual(new Set(conflicts.map(({ conflict }: { conflict: string }) => conflict)), new Set(["replaced"]));
  });

  test("after its order was cancelled, a former code is cancelled: at the door, on a device's list, later and as a PDF", async () => {
    const { id, from, to, former } = await moved();
    await new Partner(app).wire.ask("ordercancel", { lang: "es" }, { id, apiKey: app.key });
    for (const code of [former.voucher, former.passes[0]!]) assert.equal(await result(code), "cancelled", code);
    for (const eventId of [from, to]) {
      const list: DeviceList = await gate.ask("POST", "/door/list", { eventIds: [eventId] });
      const wanted = deviceListKey(list, former.voucher);
      assert.equal(list.orders.find(({ key }) => key === wanted)?.state, "cancelled");
    }
    const admissions = [{ id: randomUUID(), code: former.passes[0]!, at: app.clock.now.toISOString() }];
    const { results } = await gate.ask("POST", "/door/admissions", { device: "Gate 2", admissions });
    assert.equal(results[0].conflict, "cancelled");
    assertProblem(await send(`${app.url}/voucher/${former.voucher}`), 410, "voucher-void");
    await gate.ask("POST", "/vouchers/redeem", { code: former.voucher });
    const { rows } = await listAudit(db(), { operation: "vouchers.redeem" }, { offset: 0, limit: 1 });
    assert.deepEqual([rows[0]!.outcome, rows[0]!.after], ["refused", { result: "cancelled" }]);
  });
});
