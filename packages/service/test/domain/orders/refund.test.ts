import assert from "node:assert/strict";
import { test } from "node:test";
import Big from "big.js";
import fc from "fast-check";
import { divideRefund } from "../../../src/domain/money/account.ts";
import {
  amendmentAmounts,
  cancellationRefund,
  refundPercent,
  refundTiersOf,
} from "../../../src/domain/money/refund.ts";
import { refundDueUsd } from "../../../src/domain/orders/due-refunds.ts";
import {
  furtherRefund,
  type GivenRefund,
  leftToRefund,
  type OrderWithTerms,
  refundStillDue,
} from "../../../src/domain/selling/refundable.ts";

/** What a change or a cancellation refunds, by the terms of the sale. */

const terms = (refundTiers?: { hours: number; percent: number }[], refundCap?: number) => ({
  agreed: { ...(refundTiers && { refundTiers }), ...(refundCap !== undefined && { refundCap }) } as Parameters<
    typeof refundTiersOf
  >[0]["agreed"],
  cancelPurchaseHour: 24,
  // The event begins on the 20th at 20:00 in Madrid.
  cancelUntil: new Date("2026-06-19T18:00:00Z"),
});
const tiers = [
  { hours: 72, percent: 100 },
  { hours: 24, percent: 50 },
];

test("each tier ends so many hours before the event begins at its location", () => {
  assert.deepEqual(refundTiersOf(terms(tiers)), [
    { hours: 72, percent: 100, until: new Date("2026-06-17T18:00:00Z") },
    { hours: 24, percent: 50, until: new Date("2026-06-19T18:00:00Z") },
  ]);
});

test("without tiers all of the price is refunded until cancellation ends", () => {
  assert.deepEqual(refundTiersOf(terms()), [{ hours: 24, percent: 100, until: new Date("2026-06-19T18:00:00Z") }]);
});

for (const [now, percent] of [
  ["2026-06-01T00:00:00Z", 100],
  ["2026-06-17T18:00:00.000Z", 100],
  ["2026-06-17T18:00:00.001Z", 50],
  ["2026-06-19T18:00:00.000Z", 50],
  ["2026-06-19T18:00:00.001Z", 0],
] as const)
  test(`at ${now} the tiers refund ${percent} percent`, () => {
    assert.equal(refundPercent(refundTiersOf(terms(tiers)), new Date(now)), percent);
  });

test("a cap lowers each tier, and tiers with the same percent or none are left out", () => {
  const shown = (cap: number) => refundTiersOf(terms(tiers, cap)).map(({ hours, percent }) => [hours, percent]);
  assert.deepEqual(shown(100), [
    [72, 100],
    [24, 50],
  ]);
  assert.deepEqual(shown(80), [
    [72, 80],
    [24, 50],
  ]);
  assert.deepEqual(shown(50), [[24, 50]]);
  assert.deepEqual(shown(25), [[24, 25]]);
  assert.deepEqual(shown(0), []);
  assert.deepEqual(
    refundTiersOf(
      terms([
        { hours: 72, percent: 100 },
        { hours: 24, percent: 0 },
      ]),
    ).length,
    1,
  );
});

test("a cancellation refunds the percent of its time, rounded half up to the cent", () => {
  const refund = (totalUsd: string, now: string) => cancellationRefund({ ...terms(tiers), totalUsd }, new Date(now));
  assert.equal(refund("90.00", "2026-06-17T18:00:00Z"), "90.00");
  assert.equal(refund("10.05", "2026-06-18T18:00:00Z"), "5.03");
  assert.equal(refund("90.00", "2026-06-20T18:00:00Z"), "0.00");
});

test("an order without a tier gets nothing back", () => assert.equal(refundPercent([], new Date(0)), 0));

for (const [before, after, percent, differenceUsd, refundUsd] of [
  ["90.00", "60.00", 100, "-30.00", "30.00"],
  ["90.00", "60.00", 50, "-30.00", "15.00"],
  ["90.00", "60.00", 0, "-30.00", "0.00"],
  ["60.00", "90.00", 100, "30.00", "0.00"],
  ["60.00", "60.00", 100, "0.00", "0.00"],
  ["45.00", "0", 100, "-45.00", "45.00"],
  ["0.01", "0.00", 50, "-0.01", "0.01"],
  ["0.03", "0.00", 49, "-0.03", "0.01"],
  // 0.015 and 0.01 are left to refund.
  ["0.03", "0.02", 50, "-0.01", "0.01"],
  ["0.02", "0.01", 50, "-0.01", "0.00"],
  ["0.01", "0.03", 50, "0.02", "0.00"],
  ["10.05", "0.00", 30, "-10.05", "3.02"],
  ["0.30", "0.10", 100, "-0.20", "0.20"],
] as const)
  test(`from ${before} to ${after} at ${percent} percent: ${differenceUsd}, refund ${refundUsd}`, () => {
    assert.deepEqual(amendmentAmounts({ before, after }, percent), { differenceUsd, refundUsd });
    assert.deepEqual(amendmentAmounts({ before, after: new Big(after) }, percent), { differenceUsd, refundUsd });
  });

test("no refund is more than what is paid less, or below zero", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 100 }), (before, after, percent) => {
      const { refundUsd } = amendmentAmounts({ before: `${before / 100}`, after: `${after / 100}` }, percent);
      assert.ok(Number(refundUsd) >= 0 && Number(refundUsd) * 100 <= Math.max(0, before - after) + 1e-6);
    }),
  );
});

for (const [balance, setOff, due] of [
  ["375", "375", "165"],
  ["600", "540", "0"],
  ["0", "0", "540"],
  ["-20", "0", "540"],
] as const)
  test(`of a refund of 540, ${setOff} is set off against a balance of ${balance}`, () => {
    const divided = divideRefund("540", balance);
    assert.deepEqual([divided.setOff.toFixed(), divided.due.toFixed()], [setOff, due]);
  });

const state = (refunds: OrderWithTerms["refunds"], more: Partial<OrderWithTerms> = {}): OrderWithTerms => ({
  ...{ charged: "150", returnedByTerms: "0", refunds, ...more },
});
const goodwill = (paid: string): GivenRefund => ({ reason: "other", due: paid, paid });

for (const [name, given, byTerms, due] of [
  ["nothing was paid back", state([]), "75", "75"],
  ["goodwill counts", state([goodwill("16")]), "64", "48"],
  ["goodwill of more than the terms leaves nothing", state([goodwill("100")]), "75", "0"],
  [
    "a smaller payment settles a refund",
    state([{ reason: "changed", due: "50", paid: "40" }], { returnedByTerms: "50" }),
    "100",
    "100",
  ],
  [
    "a greater payment counts",
    state([{ reason: "changed", due: "50", paid: "60" }], { returnedByTerms: "50" }),
    "100",
    "90",
  ],
  [
    "goodwill that lowered an amendment's refund counts once",
    state([goodwill("60")], { returnedByTerms: "50" }),
    "100",
    "90",
  ],
  [
    "no refund is due for more than what is left",
    state([{ reason: "changed", due: "50", paid: null }], { returnedByTerms: "50" }),
    "120",
    "100",
  ],
] as const)
  test(`a refund that becomes due: ${name}`, () => assert.equal(refundStillDue(given, byTerms).toFixed(), due));

test("a guest who paid nothing gets no money back, but the balance may be lowered", () => {
  const unpaid = state([], { paid: "0" });
  assert.deepEqual([`${furtherRefund(unpaid, "money")}`, `${furtherRefund(unpaid, "account")}`], ["0", "150"]);
  const half = state([{ reason: "other", due: "20", paid: "20", method: "cash" }], { paid: "75" });
  assert.deepEqual([`${furtherRefund(half, "money")}`, `${furtherRefund(half, "account")}`], ["55", "130"]);
});

/** An order as the service keeps it: each step is what an operator or partner can do, with the amounts that the rules allow. */
class SimulatedOrder {
  total = new Big(0);
  returned: { before: string; after: string; percent: number }[] = [];
  refunds: (GivenRefund & { method?: string })[] = [];
  payments = new Big(0);
  percent = 100;
  ended = false;
  readonly onAccount: boolean;
  constructor(total: number, onAccount: boolean) {
    this.total = new Big(total);
    this.onAccount = onAccount;
  }

  get terms(): OrderWithTerms {
    const amounts = this.returned.map(({ percent, ...totals }) => amendmentAmounts(totals, percent));
    const sum = (some: string[]) => some.reduce((all, one) => all.plus(one), new Big(0));
    return {
      charged: this.total.minus(sum(amounts.map(({ differenceUsd }) => differenceUsd))).toFixed(),
      returnedByTerms: sum(amounts.map(({ refundUsd }) => refundUsd)).toFixed(),
      refunds: this.refunds,
      paid: this.onAccount ? this.payments.toFixed() : null,
    };
  }

  /** What the guest owes, of an order on account. */
  get balance(): Big {
    const credited = this.refunds.filter(({ method, paid }) => method === "account" && paid !== null);
    return credited.reduce((left, { paid }) => left.minus(paid!), new Big(this.terms.charged)).minus(this.payments);
  }

  become(reason: GivenRefund["reason"], due: string): void {
    if (Number(due) === 0) return;
    const divided = divideRefund(due, this.onAccount ? this.balance.toFixed() : "0");
    if (divided.setOff.gt(0))
      this.refunds.push({ reason, due: `${divided.setOff}`, paid: `${divided.setOff}`, method: "account" });
    if (divided.due.gt(0)) this.refunds.push({ reason, due: divided.due.toFixed(), paid: null });
  }

  check(): void {
    const { charged } = this.terms;
    const all = this.refunds.reduce((sum, { paid, due }) => sum.plus(paid ?? due), new Big(0));
    assert.ok(all.lte(charged), `${all} of ${charged}`);
    const money = this.refunds.filter(({ method }) => method !== "account");
    const back = money.reduce((sum, { paid, due }) => sum.plus(paid ?? due), new Big(0));
    if (this.onAccount) assert.ok(back.lte(this.payments), `${back} of ${this.payments} paid`);
    assert.ok(leftToRefund(this.terms).eq(new Big(charged).minus(all)));
  }
}

const share = fc.integer({ min: 0, max: 100 });
const cents = (most: Big, percent: number) => most.times(percent).div(100).round(2, Big.roundDown).toFixed();
const anyStep = fc.oneof(
  fc.record({ step: fc.constant("pay" as const), share }),
  fc.record({
    step: fc.constant("goodwill" as const),
    share,
    method: fc.constantFrom("account" as const, "money" as const),
  }),
  fc.record({
    step: fc.constant("record" as const),
    share,
    method: fc.constantFrom("account" as const, "money" as const),
  }),
  fc.record({ step: fc.constant("amend" as const), total: fc.integer({ min: 1, max: 300 }), cap: share }),
  fc.record({ step: fc.constant("cancel" as const), refund: fc.constantFrom("terms", "full", "chosen"), share }),
  fc.record({ step: fc.constant("decline" as const) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

function take(order: SimulatedOrder, step: Step): void {
  if (step.step === "pay") {
    if (order.onAccount && order.balance.gt(0)) order.payments = order.payments.plus(cents(order.balance, step.share));
  } else if (step.step === "goodwill") {
    const paid = cents(furtherRefund(order.terms, step.method), step.share);
    if (Number(paid) > 0) order.refunds.push({ reason: "other", due: paid, paid, method: step.method });
  } else if (step.step === "record") {
    const due = order.refunds.find(({ paid }) => paid === null);
    if (!due) return;
    const paid = cents(furtherRefund(order.terms, step.method).plus(due.due), step.share);
    Object.assign(due, { paid, method: step.method });
  } else if (order.ended) return;
  else if (step.step === "amend") {
    order.percent = Math.min(order.percent, step.cap);
    const totals = { before: order.total.toFixed(2), after: `${step.total}.00` };
    const due = refundDueUsd(order.terms, amendmentAmounts(totals, order.percent).refundUsd);
    if (step.total < Number(order.total)) order.returned.push({ ...totals, percent: order.percent });
    order.total = new Big(step.total);
    order.become("changed", due);
  } else {
    order.ended = true;
    const inFull = step.step === "decline" || step.refund === "full";
    const chosen =
      step.step === "cancel" && step.refund === "chosen" ? cents(leftToRefund(order.terms), step.share) : null;
    const byTerms = inFull ? order.total : order.total.times(order.percent).div(100).round(2);
    order.become(
      step.step === "decline" ? "rejected" : "cancelled",
      chosen ?? refundDueUsd(order.terms, byTerms.toFixed()),
    );
  }
}

test("after any sequence of payments, goodwill, amendments and cancellations, recorded and due refunds are at most what was charged", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      fc.array(anyStep, { maxLength: 12 }),
      (total, onAccount, steps) => {
        const order = new SimulatedOrder(total, onAccount);
        for (const step of steps) {
          take(order, step);
          order.check();
        }
      },
    ),
    { numRuns: 500 },
  );
});
