import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { availabilityCodes, exampleIds, languages, pageTypeCodes } from "@paseo/contract";
import { Value } from "typebox/value";
import { demoCatalogue, retiredProducts } from "../../demo/catalogue.ts";
import { demoIds } from "../../demo/ids.ts";
import { catalogueProblems } from "../../src/domain/editing/catalogue-rules.ts";
import { expandItem, type PlannedEvent } from "../../src/domain/editing/schedules.ts";
import { usualNames } from "../../src/domain/orders/day/ticket-names.ts";
import { dayNumber, dayText } from "../../src/domain/selling/dates.ts";
import { CatalogueFile, type CatalogueItem, type CatalogueProduct } from "../../src/store/catalogue/catalogue-file.ts";

interface DemoEvent extends PlannedEvent {
  product: CatalogueProduct;
  item: string;
  date: string;
}

const days = (date: string, ahead: number): string => dayText(dayNumber(date)! + ahead);

function eventsOf(products: readonly CatalogueProduct[]): DemoEvent[] {
  return products.flatMap((product) =>
    product.items.flatMap((item) => {
      const plan = expandItem(product.type, item, product.currencyCode);
      assert.ok(plan.ok, `${item.externalId}: ${JSON.stringify(plan)}`);
      assert.ok(plan.events.length > 0, `${item.externalId} has no events`);
      return plan.events.map((event) => ({
        ...event,
        product,
        item: item.externalId,
        date: event.eventOn.slice(0, 10),
      }));
    }),
  );
}

/** Number of occurrences of each value. */
function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function atLeast(count: number | undefined, least: number, what: string): void {
  assert.ok((count ?? 0) >= least, `${what}: ${count ?? 0}, expected at least ${least}`);
}

for (const today of ["2026-11-21", "2028-02-29", "2026-12-31"]) {
  describe(`demo catalogue seeded on ${today}`, () => {
    const file = demoCatalogue(today);
    const { products = [], pages = [], partners = [], currencies = [] } = file;
    const items = products.flatMap((product) => product.items);
    const rules = items.flatMap((item) => item.ticketRules);
    const events = eventsOf(products);
    const dated = events.filter(({ product }) => product.type !== "dateless");

    test("is a valid catalogue file, the same on every call", () => {
      assert.ok(Value.Check(CatalogueFile, file), JSON.stringify([...Value.Errors(CatalogueFile, file)].slice(0, 3)));
      assert.deepEqual(catalogueProblems(file), []);
      assert.deepEqual(demoCatalogue(today), file);
    });

    test("gives every record its own id, the same in every demo, and the example's event is far away", () => {
      const newId = demoIds(file);
      const named = items.map(({ externalId }) => `item ${externalId}`);
      const moments = events.map(
        ({ product, item, eventOn }) => [product.externalId, `event ${item} ${eventOn}`] as const,
      );
      const records = [
        ...products.map(({ externalId }) => `product ${externalId}`),
        ...named,
        ...moments.map(([, one]) => one),
      ];
      const ids = records.map(newId);
      assert.equal(new Set(ids).size, records.length);
      assert.deepEqual(records.map(demoIds(demoCatalogue(today))), ids);
      const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      assert.ok(ids.every((id) => uuid.test(id)));
      const example = records[ids.indexOf(exampleIds.event)]!;
      assert.ok(example.split(" ").at(-1)! > days(today, 350), example);
      const moved = demoIds(demoCatalogue(days(today, 1)));
      assert.equal(records.filter((record, index) => moved(record) !== ids[index]).length <= 2, true);
    });

    test("has products of every kind in many cities, each with its own part numbers", () => {
      atLeast(products.length, 125, "products");
      atLeast(new Set(products.map(({ cityCode }) => cityCode)).size, 14, "cities");
      const types = tally(products.map(({ type }) => type));
      for (const type of ["scheduled", "timeless", "dateless"]) atLeast(types[type], 15, type);
      const partNumbers = items.map(({ partNumber }) => partNumber);
      assert.equal(new Set(partNumbers).size, partNumbers.length);
      assert.deepEqual([...new Set(products.map((product) => product.items.length))].sort(), [1, 2, 3, 4]);
      assert.equal(products.filter(({ published }) => published === false).length, 2);
      atLeast(items.filter(({ published }) => published === false).length, 3, "unpublished items");
    });

    test("has every combination of questions", () => {
      const combinations = products.map(({ questions }) => Object.values(questions).map(Number).join(""));
      assert.equal(new Set(combinations).size, 16);
    });

    test("covers lead times, cancellation limits and both ways of booking", () => {
      const leads = new Set(products.map(({ leadPurchaseDay }) => leadPurchaseDay));
      assert.deepEqual(
        [...leads].sort((a, b) => a - b),
        [0, 1, 2, 3, 4, 5, 6, 7],
      );
      const cancels = products.map(({ cancelPurchaseHour }) => cancelPurchaseHour);
      assert.deepEqual([Math.min(...cancels), Math.max(...cancels)], [0, 168]);
      const immediate = tally(products.map(({ immediateBooking }) => String(immediateBooking)));
      for (const value of ["true", "false"]) atLeast(immediate[value], 20, `immediateBooking ${value}`);
    });

    test("has ticket rules with steps, required tickets and low maximums", () => {
      const codes = ["ADULT", "CHILD", "SENIOR", "STUDENT", "INFANT", "COUPLE", "GROUP", "VEHICLE", "RESIDENT"];
      assert.deepEqual(new Set(rules.map(({ code }) => code)), new Set(codes));
      const stepped = (min: number) =>
        rules.filter(({ minQuantity, incrementQuantity }) => minQuantity === min && incrementQuantity === 2).length;
      atLeast(stepped(2), 3, "rules from 2 in steps of 2");
      atLeast(stepped(1), 1, "rules from 1 in steps of 2");
      const requiredBesideOthers = ({ ticketRules }: CatalogueItem): boolean =>
        ticketRules.some(({ minQuantity }) => minQuantity > 0) && ticketRules.some((rule) => rule.minQuantity === 0);
      atLeast(items.filter(requiredBesideOthers).length, 10, "items with a required ticket beside others");
      atLeast(rules.filter(({ maxQuantity }) => maxQuantity <= 2).length, 5, "rules capped low");
    });

    test("has a price for every ticket rule, in the currency of the product's city", () => {
      const codes = currencies.map(({ code }) => code);
      const used = new Set(products.map(({ currencyCode }) => currencyCode));
      atLeast(used.size, 7, "currencies in use");
      for (const code of [...used, "GBP"]) assert.ok(codes.includes(code), code);
      assert.equal(currencies.find(({ code }) => code === "USD")?.rate, "1");
      const perCity = new Set(products.map(({ cityCode, currencyCode }) => `${cityCode} ${currencyCode}`));
      assert.equal(perCity.size, new Set(products.map(({ cityCode }) => cityCode)).size);
      for (const { externalId, ticketRules, schedules = [], events = [] } of items) {
        const ruled = ticketRules.map(({ code }) => code);
        for (const { prices } of [...schedules, ...events]) {
          assert.deepEqual(
            prices.map(({ code }) => code),
            ruled,
            externalId,
          );
        }
      }
    });

    test("has events for a year from the day of seeding, and few enough for a first start", () => {
      assert.ok(dated.length >= 25_000 && dated.length <= 45_000, `${dated.length} dated events`);
      const dates = dated.map(({ date }) => date).sort();
      assert.deepEqual([dates[0], dates.at(-1)], [today, days(today, 364)]);
      const standing = events.filter(({ product }) => product.type === "dateless");
      for (const { eventOn } of standing) assert.match(eventOn, /T00:00:00$/);
      atLeast(new Set(standing.map(({ eventOn }) => eventOn)).size, 3, "last days of validity");
    });

    test("has seasons, limited and unlimited seats, and days with few seats left", () => {
      const seasonal = items.filter(
        ({ schedules = [] }) => new Set(schedules.map(({ prices }) => prices[0]?.amount)).size > 1,
      );
      atLeast(seasonal.length, 30, "items with seasons");
      const capacities = items.flatMap(({ schedules = [], events: single = [] }) =>
        [...schedules, ...single].map(({ capacity }) => capacity),
      );
      assert.ok(capacities.includes(null));
      assert.ok(capacities.every((capacity) => capacity === null || (capacity >= 8 && capacity <= 400)));
      atLeast(events.filter(({ capacity }) => capacity !== null && capacity < 5).length, 100, "events nearly full");
    });

    test("has events of every availability throughout the year and in the next 14 days", () => {
      const near = tally(dated.filter(({ date }) => date < days(today, 14)).map(({ availability }) => availability));
      for (const code of availabilityCodes) atLeast(near[code], 3, `${code} in the coming 14 days`);
      const lastQuarter = dated.filter(({ date }) => date >= days(today, 270));
      const late = tally(lastQuarter.map(({ availability }) => availability));
      for (const code of availabilityCodes) atLeast(late[code], 20, `${code} in the last quarter`);
    });

    test("has an English name for every product, item and page, and names ticket types in each language", () => {
      // A name without an English one must be English itself. Names outside the United States are not.
      const inSpanishOrPortuguese =
        /[áéíóúñãõçâêô]|\b(de|del|la|el|los|en|con|por|para|hasta|un|una|do|da|dos|na|com|em|à|e|y|noche|entrada)\b/i;
      const inTheUnitedStates = new Set(["NYC", "LAS", "MIA", "ORL"]);
      const named = [...products, ...retiredProducts(today)].flatMap(({ items: own, ...product }) =>
        [product, ...own].map(({ name, names }) => ({ name, en: names?.en, cityCode: product.cityCode })),
      );
      const untranslated = named.filter(
        ({ name, en, cityCode }) =>
          en === undefined &&
          name !== "In English" &&
          (inSpanishOrPortuguese.test(name) || !inTheUnitedStates.has(cityCode)),
      );
      assert.deepEqual(untranslated, []);
      assert.deepEqual(
        pages.filter(({ es, pt, en }) => es && pt && !en).map(({ externalId }) => externalId),
        [],
      );
      for (const lang of languages) {
        const names = new Set(rules.map(({ code }) => usualNames(code)[lang]));
        assert.equal(names.size, new Set(rules.map(({ code }) => code)).size, lang);
      }
      assert.notEqual(usualNames("VEHICLE").es, usualNames("VEHICLE").en);
    });

    test("has pages of every type in each language, on several pages of the list", () => {
      for (const language of languages) {
        const inLanguage = pages.filter((page) => page[language]);
        atLeast(inLanguage.length, 101, `pages in ${language}`);
        const types = tally(inLanguage.map(({ type }) => type));
        for (const type of pageTypeCodes) atLeast(types[type], 8, `${type} pages in ${language}`);
        atLeast(types.product, 60, `product pages in ${language}`);
      }
      atLeast(pages.filter(({ es, pt }) => !es || !pt).length, 3, "pages in one language");
      atLeast(pages.filter(({ published }) => published === false).length, 2, "unpublished pages");
      const cityPages = pages.filter(({ type }) => type === "city").map(({ cityCode }) => cityCode);
      assert.deepEqual(new Set(cityPages), new Set(products.map(({ cityCode }) => cityCode)));
    });

    test("gives each page its own address on example.com and white labels that exist", () => {
      const addresses = pages.flatMap(({ es, pt, en }) => [es, pt, en].flatMap((text) => text?.url ?? []));
      assert.equal(new Set(addresses).size, addresses.length);
      for (const address of addresses) assert.match(address, /^\/\/[a-z-]+\.example\.com\/(es|pt|en)\/[a-z0-9/-]+$/);
      const labels = partners.flatMap(({ whiteLabels = [] }) => whiteLabels.map(({ code }) => code));
      assert.deepEqual(labels, ["DEMO-ES", "DEMO-PT", "VIAJES"]);
      const restricted = pages.flatMap(({ whiteLabels }) => (whiteLabels ? [whiteLabels] : []));
      assert.ok(restricted.flat().every((code) => labels.includes(code)));
      atLeast(restricted.filter(({ length }) => length === 1).length, 2, "pages on one white label");
    });

    test("has three more products to delete, which nothing else refers to", () => {
      const retired = retiredProducts(today);
      assert.equal(retired.length, 3);
      assert.ok(Value.Check(CatalogueFile, { products: retired }));
      assert.deepEqual(catalogueProblems({ products: [...products, ...retired] }), []);
      assert.ok(retired.every(({ deleted }) => deleted === undefined));
      atLeast(eventsOf(retired).length, 3, "events of retired products");
    });
  });
}

test("a black-out or removed event stays so when the demo is seeded a day later", () => {
  const onTwoDays = (today: string): DemoEvent[] =>
    eventsOf(demoCatalogue(today).products ?? []).filter(
      ({ product, availability, date }) =>
        product.type !== "dateless" &&
        ["black-out", "removed"].includes(availability) &&
        date > "2026-11-22" &&
        date < "2027-11-01",
    );
  const named = (events: DemoEvent[]) => events.map(({ product, eventOn }) => `${product.externalId} ${eventOn}`);
  assert.deepEqual(named(onTwoDays("2026-11-22")), named(onTwoDays("2026-11-21")));
});
