import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decode, type Order, operations } from "@paseo/contract";
import { type Config, readConfig } from "../../src/config.ts";
import { eraseOrder } from "../../src/domain/orders/personal-data.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { answersTo, eventId, Partner } from "../support/partner.ts";
import { assertProblem, formats, mediaTypes, namespace, send } from "../support/wire.ts";

/** ORDER_ACCESS decides what a client without the partner's key reads of an order, in both formats. */

interface Shop {
  app: TestApp;
  order: Order;
}

async function open(orderAccess?: Config["orderAccess"]): Promise<Shop> {
  const app = await startApp({ config: { callbackAllowPrivate: true, ...(orderAccess && { orderAccess }) } });
  const event = await eventId(app, "boat-seat", "2026-06-20T09:00");
  const partner = new Partner(app);
  const { totalUsd, questions } = await partner.validate(event, { ADULT: 1 });
  const order = await partner.book(event, { ADULT: 1 }, totalUsd!.value, {
    email: "jane@example.com",
    phoneNumber: "+34 600 123 489",
    remoteHost: "192.0.2.77",
    callbackUrl: "http://127.0.0.1:9/hook?token=hunter2#part",
    externalReference: "CART-1",
    answers: answersTo(questions),
  });
  assert.equal(order.isValid, true, JSON.stringify(order.errors));
  return { app, order };
}

/** Reads the order in the accepted format. */
async function read(
  { app, order }: Shop,
  format: "json" | "xml",
  headers: Record<string, string> = {},
): Promise<{ order: Order; text: string }> {
  const { status, text } = await send(`${app.url}/api/es/order/${order.id}`, {
    headers: { accept: mediaTypes[format], ...headers },
  });
  assert.equal(status, 200, text);
  const decoded = decode(operations.order.response, text, format, { namespace });
  assert.ok(decoded.ok, text);
  return { order: decoded.value as Order, text };
}

test("masked is the default", () => {
  assert.equal(readConfig({}).orderAccess, "masked");
});

describe("ORDER_ACCESS=masked", () => {
  let shop: Shop;
  before(async () => {
    shop = await open();
  });
  after(() => shop?.app.stop());

  for (const format of formats) {
    test(`without a key an order has the same shape with masked personal data, in ${format}`, async () => {
      const { order, text } = await read(shop, format);
      const { event } = shop.order;
      assert.ok(event.answers.length > 0);
      assert.deepEqual(order, {
        ...shop.order,
        event: {
          ...event,
          email: "j…@e….com",
          phoneNumber: "…89",
          remoteHost: "…",
          callbackUrl: "http://127.0.0.1:9/hook",
          answers: event.answers.map(({ code }) => ({ code, value: "…" })),
        },
      });
      for (const secret of ["jane", "600 123", "192.0.2", "hunter2", "answer 0", "18:05"])
        assert.ok(!text.includes(secret), `${secret} in ${text}`);
    });

    test(`with its partner's key an order is complete, in ${format}`, async () => {
      for (const headers of [{ "x-api-key": shop.app.key }, { authorization: `Bearer ${shop.app.key}` }] as const)
        assert.deepEqual((await read(shop, format, headers)).order, shop.order);
    });
  }

  test("an erased order has nothing to mask", async () => {
    const { app } = shop;
    const other = await open();
    try {
      await eraseOrder(other.app.app.service.db, other.order.id!, app.clock.now);
      const { event } = (await read(other, "json")).order;
      assert.deepEqual([event.email, event.phoneNumber, event.remoteHost, event.answers], ["", "", "", []]);
    } finally {
      await other.app.stop();
    }
  });

  test("another partner's key gets a 404", async () => {
    const { db } = shop.app.app.service;
    const { key } = await createKey(db, { partner: "other", mode: "live", readOnly: false, now: testNow });
    assertProblem(
      await send(`${shop.app.url}/api/es/order/${shop.order.id}`, { headers: { "x-api-key": key } }),
      404,
      "not-found",
    );
  });
});

test("ORDER_ACCESS=open shows the complete order to every client that has its id", async () => {
  const shop = await open("open");
  try {
    for (const format of formats) assert.deepEqual((await read(shop, format)).order, shop.order);
  } finally {
    await shop.app.stop();
  }
});

test("ORDER_ACCESS=key refuses reads of orders without a key, existing or not, and the catalogue stays open", async () => {
  const shop = await open("key");
  try {
    for (const id of [shop.order.id, "00000000-0000-4000-8000-000000000000"]) {
      for (const format of formats) {
        const answer = await send(`${shop.app.url}/api/es/order/${id}`, { headers: { accept: mediaTypes[format] } });
        assertProblem(answer, 401, "key-invalid", format);
      }
    }
    assert.deepEqual((await read(shop, "json", { "x-api-key": shop.app.key })).order, shop.order);
    assert.equal((await send(`${shop.app.url}/api/currencies`)).status, 200);
  } finally {
    await shop.app.stop();
  }
});
