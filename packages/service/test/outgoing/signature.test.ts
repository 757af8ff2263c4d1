import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { isSecret, newSecret, sign, toleranceSeconds, verify } from "../../src/outgoing/signature.ts";

const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const message = {
  id: "msg_1",
  timestamp: now,
  body: '{"type":"order.status","data":{"status":"complete","name":"Año"}}',
};
const secret = newSecret();
const headers: Record<string, string> = { ...sign(message, [secret]) };
const { body } = message;

test("a new secret is whsec_ and 32 random bytes, and no two are the same", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const one of secrets) {
    assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.ok(isSecret(one));
  }
  assert.equal(new Set(secrets).size, 100);
});

test("the signature is the one that Standard Webhooks' own library makes", () => {
  const theirs = new Webhook(secret).sign(message.id, now, body);
  assert.deepEqual(headers, {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": theirs,
  });
});

test("its verifier accepts what we sign, and ours what it signs, whatever the body", () => {
  fc.assert(
    fc.property(fc.json(), fc.uint8Array({ minLength: 24, maxLength: 64 }), (text, key) => {
      const one = `whsec_${Buffer.from(key).toString("base64")}`;
      const ours = sign({ ...message, body: text }, [newSecret(), one]);
      new Webhook(one).verify(text, { ...ours });
      const theirs = { ...ours, "webhook-signature": new Webhook(one).sign(message.id, now, text) };
      assert.deepEqual(verify({ headers: theirs, body: Buffer.from(text) }, [newSecret(), one], now), {
        ok: true,
        id: "msg_1",
        timestamp: new Date(Math.floor(now.getTime() / 1000) * 1000),
      });
    }),
  );
});

test("while a secret is changed, both the old and the new one verify", () => {
  const next = newSecret();
  const both = { ...sign(message, [next, secret]) };
  assert.equal(both["webhook-signature"]!.split(" ").length, 2);
  for (const one of [secret, next]) {
    new Webhook(one).verify(body, both);
    assert.equal(verify({ headers: both, body }, [one], now).ok, true);
  }
  assert.equal(verify({ headers, body }, [next, secret], now).ok, true);
});

const verdict = (changed: Record<string, string | string[] | undefined>, at = now, text = body, secrets = [secret]) => {
  const result = verify({ headers: { ...headers, ...changed }, body: text }, secrets, at);
  return result.ok ? "ok" : result.reason;
};

test("a request that was changed, or is signed with another secret, is refused, by both verifiers", () => {
  assert.equal(verdict({}), "ok");
  const seconds = Number(headers["webhook-timestamp"]);
  const changes: [Record<string, string>, string][] = [
    [{}, body.replace("complete", "rejected")],
    [{}, ` ${body}`],
    [{}, "{}"],
    [{ "webhook-id": "msg_2" }, body],
    [{ "webhook-timestamp": String(seconds + 1) }, body],
    [{ "webhook-signature": sign(message, [newSecret()])["webhook-signature"] }, body],
    [{ "webhook-signature": headers["webhook-signature"]!.replace("v1,", "v2,") }, body],
    [{ "webhook-signature": headers["webhook-signature"]!.replace("v1,", "") }, body],
    [{ "webhook-signature": headers["webhook-signature"]!.slice(0, -2) }, body],
    [{ "webhook-signature": "v1," }, body],
  ];
  for (const [changed, text] of changes) {
    assert.equal(verdict(changed, now, text), "signature-wrong", JSON.stringify(changed));
    assert.throws(() => new Webhook(secret).verify(text, { ...headers, ...changed }), /No matching signature/);
  }
  assert.equal(verdict({}, now, body, [newSecret()]), "signature-wrong");
  assert.equal(verdict({}, now, body, []), "signature-wrong");
});

test("a signature among others that mean nothing here is found", () => {
  assert.equal(verdict({ "webhook-signature": `v1a,abc= v1,wrong ${headers["webhook-signature"]} junk` }), "ok");
});

test("a request is good for five minutes, either way", () => {
  // Whole seconds, as they travel.
  const sent = Math.floor(now.getTime() / 1000) * 1000;
  const at = (seconds: number) => verdict({}, new Date(sent + seconds * 1000));
  assert.equal(at(toleranceSeconds), "ok");
  assert.equal(at(toleranceSeconds + 1), "too-old");
  assert.equal(at(-toleranceSeconds), "ok");
  assert.equal(at(-toleranceSeconds - 1), "too-new");
  const old = { ...sign({ ...message, timestamp: later(-toleranceSeconds - 5) }, [secret]) };
  assert.throws(() => new Webhook(secret).verify(body, old), /too old/);
  assert.equal(verdict(old), "too-old");
});

test("headers that are missing or malformed are refused before anything is computed", () => {
  for (const name of Object.keys(headers)) {
    assert.equal(verdict({ [name]: undefined }), "header-missing");
    assert.equal(verdict({ [name]: "" }), "header-missing");
    assert.equal(verdict({ [name]: [headers[name]!, headers[name]!] }), "header-malformed");
  }
  for (const seconds of ["1e9", "-5", "12.5", " 1", "0x10", "999999999999999"])
    assert.equal(verdict({ "webhook-timestamp": seconds }), "header-malformed", seconds);
  for (const id of ["a.b", "a b", "ñ", "x".repeat(257)])
    assert.equal(verdict({ "webhook-id": id }), "header-malformed");
});

test("what cannot be signed is an error", () => {
  for (const id of ["", "a.b", "a b", "a\r\nx-injected: 1"])
    assert.throws(() => sign({ ...message, id }, [secret]), RangeError);
  assert.throws(() => sign(message, []), RangeError);
  assert.throws(() => sign({ ...message, timestamp: new Date(Number.NaN) }, [secret]), RangeError);
});

for (const [text, why] of [
  ["", "empty"],
  [secret.slice(6), "without whsec_"],
  ["whsec_", "without a key"],
  [`whsec_${Buffer.alloc(23).toString("base64")}`, "too short"],
  [`whsec_${Buffer.alloc(65).toString("base64")}`, "too long"],
  [`${secret} `, "with a space"],
  [secret.slice(0, -1), "without its padding"],
  ["whsec_this-is-not-base64-but-it-is-long-enough!!", "not base64"],
] as const)
  test(`a secret that is ${why} is none`, () => {
    assert.equal(isSecret(text), false);
    assert.throws(() => sign(message, [text]), TypeError);
    assert.throws(() => verify({ headers, body }, [text], now), TypeError);
  });
