import { changeJson, everyAnswer, instead, inText, problem, rewritten } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";
import { at } from "./faults-reads.ts";

/** Faults of a service in its records, amounts, dates and versions. */

interface Priced {
  tickets: { unitPrice: { value: number }; unitUsdPrice: { value: number } }[];
}

export const catalogueFaults: ServiceFault[] = [
  {
    what: "a list with other values than the product",
    finds: "catalogue.same-product",
    fault: changeJson(at("products"), (value) => {
      value.values[0].name += " (new)";
    }),
  },
  {
    what: "query that is not read",
    finds: "catalogue.query",
    fault: rewritten((path) => path.replace(/query=[^&]*/, "")),
  },
  {
    what: "events of all products, whatever the id",
    finds: "catalogue.events-of-product",
    fault: rewritten((path) => path.replace(/(events\?)id=[^&]*/, "$1")),
  },
  {
    what: "removed events in the list",
    finds: "catalogue.events-to-come",
    fault: changeJson(at("events"), (value) => {
      value.values[0].availabilityCode = "removed";
    }),
  },
  {
    what: "timeless events at a time",
    finds: "catalogue.timeless",
    fault: changeJson(at("events"), (value) => {
      for (const event of value.values) event.eventOn = event.eventOn.replace("T00:00:00", "T12:00:00");
    }),
  },
  {
    what: "pagetypecode that is not read",
    finds: "catalogue.pages-by-type",
    fault: rewritten((path) => path.replace(/pagetypecode=[^&]*/, "")),
  },
  {
    what: "addresses with a protocol",
    finds: "catalogue.page-addresses",
    fault: changeJson(at("pages"), (value) => {
      value.values[0].url = `https:${value.values[0].url}`;
    }),
  },
  {
    what: "a dollar that is not worth one",
    finds: "catalogue.currencies",
    fault: changeJson(at("currencies"), (value) => {
      for (const currency of value.values) if (currency.code === "USD") currency.rate = 1.02;
    }),
  },
  {
    what: "a binary-float tail in JSON",
    finds: "amounts.digits",
    fault: inText(at("events"), "json", (text) => text.replace(/("value":\d+)(\.\d+)?/, "$1.10000000000001")),
  },
  {
    what: "a binary-float tail in XML",
    finds: "amounts.digits",
    fault: inText(at("product"), "xml", (text) => text.replace(/<Value>(\d+)(\.\d+)?/, "<Value>$1.10000000000001")),
  },
  {
    what: "dollars rounded down",
    finds: "amounts.dollars",
    fault: changeJson(at("events"), (value) => {
      const [ticket] = (value.values as Priced[]).at(-1)!.tickets;
      ticket!.unitUsdPrice.value = Number((ticket!.unitUsdPrice.value - 0.01).toFixed(2));
    }),
  },
  {
    what: "a least price that no ticket has",
    finds: "amounts.least-price",
    fault: changeJson(at("product"), (value) => {
      for (const item of value.items) if (item.minPrice) item.minPrice.value = 1.23;
    }),
  },
  {
    what: "a least price in dollars at another rate",
    finds: "amounts.least-dollars",
    fault: changeJson(at("product"), (value) => {
      if (value.minUsdPrice) value.minUsdPrice.value += 1;
    }),
  },
  {
    what: "dates of one spelling only",
    finds: "dates.spellings",
    fault: instead(at("events"), ({ path }) => (/date=\d\d-\d\d-\d{4}/.test(path) ? problem(400) : undefined)),
  },
  {
    what: "a todate that means the day's beginning",
    finds: "dates.whole-day",
    fault: rewritten((path) => path.replace(/(todate=\d{4}-\d\d-\d\d)(&|$)/, "$1T00:00:00$2")),
  },
  {
    what: "an end that does not count",
    finds: "dates.both-ends",
    fault: changeJson(at("events"), (value, { path }) => {
      const end = /todate=([^&]*)/.exec(decodeURIComponent(path))?.[1];
      value.values = value.values.filter(({ eventOn }: { eventOn: string }) => eventOn !== end);
    }),
  },
  {
    what: "impossible dates that are passed over",
    finds: "dates.impossible",
    fault: rewritten((path) => path.replace(/(from|to)date=(31-02|2027-02-30)[^&]*/, "")),
  },
  {
    what: "productversion that never answers 0",
    finds: "versions.current",
    fault: rewritten((path) => path.replace(/(update|delete)version=\d+/g, "$1version=0")),
  },
  {
    what: "productversion that answers both fields when only one is new",
    finds: "versions.each-field",
    fault: rewritten((path) => path.replace(/updateversion=\d+&deleteversion=0/, "updateversion=0&deleteversion=0")),
  },
  {
    what: "the newest version that gives records again",
    finds: "versions.nothing-new",
    fault: rewritten((path) => path.replace(/(\/products\?)version=\d+/, "$1version=0")),
  },
  {
    what: "version=0 that lacks a record",
    finds: "versions.everything",
    fault: changeJson(at("products"), (value, { path }) => {
      if (path.includes("version=0")) value.values.shift();
    }),
  },
  {
    what: "an empty list for a version above the newest",
    finds: "versions.too-new",
    fault: inJsonInsteadOf410(),
  },
  {
    what: "a 404 for an old version",
    finds: "versions.old",
    fault: instead(/[?&]version=1(&|$)/, () => problem(404)),
  },
  {
    what: "a deleted product that is still there",
    finds: "versions.deleted",
    fault: everyAnswer("/api/product/", (answered) => {
      if (answered.status === 404) answered.status = 200;
    }),
  },
  {
    what: "events in no order",
    finds: "paging.events.order",
    fault: changeJson(at("events"), (value) => {
      value.values.reverse();
    }),
  },
];

function inJsonInsteadOf410() {
  return everyAnswer("", (answered) => {
    if (answered.status !== 410) return;
    answered.status = 200;
    answered.headers["content-type"] = "application/json";
    answered.bytes = Buffer.from('{"values":[]}');
  });
}
