import assert from "node:assert/strict";
import { test } from "node:test";
import { newDraft, withProposals } from "../../src/products/model/proposals.ts";

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
