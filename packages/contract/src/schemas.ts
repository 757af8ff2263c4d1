import * as Type from "typebox";
import {
  availabilityCodes,
  categoryCodes,
  changeStatuses,
  holdStatuses,
  type Language,
  languages,
  orderStatuses,
  ownQuestionKinds,
  ownQuestionScopes,
  pageTypeCodes,
  productTypeCodes,
  questionTypes,
} from "./codes.ts";
import { flag, identifier, oneOf, text, whole } from "./fields.ts";
import { limits } from "./limits.ts";
import { collection, nullable, optional, record } from "./shape.ts";

/**
 * The schemas of the partner interface. Field order is the order of the contract's tables and of XML children. The JSON and XML
 * codecs, the OpenAPI document and the XSD are generated from these.
 */

/** A local date and time, as in EventOn: without a zone, by the clock of the location. */
const localDateTime = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$";

export const Id = identifier("Unique identifier (GUID).", { xml: { name: "Id" } });
const idAttribute = identifier("Unique identifier (GUID).", { xml: { attribute: true } });
const codeAttribute = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.code, description, xml: { attribute: true } });

export const Price = record("Price", {
  currencyCode: Type.String({
    pattern: "^[A-Z]{3}$",
    description: "Currency of the amount (ISO 4217).",
    xml: { attribute: true },
  }),
  value: Type.Number({ description: "Amount, with at most the currency's minor digits." }),
});

export const UsdPrice = record("Price", {
  currencyCode: Type.Literal("USD", { description: "Always USD.", xml: { attribute: true } }),
  value: Type.Number({ minimum: 0, maximum: 999_999_999, description: "Amount in US dollars." }),
});

export const TicketRule = record("TicketRule", {
  code: codeAttribute("Unique ticket code, used in Tickets when validating and ordering."),
  minQuantity: whole("Minimum quantity for sale; 1 or more means that the ticket is required."),
  maxQuantity: whole("Maximum quantity that can be sold."),
  defaultQuantity: whole("Initial display quantity."),
  incrementQuantity: whole("Step between valid quantities, from MinQuantity on."),
});

export const Item = record("Item", {
  id: idAttribute,
  name: text("Name of the item."),
  partNumber: text("Part number of the item."),
  minPrice: nullable(Price),
  minUsdPrice: nullable(Price),
  published: flag("Whether the item is currently available for sale."),
  ticketRules: collection(TicketRule),
  description: nullable(text("Always null.")),
});

export const Location = record("Location", {
  venue: text("Theatre or place name."),
  address: text("Street address."),
  latitude: nullable(Type.Number({ description: "Degrees north." })),
  longitude: nullable(Type.Number({ description: "Degrees east." })),
});

export const QuestionConfiguration = record("QuestionConfiguration", {
  allPassengerNames: flag("Every passenger's name is required."),
  allPassengerWeights: flag("Passenger weights are required."),
  hotel: flag("The hotel is required."),
  airportFlight: flag("The airport flight is required."),
});

const productSummary = {
  id: idAttribute,
  productTypeCode: oneOf([...productTypeCodes], "Kind of product."),
  name: text("Name of the product."),
  cityCode: text("Code of the product's city."),
  immediateBooking: flag("Whether the supplier is called at once when an order is placed."),
  hasAvailability: flag("Whether the product has events that can be bought."),
};

/** A product in a list: the fields marked (L) in the contract. */
export const ProductSummary = record("Product", productSummary);

export const Product = record("Product", {
  ...productSummary,
  leadPurchaseDay: whole("Number of days before an event that the supplier needs for an order."),
  cancelPurchaseHour: whole("Hours before an event until which its order can be cancelled."),
  minPrice: nullable(Price),
  minUsdPrice: nullable(Price),
  location: Location,
  items: collection(Item),
  questionConfiguration: QuestionConfiguration,
  updatedOn: text("When the product last changed, ISO 8601 UTC.", { format: "date-time" }),
  description: nullable(text("Always null.")),
});

export const EventTicket = record("Ticket", {
  code: codeAttribute("Ticket code."),
  unitPrice: Price,
  unitUsdPrice: Price,
});

/** A performance on its day, in a list of events. */
export const Event = record("Event", {
  id: idAttribute,
  itemId: identifier("Item of the event."),
  eventOn: text("Local date and time at the location, ISO 8601 without a zone.", { pattern: localDateTime }),
  availabilityCode: oneOf([...availabilityCodes], "Whether the event can be sold."),
  tickets: collection(EventTicket),
});

/** What can be sold of a product on one local day: an extension of the contract. */
export const DayAvailability = record("Day", {
  productId: identifier("Product of the day."),
  date: text("Local day at the location, yyyy-MM-dd.", { format: "date" }),
  events: whole("Number of events of the day that are not removed."),
  openEvents: whole("Number of events of the day that can be bought."),
  soldOut: flag("Whether no event of the day can be bought and at least one is sold out."),
  minPrice: nullable(Price),
  minUsdPrice: nullable(Price),
});

/** An element of a list of plain texts. */
const Line = text("A sentence or less.", { xml: { name: "Text" } });
const GuideLanguage = text("Language tag (BCP 47).", { xml: { name: "Language" } });
const Category = Type.Enum([...categoryCodes], { description: "Code of a category.", xml: { name: "Category" } });

const place = {
  externalId: text("The operator's own id of the place."),
  name: text("Name of the place."),
  address: nullable(text("Street address.")),
  latitude: nullable(Type.Number({ description: "Degrees north." })),
  longitude: nullable(Type.Number({ description: "Degrees east." })),
};

export const MeetingPoint = record("MeetingPoint", {
  ...place,
  arriveMinutesBefore: nullable(whole("How many minutes before the event travellers should arrive.")),
  instructions: nullable(text("How to find the place.")),
});

export const PickupPlace = record("Place", {
  ...place,
  minutesBefore: nullable(whole("How many minutes before the event travellers are picked up.")),
});

/** The places where travellers are picked up. */
export const Pickups = record("Pickups", {
  places: collection(PickupPlace),
  areas: collection(Line),
  ownText: flag("Whether travellers may name another place."),
});

export const Contact = record("Contact", {
  person: nullable(text("Whom travellers ask for.")),
  phone: nullable(text("Telephone number on the day.")),
  email: nullable(text("E-mail address.")),
});

const PhotoSource = record("Source", {
  url: text("Address of the file, relative to the service's. Its content never changes."),
  type: text("Media type: `image/avif` or `image/webp`."),
  width: whole("Width in pixels."),
});

export const Photo = record("Photo", {
  id: text("Hash and size of the photo."),
  alt: nullable(text("What the photo shows.")),
  credit: nullable(text("Whom to name beside the photo.")),
  focusX: nullable(whole("What stays visible when the photo is cut: percent from the left.")),
  focusY: nullable(whole("The same: percent from the top.")),
  width: whole("Width in pixels, as stored."),
  height: whole("Height in pixels, as stored."),
  sources: collection(PhotoSource),
});

/** A refund tier: the refund of an order that is cancelled this early. */
export const RefundTier = record("RefundTier", {
  hours: whole("The tier applies until this many hours before the event."),
  percent: whole("Percent of the price that is refunded."),
});

export const TicketType = record("TicketType", {
  code: codeAttribute("Code of a ticket rule."),
  name: text("Name for travellers."),
  ageFrom: nullable(whole("Youngest age, included.")),
  ageTo: nullable(whole("Oldest age, included.")),
  isPerson: flag("Whether the ticket is for one person; false for a vehicle or a group."),
  conditions: nullable(text("Who may buy the ticket.")),
});

const ownDescription = "Paragraphs, bold, italic, bullet lists, headings of level 3 and links as Markdown; never HTML.";

export const AnswerChoice = record("Choice", {
  code: text("Code of the choice: an answer to send."),
  text: text("The choice, for travellers."),
});

export const OwnQuestion = record("OwnQuestion", {
  code: text("Question code, as in the questions of eventvalidate."),
  scope: oneOf([...ownQuestionScopes], "`order`: asked once. `traveller`: asked of each passenger."),
  kind: oneOf([...ownQuestionKinds], "What the answer is."),
  required: flag("Whether every order needs an answer. Eventvalidate lists only these questions."),
  title: text("The question, for travellers."),
  help: nullable(text("A sentence that helps to answer.")),
  maxLength: whole("The most characters of an answer."),
  choices: collection(AnswerChoice),
});

/** The content of an item. A null or empty field has the product's value. */
export const ItemContent = record("Item", {
  id: idAttribute,
  name: text("Name of the item."),
  description: nullable(text(ownDescription)),
  included: collection(Line),
  notIncluded: collection(Line),
  durationMinutes: nullable(whole("How long it lasts.")),
  guideLanguages: collection(GuideLanguage),
  meetingPoints: collection(MeetingPoint),
});

/** A text that the record does not have in the requested language. */
export const OtherLanguage = record("OtherLanguage", {
  pointer: text("JSON pointer to the text in this record."),
  lang: oneOf([...languages], "Language of the text."),
});

/** The content of a product: all that a traveller reads before buying. An extension of the contract. */
export const Content = record("Content", {
  id: identifier("The product.", { xml: { attribute: true } }),
  name: text("Name of the product."),
  summary: nullable(text("One or two sentences, plain.")),
  description: nullable(text(ownDescription)),
  highlights: collection(Line),
  included: collection(Line),
  notIncluded: collection(Line),
  whatToBring: collection(Line),
  restrictions: collection(Line),
  accessibility: collection(Line),
  categories: collection(Category),
  durationMinutes: nullable(whole("How long it lasts.")),
  guideLanguages: collection(GuideLanguage),
  cityCode: text("Code of the product's city."),
  location: Location,
  timeZone: text("IANA time zone of the location."),
  meetingPoints: collection(MeetingPoint),
  pickups: nullable(Pickups),
  photos: collection(Photo),
  videoUrl: nullable(text("Address of a video, https.")),
  minimumAge: nullable(whole("Youngest traveller, in years.")),
  groupSize: nullable(whole("Greatest number of people in a group.")),
  taxRate: nullable(Type.Number({ description: "Percent of tax that prices include." })),
  contact: nullable(Contact),
  currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "Currency of all prices (ISO 4217)." }),
  cancelPurchaseHour: whole("Hours before an event until which its order can be cancelled."),
  refundTiers: collection(RefundTier),
  codePerPerson: flag("Whether each person has a code of their own at the door."),
  items: collection(ItemContent),
  ticketTypes: collection(TicketType),
  ownQuestions: collection(OwnQuestion),
  otherLanguages: collection(OtherLanguage),
  updatedOn: text("When the content last changed, ISO 8601 UTC.", { format: "date-time" }),
});

export const Page = record("Page", {
  id: idAttribute,
  name: text("Name of the page."),
  pageTypeCode: oneOf([...pageTypeCodes], "Kind of page."),
  cityCode: nullable(text("Code of the page's city.")),
  published: flag("Whether the site shows the page."),
  url: text("Protocol-relative address of the page."),
});

export const Currency = record("Currency", {
  code: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 currency code.", xml: { attribute: true } }),
  name: text("Name of the currency."),
  rate: Type.Number({ description: "Units of this currency for one US dollar, markup included." }),
  displaySymbol: text("Symbol used for display."),
});

export const VersionResponse = record("VersionResponse", {
  updateVersion: whole("Latest version of updated records; 0 when the client is current."),
  deleteVersion: whole("Latest version of deleted records; 0 when the client is current."),
});

export const paged = <T extends Type.TSchema>(values: T) =>
  record("PagedResponse", {
    currentPage: whole("Number of this page, from 1."),
    pageSize: whole("Number of positions on a page."),
    totalCount: whole(
      "Number of records in the whole list; higher where TotalCount / PageSize would stop before the last page.",
    ),
    totalPages: whole("Number of pages in the whole list."),
    hasPreviousPage: flag("Whether this page has a page before it."),
    hasNextPage: flag("Whether this page has a page after it."),
    values: collection(values),
  });

export const PagedProducts = paged(ProductSummary);
export const PagedDeletedProducts = paged(Id);
export const PagedEvents = paged(Event);
export const PagedAvailability = paged(DayAvailability);
export const PagedPages = paged(Page);
export const PagedContents = paged(Content);

export const Currencies = record("Response", {
  totalCount: whole("Number of active currencies."),
  values: collection(Currency),
});

const digest = {
  count: whole("Number of records."),
  hash: text("Sum of the records' hashes modulo 2^64, as 16 hexadecimal digits in lower case."),
};

/** Count and order-independent hash of the records of one kind; digest/digest.ts says how a record is hashed. */
export const RecordsDigest = record("RecordsDigest", digest);

export const ProductsDigest = record("ProductsDigest", {
  ...digest,
  detailHash: text(
    "The same sum over all fields of the single product, including UpdatedOn, without prices in dollars.",
  ),
});

/** A language that the service does not offer is missing. */
export const DigestByLanguage = record("DigestByLanguage", {
  es: RecordsDigest,
  pt: RecordsDigest,
  en: Type.Optional(RecordsDigest),
} satisfies Record<Language, Type.TSchema>);

/** The digest that a partner compares with its copy of the catalogue: an extension of the contract. */
export const CatalogDigest = record("CatalogDigest", {
  version: whole("Version of updated records that the digest describes."),
  deleteVersion: whole("Version of deleted records that the digest describes."),
  fromDate: nullable(
    text(
      "First local day of the events that count, yyyy-MM-dd: `fromdate` of the request, or the first stored day if that is later. Null: events of all days count.",
      { format: "date" },
    ),
  ),
  products: ProductsDigest,
  events: RecordsDigest,
  pages: DigestByLanguage,
  currencies: RecordsDigest,
  contents: DigestByLanguage,
});

/** A ticket selection: in validate and book requests, and in an order's event. */
export const TicketSelection = record("Ticket", {
  code: codeAttribute("Ticket code."),
  quantity: whole("Number of tickets.", { minimum: 0, maximum: limits.quantity }),
});

export const Answer = record("Answer", {
  code: text("Code of the question.", { minLength: 1, maxLength: limits.code }),
  value: text("The answer.", { minLength: 1, maxLength: limits.answer }),
});

export const Question = record("Question", {
  code: text("Question code."),
  title: text("Display title, in the request's language."),
  type: oneOf([...questionTypes], "Type of the answer."),
});

/** A reason for a business refusal, which is not a failed request. */
export const ErrorEntry = record("Error", {
  code: text("Stable error code."),
  message: text("Reason, in the request's language."),
});

const selection = {
  id: idAttribute,
  apiKey: text("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
  whiteLabelCode: optional(text("Code of the client's white-label site.", { maxLength: limits.whiteLabelCode })),
  tickets: collection(TicketSelection, { maxItems: limits.tickets }),
};

export const ValidateRequest = record("Event", selection);

export const ValidateResponse = record("Event", {
  id: idAttribute,
  totalUsd: nullable(UsdPrice),
  isValid: flag("True when the selection can be booked."),
  errors: collection(ErrorEntry),
  questions: collection(Question),
});

const email = text("Customer e-mail.", {
  format: "email",
  minLength: 3,
  maxLength: limits.email,
  pattern: "^[^\\s@]+@[^\\s@]+$",
});
const phoneNumber = text("Customer phone number.", { minLength: 1, maxLength: limits.phoneNumber });

export const BookRequest = record("Event", {
  ...selection,
  email,
  phoneNumber,
  remoteHost: text("IP address of the customer.", { minLength: 2, maxLength: 45 }),
  callbackUrl: optional(text("Address for notifications.", { format: "uri", maxLength: limits.callbackUrl })),
  externalReference: optional(text("The client's own order number.", { maxLength: limits.externalReference })),
  totalUsd: UsdPrice,
  answers: optional(collection(Answer, { maxItems: limits.answers })),
  testMode: optional(flag("Whether this is a test order.")),
});

/** The event in an order. No answer repeats the key. */
export const OrderEvent = record("Event", {
  id: idAttribute,
  apiKey: nullable(text("Always null.")),
  tickets: collection(TicketSelection),
  email: text("Customer e-mail. Masked, as `j…@e….com`, when read without its partner's key."),
  phoneNumber: text("Customer phone number. Masked, as `…89`, when read without its partner's key."),
  remoteHost: text("IP address of the customer. `…` when read without its partner's key."),
  callbackUrl: nullable(text("Address for notifications. Without its query when read without its partner's key.")),
  externalReference: nullable(text("The client's own order number.")),
  totalUsd: UsdPrice,
  testMode: flag("Whether this is a test order."),
  answers: collection(Answer),
});

const orderFields = {
  id: nullable(idAttribute),
  reference: nullable(text("The service's order reference.")),
  confirmation: nullable(text("The supplier's confirmation number.")),
  status: nullable(oneOf([...orderStatuses], "Current status of the order.")),
  isValid: flag("Whether the order was placed, changed or read without errors."),
  errors: nullable(collection(ErrorEntry)),
  event: OrderEvent,
};

/** An order. A refused booking has no order, so id, reference and status are null. */
export const Order = record("Order", orderFields);

/** The answer of ordercancel, an extension of the contract: the order, and what is refunded by the terms of its sale. */
export const CancelledOrder = record("Order", { ...orderFields, refundUsd: nullable(UsdPrice) });

/** An order in the list of its partner's orders: the answer of `order`, and what a copy of it needs. */
export const ListedOrder = record("Order", {
  ...orderFields,
  eventOn: text("Local date and time of the event, ISO 8601 without a zone.", { pattern: localDateTime }),
  bookedOn: text("When the order was placed, ISO 8601 UTC.", { format: "date-time" }),
  changedOn: text("When the order last changed, ISO 8601 UTC.", { format: "date-time" }),
  revision: whole("Revision of the order. It grows with every change of the order or of its status.", { minimum: 1 }),
});

/** A page of a partner's orders: an extension of the contract. */
export const Orders = record("OrdersResponse", {
  values: collection(ListedOrder),
  hasNextPage: flag("Whether the list goes on: read `cursor` at once."),
  cursor: text("Continues the list. After the last page: lists later what changed since this list was read."),
});

/** The request of ordercancel: an extension of the contract. */
export const CancelRequest = record("Order", {
  id: idAttribute,
  apiKey: text("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
});

/** The request of eventhold: an extension of the contract. */
export const HoldRequest = record("Event", {
  ...selection,
  testMode: optional(flag("Whether these are seats for a test order.")),
});

/** The request of holdextend and holdrelease: extensions of the contract. */
export const HoldChangeRequest = record("Hold", {
  id: identifier("The hold, as eventhold answered it.", { xml: { attribute: true } }),
  apiKey: text("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
});

/**
 * Seats held for a customer who is paying. A refused hold holds no seats, so id, status, expiresAt and extensionsLeft
 * are null.
 */
export const Hold = record("Hold", {
  id: nullable(idAttribute),
  eventId: identifier("Event of the seats."),
  status: nullable(oneOf([...holdStatuses], "Current status of the hold. Only an open one can be booked.")),
  tickets: collection(TicketSelection),
  totalUsd: nullable(UsdPrice),
  expiresAt: nullable(text("When the hold ends unless it is booked, ISO 8601 UTC.", { format: "date-time" })),
  extensionsLeft: nullable(whole("How often holdextend can still extend the hold. 0 when it is not open.")),
  testMode: flag("Whether the hold is for a test order and takes no seats."),
  isValid: flag("Whether the seats were held, extended or released without errors."),
  errors: collection(ErrorEntry),
  questions: collection(Question),
});

/**
 * The request of orderamend: an extension of the contract. Without quoteId it asks for a quote; with quoteId and revision it accepts
 * that quote. A field that is left out keeps its value.
 */
export const AmendmentRequest = record("Amendment", {
  id: identifier("The order to change.", { xml: { attribute: true } }),
  apiKey: text("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
  quoteId: optional(identifier("The quote to accept, as orderamend answered it.")),
  revision: optional(
    whole("Revision of the order that the client knows. Required to accept a quote.", {
      minimum: 1,
      maximum: 2_147_483_647,
    }),
  ),
  eventId: optional(identifier("Another event of the same product.")),
  tickets: optional(collection(TicketSelection, { maxItems: limits.tickets })),
  email: optional(email),
  phoneNumber: optional(phoneNumber),
  answers: optional(collection(Answer, { maxItems: limits.answers })),
});

/** The price of an amendment, and its outcome. In a refused quote, quoteId and status are null. */
export const Amendment = record("Amendment", {
  id: identifier("The order.", { xml: { attribute: true } }),
  quoteId: nullable(identifier("The quote, which is also the change that follows from it.")),
  status: nullable(oneOf([...changeStatuses], "Current status of the change. Only a quoted one can be accepted.")),
  revision: whole("Revision of the order. It grows with every change of the order or of its status.", {
    minimum: 1,
    maximum: 2_147_483_647,
  }),
  eventId: identifier("Event of the order after the change."),
  tickets: collection(TicketSelection),
  totalUsd: nullable(UsdPrice),
  /** The new total minus the former total. It is below zero when the order becomes cheaper. */
  differenceUsd: nullable(Price),
  refundUsd: nullable(UsdPrice),
  expiresAt: nullable(text("Until when the quote can be accepted, ISO 8601 UTC.", { format: "date-time" })),
  testMode: flag("Whether this is a test order."),
  isValid: flag("Whether the change was quoted or accepted without errors."),
  errors: collection(ErrorEntry),
  questions: collection(Question),
});

/** RFC 9457 problem details, with our stable `code` and the bad fields. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String({ description: "Stable code of the problem." }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.String({ description: "JSON pointer to the field in the body, or the parameter's name." }),
        detail: Type.String(),
      }),
    ),
  ),
});

export type Price = Type.Static<typeof Price>;
export type TicketRule = Type.Static<typeof TicketRule>;
export type Item = Type.Static<typeof Item>;
export type Product = Type.Static<typeof Product>;
export type ProductSummary = Type.Static<typeof ProductSummary>;
export type Event = Type.Static<typeof Event>;
export type DayAvailability = Type.Static<typeof DayAvailability>;
export type Content = Type.Static<typeof Content>;
export type ItemContent = Type.Static<typeof ItemContent>;
export type TicketType = Type.Static<typeof TicketType>;
export type OwnQuestion = Type.Static<typeof OwnQuestion>;
export type MeetingPoint = Type.Static<typeof MeetingPoint>;
export type Page = Type.Static<typeof Page>;
export type Photo = Type.Static<typeof Photo>;
export type Currency = Type.Static<typeof Currency>;
export type Currencies = Type.Static<typeof Currencies>;
export type VersionResponse = Type.Static<typeof VersionResponse>;
export type CatalogDigest = Type.Static<typeof CatalogDigest>;
export type TicketSelection = Type.Static<typeof TicketSelection>;
export type Answer = Type.Static<typeof Answer>;
export type Question = Type.Static<typeof Question>;
export type ErrorEntry = Type.Static<typeof ErrorEntry>;
export type ValidateRequest = Type.Static<typeof ValidateRequest>;
export type ValidateResponse = Type.Static<typeof ValidateResponse>;
export type BookRequest = Type.Static<typeof BookRequest>;
export type CancelRequest = Type.Static<typeof CancelRequest>;
export type HoldRequest = Type.Static<typeof HoldRequest>;
export type HoldChangeRequest = Type.Static<typeof HoldChangeRequest>;
export type Hold = Type.Static<typeof Hold>;
export type AmendmentRequest = Type.Static<typeof AmendmentRequest>;
export type Amendment = Type.Static<typeof Amendment>;
export type CancelledOrder = Type.Static<typeof CancelledOrder>;
export type ListedOrder = Type.Static<typeof ListedOrder>;
export type Orders = Type.Static<typeof Orders>;
export type OrderEvent = Type.Static<typeof OrderEvent>;
export type Order = Type.Static<typeof Order>;
export type Problem = Type.Static<typeof Problem>;
export type OrderStatus = (typeof orderStatuses)[number];
export type HoldStatus = (typeof holdStatuses)[number];
export type ChangeStatus = (typeof changeStatuses)[number];
export type AvailabilityCode = (typeof availabilityCodes)[number];

/** A page of a list. */
export interface Paged<T> {
  currentPage: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  values: T[];
}
