import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sendRequest } from "../../src/outgoing/request.ts";
import type { PaymentProvider, PaymentRequest, StoredPayment } from "../../src/payments/kind.ts";
import { pressSandboxButton, type SandboxButton, sandboxPaymentKind } from "../../src/payments/kinds/sandbox.ts";
import { MemoryStore } from "./benches.ts";

/** Each button of the sandbox's page forces its outcome. */

let now: number;
let store: MemoryStore;
let provider: PaymentProvider;
let stored: StoredPayment;
const clock = () => new Date(now);
const pass = (minutes: number) => {
  now += minutes * 60_000;
};
const create = (sandbox: MemoryStore | null) =>
  sandboxPaymentKind.create({}, { clock, sandbox, send: sendRequest, allowPrivate: false });
const amount = { minor: 2550, currencyCode: "EUR" };
const paid = { state: "paid", paid: amount, refunded: 0, means: "sandbox" };

const request = (): PaymentRequest => ({
  id: "7d0f6c9e-3f0a-4a52-9f53-2f6f7c1f3b11",
  number: "202606150001",
  amount,
  description: "Paseo en barco",
  lang: "es",
  email: null,
  returnUrl: "https://tours.example/return",
  notifyUrl: "https://tours.example/reports",
  expiresAt: new Date(now + 30 * 60_000),
});

beforeEach(async () => {
  now = Date.parse("2026-06-15T10:00:00Z");
  store = new MemoryStore();
  provider = create(store);
  const one = request();
  const started = await provider.start(one);
  assert.ok(started.outcome === "started");
  stored = { ...one, providerId: started.providerId, startedAt: clock(), expiresAt: started.expiresAt };
});

const press = async (button: SandboxButton) => (await pressSandboxButton(store, stored.providerId, button, clock))!;

test("the state outlives a restart of the service", async () => {
  await press("pay");
  assert.deepEqual(await create(store).read(stored), paid);
});

test("a payment is paid with one report, with two, with none, or with one that comes later", async () => {
  for (const [button, reports] of [
    ["pay", [0]],
    ["pay-twice", [0, 0]],
    ["pay-unreported", []],
    ["pay-late", [30]],
  ] as const) {
    const other = { ...request(), id: crypto.randomUUID() };
    const started = await provider.start(other);
    assert.ok(started.outcome === "started");
    const pressed = await pressSandboxButton(store, started.providerId, button, clock);
    assert.equal(pressed!.returnUrl, other.returnUrl);
    assert.deepEqual(
      pressed!.reports.map(({ afterSeconds }) => afterSeconds),
      reports,
      button,
    );
    for (const { notification } of pressed!.reports) {
      const verified = await provider.verify(notification);
      assert.deepEqual(verified, { outcome: "verified", providerId: started.providerId, reading: paid });
    }
    assert.deepEqual(await provider.read({ ...stored, providerId: started.providerId }), paid);
  }
});

test("a payment that is paid too late is open until the seats are free, cannot be ended, and is paid then", async () => {
  assert.deepEqual((await press("pay-too-late")).reports, []);
  assert.deepEqual(await provider.read(stored), { state: "open" });
  assert.deepEqual(await provider.expire(stored), { state: "open" });
  pass(35);
  assert.deepEqual(await provider.read(stored), { state: "open" });
  pass(1);
  assert.deepEqual(await provider.read(stored), paid);
});

test("a payment that is over stays as it is, and nothing is reported", async () => {
  await press("expire");
  assert.deepEqual((await press("pay")).reports, []);
  assert.deepEqual(await provider.read(stored), { state: "ended", why: "expired", message: null });
  assert.equal(await pressSandboxButton(store, "sandbox_other", "pay", clock), null);
});

test("a page that is left open past its end cannot be paid", async () => {
  pass(30);
  assert.deepEqual((await press("pay")).reports, []);
  assert.deepEqual(await provider.read(stored), { state: "ended", why: "expired", message: null });
});

test("a service without a sandbox refuses it", async () => {
  const absent = create(null);
  assert.equal((await absent.start(request())).outcome, "refused");
  assert.equal((await absent.read(stored)).state, "unknown");
  assert.equal((await absent.expire(stored)).state, "unknown");
  assert.equal((await absent.verify({ headers: {}, body: Buffer.from("") })).outcome, "refused");
});
