import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { newSecret, signatureHeaders } from "../../src/outgoing/signature.ts";

const now = new Date();
const message = { id: "msg_1", timestamp: now, body: '{"type":"order.status","data":{"name":"Año"}}' };

test("a new secret is whsec_ and 32 random bytes, and no two are the same", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const one of secrets) assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(new Set(secrets).size, 100);
});

test("a request is signed by Standard Webhooks: HMAC-SHA256 of id, timestamp and body", () => {
  fc.assert(
    fc.property(fc.json(), fc.uint8Array({ minLength: 24, maxLength: 64 }), (body, bytes) => {
      const key = Buffer.from(bytes);
      const seconds = String(Math.floor(now.getTime() / 1000));
      const signature = createHmac("sha256", key).update(`msg_1.${seconds}.${body}`).digest("base64");
      assert.deepEqual(signatureHeaders({ ...message, body }, [`whsec_${key.toString("base64")}`]), {
        "webhook-id": "msg_1",
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${signature}`,
      });
    }),
  );
});

test("during a rotation, a request verifies with the old and the new secret, and with no other", () => {
  const [next, former] = [newSecret(), newSecret()];
  // The file may be loaded minutes before the test runs, and a verifier refuses old timestamps.
  const headers = { ...signatureHeaders({ ...message, timestamp: new Date() }, [next, former]) };
  assert.equal(headers["webhook-signature"].split(" ").length, 2);
  for (const secret of [next, former]) new Webhook(secret).verify(message.body, headers);
  assert.throws(() => new Webhook(newSecret()).verify(message.body, headers), /No matching signature/);
  assert.throws(() => new Webhook(next).verify(` ${message.body}`, headers), /No matching signature/);
});

test("a request is not sent unsigned", () => {
  assert.throws(() => signatureHeaders(message, []), RangeError);
});
