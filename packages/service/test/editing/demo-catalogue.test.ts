import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { availabilityCodes, exampleIds, languages, pageTypeCodes, productTypeCodes } from "@paseo/contract";
import { Value } from "typebox/value";
import { addDays, demoCatalogue, demoIds } from "../../src/commands/demo/catalogue.ts";
import { catalogueProblems } from "../../src/domain/editing/catalogue-rules.ts";
import { expandItem, type PlannedEvent } from "../../src/domain/editing/schedules.ts";
import { CatalogueFile, type CatalogueItem, type CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { usualTicketNames } from "../../src/texts/ticket-names.ts";

interface DemoEvent extends PlannedEvent {
  product: CatalogueProduct;
  item: string;
  date: string;
}

const eventsOf = (products: readonly CatalogueProduct[]): DemoEvent[] =>
  products.flatMap((product) =>
    product.items.flatMap((item) => {
      const plan = expandItem(product.type, item, product.currencyCode);
      assert.ok(plan.ok, `${item.externalId}: ${JSON.stringify(plan)}`);
      assert.ok(product.deleted || plan.events.length > 0, `${item.externalId} has no events`);
      const own = { product, item: item.externalId };
      return plan.events.map((event) => ({ ...event, ...own, date: event.eventOn.slice(0, 10) }));
    }),
  );

const isDated = ({ product }: DemoEvent): boolean => product.type !== "dateless";

/** Counts the occurrences of each value. */
function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function atLeast(count: number | undefined, least: number, what: string): void {
  assert.ok((count ?? 0) >= least, `${what}: ${count ?? 0}, expected at least ${least}`);
}

test("the file itself is a catalogue file that `paseo import` accepts", async () => {
  const file = JSON.parse(await readFile(new URL("../../demo/catalogue.json", import.meta.url), "utf8"));
  assert.ok(Value.Check(CatalogueFile, file), JSON.stringify([...Value.Errors(CatalogueFile, file)].slice(0, 3)));
  assert.deepEqual(catalogueProblems(file), []);
});

describe("the demo catalogue", async () => {
  const { products, pages = [], partners = [], currencies = [], suppliers = [] } = await demoCatalogue("2026-11-21");
  const items = products.flatMap((product) => product.items);
  const rules = items.flatMap((item) => item.ticketRules);

  test("has products of every type in four cities on two continents, each with its own part numbers", () => {
    assert.equal(products.length, 25);
    assert.equal(new Set(products.map(({ cityCode }) => cityCode)).size, 4);
    assert.equal(new Set(products.map(({ timeZone }) => timeZone)).size, 3);
    assert.ok(products.some(({ location }) => location.latitude! < 0));
    const types = tally(products.map(({ type }) => type));
    for (const type of productTypeCodes) atLeast(types[type], 3, type);
    const partNumbers = items.map(({ partNumber }) => partNumber);
    assert.equal(new Set(partNumbers).size, partNumbers.length);
    assert.deepEqual([...new Set(products.map((product) => product.items.length))].sort(), [1, 2, 3, 4]);
    assert.equal(products.filter(({ deleted }) => deleted).length, 1);
    assert.equal(products.filter(({ published }) => published === false).length, 1);
    atLeast(items.filter(({ published }) => published === false).length, 2, "unpublished items");
    // A pass has no duration.
    assert.deepEqual(
      products.filter(({ durationMinutes }) => durationMinutes === undefined).map(({ externalId }) => externalId),
      ["nyc-explorer-pass"],
    );
  });

  test("has every question, refund tiers, codes for each person, and suppliers that confirm and that are asked", () => {
    for (const question of ["allPassengerNames", "allPassengerWeights", "hotel", "airportFlight"] as const)
      for (const asked of [true, false])
        atLeast(products.filter(({ questions }) => questions[question] === asked).length, 3, `${question} ${asked}`);
    atLeast(products.filter(({ refundTiers }) => refundTiers).length, 2, "products with refund tiers");
    atLeast(products.filter(({ codePerPerson }) => codePerPerson).length, 1, "products with a code for each person");
    assert.deepEqual(suppliers.map(({ kind }) => kind).sort(), ["desk", "simulator"]);
    const ofSuppliers = products.flatMap(({ supplier }) => supplier ?? []).sort();
    assert.deepEqual(ofSuppliers, suppliers.map(({ externalId }) => externalId).sort());
  });

  test("covers lead times, cancellation limits and both ways of booking", () => {
    assert.deepEqual(
      [...new Set(products.map(({ leadPurchaseDay }) => leadPurchaseDay))].sort((a, b) => a - b),
      [0, 1, 2, 3, 5, 7],
    );
    const cancels = products.map(({ cancelPurchaseHour }) => cancelPurchaseHour);
    assert.deepEqual([Math.min(...cancels), Math.max(...cancels)], [0, 168]);
    const immediate = tally(products.map(({ immediateBooking }) => String(immediateBooking)));
    for (const value of ["true", "false"]) atLeast(immediate[value], 5, `immediateBooking ${value}`);
  });

  test("has ticket rules with steps, required tickets and low maximums", () => {
    const codes = ["ADULT", "CHILD", "SENIOR", "STUDENT", "INFANT", "COUPLE", "GROUP", "VEHICLE", "RESIDENT", "WINE"];
    assert.deepEqual(new Set(rules.map(({ code }) => code)), new Set(codes));
    const stepped = (min: number) =>
      rules.filter(({ minQuantity, incrementQuantity }) => minQuantity === min && incrementQuantity === 2).length;
    for (const min of [0, 1, 2]) atLeast(stepped(min), 1, `rules from ${min} in steps of 2`);
    const requiredBesideOthers = ({ ticketRules }: CatalogueItem): boolean =>
      ticketRules.some(({ minQuantity }) => minQuantity > 0) && ticketRules.some((rule) => rule.minQuantity === 0);
    atLeast(items.filter(requiredBesideOthers).length, 2, "items with a required ticket beside others");
    atLeast(rules.filter(({ maxQuantity }) => maxQuantity <= 2).length, 5, "rules capped low");
  });

  test("has a price for every ticket rule, in the currency of the product's city", () => {
    const codes = currencies.map(({ code }) => code);
    const used = new Set(products.map(({ currencyCode }) => currencyCode));
    assert.deepEqual(used, new Set(["EUR", "ARS", "USD"]));
    atLeast(codes.length, used.size + 2, "currencies");
    assert.equal(currencies.find(({ code }) => code === "USD")?.rate, "1");
    atLeast(currencies.filter(({ active }) => active === false).length, 1, "currencies that are not listed");
    assert.equal(new Set(products.map(({ cityCode, currencyCode }) => `${cityCode} ${currencyCode}`)).size, 4);
    for (const { externalId, ticketRules, schedules = [], events = [] } of items)
      for (const { prices } of [...schedules, ...events])
        assert.deepEqual(
          prices.map(({ code }) => code),
          ticketRules.map(({ code }) => code),
          externalId,
        );
  });

  test("names every product, item and page in three languages, and ticket types too", () => {
    for (const { name, names = {} } of [...products, ...items]) {
      const own = languages.filter((lang) => names[lang] === undefined);
      assert.ok(own.length <= 1, `${name} has no name in ${own.join(" and ")}`);
      assert.ok(
        Object.values(names).every((text) => text!.length > 0),
        name,
      );
    }
    for (const lang of languages) {
      const names = new Set(rules.map(({ code }) => usualTicketNames(code)[lang]));
      assert.equal(names.size, new Set(rules.map(({ code }) => code)).size, lang);
    }
    assert.notEqual(usualTicketNames("VEHICLE").es, usualTicketNames("VEHICLE").en);
  });

  test("has pages of every type in each language", () => {
    for (const language of languages) {
      const types = tally(pages.filter((page) => page[language]).map(({ type }) => type));
      for (const type of pageTypeCodes) atLeast(types[type], 4, `${type} pages in ${language}`);
      atLeast(types.product, 10, `product pages in ${language}`);
    }
    atLeast(pages.filter(({ es, pt }) => !es || !pt).length, 3, "pages in one language");
    atLeast(pages.filter(({ published }) => published === false).length, 2, "unpublished pages");
    const cityPages = pages.filter(({ type }) => type === "city").map(({ cityCode }) => cityCode);
    assert.deepEqual(new Set(cityPages), new Set(products.map(({ cityCode }) => cityCode)));
  });

  test("gives each page its own address on example.com and white labels that exist", () => {
    const addresses = pages.flatMap((page) => languages.flatMap((lang) => page[lang]?.url ?? []));
    assert.equal(new Set(addresses).size, addresses.length);
    for (const address of addresses) assert.match(address, /^\/\/[a-z-]+\.example\.com\/(es|pt|en)\/[a-z0-9/-]+$/);
    const labels = partners.flatMap(({ whiteLabels = [] }) => whiteLabels.map(({ code }) => code));
    assert.deepEqual(labels, ["DEMO-ES", "DEMO-PT", "VIAJES"]);
    const restricted = pages.flatMap(({ whiteLabels }) => (whiteLabels ? [whiteLabels] : []));
    assert.ok(restricted.flat().every((code) => labels.includes(code)));
    atLeast(restricted.filter(({ length }) => length === 1).length, 2, "pages on one white label");
  });
});

for (const today of ["2026-11-21", "2028-02-29", "2026-12-31", "2034-06-20"]) {
  describe(`the demo's dates, seeded on ${today}`, async () => {
    const file = await demoCatalogue(today);
    const { products } = file;
    const items = products.flatMap((product) => product.items);
    const events = eventsOf(products);
    const dated = events.filter(isDated);

    test("are a valid catalogue file, the same on every call", async () => {
      assert.ok(Value.Check(CatalogueFile, file), JSON.stringify([...Value.Errors(CatalogueFile, file)].slice(0, 3)));
      assert.deepEqual(catalogueProblems(file), []);
      assert.deepEqual(await demoCatalogue(today), file);
    });

    test("give every record its own id, the same in every demo, and the example's event is far away", async () => {
      const newId = demoIds(file);
      const records = [
        ...products.map(({ externalId }) => `product ${externalId}`),
        ...items.map(({ externalId }) => `item ${externalId}`),
        ...events.map(({ item, eventOn }) => `event ${item} ${eventOn}`),
      ];
      const ids = records.map(newId);
      assert.equal(new Set(ids).size, records.length);
      assert.deepEqual(records.map(demoIds(await demoCatalogue(today))), ids);
      const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      assert.ok(ids.every((id) => uuid.test(id)));
      const example = records[ids.indexOf(exampleIds.event)]!;
      assert.ok(example.split(" ").at(-1)! > addDays(today, 350), example);
    });

    test("go from six weeks ago to a year ahead, on the weekdays of the file", () => {
      assert.ok(dated.length >= 5_000 && dated.length <= 7_000, `${dated.length} dated events`);
      const dates = dated.map(({ date }) => date).sort();
      assert.deepEqual([dates[0], dates.at(-1)], [addDays(today, -42), addDays(today, 364)]);
      const gospel = dated.filter(({ product }) => product.externalId === "nyc-gospel");
      assert.deepEqual(new Set(gospel.map(({ date }) => new Date(date).getUTCDay())), new Set([0]));
      // A daily show has each day once, also over the turn of the file's year.
      assert.equal(dated.filter(({ item }) => item === "svq-tablao-patio-1").length, 42 + 364 + 1);
      const standing = events.filter((event) => !isDated(event));
      atLeast(new Set(standing.map(({ eventOn }) => eventOn)).size, 2, "last days of validity");
      for (const { eventOn, date } of standing) {
        assert.match(eventOn, /T00:00:00$/);
        assert.ok(date >= addDays(today, 182) && date < addDays(today, 182 + 364), date);
      }
    });

    test("have seasons, north and south of the equator", () => {
      const seasonal = items.filter(
        ({ schedules = [] }) => new Set(schedules.map(({ prices }) => prices[0]?.amount)).size > 1,
      );
      atLeast(seasonal.length, 5, "items with seasons");
      const dearest = (item: string) => {
        const own = dated.filter((event) => event.item === item && event.date > today);
        const price = (event: DemoEvent) => Number(event.prices[0]!.price);
        // Ignores the days of gala prices.
        const sorted = own.map(price).sort((a, b) => a - b);
        const high = sorted[Math.floor(sorted.length * 0.95)]!;
        return own.filter((event) => price(event) === high).map(({ date }) => date.slice(5, 7));
      };
      assert.ok(dearest("mad-flamenco-candela-1").includes("08"));
      assert.ok(dearest("bue-tango-cena-1").includes("01"));
    });

    test("have limited and unlimited seats, and events of every availability and with few seats at any time", () => {
      const capacities = items.flatMap(({ schedules = [], events: single = [] }) =>
        [...schedules, ...single].map(({ capacity }) => capacity),
      );
      assert.ok(capacities.includes(null));
      assert.ok(capacities.every((capacity) => capacity === null || (capacity >= 8 && capacity <= 400)));
      for (let ahead = 0; ahead <= 343; ahead += 7) {
        const [from, to] = [addDays(today, ahead), addDays(today, ahead + 21)];
        const near = dated.filter(({ date }) => date >= from && date < to);
        const codes = tally(near.map(({ availability }) => availability));
        for (const code of availabilityCodes) atLeast(codes[code], 1, `${code} from ${from}`);
        const few = near.filter(({ capacity }) => capacity !== null && capacity < 5);
        atLeast(few.length, 1, `events nearly full from ${from}`);
      }
    });
  });
}

test("events are as they were when the demo is seeded later", async () => {
  const seeded = async (today: string): Promise<string[]> =>
    eventsOf((await demoCatalogue(today)).products)
      .filter(({ date }) => date >= "2026-12-03" && date <= "2027-11-20")
      .filter(isDated)
      .map(({ item, eventOn, availability, prices }) => JSON.stringify([item, eventOn, availability, prices]));
  assert.deepEqual(await seeded("2026-12-30"), await seeded("2026-11-21"));
});
