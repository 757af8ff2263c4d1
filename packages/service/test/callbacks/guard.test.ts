import assert from "node:assert/strict";
import { test } from "node:test";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import { eventId } from "../support/partner.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { until } from "../support/until.ts";

/**
 * The service sends nothing to CallbackUrls that lead to this machine. Where the operator allows these, it sends, which shows that the
 * guard matters.
 */

const urls = ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0"];

/** Places an order for each URL, and returns the result of each callback's first attempt. */
async function firstAttempts(ordering: Ordering): Promise<Record<string, string>> {
  const event = await eventId(ordering.app, "museum-day", "2026-06-20T00:00");
  const { db } = ordering.app.app.service;
  const ended: Record<string, string> = {};
  for (const host of urls) {
    const callbackUrl = `http://${host}:${ordering.receiver.port}/inside?host=${host}`;
    const { id } = await ordering.buy(event, { callbackUrl }, { ADULT: 1 });
    await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
    const [attempt] = await until(async () => {
      const [callback] = await listCallbacks(db, { orderId: id! }, 1);
      return callback!.log.length > 0 && callback!.log;
    }, `an attempt at ${host}`);
    ended[host] = attempt!.outcome;
    assert.doesNotMatch(attempt!.answer, /127\.0\.0\.1|::1/, "a partner's answer contains no address");
  }
  return ended;
}

const each = (outcome: string) => Object.fromEntries(urls.map((host) => [host, outcome]));

test("no callback reaches a local address by default, in any spelling", async () => {
  const ordering = await startOrdering({ config: { callbackAllowPrivate: false } });
  try {
    assert.deepEqual(await firstAttempts(ordering), each("refused-address"));
    assert.deepEqual(ordering.receiver.received, []);
  } finally {
    await ordering.stop();
  }
});

test("control: if private addresses are allowed, all callbacks arrive", async () => {
  const ordering = await startOrdering({ config: { callbackAllowPrivate: true } });
  try {
    assert.deepEqual(await firstAttempts(ordering), each("answered"));
    assert.deepEqual(
      ordering.receiver.at("/inside").map(({ query }) => query.get("host")),
      urls,
    );
  } finally {
    await ordering.stop();
  }
});
