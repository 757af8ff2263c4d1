import { languages, type Page } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { allProducts, dayFromNow, dayOf, walk } from "../../lists.ts";
import { someProducts } from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import { read, type Site } from "../../tested-service.ts";

/** What the catalogue's records say of each other, and how the lists are restricted. */

async function someProduct(site: Site) {
  for await (const product of someProducts(site)) return product;
  throw new Skipped("the service has no product with availability");
}

export const catalogue: Check[] = [
  {
    id: "catalogue.same-product",
    says: "A product says in the list what it says on its own",
    clause: "interface, Product: fields marked (L)",
    run: async (site, findings) => {
      const listed = (await allProducts(site)).slice(0, 5);
      if (listed.length === 0) throw new Skipped("the service has no product");
      for (const summary of listed) {
        const exchange = await site.get(site.path("product", { id: summary.id }));
        const product = read("product", exchange) as unknown as Record<string, unknown>;
        const same = Object.fromEntries(Object.keys(summary).map((field) => [field, product[field]]));
        findings.equal(same, summary, `what the product says, beside what the list says`, exchange);
      }
    },
  },
  {
    id: "catalogue.query",
    says: "query restricts the product list, and finds a product by its CityCode",
    clause: "interface, products: query; Product: CityCode",
    run: async (site, findings) => {
      const product = (await allProducts(site)).find(({ cityCode }) => cityCode !== "");
      if (!product) throw new Skipped("no product has a CityCode");
      const found = await site.get(site.path("products", { query: product.cityCode }));
      const page = read("products", found);
      const has = page.hasNextPage || page.values.some(({ id }) => id === product.id);
      findings.holds(has, `the product ${product.id} of ${product.cityCode} is not found by it`, found);
      const none = await site.get(site.path("products", { query: "qzx conformance jvkw" }));
      findings.equal(read("products", none).values.length, 0, "products found by words that none has", none);
    },
  },
  {
    id: "catalogue.events-of-product",
    says: "events with id lists the events of that product's items, and no others",
    clause: "interface, events: id",
    run: async (site, findings) => {
      const product = await someProduct(site);
      const exchange = await site.get(site.path("events", { id: product.id }));
      const items = new Set(product.items.map(({ id }) => id));
      const strangers = read("events", exchange).values.filter(({ itemId }) => !items.has(itemId));
      findings.equal(
        strangers.map(({ id }) => id),
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
    run: async (site, findings) => {
      const { totalPages } = read("events", await site.get(site.path("events")));
      const exchange = await site.get(site.path("events", { page: Math.max(1, totalPages) }));
      const events = read("events", exchange).values;
      const removed = events.filter(({ availabilityCode }) => availabilityCode === "removed").map(({ id }) => id);
      findings.equal(removed, [], "removed events in the list", exchange);
      // Today ends last in the zones twelve hours behind UTC, and no day is over before that.
      const past = events.filter((event) => dayOf(event) < dayFromNow(-0.5)).map(({ eventOn }) => eventOn);
      findings.equal(past, [], "events of days that are over everywhere", exchange);
    },
  },
  {
    id: "catalogue.timeless",
    says: "Events of timeless products are at 00:00:00, and a dateless product has one event per item",
    clause: "decision 12",
    run: async (site, findings) => {
      let seen = 0;
      for await (const { id, productTypeCode } of someProducts(site)) {
        if (productTypeCode === "scheduled" || seen >= 4) continue;
        seen += 1;
        const exchange = await site.get(site.path("events", { id }));
        const events = read("events", exchange).values;
        if (productTypeCode === "timeless") {
          const timed = events.filter(({ eventOn }) => !eventOn.endsWith("T00:00:00")).map(({ eventOn }) => eventOn);
          findings.equal(timed, [], "events of a timeless product at a time of day", exchange);
        } else {
          const items = events.map(({ itemId }) => itemId);
          findings.equal(items.length, new Set(items).size, "events of a dateless product, beside its items", exchange);
        }
      }
      if (seen === 0) throw new Skipped("the service has no timeless or dateless product");
    },
  },
  {
    id: "catalogue.pages-by-type",
    says: "pagetypecode restricts the pages to that type",
    clause: "interface, pages: pagetypecode",
    run: async (site, findings) => {
      const { pages } = await walk(site, "pages");
      const types = pages.flatMap(({ page }) => page.values.map((one) => (one as Page).pageTypeCode));
      // A type that the first page of the whole list does not begin with.
      const type = types.findLast((one) => one !== types[0]);
      if (type === undefined) throw new Skipped("the service has pages of one type at most");
      const exchange = await site.get(site.path("pages", { pagetypecode: type }));
      const { values } = read("pages", exchange);
      findings.holds(values.length > 0, `no page is of the type ${type}, but one is listed so`, exchange);
      const others = values.filter((page) => page.pageTypeCode !== type).map(({ id }) => id);
      findings.equal(others, [], `pages of another type than ${type}`, exchange);
    },
  },
  {
    id: "catalogue.page-addresses",
    says: "A page's Url is a protocol-relative address",
    clause: "interface, Page: Url",
    run: async (site, findings) => {
      let seen = 0;
      for (const lang of languages) {
        const exchange = await site.get(site.path("pages", { lang }));
        const { values } = read("pages", exchange);
        seen += values.length;
        const others = values.filter(({ url }) => !/^\/\/[^/\s]/.test(url)).map(({ url }) => url);
        findings.equal(others, [], "addresses that are not protocol-relative", exchange);
      }
      if (seen === 0) throw new Skipped("the service has no page");
    },
  },
  {
    id: "catalogue.currencies",
    says: "currencies counts its values, and USD is among them with rate 1",
    clause: "interface, Currency and currencies",
    run: async (site, findings) => {
      const exchange = await site.get(site.path("currencies"));
      const { totalCount, values } = read("currencies", exchange);
      findings.equal(totalCount, values.length, "TotalCount", exchange);
      findings.equal(values.find(({ code }) => code === "USD")?.rate, 1, "the rate of USD", exchange);
      const codes = values.map(({ code }) => code);
      findings.equal(codes.length, new Set(codes).size, "currencies, beside their distinct codes", exchange);
    },
  },
];
