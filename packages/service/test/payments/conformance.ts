import assert from "node:assert/strict";
import { randomInt, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { sendRequest } from "../../src/outgoing/request.ts";
import type {
  Money,
  Notification,
  PaymentContext,
  PaymentKind,
  PaymentPage,
  PaymentProvider,
  PaymentReading,
  PaymentRequest,
  StartedPayment,
  StoredPayment,
  VerifiedNotification,
} from "../../src/payments/kind.ts";
import { type Fault, faults, type GuestAct } from "./servers/provider-server.ts";

/**
 * The promises of a payment kind, checked against a local server of its provider. docs/how-to/add-a-payment-kind.md says how to run it for a
 * kind of your own. Each case returns a word for the table that is printed at the end.
 */

/** A kind and its provider's local server. */
export interface PaymentBench {
  kind: PaymentKind;
  settings: Record<string, unknown>;
  /** The settings with a secret that the provider does not know. Null: the kind has no secret. */
  wrongSettings: Record<string, unknown> | null;
  /** Whether a signature has a time, so that an old report is refused. */
  signaturesAge: boolean;
  /** Whether the provider can end an open payment. */
  canExpire: boolean;
  /** Opens the server. `notifyUrl`: for providers whose settings have the address for reports. */
  open(world: { clock: () => Date; notifyUrl: string }): Promise<OpenBench>;
}

export interface OpenBench {
  context: Pick<PaymentContext, "addresses" | "sandbox">;
  /** Does what a guest does on the page. Resolves to true if the page let the guest do it, after the provider has sent its report. */
  guest(page: PaymentPage, act: GuestAct): Promise<boolean>;
  /** Sends the report of a payment again, with a signature of now. */
  report(providerId: string): Promise<void>;
  /** What the provider's books have of a payment: payments taken, their sum, refunds sent, and their sum. */
  books(providerId: string): { payments: number; paid: number; refunds: number; refunded: number };
  /** How many payments were started at the provider. */
  started(): number;
  /** Breaks all calls of the service from now on; null: repairs them. */
  fault(fault: Fault | null): void;
  /** Makes an unsigned report of a signed one, and wrongly signed ones. Null: reports of this provider have no signature. */
  forge: ((report: Notification) => { unsigned: Notification[]; wrong: Notification[] }) | null;
  /** Genuine reports about something else. */
  otherReports(): Notification[];
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** Time limit of a call while the server never ends an answer: nobody has to wait for it. */
const silentMs = 150;

class World {
  readonly #bench: PaymentBench;
  #at = new Date("2026-06-15T10:00:00Z").getTime();
  readonly reports: Notification[] = [];
  open!: OpenBench;
  provider!: PaymentProvider;
  #notifyUrl = "";
  #isSilent = false;

  readonly #receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    this.reports.push({ headers: request.headers as Record<string, string | undefined>, body });
    response.end();
  });

  constructor(bench: PaymentBench) {
    this.#bench = bench;
  }

  get bench(): PaymentBench {
    return this.#bench;
  }

  get amount(): Money {
    const { currencies } = this.#bench.kind;
    return { minor: 2550, currencyCode: currencies?.includes("EUR") === false ? currencies[0]! : "EUR" };
  }

  clock = (): Date => new Date(this.#at);
  pass(minutes: number): void {
    this.#at += minutes * minuteMs;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#receiver.listen(0, "127.0.0.1", resolve));
    this.#notifyUrl = `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/reports`;
    this.open = await this.#bench.open({ clock: this.clock, notifyUrl: this.#notifyUrl });
    this.provider = this.providerWith(this.#bench.settings);
  }

  async stop(): Promise<void> {
    await this.open.close();
    this.#receiver.closeAllConnections();
    this.#receiver.close();
  }

  /** Makes a provider. No answer of it has a secret in it. */
  providerWith(settings: Record<string, unknown>): PaymentProvider {
    const { kind } = this.#bench;
    const provider = kind.create(settings, {
      clock: this.clock,
      send: (request) => sendRequest(this.#isSilent ? { ...request, timeoutMs: silentMs } : request),
      allowPrivate: true,
      ...this.open.context,
    });
    const guarded =
      <Given extends unknown[], Result>(method: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        const result = await method(...given);
        for (const name of kind.secrets) assert.ok(!JSON.stringify(result).includes(String(settings[name])), name);
        return result;
      };
    return {
      start: guarded(provider.start),
      read: guarded(provider.read),
      verify: guarded(provider.verify),
      expire: guarded(provider.expire),
      refund: guarded(provider.refund),
    };
  }

  request(more: Partial<PaymentRequest> = {}): PaymentRequest {
    return {
      id: randomUUID(),
      number: String(randomInt(1e11, 1e12)),
      amount: this.amount,
      description: "Paseo en barco · 2 adultos",
      lang: "es",
      email: "ana@example.com",
      returnUrl: "https://tours.example/pay/return",
      notifyUrl: this.#notifyUrl,
      expiresAt: new Date(this.#at + this.#bench.kind.leastMinutes * minuteMs),
      ...more,
    };
  }

  /** Starts a payment. */
  async payment(request = this.request()): Promise<{ stored: StoredPayment; page: PaymentPage }> {
    const started = startedOf(await this.provider.start(request));
    return { stored: this.stored(request, started), page: started.page };
  }

  stored({ id, number, amount }: PaymentRequest, { providerId, expiresAt }: Started): StoredPayment {
    return { id, number, providerId, amount, startedAt: this.clock(), expiresAt };
  }

  /** Starts a payment that a guest pays. Returns it with the provider's report. */
  async paid(act: GuestAct = "pay"): Promise<{ stored: StoredPayment; page: PaymentPage; report: Notification }> {
    const payment = await this.payment();
    this.reports.length = 0;
    assert.ok(await this.open.guest(payment.page, act), "the page takes the payment");
    return { ...payment, report: this.reports[0]! };
  }

  /** Verifies a report of a payment, and returns what it says or lets `read` say. */
  async reported(report: Notification, stored: StoredPayment): Promise<PaymentReading> {
    const verified = await this.provider.verify(report);
    assert.equal(verified.outcome, "verified", JSON.stringify(verified));
    const { providerId, reading } = verified as VerifiedNotification & { outcome: "verified" };
    assert.equal(providerId, stored.providerId);
    return reading ?? (await this.provider.read(stored));
  }

  assertPaid(reading: PaymentReading, paid = this.amount, refunded = 0): void {
    assert.equal(reading.state, "paid", JSON.stringify(reading));
    if (reading.state === "paid")
      assert.deepEqual({ paid: reading.paid, refunded: reading.refunded }, { paid, refunded });
  }

  refundOf(minor: number, refundedBefore = 0, key: string = randomUUID()) {
    return { amount: { ...this.amount, minor }, key, refundedBefore };
  }

  async withFault<Result>(fault: Fault, work: () => Promise<Result>): Promise<Result> {
    this.open.fault(fault);
    this.#isSilent = fault === "hang" || fault === "trickle";
    try {
      return await work();
    } finally {
      this.open.fault(null);
      this.#isSilent = false;
    }
  }
}

type Started = StartedPayment & { outcome: "started" };

function startedOf(started: StartedPayment): Started {
  assert.equal(started.outcome, "started", JSON.stringify(started));
  return started as Started;
}

const cases: Record<string, (world: World) => Promise<string>> = {
  "A payment starts, and its page can be paid": async (world) => {
    const { stored, page } = await world.payment();
    assert.ok(stored.expiresAt >= world.clock());
    assert.ok(await world.open.guest(page, "look"));
    assert.deepEqual(await world.provider.read(stored), { state: "open" });
    return "yes";
  },
  "One id started twice is one payment": async (world) => {
    const request = world.request();
    const before = world.open.started();
    const [first, second] = (await Promise.all([world.provider.start(request), world.provider.start(request)])).map(
      startedOf,
    );
    const third = startedOf(await world.provider.start(request));
    assert.deepEqual([second!.providerId, third.providerId], [first!.providerId, first!.providerId]);
    assert.ok(world.open.started() <= before + 1);
    assert.ok(await world.open.guest(first!.page, "pay"));
    assert.equal(await world.open.guest(second!.page, "pay"), false, "the second page cannot be paid too");
    assert.deepEqual(world.open.books(first!.providerId), { payments: 1, paid: 2550, refunds: 0, refunded: 0 });
    return "yes";
  },
  "One id with another amount is no second payment": async (world) => {
    const request = world.request();
    const first = startedOf(await world.provider.start(request));
    const second = await world.provider.start({ ...request, amount: { ...world.amount, minor: 9900 } });
    assert.ok(await world.open.guest(first.page, "pay"));
    if (second.outcome === "started") {
      assert.equal(second.providerId, first.providerId);
      assert.equal(await world.open.guest(second.page, "pay"), false);
    } else assert.equal(second.outcome, "refused");
    assert.equal(world.open.books(first.providerId).payments, 1);
    return second.outcome === "started" ? "pays once" : "refused";
  },
  "A start whose answer was lost is found by the next": async (world) => {
    const request = world.request();
    const before = world.open.started();
    const lost = await world.withFault("lost", () => world.provider.start(request));
    assert.ok(lost.outcome === "unknown" || lost.outcome === "started");
    const { page } = await world.payment(request);
    assert.ok(world.open.started() <= before + 1);
    assert.ok(await world.open.guest(page, "pay"));
    return lost.outcome === "started" ? "no call" : "yes";
  },
  "A paid payment is reported, and read, as it was paid": async (world) => {
    const { stored, report } = await world.paid();
    world.assertPaid(await world.reported(report, stored));
    world.assertPaid(await world.provider.read(stored));
    const verified = await world.provider.verify(report);
    return verified.outcome === "verified" && verified.reading !== null ? "report" : "read decides";
  },
  "A payment that is declined": async (world) => declined(world, "decline", "failed"),
  "A guest who cancels on the page": async (world) => declined(world, "cancel", "cancelled"),
  "An amount that differs is read as it is": async (world) => {
    const { stored, report } = await world.paid("pay-less");
    const paid = { ...world.amount, minor: 2549 };
    world.assertPaid(await world.reported(report, stored), paid);
    world.assertPaid(await world.provider.read(stored), paid);
    return "yes";
  },
  "A currency that differs is read as it is": async (world) => {
    const { stored, report } = await world.paid("pay-otherwise");
    const paid = { ...world.amount, currencyCode: "USD" };
    world.assertPaid(await world.reported(report, stored), paid);
    world.assertPaid(await world.provider.read(stored), paid);
    return "yes";
  },
  "A duplicate report says the same": async (world) => {
    const { stored, report } = await world.paid();
    assert.deepEqual(await world.provider.verify(report), await world.provider.verify(report));
    world.assertPaid(await world.reported(report, stored));
    return "yes";
  },
  "A report that is replayed after a refund": async (world) => {
    const { stored, report } = await world.paid();
    assert.equal((await world.provider.refund(stored, world.refundOf(1000))).outcome, "refunded");
    world.pass(10);
    const replayed = await world.provider.verify(report);
    if (world.bench.signaturesAge) {
      assert.equal(replayed.outcome, "refused", JSON.stringify(replayed));
      return "refused";
    }
    assert.ok(replayed.outcome === "verified");
    // It may be older than the refund, but it takes nothing back.
    if (replayed.reading !== null) world.assertPaid(replayed.reading);
    world.assertPaid(await world.provider.read(stored), world.amount, 1000);
    return replayed.reading === null ? "read decides" : "same";
  },
  "A report that comes hours late": async (world) => {
    const { stored } = await world.paid("pay-unreported");
    world.pass(180);
    await world.open.report(stored.providerId);
    world.assertPaid(await world.reported(world.reports.at(-1)!, stored));
    return "yes";
  },
  "An unsigned report": async (world) => forged(world, "unsigned"),
  "A wrongly signed report": async (world) => forged(world, "wrong"),
  "A malformed report": async (world) => {
    const { report } = await world.paid();
    const bodies = [
      "",
      "{",
      "null",
      "[]",
      "7",
      "id=",
      "id=%00",
      "id=tr_%3Cscript%3E",
      "Ds_MerchantParameters=%7B&Ds_Signature=eA",
    ];
    const sizes = ["[".repeat(100_000), `{"a":${"[".repeat(5000)}`, "id=".repeat(50_000)];
    for (const body of [...bodies, ...sizes].map((text) => Buffer.from(text)).concat(Buffer.from([0xff, 0xfe, 0]))) {
      for (const headers of [report.headers, {}, { "stripe-signature": "t=,v1=", "sandbox-signature": "," }]) {
        const { outcome } = await world.provider.verify({ headers, body });
        assert.equal(outcome, "refused", body.subarray(0, 40).toString());
      }
    }
    return "refused";
  },
  "A report about something else": async (world) => {
    const reports = world.open.otherReports();
    for (const report of reports) assert.equal((await world.provider.verify(report)).outcome, "ignored");
    return reports.length > 0 ? "ignored" : "–";
  },
  "A guest who returns without a report": async (world) => {
    const { stored, page } = await world.payment();
    assert.deepEqual(await world.provider.read(stored), { state: "open" });
    world.reports.length = 0;
    assert.ok(await world.open.guest(page, "pay-unreported"));
    assert.equal(world.reports.length, 0);
    world.assertPaid(await world.provider.read(stored));
    return "read";
  },
  "An open payment is expired": async (world) => {
    const { stored, page } = await world.payment();
    const reading = await world.provider.expire(stored);
    if (!world.bench.canExpire) {
      assert.deepEqual(reading, { state: "open" });
      return "stays open";
    }
    assert.deepEqual(reading, { state: "ended", why: "expired", message: null });
    assert.equal(await world.open.guest(page, "pay"), false, "nobody can pay it");
    assert.equal((await world.provider.read(stored)).state, "ended");
    assert.equal((await world.provider.expire(stored)).state, "ended");
    assert.equal(world.open.books(stored.providerId).payments, 0);
    return "ended";
  },
  "A payment is expired when it was just paid": async (world) => {
    const { stored } = await world.paid("pay-unreported");
    world.assertPaid(await world.provider.expire(stored));
    return "paid";
  },
  "A payment that nobody pays ends by itself": async (world) => {
    const { stored } = await world.payment();
    world.pass((stored.expiresAt.getTime() - world.clock().getTime()) / minuteMs + 1);
    const atOnce = (await world.provider.read(stored)).state;
    world.pass(60);
    assert.deepEqual(await world.provider.read(stored), { state: "ended", why: "expired", message: null });
    return atOnce === "ended" ? "at its time" : "an hour later";
  },
  "A part is sent back, then the rest": async (world) => {
    const { stored } = await world.paid();
    const first = await world.provider.refund(stored, world.refundOf(1000));
    world.assertPaid(await world.provider.read(stored), world.amount, 1000);
    const second = await world.provider.refund(stored, world.refundOf(1550, 1000));
    assert.deepEqual([first.outcome, second.outcome], ["refunded", "refunded"]);
    world.assertPaid(await world.provider.read(stored), world.amount, 2550);
    assert.deepEqual(world.open.books(stored.providerId), { payments: 1, paid: 2550, refunds: 2, refunded: 2550 });
    return "yes";
  },
  "A refund with one key is sent once": async (world) => {
    const { stored } = await world.paid();
    const refund = world.refundOf(1000);
    const first = await world.provider.refund(stored, refund);
    assert.equal(first.outcome, "refunded", JSON.stringify(first));
    assert.deepEqual(await world.provider.refund(stored, refund), first);
    assert.deepEqual(await world.providerWith(world.bench.settings).refund(stored, refund), first);
    assert.equal(world.open.books(stored.providerId).refunded, 1000);
    return "yes";
  },
  "A refund whose answer was lost is sent once": async (world) => {
    const { stored } = await world.paid();
    const refund = world.refundOf(1000);
    const unanswered = await world.withFault("lost", () => world.provider.refund(stored, refund));
    assert.equal(unanswered.outcome, "unknown");
    assert.equal(world.open.books(stored.providerId).refunds, 1, "it was carried out");
    assert.equal((await world.provider.refund(stored, refund)).outcome, "refunded");
    // Providers forget their keys.
    world.pass(3 * 24 * 60);
    assert.equal((await world.provider.refund(stored, refund)).outcome, "refunded");
    assert.equal(world.open.books(stored.providerId).refunds, 1);
    return "yes";
  },
  "One key with another amount sends nothing more": async (world) => {
    const { stored } = await world.paid();
    const refund = world.refundOf(1000);
    assert.equal((await world.provider.refund(stored, refund)).outcome, "refunded");
    const other = await world.provider.refund(stored, { ...refund, amount: { ...world.amount, minor: 500 } });
    assert.equal(other.outcome, "refused", JSON.stringify(other));
    assert.equal(world.open.books(stored.providerId).refunded, 1000);
    return "refused";
  },
  "More than was paid is not sent back": async (world) => {
    const { stored, page } = await world.payment();
    assert.equal((await world.provider.refund(stored, world.refundOf(1))).outcome, "refused", "unpaid");
    await world.open.guest(page, "pay");
    assert.equal((await world.provider.refund(stored, world.refundOf(2551))).outcome, "refused");
    assert.equal((await world.provider.refund(stored, world.refundOf(2000))).outcome, "refunded");
    assert.equal((await world.provider.refund(stored, world.refundOf(551, 2000))).outcome, "refused");
    assert.equal(world.open.books(stored.providerId).refunded, 2000);
    return "refused";
  },
  "A provider that is down, slow or broken is unknown": async (world) => {
    const { stored, page } = await world.payment();
    const { stored: paid } = await world.paid();
    for (const fault of faults) {
      await world.withFault(fault, async () => {
        const found = [
          (await world.provider.read(stored)).state,
          (await world.provider.read(paid)).state,
          (await world.provider.expire(stored)).state,
          (await world.provider.refund(paid, world.refundOf(500))).outcome,
        ];
        assert.deepEqual(found, ["unknown", "unknown", "unknown", "unknown"], fault);
        assert.notEqual((await world.provider.start(world.request())).outcome, "refused", fault);
      });
    }
    // Nothing changed: the one can be paid, the other is paid.
    assert.deepEqual(await world.provider.read(stored), { state: "open" });
    world.assertPaid(await world.provider.read(paid));
    assert.ok(await world.open.guest(page, "look"));
    return "unknown";
  },
  "A slow answer is waited for": async (world) => {
    const { stored } = await world.paid();
    await world.withFault("slow", async () => {
      world.assertPaid(await world.provider.read(stored));
      assert.equal((await world.provider.refund(stored, world.refundOf(1000))).outcome, "refunded");
    });
    return "yes";
  },
  "A secret that the provider does not know": async (world) => {
    const { wrongSettings } = world.bench;
    if (wrongSettings === null) return "–";
    const { stored, report } = await world.paid();
    const wrong = world.providerWith(wrongSettings);
    assert.equal((await wrong.read(stored)).state, "unknown");
    assert.equal((await wrong.expire(stored)).state, "unknown");
    assert.notEqual((await wrong.refund(stored, world.refundOf(500))).outcome, "refunded");
    if (world.open.forge !== null) assert.equal((await wrong.verify(report)).outcome, "refused");
    const started = await wrong.start(world.request());
    assert.notEqual(started.outcome, "unknown");
    return started.outcome === "refused" ? "refused" : "at the page";
  },
};

/** A provider that lets the guest try again keeps the payment open. */
async function declined(world: World, act: GuestAct, why: string): Promise<string> {
  const { stored } = await world.payment().then(async (payment) => {
    world.reports.length = 0;
    assert.ok(await world.open.guest(payment.page, act));
    return payment;
  });
  const read = await world.provider.read(stored);
  for (const report of world.reports) assert.deepEqual(await world.reported(report, stored), read);
  if (read.state === "open") return "stays open";
  assert.ok(read.state === "ended" && read.why === why, JSON.stringify(read));
  assert.equal(world.open.books(stored.providerId).paid, 0);
  return "ended";
}

async function forged(world: World, how: "unsigned" | "wrong"): Promise<string> {
  const { stored, report } = await world.paid();
  if (world.open.forge === null) {
    const verified = await world.provider.verify(report);
    assert.deepEqual(verified, { outcome: "verified", providerId: stored.providerId, reading: null });
    return "read decides";
  }
  const reports = world.open.forge(report)[how];
  assert.ok(reports.length > 0);
  for (const one of reports) assert.equal((await world.provider.verify(one)).outcome, "refused");
  // Control: the report itself is accepted.
  assert.equal((await world.provider.verify(report)).outcome, "verified");
  return "refused";
}

/** The words of the cases that passed, by case and kind. */
export type ConformanceTable = Map<string, Map<string, string>>;

/** Declares a test for each case and each kind, prints the table at the end, and returns it. It is filled when the tests have run. */
export function conformance(benches: readonly PaymentBench[]): ConformanceTable {
  const table: ConformanceTable = new Map(Object.keys(cases).map((name) => [name, new Map()]));
  for (const bench of benches) {
    const { kind } = bench.kind;
    describe(kind, () => {
      const world = new World(bench);
      before(() => world.start());
      after(() => world.stop());
      for (const [name, run] of Object.entries(cases))
        test(name, async () => {
          table.get(name)!.set(kind, await run(world));
        });
    });
  }
  after(() => console.log(markdownOf(table, benches)));
  return table;
}

/** Runs the cases for a kind and returns the names of those that fail. */
export async function failuresOf(bench: PaymentBench): Promise<string[]> {
  const world = new World(bench);
  await world.start();
  const failed: string[] = [];
  for (const [name, run] of Object.entries(cases)) await run(world).catch(() => failed.push(name));
  await world.stop();
  return failed;
}

/** Returns the table in Markdown: a row for each case, a column for each kind. A case that failed is empty. */
export function markdownOf(table: ConformanceTable, benches: readonly PaymentBench[]): string {
  const kinds = benches.map(({ kind }) => kind.kind);
  const rows = [...table].map(
    ([name, words]) => `| ${name} | ${kinds.map((kind) => words.get(kind) ?? "").join(" | ")} |`,
  );
  const head = `| | ${kinds.map((kind) => `\`${kind}\``).join(" | ")} |`;
  return [head, `|---|${"---|".repeat(kinds.length)}`, ...rows, ""].join("\n");
}
