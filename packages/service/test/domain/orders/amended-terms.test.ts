import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cancellationRefund } from "../../../src/domain/money/refund.ts";
import { amendedTerms } from "../../../src/domain/orders/amended-terms.ts";
import { agreedTermsOf } from "../../../src/domain/orders/sale.ts";
import { cancellationEndsAt } from "../../../src/domain/selling/lead-time.ts";
import { totalUsd, usdPrice } from "../../../src/domain/selling/money.ts";
import type { BookableEvent } from "../../../src/records/bookable-event.ts";

/** What an order costs and refunds after any sequence of amendments. */

const codes = ["ADULT", "CHILD"] as const;
const hour = 3_600_000;
const first = Date.parse("2026-03-01T00:00:00Z");

/** Makes an event with prices in cents, which starts this number of hours after the first amendment. */
function eventOf(
  adult: number,
  child: number,
  hours: number,
  tiers: BookableEvent["refundTiers"] = null,
): BookableEvent {
  const prices = [adult, child].map((cents, n) => ({ code: codes[n]!, price: (cents / 100).toFixed(2) }));
  const eventOn = new Date(first + hours * hour).toISOString().slice(0, 19);
  return {
    currencyCode: "EUR",
    rate: "0.9",
    prices,
    eventOn,
    refundTiers: tiers,
    taxRate: null,
    taxScheme: null,
    productNames: {},
    itemNames: {},
    ownQuestions: [],
    ticketSizes: null,
  } as never;
}

type Party = readonly [adults: number, children: number];
const ticketsOf = (party: Party) =>
  party.flatMap((quantity, n) => (quantity > 0 ? [{ code: codes[n]!, quantity }] : []));

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const costOf = (tickets: ReturnType<typeof ticketsOf>, event: BookableEvent): number =>
  cents(
    totalUsd(
      tickets.map(({ code, quantity }) => ({
        price: event.prices.find((one) => one.code === code)!.price,
        rate: event.rate,
        quantity,
      })),
    ).toFixed(2),
  );

function sold(party: Party, event: BookableEvent) {
  const tickets = ticketsOf(party);
  return {
    party,
    event,
    order: {
      agreed: agreedTermsOf({ tickets }, { event, price: event }),
      totalUsd: (costOf(tickets, event) / 100).toFixed(2),
      cancelPurchaseHour: 24,
      cancelUntil: cancellationEndsAt(event.eventOn, 24, "UTC"),
    },
  };
}

/** Returns the stored order after an amendment. */
function amended(before: ReturnType<typeof sold>, party: Party, event: BookableEvent, now: Date) {
  const moves = event.eventOn !== before.event.eventOn;
  const { agreed, ...money } = amendedTerms(before.order, { tickets: ticketsOf(party), moves, event }, now);
  const until = cancellationEndsAt(event.eventOn, 24, "UTC");
  return {
    after: { party, event, order: { ...before.order, agreed, totalUsd: money.totalUsd, cancelUntil: until } },
    ...money,
  };
}

const price = fc.integer({ min: 0, max: 20_000 });
const few = fc.integer({ min: 0, max: 4 });
const atLeastOne = fc.tuple(few, few).filter(([adults, children]) => adults + children > 0);

test("without returns the total is the sum of what each addition cost at its time, and nothing is refunded", () => {
  const additions = fc.array(fc.tuple(few, few, price, price, fc.integer({ min: 1, max: 400 })), { maxLength: 8 });
  fc.assert(
    fc.property(atLeastOne, price, price, additions, (party, adult, child, all) => {
      let present = sold(party, eventOf(adult, child, 300));
      let paid = cents(present.order.totalUsd);
      let passed = 0;
      for (const [adults, children, nextAdult, nextChild, hours] of all) {
        passed += hours;
        const event = eventOf(nextAdult, nextChild, 300);
        const next: Party = [present.party[0] + adults, present.party[1] + children];
        const cost = costOf(ticketsOf([adults, children]), event);
        const { after, differenceUsd, refundUsd } = amended(present, next, event, new Date(first + passed * hour));
        assert.equal(cents(differenceUsd), cost);
        assert.equal(refundUsd, "0.00");
        paid += cost;
        present = after;
      }
      assert.equal(cents(present.order.totalUsd), paid);
      const lines = present.order.agreed.tickets.map(({ code, prices }) => ({
        code,
        quantity: prices.reduce((sum, { quantity }) => sum + quantity, 0),
      }));
      assert.deepEqual(lines, ticketsOf(present.party));
    }),
  );
});

const tiers = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 3 }).chain((hours) =>
  fc.array(fc.integer({ min: 0, max: 100 }), { minLength: hours.length, maxLength: hours.length }).map((percents) => {
    const least = percents.toSorted((one, other) => other - one);
    return hours.toSorted((one, other) => other - one).map((one, n) => ({ hours: one, percent: least[n]! }));
  }),
);

test("no sequence of amendments gives more back than cancelling at the first of them", () => {
  const step = fc.record({
    party: atLeastOne,
    adult: price,
    child: price,
    /** Hours until the event begins. If they are unchanged, the order does not move. */
    begins: fc.constantFrom(200, 300, 400, 2_000),
    after: fc.integer({ min: 0, max: 200 }),
  });
  const all = fc.array(step, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.option(tiers), atLeastOne, price, price, all, (terms, party, adult, child, steps) => {
      let present = sold(party, eventOf(adult, child, 300, terms));
      let passed = steps[0]!.after;
      const atOnce = cents(cancellationRefund(present.order, new Date(first + passed * hour)));
      let back = 0;
      for (const [n, { party, adult, child, begins, after }] of steps.entries()) {
        if (n > 0) passed += after;
        const event = eventOf(adult, child, begins, terms);
        const quoted = amended(present, party, event, new Date(first + passed * hour));
        const [difference, refund] = [cents(quoted.differenceUsd), cents(quoted.refundUsd)];
        assert.ok(refund === 0 || difference < 0, "an amendment that costs more refunds nothing");
        back += refund - Math.max(0, difference);
        present = quoted.after;
        assert.ok(back + cents(cancellationRefund(present.order, new Date(first + passed * hour))) <= atOnce);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("an order that moves while all is refundable has the new date's terms in full", () => {
  const terms = [
    { hours: 168, percent: 100 },
    { hours: 24, percent: 25 },
  ];
  const order = sold([4, 0], eventOf(10_000, 5_000, 300, terms));
  const moved = amended(order, [4, 0], eventOf(10_000, 5_000, 2_000, terms), new Date(first)).after;
  assert.equal(moved.order.agreed.refundCap, undefined);
  const quote = (hours: number) => amended(moved, [3, 0], moved.event, new Date(first + hours * hour)).refundUsd;
  const unit = usdPrice("100.00", "0.9");
  assert.deepEqual([quote(1_832), quote(1_833)], [unit.toFixed(2), unit.times(0.25).toFixed(2)]);
});

test("a moved order keeps the tax scheme of its sale, without the present rate", () => {
  const taxed = (taxes: Partial<BookableEvent>, hours: number): BookableEvent => ({
    ...eventOf(100, 100, hours),
    ...taxes,
  });
  const margin = { taxRate: null, taxScheme: "margin" } as const;
  const rate = { taxRate: "21", taxScheme: null } as const;
  for (const [before, after, kept] of [
    [margin, rate, { taxScheme: "margin" }],
    [rate, margin, { taxRate: "21" }],
  ] as const) {
    const { after: moved } = amended(sold([1, 0], taxed(before, 99)), [1, 0], taxed(after, 98), new Date(first));
    const { taxRate, taxScheme } = moved.order.agreed;
    assert.deepEqual({ taxRate, taxScheme }, { taxRate: undefined, taxScheme: undefined, ...kept });
  }
});
