import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notificationPath } from "../../../src/domain/import/supplier-notifications.ts";
import { readSeatsOfSuppliers } from "../../../src/domain/import/supplier-seats.ts";
import type { SendRequest } from "../../../src/outgoing/request.ts";
import { octoCalls } from "../../../src/suppliers/octo/calls.ts";
import { subscribeTo } from "../../../src/suppliers/octo/subscription.ts";
import { testNow } from "../../support/app.ts";
import { seatsOf } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { OctoShops } from "./octo-shops.ts";

/** Notifications of a supplier bring the next query of its seats forward. A lost notification is noticed by polling. */

onPostgres("a supplier that sends notifications", (open) => {
  const shops = new OctoShops(open);
  const left = async () => (await seatsOf(shops.buyer.app.service.db, await shops.event())).left;
  const poll = (seconds: number) => {
    shops.buyer.clock.now = new Date(testNow.getTime() + seconds * 1000);
    return readSeatsOfSuppliers(shops.buyer.app.service.orderContext, shops.buyer.url);
  };
  const subscriptions = async (method = "GET", path = "") => {
    const address = `${shops.seller.url}/octo/notifications/subscriptions${path}`;
    const answer = await fetch(address, { method, headers: { authorization: `Bearer ${shops.seller.key}` } });
    return (await answer.json()) as { id: string; url: string; notificationTypes: string[] }[];
  };
  after(() => {
    shops.buyer.clock.now = testNow;
  });

  test("the service subscribes once, and a sold-out time is read without waiting for the poll", async () => {
    await poll(0);
    const [own, ...others] = await subscriptions();
    assert.deepEqual([own!.url, others.length], [`${shops.buyer.url}${notificationPath("agency")}`, 0]);
    assert.equal(await left(), 10);
    // Within the gap of the poll: only a notification makes the service read.
    shops.buyer.clock.now = new Date(testNow.getTime() + 10_000);
    const uuid = await shops.reserve(10);
    await until(async () => (await left()) === 0, "the seats of the supplier");
    await shops.cancel(uuid);
  });

  test("a lost notification is noticed by the next poll", async () => {
    const [own] = await subscriptions();
    await subscriptions("DELETE", `/${own!.id}`);
    await poll(100);
    assert.equal(await left(), 10);
    const uuid = await shops.reserve(10);
    await poll(130);
    assert.equal(await left(), 10, "nobody has told the service");
    await poll(160);
    assert.equal(await left(), 0);
    await shops.cancel(uuid);
  });

  test("a notification without the token of the supplier is refused", async () => {
    const address = `${shops.buyer.url}${notificationPath("agency")}`;
    for (const authorization of ["", "Bearer wrong", `Bearer ${"x".repeat(43)}`]) {
      const { status } = await fetch(address, { method: "POST", headers: { authorization }, body: "{}" });
      assert.equal(status, 401);
    }
  });
});

test("a supplier gets a subscription only if it offers them and lists those that it has", async () => {
  const to = { url: "https://us.example.com/in", headers: { Authorization: "Bearer t" } };
  /** Returns the requests that a supplier with these answers receives. */
  const asked = async (answers: Record<string, unknown>): Promise<string[]> => {
    const requests: string[] = [];
    const send = (async ({ method, url }: { method: string; url: string }) => {
      const name = `${method} ${new URL(url).pathname}`;
      requests.push(name);
      const body = answers[name];
      return body === undefined
        ? { outcome: "answered", status: 404, headers: {}, body: "{}", cut: false, ms: 1 }
        : { outcome: "answered", status: 200, headers: {}, body: JSON.stringify(body), cut: false, ms: 1 };
    }) as never as SendRequest;
    const address = { url: "https://supplier.example.com", key: "k", lang: "en", allowPrivate: false };
    await subscribeTo(octoCalls(send, address, 5_000), to);
    return requests;
  };
  const offers = { "GET /capabilities": [{ id: "octo/notifications" }] };
  const list = "GET /notifications/subscriptions";
  assert.deepEqual(await asked({}), ["GET /capabilities"]);
  assert.deepEqual(await asked({ "GET /capabilities": [{ id: "octo/pricing" }] }), ["GET /capabilities"]);
  assert.deepEqual(await asked(offers), ["GET /capabilities", list]);
  assert.deepEqual(await asked({ ...offers, [list]: { data: [] } }), ["GET /capabilities", list]);
  const misspelled = "POST /notifications/subcriptions";
  assert.deepEqual(await asked({ ...offers, [list]: [], [misspelled]: {} }), [
    ...["GET /capabilities", list, "POST /notifications/subscriptions", misspelled],
  ]);
  assert.deepEqual(await asked({ ...offers, [list]: [{ id: "1", ...to }] }), ["GET /capabilities", list]);
  assert.deepEqual(await asked({ ...offers, [list]: [{ id: "1", url: to.url, headers: {} }] }), [
    ...["GET /capabilities", list, "PATCH /notifications/subscriptions/1"],
  ]);
});
