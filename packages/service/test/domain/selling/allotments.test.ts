import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AllottedSeats,
  divideSeats,
  type EventAllotment,
  heldByGuarantees,
  ownSeatsLeft,
  seatsForPartner,
} from "../../../src/records/partners/allotments.ts";
import { randomFrom } from "../../support/random.ts";

/** What partners can buy beside guarantees and limits, against a model that sells one seat at a time. */

const now = new Date("2026-05-10T12:00:00Z");
const later = new Date("2026-05-10T18:00:00Z");
const guaranteed = (seats: number, partnerIds: string[], releaseAt = later): EventAllotment => ({
  ...{ id: partnerIds.join(), kind: "guaranteed", seats, partnerIds, releaseAt },
});
const atMost = (seats: number, partnerIds: string[]): EventAllotment => ({
  ...{ id: partnerIds.join(), kind: "at-most", seats, partnerIds, releaseAt: null },
});

test("others cannot buy what a guarantee has not sold, and its partners can buy all that is left", () => {
  const of: AllottedSeats = { allotments: [guaranteed(6, ["a", "b"])], taken: { a: 1, c: 3 } };
  // Of 12 seats 4 are taken, and 5 of the guarantee are not sold.
  assert.deepEqual(divideSeats(8, of, now), {
    capacityLeft: 3,
    guaranteed: 5,
    partnersLeft: { a: 8, b: 8 },
    releaseAt: later,
  });
});

test("seats beyond the guarantee are everybody's", () => {
  const of: AllottedSeats = { allotments: [guaranteed(6, ["a"])], taken: { a: 9 } };
  assert.deepEqual(divideSeats(3, of, now), {
    ...{ capacityLeft: 3, guaranteed: 0, partnersLeft: { a: 3 }, releaseAt: later },
  });
});

test("a guarantee ends at its release, to the millisecond", () => {
  const of: AllottedSeats = { allotments: [guaranteed(6, ["a"])], taken: {} };
  assert.equal(seatsForPartner(8, of, null, new Date(later.getTime() - 1)), 2);
  assert.equal(seatsForPartner(8, of, null, later), 8);
  assert.deepEqual(divideSeats(8, of, later), {
    ...{ capacityLeft: 8, guaranteed: 0, partnersLeft: { a: 8 }, releaseAt: null },
  });
});

test("a limit holds for its partners together, also on an event without a limit of its own", () => {
  const of: AllottedSeats = { allotments: [atMost(5, ["a", "b"]), atMost(2, ["b"])], taken: { a: 2, b: 1 } };
  assert.deepEqual(divideSeats(null, of, now).partnersLeft, { a: 2, b: 1 });
  assert.equal(divideSeats(null, of, now).capacityLeft, null);
  assert.deepEqual(divideSeats(1, of, now).partnersLeft, { a: 1, b: 1 });
});

test("more guarantees than seats leave others none, and never less than none", () => {
  const of: AllottedSeats = { allotments: [guaranteed(6, ["a"]), guaranteed(4, ["b"])], taken: {} };
  assert.deepEqual(divideSeats(7, of, now), {
    ...{ capacityLeft: 0, guaranteed: 7, partnersLeft: { a: 3, b: 1 }, releaseAt: later },
  });
  assert.equal(seatsForPartner(7, of, "c", now), -3);
});

test("however partners buy, each guarantee can be sold in full, and no limit is exceeded", () => {
  const partners = ["a", "b", "c", "d", "e"];
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomFrom(seed);
    const below = (n: number) => Math.floor(random() * n);
    const capacity = 10 + below(20);
    const first = below(capacity);
    const allotments = [
      guaranteed(first, ["a", "b"]),
      guaranteed(below(capacity - first + 1), ["c"]),
      atMost(1 + below(12), ["b", "d"]),
    ].filter(({ seats }) => seats > 0);
    const taken: Record<string, number> = {};
    let left = capacity;
    for (let sale = 0; sale < 60; sale++) {
      const buyer = partners[below(partners.length)]!;
      const seats = 1 + below(4);
      const stored = divideSeats(left, { allotments, taken }, now);
      if (ownSeatsLeft(stored, buyer)! < seats) continue;
      taken[buyer] = (taken[buyer] ?? 0) + seats;
      left -= seats;
      assert.ok(left >= heldByGuarantees({ allotments, taken }, now), `seed ${seed}: a guarantee was sold to others`);
      for (const { kind, seats: most, partnerIds } of allotments)
        if (kind === "at-most")
          assert.ok(partnerIds.reduce((sum, id) => sum + (taken[id] ?? 0), 0) <= most, `seed ${seed}: over the limit`);
    }
    // Whoever has no limit can still buy what is guaranteed to them.
    const rest = allotments.filter(({ kind }) => kind === "guaranteed");
    for (const { seats, partnerIds } of rest) {
      const sold = partnerIds.reduce((sum, id) => sum + (taken[id] ?? 0), 0);
      const own = seatsForPartner(left, { allotments, taken }, partnerIds[0]!, now)!;
      assert.ok(own >= Math.max(0, seats - sold), `seed ${seed}: ${own} of ${seats - sold}`);
    }
  }
});
