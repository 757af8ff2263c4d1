import type { Format } from "./codec/codec.ts";

/**
 * The scripts of the collection, which Postman runs before and after a request. They use only what Postman, newman and Bruno
 * support: `pm.test`, `pm.expect(…).to.equal`, `pm.response` and `pm.collectionVariables`.
 */

/** Scripts that run before a request, by its name. */
export const preRequestScripts: Readonly<Record<string, string>> = {
  events: `
// The day is far enough ahead for the lead time of nearly every product.
const day = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10);
pm.collectionVariables.set("fromDate", day(14));
pm.collectionVariables.set("toDate", day(60));
`,
  eventbook: `
// Your order number: a repeated number with the same content gets the same order.
pm.collectionVariables.set("externalReference", "CART-" + Date.now());
`,
};

/** Returns the script that checks the answer of a request and stores what later requests need. */
export function checkAndStoreScript(name: string, format: Format): string {
  const script = (format === "json" ? json : xml)[name];
  return script ? `${isAnswered}${format === "xml" ? readXml : ""}${script.trimStart()}` : isAnswered;
}

const isAnswered = `
pm.test("The answer is a 200", () => pm.expect(pm.response.code).to.equal(200));
`;

/** A script that sets the variable `tickets` to the default numbers of tickets for the event's item. */
const usualTickets = `
const allRules = JSON.parse(pm.collectionVariables.get("ticketRules") || "{}");
const usual = (allRules[itemId] || [])
  .map((rule) => ({ code: rule.code, quantity: Math.max(rule.minQuantity, rule.defaultQuantity) }))
  .filter((ticket) => ticket.quantity > 0);
const tickets = usual.length > 0 ? usual : [{ code: anyCode, quantity: 1 }];`;

const goodAnswers = `const good = { string: "Example", integer: "70", date: "2030-12-24", time: "18:05" };`;

const json: Readonly<Record<string, string>> = {
  products: `
const product = pm.response
  .json()
  .values.find((one) => one.hasAvailability && one.productTypeCode === "scheduled");
pm.test("A product is on sale", () => pm.expect(Boolean(product)).to.equal(true));
pm.collectionVariables.set("productId", product.id);
`,
  product: `
// The ticket rules of each item, for the selection that is validated below.
const rules = {};
for (const item of pm.response.json().items) rules[item.id] = item.ticketRules;
pm.collectionVariables.set("ticketRules", JSON.stringify(rules));
`,
  productversion: `
const { updateVersion, deleteVersion } = pm.response.json();
pm.collectionVariables.set("updateVersion", String(updateVersion));
pm.collectionVariables.set("deleteVersion", String(deleteVersion));
`,
  events: `
const event = pm.response.json().values.find((one) => one.availabilityCode === "available");
pm.test("An event can be sold", () => pm.expect(Boolean(event)).to.equal(true));
const itemId = event.itemId;
const anyCode = event.tickets[0].code;
${usualTickets.trimStart()}
pm.collectionVariables.set("eventId", event.id);
pm.collectionVariables.set("tickets", JSON.stringify(tickets));
`,
  eventvalidate: `
const offer = pm.response.json();
pm.test("The selection can be sold", () => {
  pm.expect(JSON.stringify(offer.errors)).to.equal("[]");
  pm.expect(offer.isValid).to.equal(true);
});
${goodAnswers}
const answers = offer.questions.map(({ code, type }) => ({ code, value: good[type] }));
pm.collectionVariables.set("totalUsd", String(offer.totalUsd.value));
pm.collectionVariables.set("answers", JSON.stringify(answers));
`,
  eventbook: `
const order = pm.response.json();
pm.test("The order is placed", () => {
  pm.expect(JSON.stringify(order.errors)).to.equal("null");
  pm.expect(order.isValid).to.equal(true);
});
pm.collectionVariables.set("orderId", order.id);
`,
  order: `
pm.test("It is the order that was placed", () => {
  pm.expect(pm.response.json().id).to.equal(pm.collectionVariables.get("orderId"));
});
`,
  orders: `
pm.test("The order is found by its ExternalReference", () => {
  pm.expect(pm.response.json().values[0].id).to.equal(pm.collectionVariables.get("orderId"));
});
`,
  orderamend: `
const change = pm.response.json();
pm.test("The change is quoted", () => pm.expect(change.status).to.equal("quoted"));
pm.collectionVariables.set("quoteId", change.quoteId);
pm.collectionVariables.set("revision", String(change.revision));
`,
  "orderamend: accept": `
const change = pm.response.json();
pm.test("The change is accepted, or waits for the supplier", () => {
  pm.expect(JSON.stringify(change.errors)).to.equal("[]");
  pm.expect(["accepted", "waitsupplier"].includes(change.status)).to.equal(true);
});
`,
  ordercancel: `
const order = pm.response.json();
pm.test("The order is cancelled, or will be", () => {
  pm.expect(JSON.stringify(order.errors)).to.equal("null");
  pm.expect(["waitcancel", "cancelled"].includes(order.status)).to.equal(true);
});
pm.test("The refund is known", () => pm.expect(order.refundUsd.currencyCode).to.equal("USD"));
`,
  eventhold: `
const hold = pm.response.json();
pm.test("The seats are held", () => {
  pm.expect(JSON.stringify(hold.errors)).to.equal("[]");
  pm.expect(hold.status).to.equal("open");
});
pm.collectionVariables.set("holdId", hold.id);
`,
  hold: `
pm.test("It is the hold", () => pm.expect(pm.response.json().id).to.equal(pm.collectionVariables.get("holdId")));
`,
  holdextend: `
pm.test("The hold is still open", () => pm.expect(pm.response.json().status).to.equal("open"));
`,
  holdrelease: `
pm.test("The seats are released", () => pm.expect(pm.response.json().status).to.equal("released"));
`,
};

/** A script that reads XML with regular expressions, because each program has another XML parser. */
const readXml = String.raw`// Bruno gives the text with its quotation marks escaped.
const xml = pm.response.text().replace(/\\"/g, '"');
const inside = (text, name) => (new RegExp("<" + name + "[^>]*>([^<]*)<").exec(text) || [])[1];
`;

const xml: Readonly<Record<string, string>> = {
  products: String.raw`
const product = (xml.match(/<Product .*?<\/Product>/gs) || []).find(
  (one) => inside(one, "HasAvailability") === "true" && inside(one, "ProductTypeCode") === "scheduled",
);
pm.test("A product is on sale", () => pm.expect(Boolean(product)).to.equal(true));
pm.collectionVariables.set("productId", / Id="([^"]+)"/.exec(product)[1]);
`,
  product: String.raw`
// The ticket rules of each item, for the selection that is validated below.
const rules = {};
for (const item of xml.match(/<Item .*?<\/Item>/gs) || []) {
  rules[/ Id="([^"]+)"/.exec(item)[1]] = (item.match(/<TicketRule .*?<\/TicketRule>/gs) || []).map((rule) => ({
    code: / Code="([^"]+)"/.exec(rule)[1],
    minQuantity: Number(inside(rule, "MinQuantity")),
    defaultQuantity: Number(inside(rule, "DefaultQuantity")),
  }));
}
pm.collectionVariables.set("ticketRules", JSON.stringify(rules));
`,
  productversion: `
pm.collectionVariables.set("updateVersion", inside(xml, "UpdateVersion"));
pm.collectionVariables.set("deleteVersion", inside(xml, "DeleteVersion"));
`,
  events: String.raw`
const event = (xml.match(/<Event .*?<\/Event>/gs) || []).find(
  (one) => inside(one, "AvailabilityCode") === "available",
);
pm.test("An event can be sold", () => pm.expect(Boolean(event)).to.equal(true));
const itemId = inside(event, "ItemId");
const anyCode = / Code="([^"]+)"/.exec(event)[1];
${usualTickets.trimStart()}
const ticketXml = ({ code, quantity }) =>
  '<Ticket Code="' + code + '"><Quantity>' + quantity + "</Quantity></Ticket>";
pm.collectionVariables.set("eventId", / Id="([^"]+)"/.exec(event)[1]);
pm.collectionVariables.set("ticketsXml", tickets.map(ticketXml).join(""));
`,
  eventvalidate: String.raw`
pm.test("The selection can be sold", () => {
  pm.expect((xml.match(/<Error>.*?<\/Error>/gs) || []).join("")).to.equal("");
  pm.expect(inside(xml, "IsValid")).to.equal("true");
});
${goodAnswers}
const answerXml = (question) =>
  "<Answer><Code>" + inside(question, "Code") + "</Code><Value>" + good[inside(question, "Type")] + "</Value></Answer>";
const questions = xml.match(/<Question>.*?<\/Question>/gs) || [];
pm.collectionVariables.set("totalUsd", inside(xml, "Value"));
pm.collectionVariables.set("answersXml", questions.map(answerXml).join(""));
`,
  eventbook: String.raw`
pm.test("The order is placed", () => {
  pm.expect((xml.match(/<Error>.*?<\/Error>/gs) || []).join("")).to.equal("");
  pm.expect(inside(xml, "IsValid")).to.equal("true");
});
pm.collectionVariables.set("orderId", /<Order [^>]*Id="([^"]+)"/.exec(xml)[1]);
`,
  order: `
pm.test("It is the order that was placed", () => {
  const id = /<Order [^>]*Id="([^"]+)"/.exec(xml)[1];
  pm.expect(id).to.equal(pm.collectionVariables.get("orderId"));
});
`,
  orders: `
pm.test("The order is found by its ExternalReference", () => {
  const id = /<Order [^>]*Id="([^"]+)"/.exec(xml)[1];
  pm.expect(id).to.equal(pm.collectionVariables.get("orderId"));
});
`,
  orderamend: `
pm.test("The change is quoted", () => pm.expect(inside(xml, "Status")).to.equal("quoted"));
pm.collectionVariables.set("quoteId", inside(xml, "QuoteId"));
pm.collectionVariables.set("revision", inside(xml, "Revision"));
`,
  "orderamend: accept": String.raw`
pm.test("The change is accepted, or waits for the supplier", () => {
  pm.expect((xml.match(/<Error>.*?<\/Error>/gs) || []).join("")).to.equal("");
  pm.expect(["accepted", "waitsupplier"].includes(inside(xml, "Status"))).to.equal(true);
});
`,
  ordercancel: String.raw`
pm.test("The order is cancelled, or will be", () => {
  pm.expect((xml.match(/<Error>.*?<\/Error>/gs) || []).join("")).to.equal("");
  pm.expect(["waitcancel", "cancelled"].includes(inside(xml, "Status"))).to.equal(true);
});
pm.test("The refund is known", () => pm.expect(/<RefundUsd CurrencyCode="USD">/.test(xml)).to.equal(true));
`,
  eventhold: String.raw`
pm.test("The seats are held", () => {
  pm.expect((xml.match(/<Error>.*?<\/Error>/gs) || []).join("")).to.equal("");
  pm.expect(inside(xml, "Status")).to.equal("open");
});
pm.collectionVariables.set("holdId", /<Hold [^>]*Id="([^"]+)"/.exec(xml)[1]);
`,
  hold: `
pm.test("It is the hold", () => {
  const id = /<Hold [^>]*Id="([^"]+)"/.exec(xml)[1];
  pm.expect(id).to.equal(pm.collectionVariables.get("holdId"));
});
`,
  holdextend: `
pm.test("The hold is still open", () => pm.expect(inside(xml, "Status")).to.equal("open"));
`,
  holdrelease: `
pm.test("The seats are released", () => pm.expect(inside(xml, "Status")).to.equal("released"));
`,
};
