import assert from "node:assert/strict";
import { test } from "node:test";
import { inDateOrder } from "../../src/products/model/calendar.ts";
import { draftErrors } from "../../src/products/model/checks.ts";
import { sourceFromDraft } from "../../src/products/model/draft.ts";
import { plainPrice } from "../../src/products/model/prices.ts";
import { copyOfItem, newDraft, newSchedule, withProposals } from "../../src/products/model/proposals.ts";
import { parseTimes } from "../../src/products/model/times.ts";
import { translationGaps } from "../../src/products/model/translations.ts";

test("the id of a new meeting point follows its name; that of a saved one does not", () => {
  const named = (es: string) => ({
    ...newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" }),
    meetingPoints: [{ key: "a", externalId: "plaza", name: { es } }],
  });
  const after = (saved: string[]) => withProposals(named("Plaza"), named("Plaza Mayor"), new Set(saved), true);
  const idAfter = (saved: string[]) => after(saved).meetingPoints[0]!.externalId;
  assert.deepEqual([idAfter([]), idAfter(["a"])], ["plaza-mayor", "plaza"]);
});

test("the id of a new pickup place follows its name; that of a saved one does not", () => {
  const named = (name: string, externalId: string) => ({
    ...newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" }),
    places: [{ key: "a", externalId, name }],
  });
  const idAfter = (saved: string[], before: string) =>
    withProposals(named("", before), named("Hotel Plaza", before), new Set(saved), true).places[0]!.externalId;
  assert.deepEqual([idAfter([], ""), idAfter([], "own"), idAfter(["a"], "own")], ["hotel-plaza", "own", "own"]);
});

test("the first item takes the names of a new product in each language, until an operator changes a name", () => {
  const start = newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" });
  const typed = (draft: typeof start, name: string, names: object) =>
    withProposals(draft, { ...draft, name, names }, new Set(), true);
  const first = typed(typed(start, "Paseo en barco", { en: "Boat" }), "Paseo en barco", { en: "Boat trip" });
  assert.deepEqual([first.items[0]!.name, first.items[0]!.names], ["Paseo en barco", { en: "Boat trip" }]);
  const [item] = first.items;
  const own = { ...first, items: [{ ...item!, names: { en: "Morning" } }] };
  assert.deepEqual(typed(own, "Paseo en barco", { en: "River trip" }).items[0]!.names, { en: "Morning" });
});

test("an item with a name of its own loses the product's names, and takes no further ones", () => {
  const start = newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" });
  const product = { name: "Paseo en barco", names: { es: "Paseo en barco", en: "Boat trip" } };
  const first = withProposals(start, { ...start, ...product }, new Set(), true);
  const items = [{ ...first.items[0]!, name: "Por la mañana", names: { ...first.items[0]!.names, en: "Morning" } }];
  const named = withProposals(first, { ...first, items }, new Set(), true);
  assert.deepEqual(named.items[0]!.names, { es: "", en: "Morning" });
  const renamed = withProposals(named, { ...named, names: { es: "Paseo por el río", pt: "Passeio" } }, new Set(), true);
  assert.deepEqual(renamed.items[0]!.names, { es: "", en: "Morning" });
});

test("the codes of a new question and of its choices follow their texts; saved ones do not", () => {
  const named = (title: string, text: string) => ({
    ...newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" }),
    ownQuestions: [{ key: "q", code: "", title: { en: title }, choices: [{ key: "c", code: "", text: { en: text } }] }],
  });
  const codes = (saved: string[]) => {
    const after = withProposals(named("", ""), named("Shoe size", "Size 38"), new Set(saved), true);
    const { code, choices } = after.ownQuestions[0]!;
    return [code, (choices as { code: string }[])[0]!.code];
  };
  assert.deepEqual(codes([]), ["shoe-size", "size-38"]);
  assert.deepEqual(codes(["q", "c"]), ["", ""]);
});

test("a copied item has the tickets, prices, seasons and dates of the other, and an id and a code of its own", () => {
  const start = newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" });
  const [first] = start.items;
  const prices = { [first!.ticketRules[0]!.key]: plainPrice("45") };
  const item = { ...first!, externalId: "stalls", name: "Stalls", names: { en: "Stalls" }, partNumber: "SHOW-1" };
  const priced = { ...item, schedules: item.schedules.map((one) => ({ ...one, prices })) };
  const before = { ...start, externalId: "show", items: [priced] };
  const copied = withProposals(
    before,
    { ...before, items: [priced, copyOfItem(priced, "Stalls (copy)", true)] },
    new Set([priced.key]),
    false,
  );
  const [one, two] = sourceFromDraft(copied).items;
  assert.deepEqual([two!.externalId, two!.partNumber, two!.names], ["stalls-copy", "SHOW-2", undefined]);
  assert.deepEqual([two!.ticketRules, two!.schedules], [one!.ticketRules, one!.schedules]);
  assert.equal(copied.items[1]!.copyOf, "stalls");
});

test("a text that was changed in the first language leaves a gap in each language whose text was not", () => {
  const usual = newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" });
  const saved = {
    ...usual,
    summary: { es: "Una hora", pt: "Uma hora", en: "One hour" },
    highlights: [{ key: "a", es: "Vino", en: "Wine" }],
  };
  const typed = {
    ...saved,
    summary: { ...saved.summary, es: "Dos horas", en: "Two hours" },
    highlights: [
      { key: "b", es: "Queso" },
      { key: "a", es: "Vino tinto", en: "Wine" },
    ],
  };
  assert.deepEqual(Object.fromEntries(translationGaps(saved, saved)), { "/highlights/0/pt": "missing" });
  assert.deepEqual(Object.fromEntries(translationGaps(typed, saved)), {
    "/summary/pt": "es",
    "/highlights/0/pt": "missing",
    "/highlights/0/en": "missing",
    "/highlights/1/pt": "missing",
    "/highlights/1/en": "es",
  });
});

test("start times are typed in one field, and seasons are in order of date", () => {
  assert.deepEqual(parseTimes("10:00, 9;1230 16h 7.05 9h30"), ["10:00", "09:00", "12:30", "16:00", "07:05", "09:30"]);
  assert.deepEqual(parseTimes("25:00 noon"), ["25:00", "noon"]);
  const draft = newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" });
  const errorsOf = (times: string[]) =>
    draftErrors({
      ...draft,
      items: draft.items.map((item) => ({ ...item, schedules: item.schedules.map((one) => ({ ...one, times })) })),
    }).flatMap(({ at, values }) => (at.endsWith("/times") ? [values] : []));
  assert.deepEqual(
    [errorsOf(["10:00"]), errorsOf(["10:00", "noon"]), errorsOf(["10:00", "10:00"])],
    [[], [{ typed: "noon" }], [{ typed: "10:00" }]],
  );
  assert.deepEqual(
    inDateOrder(["2027-01-01", "", "2026-07-01"].map((from) => newSchedule("scheduled", from))),
    [2, 0, 1],
  );
});
