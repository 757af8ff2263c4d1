import { limits } from "./limits.ts";
import type { Operation, OperationId, Parameter } from "./operations.ts";

/**
 * Descriptions of the operations for documents. They are in a separate file, because the client's bundle contains the
 * operations.
 */
export const operationTexts: Readonly<Record<OperationId, { summary: string; description: string }>> = {
  product: {
    summary: "read a product",
    description:
      "One product with its items, ticket rules, location and kinds of questions. `minPrice` is the lowest price of a ticket that can still be bought. Free tickets count only if there are no others.",
  },
  products: {
    summary: "list products",
    description:
      "All products, up to 100 on a page. With `version`, only those that changed since; with `query`, only those that match.",
  },
  productversion: {
    summary: "look for changes",
    description:
      "The newest versions of updated and deleted records. A field is 0 when the client is current: there is nothing to fetch.",
  },
  productsdeleted: {
    summary: "list deleted products",
    description:
      "The identifiers of deleted products, up to 500 on a page. With `version`, only those that were deleted since.",
  },
  events: {
    summary: "list events",
    description:
      "Events with their availability and ticket prices, up to 500 on a page. Without `version` and `fromdate`: from today on. With `version`, only those that changed since, also removed ones.",
  },
  pages: {
    summary: "list content pages",
    description: "Content pages of cities, categories and products in one language, up to 100 on a page.",
  },
  contents: {
    summary: "list contents of products",
    description:
      "What a traveller reads before buying: texts, meeting points, ticket types and terms of each product in one language, up to 100 on a page. With `version`, only products whose content changed since. Availability and prices are no content.",
  },
  currencies: {
    summary: "list currencies",
    description: "Active currencies with their rates to the US dollar.",
  },
  catalogdigest: {
    summary: "verify a copy",
    description: "Counts and hashes of the catalogue at a version. A client compares them with its copy.",
  },
  availability: {
    summary: "list availability by day",
    description:
      "One record for each product and local day that has events, up to 500 on a page: how many can be bought, and the lowest price. Free tickets count for it only if there are no others. For calendars. With `version`, only days that changed since, also days that have no more events. An event whose sale has ended counts as open for up to five minutes.",
  },
  eventvalidate: {
    summary: "check a sale",
    description:
      "Checks that an event can be sold with these tickets. Answers the total to pay and the questions to ask the customer. Call it before you collect a payment.",
  },
  eventbook: {
    summary: "place an order",
    description:
      "Places an order with the total and the answers to the questions of `eventvalidate`. The same content with the same `externalReference` within 24 hours gets the first order again.",
  },
  order: {
    summary: "read an order",
    description:
      "The present state of an order. Without its partner's key personal data are masked, unless the operator decides otherwise.",
  },
  orders: {
    summary: "list orders",
    description:
      "The orders of the key's partner, up to 100 on a page: with a test key its test orders, with a live key its live ones, or with `testmode` (the default in a sandbox) its test orders. Read `cursor` while `hasNextPage` is true; a page can be short or empty. Store the last `cursor`: later it lists every order of the list that changed since. A 410 `cursor-expired` means that the database was restored or replaced: start again without `cursor`.",
  },
  terms: {
    summary: "read terms",
    description:
      "What the key's partner pays and earns now, with the exceptions of its terms and what its limit leaves. Lists of events show what guests pay; `eventvalidate` has what the partner is charged. A partner without terms pays the public prices: 404.",
  },
  statements: {
    summary: "list statements",
    description:
      "The statements of the key's partner, the oldest first, up to 100 on a page. Read `cursor` while `hasNextPage` is true. Store the last `cursor`: later it lists what was issued since.",
  },
  statement: {
    summary: "read a statement",
    description:
      "A statement of the key's partner with its lines. A line has the difference to what former statements say of its order. `owed` above zero is owed by the partner.",
  },
  orderamend: {
    summary: "change an order",
    description:
      "Changes an order in two steps. First send what changes: another event of the product, other tickets, another contact or other answers. The answer is a quote with the new total, the difference and the refund by the terms of the sale. Then accept it with `quoteId` and the order's `revision`: a 409 `revision-stale` means that the order changed meanwhile. A change that waits for the supplier is `waitsupplier`; accept it again to read its outcome.",
  },
  ordercancel: {
    summary: "cancel an order",
    description:
      "Cancels an order. `refundUsd` is what is refunded by the terms of the sale, at the time of the first request; while the order is `waitcancel`, what will be. After the limit of the product the answer has `isValid` false, the error `cancel-too-late` and no `refundUsd`.",
  },
  eventhold: {
    summary: "hold seats",
    description:
      "Holds the seats of a selection at its present total while the customer pays. Refusals are those of `eventvalidate`, and `hold-limit-open` and `hold-limit-seats`. Book with the hold's id in the header `Paseo-Hold`.",
  },
  hold: {
    summary: "read a hold",
    description:
      "The present state of a hold, also after it was booked, released or expired. Only its partner reads it, with the key as `X-Api-Key` or as a bearer token.",
  },
  eventpay: {
    summary: "pay for a hold",
    description:
      "Starts the payment of a hold at one of the operator's providers, or returns the open one. When the provider says that it is paid, `booking` is booked with the hold. `arrival` and `transfer` book at once and leave the price due. Refusals are those of `eventbook`.",
  },
  payment: {
    summary: "read a payment",
    description:
      "The present state of a payment of `eventpay`; asks the provider. Only its partner reads it, with the key as `X-Api-Key` or as a bearer token. The guest's return proves nothing: read the payment.",
  },
  holdextend: {
    summary: "extend a hold",
    description:
      "Gives an open hold its full time again. `extensionsLeft` says how often a hold can still be extended; after the last time the answer has `isValid` false and the error `hold-extend-limit`.",
  },
  holdrelease: {
    summary: "release a hold",
    description:
      "Returns the seats of a hold. It can be repeated. A hold that was booked has the error `hold-booked`: cancel its order instead.",
  },
};

export const operationTextsOf = ({ id }: { id: string }): { summary: string; description: string } =>
  operationTexts[id as OperationId];

const dateOnly = "ISO 8601 date, or dd-MM-yyyy.";
const dateOrTime = "ISO 8601 date or date-time, or dd-MM-yyyy, also with HH:mm.";

/** The meaning of a parameter in most operations. */
const parameterTexts: Readonly<Record<string, string>> = {
  lang: "Language of names, titles and messages.",
  page: "Page to read, from 1.",
  version: "Only records changed since this version; 0 reads everything.",
  query: "Only records that match this text.",
  updateversion: "The client's last stored version.",
  deleteversion: "The client's last stored version.",
  pagetypecode: "Kind of page.",
  whitelabelcode: "Only pages of this white label.",
};

const namesLanguage = { lang: "Language of the names. Without it: the names as the operator wrote them." };

/** The meaning of a parameter in a single operation. */
const ownParameterTexts: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  product: { id: "Product to read.", ...namesLanguage },
  products: namesLanguage,
  order: { id: "Order to read." },
  orders: {
    by: "Date that `from` and `to` are about, and the order of the list: `booked` (the default), `event` or `changed`.",
    from: `Start of the range, included. ${dateOrTime} Dates of events are local, all others UTC unless the time has a zone.`,
    to: `End of the range, included; a date without a time means the whole day. ${dateOrTime}`,
    reference:
      "Only orders with this ExternalReference, exactly, or else the order with this Reference. They are listed by date of booking.",
    testmode:
      "Whether test orders are listed instead of live ones. Default: a live key lists live orders, a test key test orders, and in a sandbox every key test orders. A test key lists no live orders.",
    cursor: "The `cursor` of the page before. It contains the list's other parameters: send none of them with it.",
  },
  statements: { cursor: "The `cursor` of the page before." },
  statement: { id: "Statement to read." },
  hold: { id: "Hold to read." },
  payment: { id: "Payment to read." },
  events: {
    id: "Only events of this product.",
    fromdate: `Start of the date range, included. ${dateOrTime}`,
    todate: `End of the date range, included; a date without a time means the whole day. ${dateOrTime}`,
  },
  contents: { id: "Only the content of this product.", lang: "Language of the texts." },
  catalogdigest: {
    version: "Version of the catalogue; the newest by default.",
    fromdate: `First local day of the events that count; all stored events by default. ${dateOnly}`,
  },
  availability: {
    id: "Only days of this product.",
    fromdate: `First local day. Without it, the list begins with the present day at the location of each product. ${dateOnly}`,
    todate: `Last local day: at most ${limits.availabilityDays} days in all with \`id\`, else ${limits.availabilityDaysOfAll}, which is the default. ${dateOnly}`,
  },
};

export function parameterText({ id }: Pick<Operation, "id">, { name }: Pick<Parameter, "name">): string {
  const text = ownParameterTexts[id as OperationId]?.[name] ?? parameterTexts[name];
  if (text === undefined) throw new Error(`The parameter ${name} of ${id} has no text`);
  return text;
}
