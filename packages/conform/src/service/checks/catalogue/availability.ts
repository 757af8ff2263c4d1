import { randomUUID } from "node:crypto";
import { type Content, type DayAvailability, type Event, type Format, limits } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { groupBy } from "../../../wire/group-by.ts";
import type { Check } from "../../check.ts";
import { dayFromNow, eventDay, readAllProducts, readComingEvents, readPages } from "../../lists.ts";
import { contentOf } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, type RequestParameters, type TestedService } from "../../tested-service.ts";
import { checkProblem } from "../protocol/problems.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** Availability by day, an extension of the contract. */

const clause = "extension availability; decision 31 of the service";

const ask = (service: TestedService, params: RequestParameters, format: Format = "json"): Promise<Exchange> =>
  service.get(service.path("availability", params), format);

/** A product with an event that is far enough ahead for its lead time, and the event. Skips a service without the extension. */
async function someProduct(service: TestedService): Promise<{ id: string; from: string }> {
  const { status } = await service.once("availability", () => ask(service, {}));
  if (status === 404 || status === 405) throw new SkippedCheckError("the service has no availability");
  const onSale = (await readAllProducts(service)).filter(({ hasAvailability }) => hasAvailability);
  for (const { id } of onSale.slice(0, 20)) {
    const { leadPurchaseDay } = await service.value("product", { id });
    const from = dayFromNow(leadPurchaseDay + 3);
    const { values } = await service.value("events", { id, fromdate: from });
    if (values.some(({ availabilityCode }) => availabilityCode === "available")) return { id, from };
  }
  throw new SkippedCheckError("no product has an event that is far enough ahead");
}

/** The end of the longest range of one product. */
const lastDay = (from: string): string =>
  new Date(Date.parse(from) + (limits.availabilityDays - 1) * 86_400_000).toISOString().slice(0, 10);

/** Returns the days that these events make, if the sale of no event has ended. */
function daysOf(productId: string, events: Event[], content: Content | undefined): DayAvailability[] {
  // An extra is not bought alone, so its price is never the lowest.
  const isExtra = (itemId: string, code: string) =>
    content?.items
      .find(({ id }) => id === itemId)
      ?.ticketSizes?.some((one) => one.code === code && one.people === 0 && one.seats === 0 && !one.wholeEvent);
  return [...groupBy(events, eventDay)].map(([date, ofDay]) => {
    const open = ofDay.filter(({ availabilityCode }) => availabilityCode === "available");
    const [least] = open
      .flatMap(({ itemId, tickets }) => tickets.filter(({ code }) => !isExtra(itemId, code)))
      .toSorted((one, other) => one.unitPrice.value - other.unitPrice.value);
    return {
      productId,
      date,
      events: ofDay.length,
      openEvents: open.length,
      soldOut: open.length === 0 && ofDay.some(({ availabilityCode }) => availabilityCode === "sold-out"),
      minPrice: least?.unitPrice ?? null,
      minUsdPrice: least?.unitUsdPrice ?? null,
      seats: null,
    };
  });
}

const shapeCheck = (format: Format): Check => ({
  id: `availability.shape.${format}`,
  says: `/api/availability answers in ${format === "json" ? "JSON" : "XML"} with exactly the documented fields`,
  clause,
  run: async (service, findings) => {
    const { id, from } = await someProduct(service);
    checkDocument("availability", format, await ask(service, { id, fromdate: from }, format), findings);
  },
});

export const availabilityChecks: Check[] = [
  ...formats.map(shapeCheck),
  {
    id: "availability.same",
    says: "/api/availability has the same values in JSON and XML",
    clause,
    run: async (service, findings) => {
      const { id, from } = await someProduct(service);
      const xml = await ask(service, { id, fromdate: from }, "xml");
      const json = await ask(service, { id, fromdate: from });
      findings.equal(
        service.read("availability", xml).values,
        service.read("availability", json).values,
        "the days in XML",
        xml,
      );
    },
  },
  {
    id: "availability.events",
    says: "A day has the events of the list: how many, how many can be bought, the lowest price, and whether it is sold out",
    clause,
    run: async (service, findings) => {
      const { id, from } = await someProduct(service);
      const range = { id, fromdate: from, todate: lastDay(from) };
      const { pages } = await readPages(service, "events", range);
      const exchange = await ask(service, range);
      const expected = daysOf(
        id,
        pages.flatMap(({ page }) => page.values as Event[]),
        await contentOf(service, { id }),
      );
      // Only some partners read seats, and no list has their number.
      const days = service.read("availability", exchange).values.map((day) => ({ ...day, seats: null }));
      findings.equal(days, expected, "the days", exchange);
    },
  },
  {
    id: "availability.range",
    says: "fromdate and todate are included, also as dd-MM-yyyy",
    clause: `${clause}; decision 7`,
    run: async (service, findings) => {
      const { id, from } = await someProduct(service);
      const { values } = service.read("availability", await ask(service, { id, fromdate: from }));
      const { date } = values[0]!;
      for (const day of [date, date.split("-").reverse().join("-")]) {
        const exchange = await ask(service, { id, fromdate: day, todate: day });
        if (!findings.status(exchange, 200)) continue;
        findings.equal(
          service.read("availability", exchange).values,
          [values[0]],
          `the days from ${day} to ${day}`,
          exchange,
        );
      }
    },
  },
  {
    id: "availability.all",
    says: "Without id every product's days are listed, by date",
    clause,
    run: async (service, findings) => {
      await someProduct(service);
      const [event] = await readComingEvents(service);
      if (!event) throw new SkippedCheckError("the service has no future event");
      const day = eventDay(event);
      const next = new Date(Date.parse(day) + 2 * 86_400_000).toISOString().slice(0, 10);
      const pages = await readPages(service, "availability", { fromdate: day, todate: next });
      const exchange = pages.pages[0]!.exchange;
      const days = pages.pages.flatMap(({ page }) => page.values as DayAvailability[]);
      const dates = days.map(({ date }) => date);
      findings.equal(dates, dates.toSorted(), "the dates in order", exchange);
      const events = await readPages(service, "events", { fromdate: day, todate: day });
      if (!pages.complete || !events.complete) throw new SkippedCheckError("the day has too many events");
      const ofDay = days.filter(({ date }) => date === day);
      const counted = ofDay.reduce((sum, one) => sum + one.events, 0);
      const listed = events.pages.reduce((sum, { page }) => sum + page.values.length, 0);
      findings.equal(counted, listed, `the events of ${day}`, exchange);
      findings.equal(new Set(ofDay.map(({ productId }) => productId)).size, ofDay.length, "one record each", exchange);
    },
  },
  {
    id: "availability.invalid",
    says: "A range that is too long, reversed or impossible is a 400 that names the field, and an unknown product a 404",
    clause: `${clause}; decisions 6 and 7`,
    run: async (service, findings) => {
      const { id, from } = await someProduct(service);
      const after = new Date(Date.parse(lastDay(from)) + 86_400_000).toISOString().slice(0, 10);
      const refused: [params: RequestParameters, why: string][] = [
        [{ id, fromdate: from, todate: after }, `the range has more than ${limits.availabilityDays} days`],
        [{ fromdate: from, todate: lastDay(from) }, `without id it has more than ${limits.availabilityDaysOfAll} days`],
        [{ id, fromdate: after, todate: from }, "the end is before the start"],
        [{ id, todate: "2027-02-30" }, "30 February does not exist"],
      ];
      for (const [params, why] of refused) {
        const exchange = await ask(service, params);
        checkProblem(exchange, 400, findings, { why });
        findings.holds(exchange.text.includes("todate"), `the problem does not name todate: ${why}`, exchange);
      }
      checkProblem(await ask(service, { id: randomUUID() }), 404, findings, { why: "there is no such product" });
    },
  },
  {
    id: "availability.version",
    says: "With a version only days that changed since are listed, and a version above the newest is a 410",
    clause: `${clause}; decisions 9 and 10`,
    run: async (service, findings) => {
      const { id, from } = await someProduct(service);
      const { updateVersion } = await service.value("productversion", { updateversion: 0, deleteversion: 0 });
      const exchange = await ask(service, { id, fromdate: from, version: updateVersion });
      if (findings.status(exchange, 200))
        findings.equal(
          service.read("availability", exchange).values,
          [],
          "the days since the newest version",
          exchange,
        );
      const ahead = { id, version: updateVersion + 1000 };
      checkProblem(await ask(service, ahead), 410, findings, { why: "the version is above the newest" });
    },
  },
  {
    id: "availability.etag",
    says: "/api/availability has an ETag and answers If-None-Match with 304",
    clause: `${clause}; decision 4`,
    run: async (service, findings) => {
      const { id, from } = await someProduct(service);
      const path = service.path("availability", { id, fromdate: from });
      const { etag } = (await service.get(path)).headers;
      if (!findings.holds(etag !== undefined, "the answer has no ETag")) return;
      findings.status(await service.get(path, "json", { "if-none-match": etag! }), 304);
    },
  },
];
