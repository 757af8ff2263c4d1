import assert from "node:assert/strict";
import { test } from "node:test";
import { checkHistory } from "../../history/checker.ts";
import type {
  AcceptEntry,
  Amendment,
  BookEntry,
  CancelEntry,
  FinalState,
  History,
  HistoryEntry,
  QuoteEntry,
} from "../../history/history.ts";
import { amendmentRules } from "../../history/rules/changes.ts";

/** Tests the rules about amendments with a correct history, and each rule with a history that breaks it. */

const answered = (invokedAt: number) => ({
  ...{ client: "c1", invokedAt, endedAt: invokedAt + 10, httpStatus: 200, retryAfter: false },
  ...{ outcome: "ok" as const, codes: [] as string[] },
});
const price = (event: string, cents: number, at = 0): HistoryEntry => ({
  ...answered(at),
  op: "price",
  event,
  price: cents,
});
const booked = (at: number, id: string, event: string, seats: number): BookEntry => ({
  ...{ ...answered(at), op: "book", event, seats, total: seats * 5_000, reference: `ref ${id}`, key: null },
  order: { id, reference: `${id}-ES`, status: "complete" },
});
const quoted = (at: number, quote: QuoteEntry["quote"], event = "f", seats = 1): QuoteEntry => ({
  ...{ ...answered(at), op: "quote", id: "a", event, seats, quote },
});
const accepted = (
  at: number,
  quote: string,
  status: AcceptEntry["status"],
  more: Partial<AcceptEntry> = {},
): AcceptEntry => ({
  ...{ ...answered(at), op: "accept", id: "a", quote, status },
  ...more,
});
const amendment = (more: Partial<Amendment> = {}): Amendment => ({
  ...{
    id: "q",
    revision: 2,
    status: "accepted",
    event: "f",
    seats: 1,
    total: 5_000,
    difference: -5_000,
    refund: 5_000,
  },
  ...{ notifies: true, undelivered: false },
  ...more,
});
const quote = { id: "q", revision: 2, total: 5_000, difference: -5_000, refund: 5_000 };
const cancelled = (at: number): CancelEntry => ({
  ...{ ...answered(at), op: "cancel", id: "a", order: { id: "a", reference: "a-ES", status: "cancelled" } },
});

/** An order of 2 seats moves to one seat of another event, and its former seats are sold again. */
function good(): { history: History; final: FinalState } {
  const order = {
    test: false,
    key: null,
    notifies: false,
    undelivered: [],
    changes: ["complete" as const],
    status: "complete" as const,
  };
  return {
    history: {
      holdMs: 1_800_000,
      entries: [
        ...[price("e", 5_000), price("f", 5_000)],
        booked(20, "a", "e", 2),
        quoted(40, { ...quote }),
        accepted(60, "q", null, { outcome: "unknown", httpStatus: null }),
        accepted(80, "q", "accepted"),
        booked(100, "b", "e", 2),
      ],
      notified: [],
      notifiedChanges: [{ id: "a", quote: "q", status: "accepted", at: 75 }],
    },
    final: {
      events: [
        { id: "e", capacity: 2, left: 0, reserved: 0 },
        { id: "f", capacity: 2, left: 1, reserved: 0 },
      ],
      orders: [
        {
          ...order,
          ...{ id: "a", reference: "a-ES", externalReference: "ref a", event: "f", seats: 1, total: 5_000 },
          amendments: [amendment()],
        },
        { ...order, id: "b", reference: "b-ES", externalReference: "ref b", event: "e", seats: 2, total: 10_000 },
      ],
    },
  };
}

test("a changed order breaks no rule", () => {
  const { history, final } = good();
  assert.deepEqual(checkHistory(history, final), []);
});

type Breaking = (history: History, final: FinalState) => unknown;
const first = ({ orders }: FinalState) => orders[0]!;

const cases: [rule: keyof typeof amendmentRules, what: string, breaking: Breaking][] = [
  ["acceptedChangesAreThere", "an acknowledged change that is lost", (_, final) => (first(final).amendments = [])],
  [
    "acceptedChangesAreThere",
    "an accepted change that is declined later",
    (_, final) => (first(final).amendments = [amendment({ status: "declined" })]),
  ],
  [
    "changesWereRequested",
    "a change that nobody accepted",
    (_, final) => first(final).amendments!.push(amendment({ id: "other", revision: 3, status: "withdrawn" })),
  ],
  [
    "oneChangePerRevision",
    "two quotes of a revision that are both accepted",
    (_, final) => first(final).amendments!.push(amendment({ id: "other" })),
  ],
  ["changedOrdersAreAsAccepted", "an order that keeps its former seats", (_, final) => (first(final).seats = 2)],
  [
    "changedOrdersAreAsAccepted",
    "a change that waits after the end of its order",
    (_, final) => {
      first(final).status = "cancelled";
      first(final).amendments!.push(amendment({ id: "other", revision: 3, status: "waitsupplier" }));
    },
  ],
  [
    "changesAreSettled",
    "a quote at a price that was never in force",
    ({ entries }) => entries.push(quoted(90, { ...quote, id: "other", total: 7_000 })),
  ],
  ["changesAreSettled", "a refund that is given twice", (_, final) => (first(final).amendments![0]!.refund = 10_000)],
  [
    "changesAreSettled",
    "differences that do not lead to the total",
    ({ entries }, final) => {
      Object.assign(first(final).amendments![0]!, { difference: 0, refund: 0 });
      Object.assign(entries.find((entry) => entry.op === "quote")!.quote!, { difference: 0, refund: 0 });
    },
  ],
  [
    "changeNotificationsArrive",
    "one that never arrives",
    (history) => {
      history.notifiedChanges = [];
    },
  ],
  [
    "changeNotificationsArrive",
    "one of what did not happen",
    ({ notifiedChanges }) => (notifiedChanges![0]!.status = "declined"),
  ],
  [
    "changeNotificationsArrive",
    "one that overtakes another",
    ({ notifiedChanges }, final) => {
      first(final).amendments!.unshift(amendment({ id: "earlier", revision: 1, status: "withdrawn" }));
      notifiedChanges!.push({ id: "a", quote: "earlier", status: "withdrawn", at: 90 });
    },
  ],
];

for (const [rule, what, breaking] of cases)
  test(`${rule} finds ${what}`, () => {
    const { history, final } = good();
    breaking(history, final);
    const found = amendmentRules[rule]!(history, final);
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.ok(checkHistory(history, final).some(({ detail }) => detail === found[0]!.detail));
  });

test("every rule about changes has a history that breaks it", () => {
  assert.deepEqual(new Set(cases.map(([rule]) => rule)), new Set(Object.keys(amendmentRules)));
});

test("seats that a change gave back and that were sold before its acceptance are oversold", () => {
  const { history, final } = good();
  Object.assign(history.entries.at(-1)!, { invokedAt: 30, endedAt: 35 });
  assert.deepEqual(
    checkHistory(history, final).map(({ rule }) => rule),
    ["capacity"],
  );
});

const fine: [what: string, breaking: Breaking][] = [
  [
    "a refusal while an accepted change without an answer may take the seats",
    ({ entries }) =>
      entries.push({ ...booked(65, "no", "f", 2), outcome: "refused", codes: ["capacity"], order: null }),
  ],
  [
    "a notification that the service has given up",
    (history, final) => {
      history.notifiedChanges = [];
      first(final).amendments![0]!.undelivered = true;
    },
  ],
  [
    "a cancellation of an order that its supplier had declined, after its seats were sold again",
    ({ entries }, { orders }) => {
      entries.push(
        { ...booked(21, "d", "f", 2), endedAt: 22, order: { id: "d", reference: "d-ES", status: "waitsupplier" } },
        { ...cancelled(300), id: "d", outcome: "refused", codes: ["cancel-rejected"], order: null },
      );
      const declined = { id: "d", reference: "d-ES", externalReference: "ref d", event: "f", seats: 2, total: 10_000 };
      orders.push({ ...orders[1]!, ...declined, status: "rejected", changes: ["rejected"] });
    },
  ],
];
for (const [what, change] of fine)
  test(`no rule objects to ${what}`, () => {
    const { history, final } = good();
    change(history, final);
    assert.deepEqual(checkHistory(history, final), []);
  });
