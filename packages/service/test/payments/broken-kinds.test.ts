import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { PaymentProvider } from "../../src/payments/kind.ts";
import { mollieBench, sandboxBench, stripeBench } from "./benches.ts";
import { failuresOf, type PaymentBench } from "./conformance.ts";

/** The conformance suite finds a kind that breaks a promise. */

const broken = (
  bench: PaymentBench,
  change: (provider: PaymentProvider) => Partial<PaymentProvider>,
): PaymentBench => ({
  ...bench,
  kind: {
    ...bench.kind,
    create(settings, context) {
      const provider = bench.kind.create(settings, context);
      return { ...provider, ...change(provider) };
    },
  },
});

test("a kind that keeps every promise fails no case", async () => {
  assert.deepEqual(await failuresOf(sandboxBench), []);
});

test("a kind that takes silence for a failure is found", async () => {
  const failed = await failuresOf(
    broken(mollieBench, ({ read }) => ({
      async read(payment) {
        const reading = await read(payment);
        return reading.state === "unknown" ? { state: "ended", why: "failed", message: null } : reading;
      },
    })),
  );
  assert.deepEqual(failed, [
    "A provider that is down, slow or broken is unknown",
    "A secret that the provider does not know",
  ]);
});

test("a kind that starts a payment for each request is found", async () => {
  const failed = await failuresOf(
    broken(sandboxBench, ({ start }) => ({ start: (request) => start({ ...request, id: randomUUID() }) })),
  );
  assert.ok(failed.includes("One id started twice is one payment"), `${failed}`);
  assert.ok(failed.includes("One id with another amount is no second payment"), `${failed}`);
});

test("a kind that ignores the key of a refund is found", async () => {
  const failed = await failuresOf(
    broken(stripeBench, ({ refund }) => ({
      refund: (payment, one) => refund(payment, { ...one, key: randomUUID() }),
    })),
  );
  assert.deepEqual(failed, [
    "A refund with one key is sent once",
    "A refund whose answer was lost is sent once",
    "One key with another amount sends nothing more",
  ]);
});

test("a kind that trusts every report is found", async () => {
  const failed = await failuresOf(
    broken(sandboxBench, ({ verify }) => ({
      async verify(report) {
        const verified = await verify(report);
        return verified.outcome === "refused"
          ? { outcome: "verified", providerId: JSON.parse(Buffer.from(report.body).toString()).id, reading: null }
          : verified;
      },
    })),
  );
  assert.deepEqual(failed, [
    "A report that is replayed after a refund",
    "An unsigned report",
    "A wrongly signed report",
    "A malformed report",
  ]);
});

test("a kind that reads what was asked in place of what was paid is found", async () => {
  const failed = await failuresOf(
    broken(sandboxBench, ({ read }) => ({
      async read(payment) {
        const reading = await read(payment);
        return reading.state === "paid" ? { ...reading, paid: payment.amount } : reading;
      },
    })),
  );
  assert.deepEqual(failed, ["An amount that differs is read as it is", "A currency that differs is read as it is"]);
});

test("a kind that says of every payment that it is expired is found", async () => {
  const failed = await failuresOf(
    broken(sandboxBench, () => ({ expire: async () => ({ state: "ended", why: "expired", message: null }) })),
  );
  assert.deepEqual(failed, [
    "An open payment is expired",
    "A payment is expired when it was just paid",
    "A provider that is down, slow or broken is unknown",
  ]);
});
