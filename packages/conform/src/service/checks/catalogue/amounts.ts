import type { Currencies, Event, Price } from "@paseo/contract";
import { currencyDecimals, fractionDigits, fromCents, toCents, usdCents } from "../../../wire/decimals.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { type Element, readXml } from "../../../wire/xml-tree.ts";
import type { Check } from "../../check.ts";
import { eventDay, readAllProducts, readComingEvents } from "../../lists.ts";
import { readSomeProducts } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { TestedService } from "../../tested-service.ts";

/** Amounts: decimals, US dollars, and minimum prices. */

/** Paths of answers with prices: a page of events, and a product with availability. */
async function pricedPaths(service: TestedService): Promise<string[]> {
  const [event] = await readComingEvents(service);
  const product = (await readAllProducts(service)).find(({ hasAvailability }) => hasAvailability);
  const paths = [
    ...(event ? [service.path("events", { fromdate: eventDay(event), todate: eventDay(event) })] : []),
    ...(product ? [service.path("product", { id: product.id })] : []),
  ];
  if (paths.length === 0) throw new SkippedCheckError("the service has no record with a price");
  return paths;
}

/** All prices in a JSON value, with their pointers. */
function pricesIn(value: unknown, at = ""): { at: string; price: Price }[] {
  if (typeof value !== "object" || value === null) return [];
  const { currencyCode, value: amount } = value as Partial<Price>;
  if (typeof currencyCode === "string" && typeof amount === "number") return [{ at, price: value as Price }];
  return Object.entries(value).flatMap(([key, inner]) => pricesIn(inner, `${at}/${key}`));
}

/** All price elements, with the amounts as written. */
function priceElements(element: Element): { name: string; currencyCode: string; value: string }[] {
  const currencyCode = element.attributes.get("CurrencyCode");
  const value = element.children.find(({ name }) => name === "Value")?.text;
  if (currencyCode !== undefined && value !== undefined) return [{ name: element.name, currencyCode, value }];
  return element.children.flatMap(priceElements);
}

function tooManyDigits(exchange: Exchange): string[] {
  const tree = readXml(exchange.text);
  if (tree)
    return priceElements(tree)
      .filter(({ currencyCode, value }) => (value.split(".")[1] ?? "").length > currencyDecimals(currencyCode))
      .map(({ name, currencyCode, value }) => `${name} is ${value} ${currencyCode}`);
  // Parsing can hide the last decimals of a large amount. No currency has five decimals.
  const tails = [...exchange.text.matchAll(/"value"\s*:\s*(-?\d+\.\d{5,})/g)].map(
    ([, value]) => `a value is written ${value}`,
  );
  const long = pricesIn(JSON.parse(exchange.text))
    .filter(({ price }) => fractionDigits(price.value) > currencyDecimals(price.currencyCode))
    .map(({ at, price }) => `${at} is ${price.value} ${price.currencyCode}`);
  return [...long, ...tails];
}

/** Rates by currency. */
const ratesOf = ({ values }: Currencies): Map<string, number> => new Map(values.map(({ code, rate }) => [code, rate]));

/** Prices of events whose amount in US dollars is wrong. */
function wrongDollars(events: readonly Event[], rates: ReadonlyMap<string, number>): string[] {
  return events.flatMap(({ id, tickets }) =>
    tickets.flatMap(({ code, unitPrice, unitUsdPrice }) => {
      const rate = rates.get(unitPrice.currencyCode);
      if (unitUsdPrice.currencyCode !== "USD")
        return [`${code} of ${id}: UnitUsdPrice is in ${unitUsdPrice.currencyCode}`];
      if (rate === undefined || rate <= 0) return [];
      const expected = usdCents(unitPrice.value, rate);
      if (toCents(unitUsdPrice.value) === expected) return [];
      const sum = `${unitPrice.value} ${unitPrice.currencyCode} / ${rate}`;
      return [`${code} of ${id}: UnitUsdPrice is ${unitUsdPrice.value}, but ${sum} is ${fromCents(expected)}`];
    }),
  );
}

export const amountChecks: Check[] = [
  {
    id: "amounts.digits",
    says: "Amounts have at most the minor digits of the currency in both formats, without binary rounding errors",
    clause: "decision 3",
    run: async (service, findings) => {
      for (const path of await pricedPaths(service)) {
        for (const format of ["json", "xml"] as const) {
          const exchange = await service.get(path, format);
          if (exchange.status !== 200) throw new SkippedCheckError(`${path} answers ${exchange.status}`);
          for (const what of tooManyDigits(exchange)) findings.wrong(what, exchange);
        }
      }
    },
  },
  {
    id: "amounts.dollars",
    says: "UnitUsdPrice is UnitPrice / Rate, rounded half up to the cent",
    clause: "decision 11",
    run: async (service, findings) => {
      const readOnce = async () => {
        const exchange = await service.get(service.path("events"));
        const rates = ratesOf(service.read("currencies", await service.get(service.path("currencies"))));
        return { exchange, wrong: wrongDollars(service.read("events", exchange).values, rates) };
      };
      // A rate may change between the two reads, but hardly twice in a row.
      let found = await readOnce();
      if (found.wrong.length > 0) found = await readOnce();
      for (const what of found.wrong) findings.wrong(what, found.exchange);
    },
  },
  {
    id: "amounts.least-price",
    says: "MinPrice of an item is the price of a ticket of a future event; MinPrice of a product is the lowest of its items",
    clause: "interface, Product and Item: MinPrice; decision 11",
    run: async (service, findings) => {
      let checked = 0;
      for await (const product of readSomeProducts(service)) {
        const events = await service.value("events", { id: product.id });
        if (checked >= 5 || events.hasNextPage || product.minPrice === null) continue;
        checked += 1;
        const exchange = await service.get(service.path("product", { id: product.id }));
        for (const item of product.items) {
          if (item.minPrice === null) continue;
          const open = events.values.filter((one) => one.itemId === item.id && one.availabilityCode === "available");
          const prices = open.flatMap(({ tickets }) => tickets.map(({ unitPrice }) => unitPrice.value));
          const what = `MinPrice of item ${item.id} is ${item.minPrice.value}, which no ticket of its events costs`;
          findings.holds(prices.includes(item.minPrice.value), what, exchange);
        }
        const least = Math.min(...product.items.flatMap(({ minPrice }) => minPrice?.value ?? []));
        findings.equal(product.minPrice.value, least, "MinPrice (expected: the lowest of the items)", exchange);
      }
      if (checked === 0) throw new SkippedCheckError("no product with a MinPrice has its events on one page");
    },
  },
  {
    id: "amounts.least-dollars",
    says: "MinUsdPrice is MinPrice in US dollars at the current rate",
    clause: "interface, Product: MinUsdPrice; decision 11",
    run: async (service, findings) => {
      const rates = ratesOf(await service.value("currencies"));
      let checked = 0;
      for await (const { id, minPrice, minUsdPrice } of readSomeProducts(service)) {
        const rate = rates.get(minPrice?.currencyCode ?? "");
        if (checked >= 5 || minPrice === null || !rate) continue;
        checked += 1;
        const expected = { currencyCode: "USD", value: fromCents(usdCents(minPrice.value, rate)) };
        const exchange = await service.get(service.path("product", { id }));
        findings.equal(minUsdPrice, expected, `MinUsdPrice of ${minPrice.value} ${minPrice.currencyCode}`, exchange);
      }
      if (checked === 0) throw new SkippedCheckError("no product has a MinPrice in a listed currency");
    },
  },
];
