import {
  changeJson,
  everyAnswer,
  type FaultTable,
  instead,
  inText,
  problem,
  rewritten,
  withoutHeader,
} from "./broken-service.ts";

/** Faults of a service in what it reads out: records, lists, formats, caching and failures. */

const reads: Record<string, string> = {
  product: "/api/product/",
  products: "/api/products",
  productversion: "/api/productversion",
  productsdeleted: "/api/productsdeleted",
  events: "/api/events",
  pages: "/pages",
  currencies: "/api/currencies",
};
const lists = ["products", "events", "pages", "productsdeleted"];
const availability = /^GET \/api\/availability/;
const contents = /^GET \/api\/\w\w\/contents/;

/** By whole path, because `products` is also the start of `productsdeleted`. */
const at = (name: string): RegExp => new RegExp(`^GET [^?]*${reads[name]}${name === "product" ? "" : "(\\?|$)"}`);

interface Priced {
  tickets: { unitPrice: { value: number }; unitUsdPrice: { value: number } }[];
}

const shapeFaults = (name: string): FaultTable => ({
  [`shape.${name}.json: a field that the contract does not have, in ${name}`]: changeJson(
    at(name),
    (value) => (value.internalId = 7),
  ),
  [`shape.${name}.xml: an element that the contract does not have, in ${name}`]: inText(at(name), "xml", (text) =>
    text.replace(/<\/(\w+)>$/, "<InternalId>7</InternalId></$1>"),
  ),
  [`shape.${name}.same: another value in XML than in JSON, in ${name}`]: inText(at(name), "xml", (text) =>
    text.replace(
      /<(Name|UpdateVersion|TotalCount|LeadPurchaseDay)>([^<]*)</,
      (_, field, value) => `<${field}>${value === "7" ? 8 : 7}<`,
    ),
  ),
});

const listFaults = (name: string): FaultTable => ({
  [`paging.${name}.envelope: another page size in ${name}`]: changeJson(at(name), (value) => (value.pageSize = 50)),
  [`paging.${name}.past-the-end: a 404 past the end of ${name}`]: instead(at(name), ({ path }) =>
    /page=([3-9]|\d\d)/.test(path) ? problem(404) : undefined,
  ),
  [`paging.${name}.every-page: a record of ${name} that comes twice`]: changeJson(at(name), (value) =>
    value.values.push(value.values[0]),
  ),
});

const longListFaults = (name: string): FaultTable => ({
  [`paging.${name}.every-page: a record of the second page of ${name} that is dropped`]: changeJson(
    at(name),
    (value) => {
      if (value.currentPage === Math.min(2, value.totalPages)) value.values.pop();
    },
  ),
  [`paging.${name}.link: no Link in ${name}`]: everyAnswer(at(name), ({ headers }) => delete headers.link),
});

export const readFaults: FaultTable = {
  ...Object.assign({}, ...Object.keys(reads).map(shapeFaults), ...lists.map(listFaults)),
  ...Object.assign({}, ...lists.slice(0, 3).map(longListFaults)),
  "shape.product.json: null left out of JSON": changeJson(at("product"), (value) => delete value.description),
  "shape.product.json: a number written as a text": changeJson(
    at("product"),
    (value) => (value.leadPurchaseDay = `${value.leadPurchaseDay}`),
  ),
  "shape.products.json: null where the contract has a value": changeJson(
    at("products"),
    (value) => (value.values[0].cityCode = null),
  ),
  "shape.events.json: a code that is none of the allowed": changeJson(
    at("events"),
    (value) => (value.values[0].availabilityCode = "few-left"),
  ),
  "shape.events.json: a time with a zone": changeJson(at("events"), (value) => (value.values[0].eventOn += "Z")),
  "shape.products.json: identifiers in upper case": changeJson(
    at("products"),
    (value) => (value.values[0].id = value.values[0].id.toUpperCase()),
  ),
  "shape.currencies.json: the wrong Content-Type": everyAnswer(at("currencies"), ({ headers }) => {
    if (headers["content-type"]?.includes("json")) headers["content-type"] = "text/plain; charset=utf-8";
  }),
  "shape.pages.xml: children in another order": inText(at("pages"), "xml", (text) =>
    text.replace(/(<Published>.*?<\/Published>)(<Url>.*?<\/Url>)/, "$2$1"),
  ),
  "shape.product.xml: null written as nil": inText(at("product"), "xml", (text) =>
    text.replace(
      "</Product>",
      '<Description xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></Product>',
    ),
  ),
  "shape.currencies.xml: an attribute written as an element": inText(at("currencies"), "xml", (text) =>
    text.replace(/<Currency Code="(\w+)">/, "<Currency><Code>$1</Code>"),
  ),
  "shape.currencies.xml: a document that is not well-formed": inText(at("currencies"), "xml", (text) =>
    text.replace("</Values>", ""),
  ),
  "xml.namespace: another namespace": inText("", "xml", (text) => text.replace("urn:paseo:partner", "urn:elsewhere")),
  "xml.declaration: no declaration": inText("", "xml", (text) => text.replace(/^<\?xml.*\?>\s*/, "")),
  "problems.unknown-id: failures without problem details": everyAnswer("", (answered) => {
    if (answered.status !== 404) return;
    answered.headers["content-type"] = "text/html";
    answered.bytes = Buffer.from("<h1>Not Found</h1>");
  }),
  "problems.unknown-path: problem details without a code": everyAnswer("", (answered) => {
    if (answered.status === 404) answered.bytes = Buffer.from('{"type":"a","title":"b","status":404,"detail":"c"}');
  }),
  "problems.unknown-id: a 200 for an unknown product": everyAnswer(
    "/api/product/",
    (answered) => (answered.status = 200),
  ),
  "problems.malformed-id: a 404 for a malformed identifier": everyAnswer("", (answered) => {
    if (answered.status === 400) Object.assign(answered, problem(404));
  }),
  "problems.unknown-language: a language that is not offered": rewritten((path) =>
    path.replace("/api/xx/", "/api/es/"),
  ),
  "problems.method: a 405 without Allow": everyAnswer("", ({ headers }) => delete headers.allow),
  "problems.bad-parameter: page=0 taken for page 1": rewritten((path) => path.replace("page=0", "page=1")),
  "problems.ids-in-any-case: identifiers read in lower case only": instead("/api/product/", ({ path }) =>
    path === path.toLowerCase() ? undefined : problem(404),
  ),
  "negotiation.accept: q-values that are not read": {
    onRequest: (request) => {
      request.headers.accept = request.headers.accept?.replace(/;q=[\d.]+/g, "");
      return undefined;
    },
  },
  "negotiation.own-format: a request in XML that is answered in JSON without Accept": {
    onRequest: (request) => {
      if (request.method === "POST") request.headers.accept ??= "application/json";
      return undefined;
    },
  },
  "negotiation.not-acceptable: an answer that nobody accepts": {
    onRequest: (request) => {
      if (request.headers.accept === "text/html") request.headers.accept = "*/*";
      return undefined;
    },
  },
  "negotiation.content-type: any Content-Type read as JSON": {
    onRequest: (request) => {
      request.headers["content-type"] = "application/json";
      return undefined;
    },
  },
  "negotiation.vary: no Vary": everyAnswer("", ({ headers }) => delete headers.vary),
  "caching.etag: one ETag for both formats": everyAnswer("", ({ headers }) => (headers.etag = '"the-same"')),
  "caching.not-modified: If-None-Match that is not read": withoutHeader("if-none-match"),
  "caching.head: no HEAD": instead(/^HEAD/, () => problem(405)),
  "caching.compressed: no compression": withoutHeader("accept-encoding"),
  "keys.header: a bad key on a read that is not looked at": withoutHeader("x-api-key"),
  "keys.accepted: a good key on a read that is refused": instead(/^GET/, ({ headers }) =>
    headers.authorization ? problem(401) : undefined,
  ),
  "catalogue.same-product: a list with other values than the product": changeJson(
    at("products"),
    (value) => (value.values[0].name += " (new)"),
  ),
  "catalogue.query: query that is not read": rewritten((path) => path.replace(/query=[^&]*/, "")),
  "catalogue.events-of-product: events of all products, whatever the id": rewritten((path) =>
    path.replace(/(events\?)id=[^&]*/, "$1"),
  ),
  "catalogue.events-to-come: removed events in the list": changeJson(
    at("events"),
    (value) => (value.values[0].availabilityCode = "removed"),
  ),
  "catalogue.timeless: timeless events at a time": changeJson(at("events"), (value) => {
    for (const event of value.values) event.eventOn = event.eventOn.replace("T00:00:00", "T12:00:00");
  }),
  "catalogue.pages-by-type: pagetypecode that is not read": rewritten((path) => path.replace(/pagetypecode=[^&]*/, "")),
  "catalogue.page-addresses: addresses with a protocol": changeJson(
    at("pages"),
    (value) => (value.values[0].url = `https:${value.values[0].url}`),
  ),
  "catalogue.currencies: a dollar that is not worth one": changeJson(at("currencies"), (value) => {
    for (const currency of value.values) if (currency.code === "USD") currency.rate = 1.02;
  }),
  "amounts.digits: a binary-float tail in JSON": inText(at("events"), "json", (text) =>
    text.replace(/("value":\d+)(\.\d+)?/, "$1.10000000000001"),
  ),
  "amounts.digits: a binary-float tail in XML": inText(at("product"), "xml", (text) =>
    text.replace(/<Value>(\d+)(\.\d+)?/, "<Value>$1.10000000000001"),
  ),
  "amounts.dollars: dollars rounded down": changeJson(at("events"), (value) => {
    const [ticket] = (value.values as Priced[]).at(-1)!.tickets;
    ticket!.unitUsdPrice.value = Number((ticket!.unitUsdPrice.value - 0.01).toFixed(2));
  }),
  "amounts.least-price: a least price that no ticket has": changeJson(at("product"), (value) => {
    for (const item of value.items) if (item.minPrice) item.minPrice.value = 1.23;
  }),
  "amounts.least-dollars: a least price in dollars at another rate": changeJson(at("product"), (value) => {
    if (value.minUsdPrice) value.minUsdPrice.value += 1;
  }),
  "dates.spellings: dates of one spelling only": instead(at("events"), ({ path }) =>
    /date=\d\d-\d\d-\d{4}/.test(path) ? problem(400) : undefined,
  ),
  "dates.whole-day: a todate that means the day's beginning": rewritten((path) =>
    path.replace(/(todate=\d{4}-\d\d-\d\d)(&|$)/, "$1T00:00:00$2"),
  ),
  "dates.both-ends: an end that does not count": changeJson(at("events"), (value, { path }) => {
    const end = /todate=([^&]*)/.exec(decodeURIComponent(path))?.[1];
    value.values = value.values.filter(({ eventOn }: { eventOn: string }) => eventOn !== end);
  }),
  "dates.impossible: impossible dates that are passed over": rewritten((path) =>
    path.replace(/(from|to)date=(31-02|2027-02-30)[^&]*/, ""),
  ),
  "versions.current: productversion that never answers 0": rewritten((path) =>
    path.replace(/(update|delete)version=\d+/g, "$1version=0"),
  ),
  "versions.each-field: productversion that answers both fields when only one is new": rewritten((path) =>
    path.replace(/updateversion=\d+&deleteversion=0/, "updateversion=0&deleteversion=0"),
  ),
  "versions.nothing-new: the newest version that gives records again": rewritten((path) =>
    path.replace(/(\/products\?)version=\d+/, "$1version=0"),
  ),
  "versions.everything: version=0 that lacks a record": changeJson(at("products"), (value, { path }) => {
    if (path.includes("version=0")) value.values.shift();
  }),
  "versions.too-new: an empty list for a version above the newest": inJsonInsteadOf410(),
  "versions.old: a 404 for an old version": instead(/[?&]version=1(&|$)/, () => problem(404)),
  "versions.deleted: a deleted product that is still there": everyAnswer("/api/product/", (answered) => {
    if (answered.status === 404) answered.status = 200;
  }),
  "paging.events.order: events in no order": changeJson(at("events"), (value) => value.values.reverse()),
  "availability.shape.json: a field of a day that the interface lacks": changeJson(availability, (value) => {
    for (const day of value.values) day.seats = 4;
  }),
  "availability.shape.xml: an element of a day that the interface lacks": inText(availability, "xml", (text) =>
    text.replace("</Day>", "<Seats>4</Seats></Day>"),
  ),
  "availability.same: another number of events in XML than in JSON": inText(availability, "xml", (text) =>
    text.replace(/<Events>\d+/, "<Events>77"),
  ),
  "availability.events: a day with another lowest price than its events": changeJson(availability, (value) => {
    for (const day of value.values) if (day.minUsdPrice) day.minUsdPrice.value += 0.01;
  }),
  "availability.events: a sold-out day that is open": changeJson(availability, (value) => {
    for (const day of value.values) day.openEvents = day.events + 1;
  }),
  "availability.range: a range of days without its end": rewritten((path) =>
    path.replace(/(availability.*)todate=(\d{4}-\d\d-)\d\d/, "$1todate=$201"),
  ),
  "availability.all: days that are not by date": changeJson(availability, (value) => value.values.reverse()),
  "availability.invalid: a range that is too long and is not refused": rewritten((path) =>
    path.replace(/(availability.*)&todate=20\d\d-\d\d-\d\d/, "$1"),
  ),
  "availability.version: a version that is not read": rewritten((path) =>
    path.replace(/(availability.*)&version=\d+/, "$1"),
  ),
  "availability.etag: If-None-Match that is not read": withoutHeader("if-none-match"),
  "contents.shape.json: a field of a content that the interface lacks": changeJson(contents, (value) => {
    for (const content of value.values) content.rating = 5;
  }),
  "contents.shape.xml: an element of a content that the interface lacks": inText(contents, "xml", (text) =>
    text.replace("</Content>", "<Rating>5</Rating></Content>"),
  ),
  "contents.same: another time zone in XML than in JSON": inText(contents, "xml", (text) =>
    text.replace(/<TimeZone>[^<]+/, "<TimeZone>Asia/Tokyo"),
  ),
  "contents.products: a product without a content": changeJson(contents, (value) => value.values.pop()),
  "contents.other-languages: a text in another language that does not exist": changeJson(contents, (value) => {
    for (const content of value.values) content.otherLanguages.push({ pointer: "/subtitle", lang: "en" });
  }),
  "contents.id: an id of contents that is not read": rewritten((path) =>
    path.replace(/(contents.*)[?&]id=[\w-]+/, "$1"),
  ),
  "contents.version: a version of contents that is not read": rewritten((path) =>
    path.replace(/(contents.*)[?&]version=\d+/, "$1"),
  ),
};

/** One page of deleted products has no second page. The target's list is longer. */
export const targetReadFaults = longListFaults("productsdeleted");

function inJsonInsteadOf410() {
  return everyAnswer("", (answered) => {
    if (answered.status !== 410) return;
    answered.status = 200;
    answered.headers["content-type"] = "application/json";
    answered.bytes = Buffer.from('{"values":[]}');
  });
}
