import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Config } from "../../../src/config.ts";
import { createDemoKey, demoKey } from "../../../src/domain/partners/keys.ts";
import { issueVoucher } from "../../../src/domain/visits/vouchers.ts";
import { orderSale } from "../../../src/store/sale/order-sales.ts";
import { orderById } from "../../../src/store/sale/orders.ts";
import { voucherOf } from "../../../src/store/visits/vouchers.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { askAt } from "../../support/http.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { sendCancel } from "../../support/samples/ordering.ts";
import { assertProblem, send } from "../../support/wire.ts";

/** TRUST_PROXY, and limits on unknown orders, which never refuse existing ones. */

type TrustProxy = Config["trustProxy"];
const forwarded = (addresses: string): Record<string, string> => ({ "x-forwarded-for": addresses });
const [clientA, clientB] = ["198.51.100.1", "198.51.100.2"];

async function withApp(trustProxy: TrustProxy, run: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startApp({ config: { trustProxy } });
  try {
    await run(app);
  } finally {
    await app.stop();
  }
}

/** The answer for an unknown order, to a client with this X-Forwarded-For. */
const miss = async (app: TestApp, addresses: string): Promise<number> =>
  (await send(`${app.url}/api/es/order/${randomUUID()}`, { headers: forwarded(addresses) })).status;

/** Reads so many unknown orders that the limit refuses the next read. */
async function missOften(app: TestApp, addresses: (n: number) => string): Promise<void> {
  for (let n = 0; n < 30; n++) assert.equal(await miss(app, addresses(n)), 404);
}

describe("limits by remote address", () => {
  const trusting: [setting: TrustProxy, how: string][] = [
    [["127.0.0.1"], "by address"],
    [["10.0.0.0/8", "127.0.0.0/8"], "by network"],
    [["loopback"], "by name"],
    [1, "by hop count"],
  ];
  for (const [setting, how] of trusting) {
    test(`each client behind a proxy that is trusted ${how} has its own limit`, () =>
      withApp(setting, async (app) => {
        await missOften(app, () => clientA);
        assert.equal(await miss(app, clientA), 429);
        assert.equal(await miss(app, clientB), 404);
      }));

    test(`a client cannot set its address with a header, ${how}`, () =>
      withApp(setting, async (app) => {
        await missOften(app, (n) => `203.0.113.${n}, ${clientA}`);
        assert.equal(await miss(app, `203.0.113.99, ${clientA}`), 429);
        assert.equal(await miss(app, clientB), 404);
      }));
  }

  for (const setting of [undefined, ["10.0.0.0/8"]] as TrustProxy[]) {
    test(`X-Forwarded-For of an untrusted peer is ignored: ${setting ?? "unset"}`, () =>
      withApp(setting, async (app) => {
        await missOften(app, (n) => `203.0.113.${n}`);
        assert.equal(await miss(app, "203.0.113.99"), 429);
      }));
  }

  test("an entry that is not an address counts as the proxy's own", () =>
    withApp(1, async (app) => {
      await missOften(app, (n) => `unknown-${n}`);
      assert.equal(await miss(app, "unknown-99"), 429);
    }));
});

describe("no client behind a trusted proxy counts as local", () => {
  for (const address of ["127.0.0.1", "::1", "localhost", "203.0.113.1, 127.0.0.1"]) {
    test(`pk_demo does not work for X-Forwarded-For ${address}`, () =>
      withApp(["127.0.0.1"], async (app) => {
        await createDemoKey(app.app.service.db, "acme", app.clock.now);
        const headers = { "x-api-key": demoKey, ...forwarded(address) };
        assertProblem(await send(`${app.url}/api/currencies`, { headers }), 401, "key-invalid");
      }));
  }

  test("pk_demo needs a Host of this machine, which no page of another site can send", () =>
    withApp(undefined, async (app) => {
      await createDemoKey(app.app.service.db, "acme", app.clock.now);
      const { port } = new URL(app.url);
      const statusAs = async (host: string) =>
        (await askAt({ port, path: "/api/currencies" }, { headers: { host, "x-api-key": demoKey } })).status;
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
        assert.equal(await statusAs(host), 200, host);
      for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "["])
        assert.equal(await statusAs(host), 401, host);
    }));

  test("pk_demo does not work if the proxy adds no header", () =>
    withApp(1, async (app) => {
      await createDemoKey(app.app.service.db, "acme", app.clock.now);
      const headers = { "x-api-key": demoKey };
      assertProblem(await send(`${app.url}/api/currencies`, { headers }), 401, "key-invalid");
    }));
});

describe("misses beyond the limit", () => {
  let app: TestApp;
  let partner: Partner;
  let event: string;
  const misses = 40;
  before(async () => {
    app = await startApp();
    partner = new Partner(app);
    event = await eventId(app, "show-seat", "2026-06-30T20:00");
  });
  after(() => app?.stop());

  test("do not block reads of existing orders, with or without a key", async () => {
    const { id } = await partner.buy(event, { ADULT: 1 });
    for (const headers of [{}, { "x-api-key": app.key }] as Record<string, string>[]) {
      const statuses: number[] = [];
      for (let n = 0; n < misses; n++)
        statuses.push((await send(`${app.url}/api/es/order/${randomUUID()}`, { headers })).status);
      assert.deepEqual([statuses.at(0), statuses.at(-1)], [404, 429]);
      assert.equal((await send(`${app.url}/api/es/order/${id}`, { headers })).status, 200);
    }
  });

  test("do not block a partner's cancellation", async () => {
    const { id } = await partner.buy(event, { ADULT: 1 });
    const cancel = (order: string) => sendCancel(app, { id: order, apiKey: app.key });
    for (let n = 0; n < misses; n++) await cancel(randomUUID());
    const refused = await cancel(randomUUID());
    assertProblem(refused, 429, "too-many-requests");
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    assert.equal((await cancel(id!)).status, 200);
  });

  test("do not block a voucher", async () => {
    const { id } = await partner.buy(event, { ADULT: 1 });
    const { db } = app.app.service;
    await db.transaction().execute(async (tx) => {
      await issueVoucher(tx, (await orderById(db, id!))!, await orderSale(tx, id!), app.clock.now);
    });
    const { code } = (await voucherOf(db, id!))!;
    let status = 0;
    for (let n = 0; n < misses; n++) status = (await send(`${app.url}/voucher/no-such-voucher-${n}`)).status;
    assert.equal(status, 429);
    assert.equal((await send(`${app.url}/voucher/${code}`)).status, 200);
  });
});
