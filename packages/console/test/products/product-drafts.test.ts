import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import Schema from "typebox/value";
import { demoCatalogue } from "../../../service/src/commands/demo/catalogue.ts";
import { catalogueProblems } from "../../../service/src/domain/editing/catalogue-rules.ts";
import { expandItem } from "../../../service/src/domain/editing/schedules.ts";
import { CatalogueProduct } from "../../../service/src/records/catalogue-file.ts";
import { show } from "../../../service/test/support/samples/catalogue.ts";
import { dayNumber, dayText } from "../../src/format/days.ts";
import { cityCodeFromName, idFromName } from "../../src/format/ids.ts";
import { countScheduleDates, plannedEventsOn } from "../../src/products/model/calendar.ts";
import { draftErrors } from "../../src/products/model/checks.ts";
import { draftFromSource, type ItemDraft, type ProductDraft, sourceFromDraft } from "../../src/products/model/draft.ts";
import { type ProductField, productFields, type TextsDraft } from "../../src/products/model/fields.ts";
import { newKey } from "../../src/products/model/keys.ts";
import { mergeChanges } from "../../src/products/model/merge.ts";
import { newStep, plainPrice } from "../../src/products/model/prices.ts";
import {
  changeProductType,
  copyForNextSeason,
  newDraft,
  proposePartNumber,
  withProposals,
} from "../../src/products/model/proposals.ts";
import { availabilities, type Price, type ProductSource } from "../../src/products/product.ts";

/** The product form's model without a browser: it agrees with the service. */

const usual = { currencyCode: "EUR", timeZone: "Europe/Madrid" };
const source = show as ProductSource;

/**
 * Returns the dates of an item as the service plans them, one per line. `previewed` returns the dates of the preview in the same format.
 */
const planned = (draft: ProductDraft, n = 0): string[] => {
  const plan = expandItem(draft.type, sourceFromDraft(draft).items[n]!, draft.currencyCode);
  assert.ok(plan.ok, JSON.stringify(plan));
  return plan.events.map(
    ({ eventOn, availability, capacity }) => `${eventOn.slice(0, 16)} ${availability} ${capacity}`,
  );
};
const previewed = (item: ItemDraft, type: ProductDraft["type"], from: string, to: string): string[] => {
  const days = Array.from({ length: dayNumber(to)! - dayNumber(from)! + 1 }, (_, n) => dayNumber(from)! + n);
  return days.flatMap((day) =>
    plannedEventsOn(item, type, day).map(
      ({ time, availability, capacity }) =>
        `${dayText(day)}T${time} ${availability} ${capacity === null ? null : Number(capacity)}`,
    ),
  );
};

const day = fc.integer({ min: 0, max: 40 }).map((n) => dayText(dayNumber("2027-01-01")! + n));
const time = fc.constantFrom("10:00", "18:30", "20:00");
const places = fc.record({ capacity: fc.integer({ min: 0, max: 99 }).map(String), unlimited: fc.boolean() });
const exceptionOf = fc.record({
  date: day,
  time: fc.oneof(fc.constant(""), time),
  availability: fc.constantFrom("" as const, ...availabilities),
  places: fc.option(places),
});

test("the preview shows exactly the dates that the service makes", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("scheduled" as const, "timeless" as const),
      fc.tuple(day, day),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fc.uniqueArray(time, { minLength: 1 }),
      places,
      fc.array(exceptionOf, { maxLength: 6 }),
      (type, [one, other], weekdays, times, own, exceptions) => {
        const draft = changeProductType(newDraft("2027-01-01", usual), type);
        const item = draft.items[0]!;
        const [from, to] = [one, other].sort() as [string, string];
        const prices = { [item.ticketRules[0]!.key]: plainPrice("10") };
        const schedule = {
          ...item.schedules[0]!,
          ...own,
          ...{ from, to, weekdays, times, prices },
          exceptions: exceptions.map(({ places: changed, ...rest }) => ({
            key: newKey(),
            ...rest,
            time: type === "scheduled" ? rest.time : "",
            ...(changed ?? { capacity: "", unlimited: false }),
            prices: null,
          })),
        };
        // An exception that matches no date is an error. Both sides must agree on which ones match.
        const all = { ...item, schedules: [schedule] };
        const wrong = new Set(
          draftErrors({ ...draft, items: [all] })
            .filter(({ key }) => key === "products.error.hitsNothing")
            .map(({ at }) => Number(at.split("/")[6])),
        );
        const refused = expandItem(type, sourceFromDraft({ ...draft, items: [all] }).items[0]!, "EUR");
        const named = refused.ok ? [] : refused.problems.map(({ pointer }) => Number(pointer.split("/")[4]));
        assert.deepEqual([...wrong].sort(), named.sort());
        const fitting = { ...schedule, exceptions: schedule.exceptions.filter((_, n) => !named.includes(n)) };
        const fixed = { ...item, schedules: [fitting] };
        const expected = planned({ ...draft, items: [fixed] });
        assert.deepEqual(previewed(fixed, type, from, to), expected);
        assert.equal(countScheduleDates(fitting, type).made, expected.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("opening and saving a product unchanged keeps it equal, for the whole demo catalogue", async () => {
  const { products } = await demoCatalogue("2026-06-15");
  assert.equal(products.length, 25);
  for (const product of products as ProductSource[]) {
    const again = sourceFromDraft(draftFromSource(product), product);
    for (const [n, item] of product.items.entries())
      assert.deepEqual(
        expandItem(again.type, again.items[n]!, again.currencyCode),
        expandItem(product.type, item, product.currencyCode),
        product.externalId,
      );
    const { items: _items, ...facts } = product;
    const { items: _again, ...same } = again;
    assert.deepEqual(same, facts);
    assert.deepEqual(draftErrors(draftFromSource(product)), [], product.externalId);
  }
});

test("prices by number, stocks and limits by people are kept, and their parts are not sent without them", () => {
  const [item] = source.items;
  const [adult, child] = item!.ticketRules;
  const steps = [
    { from: 4, amount: "45.00" },
    { from: 8, amount: "40.00" },
  ];
  const prices: Price[] = [
    { code: adult!.code, amount: "50.00", steps, stepsApply: "further" },
    { code: child!.code, amount: "9.00", stock: 0, steps, stepsCount: "people", stepsApply: "all" },
  ];
  const rules = [adult!, { ...child!, people: 0, seats: 0, peoplePerTicket: 1 }];
  const given = { ...item!, ticketRules: rules, schedules: [{ ...item!.schedules![0]!, prices }] };
  const draft = draftFromSource({ ...source, items: [given] });
  const sent = sourceFromDraft(draft).items[0]!;
  assert.deepEqual([sent.ticketRules, sent.schedules![0]!.prices], [rules, prices]);
  const [schedule] = draft.items[0]!.schedules;
  const without = Object.entries(schedule!.prices).map(([key, price]) => [key, { ...price, steps: [], stock: " " }]);
  const fewer = sourceFromDraft({
    ...draft,
    items: [{ ...draft.items[0]!, schedules: [{ ...schedule!, prices: Object.fromEntries(without) }] }],
  });
  assert.deepEqual(fewer.items[0]!.schedules![0]!.prices, [
    { code: adult!.code, amount: "50.00" },
    { code: child!.code, amount: "9.00" },
  ]);
});

test("the form and the service find the same errors at the same fields", () => {
  const good = draftFromSource(source);
  const inItem = (changes: object) => ({ ...good, items: [{ ...good.items[0]!, ...changes }] });
  const inSchedule = (changes: object) => inItem({ schedules: [{ ...good.items[0]!.schedules[0]!, ...changes }] });
  const inTicket = (changes: object) =>
    inItem({ ticketRules: [{ ...good.items[0]!.ticketRules[0]!, ...changes }, good.items[0]!.ticketRules[1]!] });
  const tiers = (...pairs: [string, string][]) => ({
    ...good,
    refundTiers: pairs.map(([hours, percent]) => ({ key: hours, hours, percent })),
  });
  const [first] = good.items[0]!.ticketRules;
  const inPrice = (fields: object) =>
    inSchedule({ prices: { [first!.key]: { ...plainPrice("50"), steps: [newStep("4", "45")], ...fields } } });
  const inSteps = (...steps: [string, string][]) => inPrice({ steps: steps.map((step) => newStep(...step)) });
  const price = "/items/0/schedules/0/prices/0";
  const cases: [ProductDraft, string][] = [
    [inSteps(["1", "45"]), `${price}/steps/0/from`],
    [inSteps(["4", "45"], ["4", "40"]), `${price}/steps/1/from`],
    [inSteps(["4", "50.01"]), `${price}/steps/0/amount`],
    [inSteps(["4", "45"], ["6", "46"]), `${price}/steps/1/amount`],
    [inPrice({ stock: "5" }), `${price}/stock`],
    [inSchedule({ to: "2026-06-01" }), "/items/0/schedules/0/to"],
    [inSchedule({ to: "2029-12-31" }), "/items/0/schedules/0/to"],
    [inSchedule({ times: ["20:00", "20:00"] }), "/items/0/schedules/0"],
    [inTicket({ maxQuantity: "1", minQuantity: "2" }), "/items/0/ticketRules/0/maxQuantity"],
    [inTicket({ defaultQuantity: "99" }), "/items/0/ticketRules/0/defaultQuantity"],
    [inTicket({ code: "CHILD" }), "/items/0/ticketRules/1/code"],
    [inItem({ schedules: [good.items[0]!.schedules[0]!, good.items[0]!.schedules[0]!] }), "/items/0/schedules/1"],
    [{ ...good, items: [good.items[0]!, good.items[0]!] }, "/items/1/externalId"],
    [tiers(["24", "100"], ["24", "50"]), "/refundTiers/1/hours"],
    [tiers(["48", "50"], ["24", "60"]), "/refundTiers/1/percent"],
  ];
  assert.deepEqual(draftErrors(good), []);
  assert.deepEqual(draftErrors(inSteps(["2", "50"], ["9", "0"])), []);
  assert.deepEqual(
    draftErrors(inTicket({ peoplePerTicket: "0" })).map(({ at }) => at),
    ["/items/0/ticketRules/0/peoplePerTicket"],
  );
  // The first step is above the smallest number that can be bought, unless it counts people.
  const inFours = (stepsCount: string) => {
    const draft = inPrice({ stepsCount });
    return {
      ...draft,
      items: [{ ...draft.items[0]!, ticketRules: [{ ...first!, minQuantity: "4", defaultQuantity: "4" }] }],
    };
  };
  cases.push([inFours(""), `${price}/steps/0/from`]);
  assert.deepEqual(draftErrors(inFours("people")), []);
  for (const [draft, at] of cases) {
    const found = draftErrors(draft).map((error) => error.at);
    assert.ok(
      found.some((one) => one.startsWith(at)),
      `${at}: ${found}`,
    );
    const refused = catalogueProblems({ products: [sourceFromDraft(draft)] }).map(({ pointer }) => pointer);
    assert.ok(refused.includes(`/products/0${at}`), `${at}: ${refused}`);
  }
});

type Value = string | TextsDraft;
/** For each pattern, a text that fits it, and a text that does not. */
const examples = [
  ["https://www.example.com", "http://www.example.com"],
  ["10.5", "10,5 %"],
  ["+34 600 000 000", "call"],
  ["day@example.com", "day"],
] as const;
/** Returns values of a plain field at its bounds, and beyond them. */
function valuesOf({ kind, pattern, required, nullable, least = 0, most = 2 }: ProductField): {
  fit: Value[];
  wrong: Value[];
} {
  const longest = "x".repeat(most);
  const none = required && !nullable ? { fit: [], wrong: [" "] } : { fit: [""], wrong: [] };
  const numbers = {
    fit: [`${least}`, `${most}`, ...none.fit],
    wrong: [`${least - 1}`, `${most + 1}`, "many", ...none.wrong],
  };
  if (kind === "texts") return { fit: [{ es: longest }, {}], wrong: [{ es: `${longest}x` }] };
  const form = pattern && examples.find(([fit]) => new RegExp(pattern, "u").test(fit));
  if (form) return { fit: [form[0], ...none.fit], wrong: [form[1], ...none.wrong] };
  if (kind === "text") return { fit: [longest, ...none.fit], wrong: [`${longest}x`, ...none.wrong] };
  if (kind === "whole") return { ...numbers, wrong: [...numbers.wrong, `${least}.5`] };
  return kind === "number" ? numbers : { fit: [], wrong: [] };
}

test("the form refuses what the schema of each plain field refuses, and nothing else", () => {
  const tried = new Set<string>();
  // A currency is chosen from a list.
  for (const field of productFields.filter(({ name }) => name !== "currencyCode")) {
    const { fit, wrong } = valuesOf(field);
    for (const value of [...fit, ...wrong]) {
      const draft = { ...draftFromSource(source), [field.name]: value } as ProductDraft;
      const at = wrong.includes(value) ? [field.kind === "texts" ? `${field.at}/es` : field.at] : [];
      const message = `${field.name}: ${JSON.stringify(value)}`;
      const own = draftErrors(draft).map((error) => error.at);
      const theirs = Schema.Errors(CatalogueProduct, sourceFromDraft(draft)).map(({ instancePath }) => instancePath);
      assert.deepEqual(own, at, message);
      assert.deepEqual([...new Set(theirs)].slice(-1), at, message);
      tried.add(field.kind);
    }
  }
  assert.deepEqual([...tried].sort(), ["number", "text", "texts", "whole"]);
});

test("names by language are kept, and blank ones are not sent", () => {
  const named = {
    ...source,
    names: { en: "Night" },
    items: [{ ...source.items[0]!, names: { pt: "Plateia" } }],
  };
  assert.deepEqual(sourceFromDraft(draftFromSource(named), named), named);
  const draft = { ...draftFromSource(named), names: { en: " " } };
  assert.equal("names" in sourceFromDraft(draft, named), false);
});

test("refund tiers are kept, and none are sent when the last one is removed", () => {
  const tiers = [
    { hours: 72, percent: 100 },
    { hours: 24, percent: 50 },
  ];
  const refunded = { ...source, refundTiers: tiers };
  assert.deepEqual(sourceFromDraft(draftFromSource(refunded), refunded), refunded);
  assert.equal("refundTiers" in sourceFromDraft({ ...draftFromSource(refunded), refundTiers: [] }, refunded), false);
  const blank = { ...draftFromSource(refunded), refundTiers: [{ key: "a", hours: "", percent: "101" }] };
  assert.deepEqual(
    draftErrors(blank).map(({ at }) => at),
    ["/refundTiers/0/hours", "/refundTiers/0/percent"],
  );
});

test("an invalid number is never sent as no limit", () => {
  for (const capacity of ["", "many", "1e3", "-1", "2.5"]) {
    const draft = draftFromSource(source);
    draft.items[0]!.schedules[0]!.capacity = capacity;
    assert.deepEqual(
      draftErrors(draft).map(({ at }) => at),
      ["/items/0/schedules/0/capacity"],
      capacity,
    );
  }
});

test("names propose ids and part numbers until they are typed", () => {
  assert.equal(idFromName("  Ñandú & Co.: ¡Noche de flamenco! "), "nandu-co-noche-de-flamenco");
  assert.deepEqual(["São Paulo", "A Coruña", "Río"].map(cityCodeFromName), ["SAO", "ACO", "RIO"]);
  assert.equal(idFromName("東京"), "");
  assert.equal(proposePartNumber("noche-de-flamenco", 2), "NOCHE-FLAMENCO-2");
  assert.equal(proposePartNumber("", 1), "");
  const none: ReadonlySet<string> = new Set();
  let draft = newDraft("2026-06-15", usual);
  const step = (make: (now: ProductDraft) => ProductDraft, saved = none, isNew = true) => {
    draft = withProposals(draft, make(draft), saved, isNew);
    const [item] = draft.items;
    return [draft.externalId, item!.name, item!.externalId, item!.partNumber];
  };
  const named = (name: string) => (now: ProductDraft) => ({ ...now, name });
  const item = (fields: Partial<ItemDraft>) => (now: ProductDraft) => ({
    ...now,
    items: [{ ...now.items[0]!, ...fields }],
  });
  assert.deepEqual(step(named("Gala")), ["gala", "Gala", "gala", "GALA-1"]);
  assert.deepEqual(step(item({ name: "Palco" })), ["gala", "Palco", "palco", "GALA-1"]);
  assert.deepEqual(step(named("Gala de verano")), ["gala-de-verano", "Palco", "palco", "GALA-VERANO-1"]);
  assert.deepEqual(step(item({ partNumber: "X-1" })), ["gala-de-verano", "Palco", "palco", "X-1"]);
  assert.deepEqual(step(item({ externalId: "box" })), ["gala-de-verano", "Palco", "box", "X-1"]);
  assert.deepEqual(
    step((now) => ({ ...now, externalId: "gala-27" })),
    ["gala-27", "Palco", "box", "X-1"],
  );
  assert.deepEqual(step(named("Otra")), ["gala-27", "Palco", "box", "X-1"]);
  // A saved item keeps its id, whatever its name.
  const saved = new Set([draft.items[0]!.key]);
  assert.deepEqual(step(item({ name: "Butaca" }), saved, false), ["gala-27", "Butaca", "box", "X-1"]);
});

test("the next season starts the day after and has the same length", () => {
  const [schedule] = draftFromSource(source).items[0]!.schedules;
  const { from, to, prices, exceptions } = copyForNextSeason({ ...schedule!, from: "2026-06-16", to: "2026-06-30" });
  assert.deepEqual([from, to, prices, exceptions], ["2026-07-01", "2026-07-15", schedule!.prices, []]);
});

test("two changes of a product are merged, and the operator's own change wins for a field that both changed", () => {
  const item = source.items[0]!;
  const schedule = item.schedules![0]!;
  const withSchedule = (changes: object): ProductSource => ({
    ...source,
    items: [{ ...item, schedules: [{ ...schedule, ...changes }] }],
  });
  const both = mergeChanges(source, { ...source, name: "Mine" }, { ...withSchedule({ capacity: 7 }), cityCode: "TOL" });
  assert.deepEqual(both, { ...withSchedule({ capacity: 7 }), name: "Mine", cityCode: "TOL" });
  assert.equal(mergeChanges(source, { ...source, name: "Mine" }, { ...source, name: "Theirs" }).name, "Mine");
  // A list with a new entry is merged as a whole, because its indexes have changed their meaning.
  const twoSchedules = { ...source, items: [{ ...item, schedules: [schedule, schedule] }] };
  assert.deepEqual(mergeChanges(source, twoSchedules, withSchedule({ capacity: 7 })), twoSchedules);
  assert.deepEqual(mergeChanges(source, source, twoSchedules), twoSchedules);
  assert.deepEqual(mergeChanges({ a: 1, gone: 2 }, { a: 1, gone: 2 }, { a: 1 } as never), { a: 1 });
});
