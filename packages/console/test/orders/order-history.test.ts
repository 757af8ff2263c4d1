import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "../../src/audit/difference.ts";
import { auditSubjectText } from "../../src/audit/subject.ts";
import { type FieldChange, splitByTicket } from "../../src/changes/changes.ts";
import { dayOfInstant, startOfDay } from "../../src/format/days.ts";
import { createFormatters } from "../../src/format/formats.ts";
import type { Translate } from "../../src/i18n/texts.ts";
import type { Order, TimelineEntry } from "../../src/orders/order.ts";
import { orderHistory } from "../../src/orders/page/history-entries.ts";
import { groupAnswers } from "../../src/orders/page/passengers.ts";

/** Order history, answers and dates without a browser. */

const entry = (minute: number, given: Partial<TimelineEntry>): TimelineEntry => ({
  at: `2026-06-15T10:${String(minute).padStart(2, "0")}:00.000Z`,
  kind: "status",
  status: null,
  actor: "service",
  operator: null,
  why: null,
  message: null,
  details: null,
  ...given,
});

const order = (timeline: TimelineEntry[], more: Partial<Order> = {}): Order =>
  ({ createdAt: "2026-06-15T10:00:00.000Z", timeline, callbacks: [], supplier: null, test: false, ...more }) as Order;

const ana = { actor: "operator", operator: "ana@example.com" } as const;

test("the history shows a return to complete as a refused cancellation, with actor and reason", () => {
  const entries = orderHistory(
    order([
      entry(1, { status: "complete", ...ana, why: "confirmed", message: "by telephone: twice" }),
      entry(2, { status: "waitcancel", actor: "partner", why: "cancel" }),
      entry(3, { status: "complete", actor: "supplier", why: "cancel-declined", message: "Too late." }),
      entry(4, { status: "waitcancel", ...ana, why: "cancel" }),
      entry(5, { status: "cancelled", actor: "operator", operator: "paseo (command line)", message: "agreed" }),
    ]),
  );
  assert.deepEqual(
    entries.map(({ what, actor, operator, message }) => [what, actor, operator, message]),
    [
      ["placed", "partner", null, null],
      ["confirmed", "operator", "ana@example.com", "by telephone: twice"],
      ["cancelRequested", "partner", null, null],
      ["cancelRefused", "supplier", null, "Too late."],
      ["cancelRequested", "operator", "ana@example.com", null],
      ["cancelled", "operator", "paseo (command line)", "agreed"],
    ],
  );
});

test("a sale of the desk names its operator, and entries of one decision show the reason once", () => {
  const why = { ...ana, message: "Storm" };
  const entries = orderHistory(
    order(
      [
        entry(1, { status: "complete" }),
        entry(2, { kind: "note", ...why }),
        entry(2, { kind: "refund-chosen", ...why }),
        entry(2, { status: "waitcancel", ...why }),
        entry(2, { status: "cancelled", ...why }),
      ],
      { payment: { method: "cash", by: "rui@example.com", at: "2026-06-15T10:00:00.000Z" } },
    ),
  );
  assert.deepEqual(
    entries.map(({ what, operator, message }) => [what, operator, message]),
    [
      ["placed", "rui@example.com", null],
      ["confirmed", null, null],
      ["note", "ana@example.com", "Storm"],
      ["refundChosen", "ana@example.com", null],
      ["cancelRequested", "ana@example.com", null],
      ["cancelled", "ana@example.com", "Storm"],
    ],
  );
});

test("a code becomes the kind of an entry, and the code of a flag is its reason", () => {
  const entries = orderHistory(
    order([
      entry(1, { kind: "flagged", why: "supplier-silent" }),
      entry(2, { kind: "note", ...ana, why: "contact-supplier" }),
      entry(3, { kind: "admission-conflict", ...ana, why: "replaced" }),
    ]),
  );
  assert.deepEqual(
    entries.slice(1).map(({ what, operator, flag, message }) => [what, operator, flag, message]),
    [
      ["flagged", null, "supplier-silent", null],
      ["contactedAgain", "ana@example.com", null, null],
      ["admissionConflict", "ana@example.com", null, null],
    ],
  );
});

test("callbacks are placed in the history by time; manual replays are left out", () => {
  const attempt = { outcome: "answered", httpStatus: 204, ms: 5, answer: "" };
  const callback = {
    id: "c",
    sequence: 1,
    amended: 0,
    status: "complete",
    url: "",
    body: "",
    state: "delivered",
    attempts: 1,
    createdAt: "",
    nextAt: null,
  } as const;
  const log = [
    { ...attempt, httpStatus: 500, replay: false, at: "2026-06-15T10:02:00.000Z" },
    { ...attempt, replay: false, at: "2026-06-15T10:03:00.000Z" },
    { ...attempt, replay: true, at: "2026-06-15T10:09:00.000Z" },
  ];
  const timeline = [entry(1, { status: "complete" }), entry(5, { kind: "note", ...ana, message: "Called" })];
  const story = orderHistory(order(timeline, { callbacks: [{ ...callback, log }] }));
  assert.deepEqual(
    story.map(({ what }) => what),
    ["placed", "confirmed", "notified", "note"],
  );
  const waiting = orderHistory(
    order(timeline, { callbacks: [{ ...callback, state: "waiting", log: log.slice(0, 1) }] }),
  );
  assert.ok(!waiting.some(({ what }) => what === "notified"));
});

test("an unknown answer is shown for a supplier, and not for the own orders desk", () => {
  const timeline = [entry(1, { kind: "answered", actor: "supplier", why: "unknown", message: "Later." })];
  const kinds = (more: Partial<Order>) => orderHistory(order(timeline, more)).map(({ what }) => what);
  assert.deepEqual(kinds({}), ["placed"]);
  assert.deepEqual(kinds({ supplier: { externalId: "s", name: "S", kind: "http" } }), ["placed", "answeredUnknown"]);
});

test("answers are grouped by passenger, then those of the order", () => {
  const answers = [
    { passenger: null, value: "Sol" },
    { passenger: 2, value: "João" },
    { passenger: 1, value: "Ana" },
    { passenger: 1, value: "Ejemplo" },
    { passenger: 2, value: "Silva" },
  ];
  const groups = groupAnswers(answers).map(({ passenger, answers: own }) => [
    passenger,
    ...own.map(({ value }) => value),
  ]);
  assert.deepEqual(groups, [
    [1, "Ana", "Ejemplo"],
    [2, "João", "Silva"],
    [null, "Sol"],
  ]);
  assert.deepEqual(groupAnswers([]), []);
});

test("the subject of an audit entry has the names of kinds, and one format for all its events", () => {
  const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as Translate;
  const textOf = (subject: string) => auditSubjectText(subject, t, createFormatters("es"));
  assert.equal(
    textOf("Austrias 2026-12-03T11:00, Austrias 2026-12-05T16:00"),
    "Austrias jue, 03 dic 2026, 11:00, Austrias sáb, 05 dic 2026, 16:00",
  );
  assert.equal(textOf("orders"), "orders.list.title");
  assert.equal(textOf("before 2025"), 'audit.subjects.before {"year":"2025"}');
  assert.equal(textOf("0192f3c4-1111-7aaa-8bbb-0123456789ab"), 'audit.subjects.record {"id":"0192f3c4"}');
  assert.equal(textOf("100123-ES"), "100123-ES");
});

test("a difference lists each field, changed ones first", () => {
  const before = { name: "Rui", role: "orders", tickets: [{ code: "A", quantity: 1 }], gone: true };
  const after = { name: "Rui", role: "owner", tickets: [{ code: "A", quantity: 2 }] };
  assert.deepEqual(
    differences(before, after).map(({ field, before: was, after: is, changed }) => [field, was, is, changed]),
    [
      ["role", "orders", "owner", true],
      ["tickets.0.quantity", 1, 2, true],
      ["gone", true, undefined, true],
      ["name", "Rui", "Rui", false],
      ["tickets.0.code", "A", "A", false],
    ],
  );
  assert.deepEqual(differences(undefined, null), []);
});

test("a changed text names only the languages that differ", () => {
  const change = (before: unknown, after: unknown) => splitByTicket({ field: "names", before, after } as FieldChange);
  assert.deepEqual(change({ pt: "Barco", en: "Boat" }, { es: "Barca", pt: "Barco", en: "Ship" }), [
    { field: "names", before: { en: "Boat" }, after: { es: "Barca", en: "Ship" } },
  ]);
  assert.deepEqual(change(null, { en: "Boat" }), [{ field: "names", before: null, after: { en: "Boat" } }]);
  assert.deepEqual(change(["a"], ["b"]), [{ field: "names", before: ["a"], after: ["b"] }]);
});

test("a day runs from its start to the start of the next, in both directions", () => {
  for (const day of ["2026-03-29", "2026-10-25", "2026-12-31"]) {
    assert.equal(dayOfInstant(startOfDay(day)), day);
    assert.equal(dayOfInstant(startOfDay(day, undefined, 1), undefined, -1), day);
    assert.ok(Date.parse(startOfDay(day, undefined, 1)) > Date.parse(startOfDay(day)));
  }
  assert.equal(startOfDay(""), "");
  assert.equal(dayOfInstant(undefined), "");
});
