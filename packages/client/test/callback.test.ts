import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { exampleCatalogNotification, exampleChangeNotification } from "@paseo/contract";
import { Webhook } from "standardwebhooks";
import {
  CallbackRefused,
  type Notification,
  type VerifyOptions,
  verifyCallback,
  verifyCatalogChanged,
  verifyOrderCallback,
} from "../src/index.ts";

/** Compares our callbacks with the signer of the Standard Webhooks project. */

const secret = `whsec_${randomBytes(24).toString("base64")}`;
const other = `whsec_${randomBytes(32).toString("base64")}`;
const now = new Date("2026-06-15T10:00:00Z");

const notification: Notification = {
  type: "order.status",
  timestamp: "2026-06-15T09:59:58.120Z",
  data: {
    orderId: "f4b81c6d-07e9-4a52-8d3f-1e5a62c9b770",
    reference: "1042-ES",
    externalReference: "CART-20418 «ñ»",
    status: "complete",
    confirmation: null,
    sequence: 2,
    testMode: false,
    voucherUrl: "https://tickets.example.com/voucher/Zk3v9QxT0yHq7uJmB4cWnL8sD2e",
  },
};
const text = JSON.stringify(notification);

/** The headers of a callback, signed with each of the secrets. */
function signed(body: string, secrets = [secret], at = now) {
  const id = "msg_2hY";
  const signatures = secrets.map((one) => new Webhook(one).sign(id, at, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
    "webhook-signature": signatures.join(" "),
  };
}

const refused = (reason: CallbackRefused["reason"]) => (error: unknown) => {
  assert.ok(error instanceof CallbackRefused, String(error));
  assert.equal(error.reason, reason);
  return true;
};

const verify = (headers: Record<string, string>, body: string | Uint8Array = text, options: VerifyOptions = {}) =>
  verifyCallback({ headers, body }, secret, { now, ...options });

test("verifyCallback returns the notification from every kind of input", async () => {
  const headers = signed(text);
  assert.deepEqual(await verify(headers), notification);
  assert.deepEqual(await verify(headers, new TextEncoder().encode(text)), notification);
  assert.deepEqual(await verify(headers, Buffer.from(text)), notification);
  const mixed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace("w", "W"), value]));
  assert.deepEqual(await verify(mixed), notification);
  const request = new Request("http://localhost/", { method: "POST", headers, body: text });
  assert.deepEqual(await verifyCallback(request, secret, { now }), notification);
  assert.deepEqual(await verifyCallback({ headers: new Headers(headers), body: text }, secret, { now }), notification);
});

test("verifyCallback works with the headers and bytes of a Node server", async (t) => {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const answer = await verifyCallback({ headers: request.headers, body }, secret).then(
      ({ data }) => data.sequence,
      (error: CallbackRefused) => error.reason,
    );
    response.end(String(answer));
  });
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = async (headers: Record<string, string>) =>
    (await fetch(url, { method: "POST", headers, body: text })).text();
  assert.equal(await post(signed(text, [secret], new Date())), "2");
  assert.equal(await post(signed(text, [other], new Date())), "signature");
});

describe("secrets", () => {
  test("during a rotation either secret is accepted", async () => {
    const both = signed(text, [other, secret]);
    assert.deepEqual(await verify(both), notification);
    assert.deepEqual(await verifyCallback({ headers: both, body: text }, other, { now }), notification);
    const one = { headers: signed(text), body: text };
    assert.deepEqual(await verifyCallback(one, [other, secret], { now }), notification);
    assert.deepEqual(await verifyCallback(one, secret.slice("whsec_".length), { now }), notification);
  });

  test("another secret is refused", async () => {
    await assert.rejects(verifyCallback({ headers: signed(text), body: text }, other, { now }), refused("signature"));
  });

  test("an invalid secret is a TypeError whose message does not contain it", async () => {
    for (const wrong of ["", "whsec_", "whsec_not base64!", "whsec_abc", "whsec_ab_cd-ef"]) {
      await assert.rejects(
        verifyCallback({ headers: signed(text), body: text }, wrong, { now }),
        new TypeError("A callback secret is whsec_ followed by base64"),
      );
    }
    await assert.rejects(verifyCallback({ headers: signed(text), body: text }, [], { now }), TypeError);
  });
});

describe("a changed callback", () => {
  test("is refused with another body, id, time or signature", async () => {
    const headers = signed(text);
    await assert.rejects(verify(headers, text.replace("complete", "rejected")), refused("signature"));
    await assert.rejects(verify(headers, `${text} `), refused("signature"));
    await assert.rejects(verify({ ...headers, "webhook-id": "msg_other" }), refused("signature"));
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    await assert.rejects(verify({ ...headers, "webhook-timestamp": later }), refused("signature"));
    const bytes = Buffer.from(headers["webhook-signature"].slice(3), "base64");
    for (const at of [0, 31]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      const signature = `v1,${changed.toString("base64")}`;
      await assert.rejects(verify({ ...headers, "webhook-signature": signature }), refused("signature"));
    }
  });

  test("is refused with a signature of another version, a truncated one, or none", async () => {
    const headers = signed(text);
    const value = headers["webhook-signature"].slice(3);
    for (const signature of [`v1a,${value}`, `v2,${value}`, value, `v1,${value.slice(0, 20)}`, "v1,", "v1,%%%", " "]) {
      await assert.rejects(verify({ ...headers, "webhook-signature": signature }), refused("signature"), signature);
    }
    assert.deepEqual(await verify({ ...headers, "webhook-signature": `v1a,xyz v1,${value}` }), notification);
  });

  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
    test(`is refused without ${name}`, async () => {
      const { [name]: _, ...rest } = signed(text);
      await assert.rejects(verify(rest), refused("headers"));
      await assert.rejects(verify({ ...rest, [name]: "" }), refused("headers"));
    });
  }
});

test("an id with a full stop is refused, although its signature is valid", async () => {
  const body = `7.${text}`;
  const { "webhook-timestamp": time, "webhook-signature": signature } = signed(body);
  const moved = { "webhook-id": `msg_2hY.${time}`, "webhook-timestamp": "7", "webhook-signature": signature };
  await assert.rejects(verify(moved, text, { now: new Date(7000) }), refused("headers"));
});

describe("time", () => {
  const seconds = (by: number) => new Date(now.getTime() + by * 1000);

  test("may differ by five minutes either way, and no more", async () => {
    for (const by of [-300, 300]) assert.deepEqual(await verify(signed(text, [secret], seconds(by))), notification);
    for (const by of [-301, 301])
      await assert.rejects(verify(signed(text, [secret], seconds(by))), refused("timestamp"));
  });

  test("may differ by the tolerance that the caller sets", async () => {
    const old = signed(text, [secret], seconds(-3000));
    assert.deepEqual(await verify(old, text, { toleranceMs: 3_600_000 }), notification);
    await assert.rejects(
      verify(signed(text, [secret], seconds(-2)), text, { toleranceMs: 1000 }),
      refused("timestamp"),
    );
  });

  test("is refused when it is not a number of seconds", async () => {
    for (const timestamp of ["now", "1e9", "-5", "12.5", "9".repeat(30)]) {
      await assert.rejects(verify({ ...signed(text), "webhook-timestamp": timestamp }), refused("headers"), timestamp);
    }
  });
});

test("verifyOrderCallback returns callbacks about the status and about changes, which verifyCallback refuses", async () => {
  const changed = JSON.stringify(exampleChangeNotification);
  const check = (body: string, headers = signed(body)) => verifyOrderCallback({ headers, body }, secret, { now });
  assert.deepEqual(await check(text), notification);
  assert.deepEqual(await check(changed), exampleChangeNotification);
  await assert.rejects(verify(signed(changed), changed), refused("body"));
  await assert.rejects(check(changed, signed(changed, [other])), refused("signature"));
  const { data } = exampleChangeNotification;
  for (const wrong of [undefined, { ...data, status: "quoted" }, { ...data, revision: "3" }, { ...data, orderId: 1 }])
    await assert.rejects(check(JSON.stringify({ ...exampleChangeNotification, data: wrong })), refused("body"));
});

test("verifyCatalogChanged returns the published message, and refuses callbacks, other content and other signatures", async () => {
  const message = JSON.stringify(exampleCatalogNotification);
  const check = (body: string, headers = signed(body)) => verifyCatalogChanged({ headers, body }, secret, { now });
  assert.deepEqual(await check(message), exampleCatalogNotification);
  await assert.rejects(check(text), refused("body"));
  await assert.rejects(verify(signed(message), message), refused("body"));
  const { data } = exampleCatalogNotification;
  for (const wrong of [undefined, { ...data, updateVersion: "7" }, { updateVersion: 7 }])
    await assert.rejects(check(JSON.stringify({ ...exampleCatalogNotification, data: wrong })), refused("body"));
  await assert.rejects(check(message, signed(message, [other])), refused("signature"));
});

describe("the body", () => {
  test("is refused when it is signed but not a notification", async () => {
    const { data } = notification;
    const wrong = [
      "",
      "null",
      "[]",
      "not JSON",
      JSON.stringify({ ...notification, type: "order.else" }),
      JSON.stringify({ ...notification, data: { ...data, status: "lost" } }),
      JSON.stringify({ ...notification, data: { ...data, sequence: "2" } }),
      JSON.stringify({ ...notification, data: undefined }),
    ];
    for (const body of wrong) await assert.rejects(verify(signed(body), body), refused("body"), body);
  });

  test("is a TypeError when it was already parsed", async () => {
    const parsed = { headers: signed(text), body: notification as unknown as string };
    await assert.rejects(verifyCallback(parsed, secret, { now }), /raw text or bytes/);
  });

  test("is verified as bytes, also when it is not UTF-8", async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x7b]);
    const headers = signed(text);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const start = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`;
    const signature = createHmac("sha256", key).update(start).update(bytes).digest("base64");
    await assert.rejects(verify({ ...headers, "webhook-signature": `v1,${signature}` }, bytes), refused("body"));
  });
});
