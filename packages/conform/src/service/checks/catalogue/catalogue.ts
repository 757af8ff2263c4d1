import type { Page } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { dayFromNow, eventDay, readAllProducts, readPages } from "../../lists.ts";
import { readSomeProducts } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { TestedService } from "../../tested-service.ts";

/** Consistency of the records, and filters of the lists. */

async function someProduct(service: TestedService) {
  for await (const product of readSomeProducts(service)) return product;
  throw new SkippedCheckError("the service has no product with availability");
}

export const catalogueChecks: Check[] = [
  {
    id: "catalogue.same-product",
    says: "A product in the list has the same values as the product itself",
    clause: "interface, Product: fields marked (L)",
    run: async (service, findings) => {
      const listed = (await readAllProducts(service)).slice(0, 5);
      if (listed.length === 0) throw new SkippedCheckError("the service has no product");
      for (const summary of listed) {
        const exchange = await service.get(service.path("product", { id: summary.id }));
        const product = service.read("product", exchange) as unknown as Record<string, unknown>;
        const same = Object.fromEntries(Object.keys(summary).map((field) => [field, product[field]]));
        findings.equal(same, summary, "the product (expected: its values in the list)", exchange);
      }
    },
  },
  {
    id: "catalogue.query",
    says: "query restricts the product list, and finds a product by its CityCode",
    clause: "interface, products: query; Product: CityCode",
    run: async (service, findings) => {
      const product = (await readAllProducts(service)).find(({ cityCode }) => cityCode !== "");
      if (!product) throw new SkippedCheckError("no product has a CityCode");
      const found = await service.get(service.path("products", { query: product.cityCode }));
      const page = service.read("products", found);
      const has = page.hasNextPage || page.values.some(({ id }) => id === product.id);
      findings.holds(has, `the product ${product.id} of ${product.cityCode} is not found by its CityCode`, found);
      const none = await service.get(service.path("products", { query: "qzx conformance jvkw" }));
      findings.equal(
        service.read("products", none).values.length,
        0,
        "products found by words that no product has",
        none,
      );
    },
  },
  {
    id: "catalogue.events-of-product",
    says: "events with id lists the events of that product's items, and no others",
    clause: "interface, events: id",
    run: async (service, findings) => {
      const product = await someProduct(service);
      const exchange = await service.get(service.path("events", { id: product.id }));
      const items = new Set(product.items.map(({ id }) => id));
      const unknownNames = service.read("events", exchange).values.filter(({ itemId }) => !items.has(itemId));
      findings.equal(
        unknownNames.map(({ id }) => id),
        [],
        "events of other products",
        exchange,
      );
    },
  },
  {
    id: "catalogue.events-to-come",
    says: "Without version the events list has no past and no removed event",
    clause: "decision 12",
    run: async (service, findings) => {
      const { totalPages } = service.read("events", await service.get(service.path("events")));
      const exchange = await service.get(service.path("events", { page: Math.max(1, totalPages) }));
      const events = service.read("events", exchange).values;
      const removed = events.filter(({ availabilityCode }) => availabilityCode === "removed").map(({ id }) => id);
      findings.equal(removed, [], "removed events in the list", exchange);
      // A day ends last in the zones twelve hours behind UTC.
      const past = events.filter((event) => eventDay(event) < dayFromNow(-0.5)).map(({ eventOn }) => eventOn);
      findings.equal(past, [], "events of past days", exchange);
    },
  },
  {
    id: "catalogue.timeless",
    says: "Events of timeless products are at 00:00:00, and a dateless product has one event per item",
    clause: "decision 12",
    run: async (service, findings) => {
      let checked = 0;
      for await (const { id, productTypeCode } of readSomeProducts(service)) {
        if (productTypeCode === "scheduled" || checked >= 4) continue;
        checked += 1;
        const exchange = await service.get(service.path("events", { id }));
        const events = service.read("events", exchange).values;
        if (productTypeCode === "timeless") {
          const timed = events.filter(({ eventOn }) => !eventOn.endsWith("T00:00:00")).map(({ eventOn }) => eventOn);
          findings.equal(timed, [], "events of a timeless product at a time of day", exchange);
        } else {
          const items = events.map(({ itemId }) => itemId);
          findings.equal(
            items.length,
            new Set(items).size,
            "events of a dateless product (expected: one per item)",
            exchange,
          );
        }
      }
      if (checked === 0) throw new SkippedCheckError("the service has no timeless or dateless product");
    },
  },
  {
    id: "catalogue.pages-by-type",
    says: "pagetypecode restricts the pages to that type",
    clause: "interface, pages: pagetypecode",
    run: async (service, findings) => {
      const { pages } = await readPages(service, "pages");
      const types = pages.flatMap(({ page }) => page.values.map((one) => (one as Page).pageTypeCode));
      // This type differs from the type of the first page, so the check notices a service that ignores the filter.
      const type = types.findLast((one) => one !== types[0]);
      if (type === undefined) throw new SkippedCheckError("the service has pages of one type at most");
      const exchange = await service.get(service.path("pages", { pagetypecode: type }));
      const { values } = service.read("pages", exchange);
      findings.holds(values.length > 0, `no page is of the type ${type}, but the whole list has one`, exchange);
      const others = values.filter((page) => page.pageTypeCode !== type).map(({ id }) => id);
      findings.equal(others, [], `pages of another type than ${type}`, exchange);
    },
  },
  {
    id: "catalogue.page-addresses",
    says: "A page's Url is a protocol-relative address",
    clause: "interface, Page: Url",
    run: async (service, findings) => {
      let checked = 0;
      for (const lang of await service.languages()) {
        const exchange = await service.get(service.path("pages", { lang }));
        const { values } = service.read("pages", exchange);
        checked += values.length;
        const others = values.filter(({ url }) => !/^\/\/[^/\s]/.test(url)).map(({ url }) => url);
        findings.equal(others, [], "addresses that are not protocol-relative", exchange);
      }
      if (checked === 0) throw new SkippedCheckError("the service has no page");
    },
  },
  {
    id: "catalogue.currencies",
    says: "currencies counts its values, and USD is among them with rate 1",
    clause: "interface, Currency and currencies",
    run: async (service, findings) => {
      const exchange = await service.get(service.path("currencies"));
      const { totalCount, values } = service.read("currencies", exchange);
      findings.equal(totalCount, values.length, "TotalCount", exchange);
      findings.equal(values.find(({ code }) => code === "USD")?.rate, 1, "the rate of USD", exchange);
      const codes = values.map(({ code }) => code);
      findings.equal(
        codes.length,
        new Set(codes).size,
        "number of currencies (expected: number of distinct codes)",
        exchange,
      );
    },
  },
];
