import { changeJson, everyAnswer, instead, inText, problem } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

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

/** By whole path, because `products` is also the start of `productsdeleted`. */
export const at = (name: string): RegExp =>
  new RegExp(`^GET [^?]*${reads[name]}${name === "product" ? "" : "(\\?|$)"}`);

const shapes = Object.keys(reads).flatMap((name): ServiceFault[] => [
  {
    what: `a field that the contract does not have, in ${name}`,
    finds: `shape.${name}.json`,
    fault: changeJson(at(name), (value) => {
      value.internalId = 7;
    }),
  },
  {
    what: `an element that the contract does not have, in ${name}`,
    finds: `shape.${name}.xml`,
    fault: inText(at(name), "xml", (text) => text.replace(/<\/(\w+)>$/, "<InternalId>7</InternalId></$1>")),
  },
  {
    what: `another value in XML than in JSON, in ${name}`,
    finds: `shape.${name}.same`,
    fault: inText(at(name), "xml", (text) =>
      text.replace(/<(Name|UpdateVersion|TotalCount|LeadPurchaseDay)>[^<]*</, "<$1>7<"),
    ),
  },
]);

const moreShapes: ServiceFault[] = [
  {
    what: "null left out of JSON",
    finds: "shape.product.json",
    fault: changeJson(at("product"), (value) => {
      delete value.description;
    }),
  },
  {
    what: "a number written as a text",
    finds: "shape.product.json",
    fault: changeJson(at("product"), (value) => {
      value.leadPurchaseDay = `${value.leadPurchaseDay}`;
    }),
  },
  {
    what: "null where the contract has a value",
    finds: "shape.products.json",
    fault: changeJson(at("products"), (value) => {
      value.values[0].cityCode = null;
    }),
  },
  {
    what: "a code that is none of the allowed",
    finds: "shape.events.json",
    fault: changeJson(at("events"), (value) => {
      value.values[0].availabilityCode = "few-left";
    }),
  },
  {
    what: "a time with a zone",
    finds: "shape.events.json",
    fault: changeJson(at("events"), (value) => {
      value.values[0].eventOn += "Z";
    }),
  },
  {
    what: "identifiers in upper case",
    finds: "shape.products.json",
    fault: changeJson(at("products"), (value) => {
      value.values[0].id = value.values[0].id.toUpperCase();
    }),
  },
  {
    what: "the wrong Content-Type",
    finds: "shape.currencies.json",
    fault: everyAnswer(at("currencies"), ({ headers }) => {
      if (headers["content-type"]?.includes("json")) headers["content-type"] = "text/plain; charset=utf-8";
    }),
  },
  {
    what: "children in another order",
    finds: "shape.pages.xml",
    fault: inText(at("pages"), "xml", (text) => text.replace(/(<Published>.*?<\/Published>)(<Url>.*?<\/Url>)/, "$2$1")),
  },
  {
    what: "null written as nil",
    finds: "shape.product.xml",
    fault: inText(at("product"), "xml", (text) =>
      text.replace(
        "</Product>",
        '<Description xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></Product>',
      ),
    ),
  },
  {
    what: "an attribute written as an element",
    finds: "shape.currencies.xml",
    fault: inText(at("currencies"), "xml", (text) =>
      text.replace(/<Currency Code="(\w+)">/, "<Currency><Code>$1</Code>"),
    ),
  },
  {
    what: "a document that is not well-formed",
    finds: "shape.currencies.xml",
    fault: inText(at("currencies"), "xml", (text) => text.replace("</Values>", "")),
  },
  {
    what: "another namespace",
    finds: "xml.namespace",
    fault: inText("", "xml", (text) => text.replace("urn:paseo:partner", "urn:elsewhere")),
  },
  {
    what: "no declaration",
    finds: "xml.declaration",
    fault: inText("", "xml", (text) => text.replace(/^<\?xml.*\?>\s*/, "")),
  },
];

const firstRecord = (value: { values: unknown[] }): unknown => value.values[0];

const paging = lists.flatMap((name): ServiceFault[] => [
  {
    what: `another page size in ${name}`,
    finds: `paging.${name}.envelope`,
    fault: changeJson(at(name), (value) => {
      value.pageSize = 50;
    }),
  },
  {
    what: `a 404 past the end of ${name}`,
    finds: `paging.${name}.past-the-end`,
    fault: instead(at(name), ({ path }) => (/page=([3-9]|\d\d)/.test(path) ? problem(404) : undefined)),
  },
  {
    what: `a record of the second page of ${name} that is dropped`,
    finds: `paging.${name}.every-page`,
    fault: changeJson(at(name), (value) => {
      if (value.currentPage === Math.min(2, value.totalPages)) value.values.pop();
    }),
    // One page of deleted products has no second page.
    ...(name === "productsdeleted" && { at: "target" as const }),
  },
  {
    what: `a record of ${name} that comes twice`,
    finds: `paging.${name}.every-page`,
    fault: changeJson(at(name), (value) => {
      value.values.push(firstRecord(value));
    }),
  },
  {
    what: `no Link in ${name}`,
    finds: `paging.${name}.link`,
    fault: everyAnswer(at(name), ({ headers }) => {
      delete headers.link;
    }),
    ...(name === "productsdeleted" && { at: "target" as const }),
  },
]);

export const readFaults: ServiceFault[] = [...shapes, ...moreShapes, ...paging];
