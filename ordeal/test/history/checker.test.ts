import assert from "node:assert/strict";
import { test } from "node:test";
import { checkHistory, rules } from "../../history/checker.ts";
import type { FinalState, History, HistoryEntry } from "../../history/history.ts";
import { amendmentRules } from "../../history/rules/changes.ts";
import {
  booked,
  good,
  held,
  minute,
  priced,
  read,
  refused,
  stored,
  unanswered,
  validated,
  version,
} from "./good-history.ts";

/** Tests each rule of the checker with a correct history and with a history that breaks the rule. */

test("a good history breaks no rule", () => {
  const { history, final } = good();
  assert.deepEqual(checkHistory(history, final), []);
});

type Breaking = (history: History, final: FinalState) => void;
const add =
  (...added: HistoryEntry[]): Breaking =>
  ({ entries }) =>
    void entries.push(...structuredClone(added));
const order = (final: FinalState, id: string) => final.orders.find((one) => one.id === id)!;

const cases: [rule: keyof typeof rules, what: string, breaking: Breaking][] = [
  ["answersAreExplained", "an answer of 500", add(refused(200, "internal", { httpStatus: 500 }))],
  ["answersAreExplained", "a 503 without Retry-After", add(refused(200, "overload", { httpStatus: 503 }))],
  ["seatsAddUp", "a seat that is lost", (_, { events }) => (events[0]!.capacity = 5)],
  [
    "seatsAddUp",
    "seats that were sold twice",
    (_, { orders }) => orders.push({ ...stored("d"), externalReference: "ref c" }),
  ],
  [
    "neverOversold",
    "more orders at one time than seats, although one is cancelled later",
    ({ entries }) => (entries.find((entry) => entry.op === "book" && entry.order?.id === "c")!.endedAt = 90),
  ],
  [
    "refusalsAreTrue",
    "a refusal for lack of seats while there are some",
    add(refused(30, "capacity", { endedAt: 35 })),
  ],
  [
    "refusalsAreTrue",
    "a refusal of an event without a limit",
    (_, { events }) => {
      events[0] = { id: "e", capacity: null, left: null, reserved: 0 };
    },
  ],
  [
    "seatsAddUp",
    "two events that together sell more than their shared seats",
    (_, final) => {
      final.shared = [{ seats: 4, events: ["e", "f"] }];
      final.events.push({ id: "f", capacity: 4, left: 0, reserved: 0 });
      final.orders.push({ ...stored("shared"), event: "f" });
    },
  ],
  [
    "seatsAddUp",
    "an event with seats left although another event holds the last shared ones",
    (_, final) => {
      final.shared = [{ seats: 5, events: ["e", "f"] }];
      final.events[0] = { id: "e", capacity: 5, left: 1, reserved: 0 };
      final.events.push({ id: "f", capacity: 5, left: 0, reserved: 1 });
    },
  ],
  [
    "refusalsAreTrue",
    "a refusal while there are seats of the event and shared ones",
    (history, final) => {
      final.shared = [{ seats: 9, events: ["e", "f"] }];
      final.events.push({ id: "f", capacity: 4, left: 4, reserved: 0 });
      history.entries.push(refused(200, "capacity", { event: "f" }));
    },
  ],
  ["acknowledgedOrdersAreThere", "an order that is lost", (_, final) => (final.orders = final.orders.slice(0, 2))],
  ["acknowledgedOrdersAreThere", "an order of another event", (_, final) => (order(final, "c").event = "f")],
  ["acknowledgedOrdersAreThere", "an order at another total", (_, final) => (order(final, "c").total = 1)],
  [
    "oneOrderPerKey",
    "two orders with one reference in the store",
    (_, { orders }) => orders.push({ ...stored("d"), externalReference: "ref c" }),
  ],
  ["oneOrderPerKey", "two answers to one Idempotency-Key", add(booked(200, "z", { reference: null, key: "key b" }))],
  ["ordersAreDistinct", "one reference number for two orders", (_, final) => (order(final, "c").reference = "a-ES")],
  ["ordersAreDistinct", "one order for two requests", add(booked(200, "c", { reference: "another" }))],
  ["ordersWereRequested", "an order of nobody", (_, { orders }) => orders.push(stored("ghost"))],
  [
    "ordersWereRequested",
    "an order whose only request was refused",
    (history, { orders }) => {
      history.entries.push(refused(200, "price-changed", { reference: "ref ghost" }));
      orders.push(stored("ghost"));
    },
  ],
  [
    "knownOrdersAreFound",
    "a 404 for an acknowledged order",
    add({ ...read(200, "c", "complete"), outcome: "refused", httpStatus: 404, order: null }),
  ],
  [
    "statusFollowsTable",
    "rejected after complete",
    (_, final) => (order(final, "b").changes = ["complete", "rejected"]),
  ],
  [
    "statusFollowsTable",
    "an order that comes back",
    (_, final) => (order(final, "a").changes = ["cancelled", "complete"]),
  ],
  [
    "statusFollowsTable",
    "a status that the timeline does not have",
    (_, final) => (order(final, "c").status = "complete"),
  ],
  ["statusNeverMovesBack", "an earlier status that is read later", add(read(200, "a", "complete"))],
  ["statusNeverMovesBack", "a status that the order never had", add(read(200, "c", "rejected"))],
  [
    "statusNeverMovesBack",
    "an answer that is behind a notification",
    ({ entries }) => void entries.push(read(112, "a", "waitcancel")),
  ],
  ["notificationsArriveInOrder", "one that never arrives", ({ notified }) => void notified.pop()],
  [
    "notificationsArriveInOrder",
    "one that overtakes another",
    ({ notified }) => {
      notified[3]!.at = notified[2]!.at - 1;
    },
  ],
  [
    "notificationsArriveInOrder",
    "one of what did not happen",
    ({ notified }) => void notified.push({ id: "a", sequence: 4, status: "complete", at: 300 }),
  ],
  [
    "notificationsArriveInOrder",
    "one that nobody wanted",
    ({ notified }) => void notified.push({ id: "b", sequence: 1, status: "complete", at: 300 }),
  ],
  ["versionsGrow", "a smaller version after a greater one", add(version(200, 7))],
  ["pricesWereInForce", "a validated price that was never set", add(validated(200, 9_000))],
  [
    "pricesWereInForce",
    "a booking after the hold",
    add(priced(200, 6_000), booked(40 * minute, "late", { reference: "ref late" })),
  ],
  [
    "validatedPricesHold",
    "a validated price that is refused within the hold",
    add(refused(29 * minute, "price-changed")),
  ],
  [
    "openHoldsCanBeBooked",
    "an open hold that is refused as expired",
    add(held(400, "h"), refused(450, "hold-expired", { hold: "h" })),
  ],
  [
    "oneOrderPerHold",
    "a hold that becomes two orders",
    add(booked(400, "x", { hold: "h" }), booked(420, "y", { hold: "h" })),
  ],
  [
    "neverOversold",
    "more held seats at one time than there are",
    add(...Array.from({ length: 10 }, (_, n) => held(400 + n, `h${n}`))),
  ],
];

for (const [rule, what, breaking] of cases)
  test(`${rule} finds ${what}`, () => {
    const { history, final } = good();
    breaking(history, final);
    const found = rules[rule]!(history, final);
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.ok(found[0]!.detail.length > 20);
    assert.ok(checkHistory(history, final).some(({ detail }) => detail === found[0]!.detail));
  });

test("every rule has a history that breaks it", () => {
  // change-rules.test.ts tests the rules about amendments.
  const others = new Set(Object.keys(rules)).difference(new Set(Object.keys(amendmentRules)));
  assert.deepEqual(new Set(cases.map(([rule]) => rule)), others);
});

const fine: [what: string, breaking: Breaking][] = [
  ["a smaller version whose read startedAt before the greater one was answered", add(version(120, 7, 300))],
  [
    "a hold that is refused after its end",
    add({ ...held(400, "h"), event: "other" }, refused(30 * minute, "hold-expired", { event: "other", hold: "h" })),
  ],
  [
    "a refusal while a hold without an answer may take seats",
    add(
      { ...held(500, "lost"), seats: 10, hold: null, outcome: "unknown", httpStatus: null },
      refused(600, "capacity", { seats: 4 }),
    ),
  ],
  [
    "a failure that says when to try again",
    add(refused(200, "overload", { ...unanswered, httpStatus: 503, retryAfter: true })),
  ],
  ["the same order again for the same reference", add(booked(300, "c"))],
  [
    "the first answer again for the same Idempotency-Key",
    ({ entries }) => void entries.push(booked(300, "b", { reference: null, key: "key b" })),
  ],
  [
    "a refusal again for the same Idempotency-Key, when there are seats again",
    ({ entries }, { events, orders }) => {
      const other = { event: "f", reference: null };
      entries.push(
        booked(200, "d", { ...other, key: "key d" }),
        refused(220, "capacity", { ...other, key: "key r" }),
        read(240, "d", "rejected"),
        refused(300, "capacity", { ...other, key: "key r" }),
      );
      events.push({ id: "f", capacity: 2, left: 2, reserved: 0 });
      orders.push({ ...stored("d", ["rejected"]), event: "f", externalReference: null, key: "key d" });
    },
  ],
  [
    "an order without an answer whose key the store has forgotten",
    ({ entries }, { events, orders }) => {
      entries.push(booked(200, "k", { ...unanswered, event: "g", reference: null, key: "key k" }));
      events.push({ id: "g", capacity: 2, left: 0, reserved: 0 });
      orders.push({ ...stored("k"), event: "g", externalReference: null });
    },
  ],
  [
    "a refusal of an event whose shared seats another event has taken",
    (history, final) => {
      final.shared = [{ seats: 4, events: ["e", "f"] }];
      final.events.push({ id: "f", capacity: 4, left: 0, reserved: 0 });
      history.entries.push(refused(200, "capacity", { event: "f" }));
    },
  ],
  ["a former price within the hold", add(priced(200, 6_000), booked(29 * minute, "c"))],
  ["price-changed after the hold", add(refused(31 * minute, "price-changed"))],
  [
    "a price that a request without an answer may have set",
    add({ ...priced(200, 6_000), outcome: "unknown" }, validated(300), validated(320, 12_000)),
  ],
  [
    "a test order beyond the capacity",
    (history, { orders }) => {
      history.entries.push(booked(300, "t"));
      orders.push({ ...stored("t"), test: true });
    },
  ],
  [
    "a notification that the service has given up",
    (history, final) => {
      history.notified.pop();
      order(final, "a").undelivered = [3];
    },
  ],
];
for (const [what, change] of fine)
  test(`no rule objects to ${what}`, () => {
    const { history, final } = good();
    change(history, final);
    assert.deepEqual(checkHistory(history, final), []);
  });
