import { everyAnswer, type Fault, inJson, instead, inText, problem } from "./broken-service.ts";

/** One thing that a service does wrong, and the checks that are there to see it. */
export interface FaultCase {
  what: string;
  check: string | string[];
  fault: Fault;
  /** In front of the counterpart, which has what the demo catalogue does not. */
  at?: "counterpart";
}

const reads: Record<string, string | RegExp> = {
  product: "/api/product/",
  products: "/api/products",
  productversion: "/api/productversion",
  productsdeleted: "/api/productsdeleted",
  events: "/api/events",
  pages: "/pages",
  currencies: "/api/currencies",
};
const lists = ["products", "events", "pages", "productsdeleted"];

/** Path by path: `products` is the start of `productsdeleted`. */
export const at = (name: string): RegExp =>
  new RegExp(`^GET [^?]*${reads[name]}${name === "product" ? "" : "(\\?|$)"}`);

const shapes = Object.keys(reads).flatMap((name): FaultCase[] => [
  {
    what: `a field that the contract does not have, in ${name}`,
    check: `shape.${name}.json`,
    fault: inJson(at(name), (value) => {
      value.internalId = 7;
    }),
  },
  {
    what: `an element that the contract does not have, in ${name}`,
    check: `shape.${name}.xml`,
    fault: inText(at(name), "xml", (text) => text.replace(/<\/(\w+)>$/, "<InternalId>7</InternalId></$1>")),
  },
  {
    what: `another value in XML than in JSON, in ${name}`,
    check: `shape.${name}.same`,
    fault: inText(at(name), "xml", (text) =>
      text.replace(/<(Name|UpdateVersion|TotalCount|LeadPurchaseDay)>[^<]*</, "<$1>7<"),
    ),
  },
]);

const moreShapes: FaultCase[] = [
  {
    what: "null left out of JSON",
    check: "shape.product.json",
    fault: inJson(at("product"), (value) => {
      delete value.description;
    }),
  },
  {
    what: "a number written as a text",
    check: "shape.product.json",
    fault: inJson(at("product"), (value) => {
      value.leadPurchaseDay = `${value.leadPurchaseDay}`;
    }),
  },
  {
    what: "null where the contract has a value",
    check: "shape.products.json",
    fault: inJson(at("products"), (value) => {
      value.values[0].cityCode = null;
    }),
  },
  {
    what: "a code that is none of the allowed",
    check: "shape.events.json",
    fault: inJson(at("events"), (value) => {
      value.values[0].availabilityCode = "few-left";
    }),
  },
  {
    what: "a time with a zone",
    check: "shape.events.json",
    fault: inJson(at("events"), (value) => {
      value.values[0].eventOn += "Z";
    }),
  },
  {
    what: "identifiers in upper case",
    check: "shape.products.json",
    fault: inJson(at("products"), (value) => {
      value.values[0].id = value.values[0].id.toUpperCase();
    }),
  },
  {
    what: "the wrong Content-Type",
    check: "shape.currencies.json",
    fault: everyAnswer(at("currencies"), ({ headers }) => {
      if (headers["content-type"]?.includes("json")) headers["content-type"] = "text/plain; charset=utf-8";
    }),
  },
  {
    what: "children in another order",
    check: "shape.pages.xml",
    fault: inText(at("pages"), "xml", (text) => text.replace(/(<Published>.*?<\/Published>)(<Url>.*?<\/Url>)/, "$2$1")),
  },
  {
    what: "null written as nil",
    check: "shape.product.xml",
    fault: inText(at("product"), "xml", (text) =>
      text.replace(
        "</Product>",
        '<Description xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></Product>',
      ),
    ),
  },
  {
    what: "an attribute written as an element",
    check: "shape.currencies.xml",
    fault: inText(at("currencies"), "xml", (text) =>
      text.replace(/<Currency Code="(\w+)">/, "<Currency><Code>$1</Code>"),
    ),
  },
  {
    what: "a document that is not well-formed",
    check: "shape.currencies.xml",
    fault: inText(at("currencies"), "xml", (text) => text.replace("</Values>", "")),
  },
  {
    what: "another namespace",
    check: "xml.namespace",
    fault: inText("", "xml", (text) => text.replace("urn:paseo:partner", "urn:elsewhere")),
  },
  {
    what: "no declaration",
    check: "xml.declaration",
    fault: inText("", "xml", (text) => text.replace(/^<\?xml.*\?>\s*/, "")),
  },
];

const firstRecord = (value: { values: unknown[] }): unknown => value.values[0];

const paging = lists.flatMap((name): FaultCase[] => [
  {
    what: `another page size in ${name}`,
    check: `paging.${name}.envelope`,
    fault: inJson(at(name), (value) => {
      value.pageSize = 50;
    }),
  },
  {
    what: `a 404 past the end of ${name}`,
    check: `paging.${name}.past-the-end`,
    fault: instead(at(name), ({ path }) => (/page=([3-9]|\d\d)/.test(path) ? problem(404) : undefined)),
  },
  {
    what: `a record of the second page of ${name} that is dropped`,
    check: `paging.${name}.walk`,
    fault: inJson(at(name), (value) => {
      if (value.currentPage === Math.min(2, value.totalPages)) value.values.pop();
    }),
    // One page of deleted products is no second page.
    ...(name === "productsdeleted" && { at: "counterpart" as const }),
  },
  {
    what: `a record of ${name} that comes twice`,
    check: `paging.${name}.walk`,
    fault: inJson(at(name), (value) => {
      value.values.push(firstRecord(value));
    }),
  },
  {
    what: `no Link in ${name}`,
    check: `paging.${name}.link`,
    fault: everyAnswer(at(name), ({ headers }) => {
      delete headers.link;
    }),
    ...(name === "productsdeleted" && { at: "counterpart" as const }),
  },
]);

export const readFaults: FaultCase[] = [...shapes, ...moreShapes, ...paging];
