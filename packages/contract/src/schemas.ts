import * as Type from "typebox";
import {
  availabilityCodes,
  cancellationShares,
  categoryCodes,
  changeStatuses,
  dueDates,
  holdStatuses,
  type Language,
  languages,
  limitKinds,
  noShowRules,
  orderEnders,
  orderStatuses,
  ownQuestionKinds,
  ownQuestionScopes,
  pageTypeCodes,
  paymentStates,
  percentBases,
  productTypeCodes,
  questionTypes,
  statementLineKinds,
  statementPeriods,
  statementStates,
  stepsApplications,
  stepsCounts,
  termsBases,
  termsCollectors,
} from "./codes.ts";
import { flagField, identifierField, oneOfField, textField, wholeNumberField } from "./fields.ts";
import { emailPattern, limits } from "./limits.ts";
import { collectionSchema, nullable, optional, recordSchema } from "./shape.ts";

/**
 * The schemas of the partner interface. Field order is the order of the contract's tables and of XML children. The JSON and XML
 * codecs, the OpenAPI document and the XSD are generated from these.
 */

/** A local date and time, as in EventOn: without a zone, by the clock of the location. */
const localDateTime = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$";

export const Id = identifierField("Unique identifier (GUID).", { xml: { name: "Id" } });
const idAttribute = identifierField("Unique identifier (GUID).", { xml: { attribute: true } });
const codeAttribute = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.code, description, xml: { attribute: true } });

export const Price = recordSchema("Price", {
  currencyCode: Type.String({
    pattern: "^[A-Z]{3}$",
    description: "Currency of the amount (ISO 4217).",
    xml: { attribute: true },
  }),
  value: Type.Number({ description: "Amount, with at most the currency's minor digits." }),
});

export const UsdPrice = recordSchema("Price", {
  currencyCode: Type.Literal("USD", { description: "Always USD.", xml: { attribute: true } }),
  value: Type.Number({ minimum: 0, maximum: 999_999_999, description: "Amount in US dollars." }),
});

export const TicketRule = recordSchema("TicketRule", {
  code: codeAttribute("Unique ticket code, used in Tickets when validating and ordering."),
  minQuantity: wholeNumberField("Minimum quantity for sale; 1 or more means that the ticket is required."),
  maxQuantity: wholeNumberField("Maximum quantity that can be sold."),
  defaultQuantity: wholeNumberField("Initial display quantity."),
  incrementQuantity: wholeNumberField("Step between valid quantities, from MinQuantity on."),
});

export const Item = recordSchema("Item", {
  id: idAttribute,
  name: textField("Name of the item."),
  partNumber: textField("Part number of the item."),
  minPrice: nullable(Price),
  minUsdPrice: nullable(Price),
  published: flagField("Whether the item is currently available for sale."),
  ticketRules: collectionSchema(TicketRule),
  description: nullable(textField("Always null.")),
});

export const Location = recordSchema("Location", {
  venue: textField("Theatre or place name."),
  address: textField("Street address."),
  latitude: nullable(Type.Number({ description: "Degrees north." })),
  longitude: nullable(Type.Number({ description: "Degrees east." })),
});

export const QuestionConfiguration = recordSchema("QuestionConfiguration", {
  allPassengerNames: flagField("Every passenger's name is required."),
  allPassengerWeights: flagField("Passenger weights are required."),
  hotel: flagField("The hotel is required."),
  airportFlight: flagField("The airport flight is required."),
});

const productSummary = {
  id: idAttribute,
  productTypeCode: oneOfField([...productTypeCodes], "Kind of product."),
  name: textField("Name of the product."),
  cityCode: textField("Code of the product's city."),
  immediateBooking: flagField("Whether the supplier is called at once when an order is placed."),
  hasAvailability: flagField("Whether the product has events that can be bought."),
};

/** A product in a list: the fields marked (L) in the contract. */
export const ProductSummary = recordSchema("Product", productSummary);

export const Product = recordSchema("Product", {
  ...productSummary,
  leadPurchaseDay: wholeNumberField("Number of days before an event that the supplier needs for an order."),
  cancelPurchaseHour: wholeNumberField("Hours before an event until which its order can be cancelled."),
  minPrice: nullable(Price),
  minUsdPrice: nullable(Price),
  location: Location,
  items: collectionSchema(Item),
  questionConfiguration: QuestionConfiguration,
  updatedOn: textField("When the product last changed, ISO 8601 UTC.", { format: "date-time" }),
  description: nullable(textField("Always null.")),
});

export const EventTicket = recordSchema("Ticket", {
  code: codeAttribute("Ticket code."),
  unitPrice: Price,
  unitUsdPrice: Price,
});

/** A performance on its day, in a list of events. */
export const Event = recordSchema("Event", {
  id: idAttribute,
  itemId: identifierField("Item of the event."),
  eventOn: textField("Local date and time at the location, ISO 8601 without a zone.", { pattern: localDateTime }),
  availabilityCode: oneOfField([...availabilityCodes], "Whether the event can be sold."),
  tickets: collectionSchema(EventTicket),
});

/** The seats left of an event, for partners that may read them. */
export const EventSeats = recordSchema("EventSeats", {
  eventId: identifierField("Event of the day that can be bought."),
  seatsLeft: nullable(wholeNumberField("Seats that the partner can still buy. Null: no limit is known.")),
});

/** What can be sold of a product on one local day: an extension of the contract. */
export const DayAvailability = recordSchema("Day", {
  productId: identifierField("Product of the day."),
  date: textField("Local day at the location, yyyy-MM-dd.", { format: "date" }),
  events: wholeNumberField("Number of events of the day that are not removed."),
  openEvents: wholeNumberField("Number of events of the day that can be bought."),
  soldOut: flagField("Whether no event of the day can be bought and at least one is sold out."),
  minPrice: nullable(Price),
  minUsdPrice: nullable(Price),
  seats: nullable(collectionSchema(EventSeats)),
});

/** An element of a list of plain texts. */
const Line = textField("A sentence or less.", { xml: { name: "Text" } });
const GuideLanguage = textField("Language tag (BCP 47).", { xml: { name: "Language" } });
const Category = Type.Enum([...categoryCodes], { description: "Code of a category.", xml: { name: "Category" } });

const place = {
  externalId: textField("The operator's own id of the place."),
  name: textField("Name of the place."),
  address: nullable(textField("Street address.")),
  latitude: nullable(Type.Number({ description: "Degrees north." })),
  longitude: nullable(Type.Number({ description: "Degrees east." })),
};

export const MeetingPoint = recordSchema("MeetingPoint", {
  ...place,
  arriveMinutesBefore: nullable(wholeNumberField("How many minutes before the event travellers should arrive.")),
  instructions: nullable(textField("How to find the place.")),
});

export const PickupPlace = recordSchema("Place", {
  ...place,
  minutesBefore: nullable(wholeNumberField("How many minutes before the event travellers are picked up.")),
});

/** The places where travellers are picked up. */
export const Pickups = recordSchema("Pickups", {
  places: collectionSchema(PickupPlace),
  areas: collectionSchema(Line),
  ownText: flagField("Whether travellers may name another place."),
});

export const Contact = recordSchema("Contact", {
  person: nullable(textField("Whom travellers ask for.")),
  phone: nullable(textField("Telephone number on the day.")),
  email: nullable(textField("E-mail address.")),
});

const PhotoSource = recordSchema("Source", {
  url: textField("Address of the file, relative to the service's. Its content never changes."),
  type: textField("Media type: `image/avif` or `image/webp`."),
  width: wholeNumberField("Width in pixels."),
});

export const Photo = recordSchema("Photo", {
  id: textField("Hash and size of the photo."),
  alt: nullable(textField("What the photo shows.")),
  credit: nullable(textField("Whom to name beside the photo.")),
  focusX: nullable(wholeNumberField("What stays visible when the photo is cut: percent from the left.")),
  focusY: nullable(wholeNumberField("The same: percent from the top.")),
  width: wholeNumberField("Width in pixels, as stored."),
  height: wholeNumberField("Height in pixels, as stored."),
  sources: collectionSchema(PhotoSource),
});

/** A refund tier: the refund of an order that is cancelled this early. */
export const RefundTier = recordSchema("RefundTier", {
  hours: wholeNumberField("The tier applies until this many hours before the event."),
  percent: wholeNumberField("Percent of the price that is refunded."),
});

export const TicketType = recordSchema("TicketType", {
  code: codeAttribute("Code of a ticket rule."),
  name: textField("Name for travellers."),
  ageFrom: nullable(wholeNumberField("Youngest age, included.")),
  ageTo: nullable(wholeNumberField("Oldest age, included.")),
  isPerson: flagField("Whether the ticket is for one person; false for a vehicle or a group."),
  conditions: nullable(textField("Who may buy the ticket.")),
});

const ownDescription = "Paragraphs, bold, italic, bullet lists, headings of level 3 and links as Markdown; never HTML.";

export const AnswerChoice = recordSchema("Choice", {
  code: textField("Code of the choice: an answer to send."),
  text: textField("The choice, for travellers."),
});

export const OwnQuestion = recordSchema("OwnQuestion", {
  code: textField("Question code, as in the questions of eventvalidate."),
  scope: oneOfField([...ownQuestionScopes], "`order`: asked once. `traveller`: asked of each passenger."),
  kind: oneOfField([...ownQuestionKinds], "What the answer is."),
  required: flagField("Whether every order needs an answer. Eventvalidate lists only these questions."),
  title: textField("The question, for travellers."),
  help: nullable(textField("A sentence that helps to answer.")),
  maxLength: wholeNumberField("The most characters of an answer."),
  choices: collectionSchema(AnswerChoice),
});

/** How many people and seats a ticket of an item stands for. */
export const TicketSize = recordSchema("TicketSize", {
  code: codeAttribute("Code of a ticket rule."),
  people: wholeNumberField("People that one ticket admits. The questions to passengers are asked of each."),
  seats: wholeNumberField("Seats that one ticket takes. Says nothing for a ticket for the whole event."),
  wholeEvent: flagField("Whether the ticket needs an event that nobody has booked, and takes all its seats."),
  peoplePerTicket: Type.Optional(
    wholeNumberField("One of the ticket for each this many people of the other tickets. Omitted: no limit."),
  ),
});

/** From this number on, a ticket costs this much. */
export const PriceStep = recordSchema("PriceStep", {
  from: wholeNumberField("The number from which it applies."),
  price: Type.Number({ description: "Unit price." }),
});

/** A price by number of coming events of an item. `eventvalidate` computes totals with it. */
export const SteppedPrice = recordSchema("SteppedPrice", {
  code: codeAttribute("Code of a ticket rule."),
  firstOn: textField("Local date of the first event with it."),
  lastOn: textField("Local date of the last event with it."),
  price: Type.Number({
    description: "Unit price of the smallest number, as in `events`.",
  }),
  stepsCount: oneOfField([...stepsCounts], "What the steps count: tickets of the code, or people of the order."),
  stepsApply: oneOfField(
    [...stepsApplications],
    "Whether a step is for all tickets of the code, or for the further ones.",
  ),
  steps: collectionSchema(PriceStep, { description: "Ascending." }),
});

/** The content of an item. A null or empty field has the product's value. */
export const ItemContent = recordSchema("Item", {
  id: idAttribute,
  name: textField("Name of the item."),
  description: nullable(textField(ownDescription)),
  included: collectionSchema(Line),
  notIncluded: collectionSchema(Line),
  durationMinutes: nullable(wholeNumberField("How long it lasts.")),
  guideLanguages: collectionSchema(GuideLanguage),
  meetingPoints: collectionSchema(MeetingPoint),
  ticketSizes: Type.Optional(
    collectionSchema(TicketSize, {
      description:
        "Tickets that are not one person on one seat, or with a limit by people. With 0 of both it is an extra, and needs another ticket. Omitted: none.",
    }),
  ),
  priceSteps: Type.Optional(
    collectionSchema(SteppedPrice, {
      description: "Prices by number of coming events. Omitted: none.",
    }),
  ),
  salesEndMinutes: Type.Optional(
    wholeNumberField(
      "Minutes before EventOn at which sales end. Where the event has no time: before the end of its day. Omitted: only leadPurchaseDay ends them.",
    ),
  ),
});

/** A text that the record does not have in the requested language. */
export const OtherLanguage = recordSchema("OtherLanguage", {
  pointer: textField("JSON pointer to the text in this record."),
  lang: oneOfField([...languages], "Language of the text."),
});

/** The content of a product: all that a traveller reads before buying. An extension of the contract. */
export const Content = recordSchema("Content", {
  id: identifierField("The product.", { xml: { attribute: true } }),
  name: textField("Name of the product."),
  summary: nullable(textField("One or two sentences, plain.")),
  description: nullable(textField(ownDescription)),
  highlights: collectionSchema(Line),
  included: collectionSchema(Line),
  notIncluded: collectionSchema(Line),
  whatToBring: collectionSchema(Line),
  restrictions: collectionSchema(Line),
  accessibility: collectionSchema(Line),
  categories: collectionSchema(Category),
  durationMinutes: nullable(wholeNumberField("How long it lasts.")),
  guideLanguages: collectionSchema(GuideLanguage),
  cityCode: textField("Code of the product's city."),
  location: Location,
  timeZone: textField("IANA time zone of the location."),
  meetingPoints: collectionSchema(MeetingPoint),
  pickups: nullable(Pickups),
  photos: collectionSchema(Photo),
  videoUrl: nullable(textField("Address of a video, https.")),
  minimumAge: nullable(wholeNumberField("Youngest traveller, in years.")),
  groupSize: nullable(wholeNumberField("Greatest number of people in a group.")),
  taxRate: nullable(Type.Number({ description: "Percent of tax that prices include." })),
  contact: nullable(Contact),
  currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "Currency of all prices (ISO 4217)." }),
  cancelPurchaseHour: wholeNumberField("Hours before an event until which its order can be cancelled."),
  refundTiers: collectionSchema(RefundTier),
  codePerPerson: flagField("Whether each person has a code of their own at the door."),
  leadPerTicket: Type.Optional(
    flagField("True: a ticket of several people is asked the questions to passengers once. Omitted: each person is."),
  ),
  items: collectionSchema(ItemContent),
  ticketTypes: collectionSchema(TicketType),
  ownQuestions: collectionSchema(OwnQuestion),
  otherLanguages: collectionSchema(OtherLanguage),
  updatedOn: textField("When the content last changed, ISO 8601 UTC.", { format: "date-time" }),
});

export const Page = recordSchema("Page", {
  id: idAttribute,
  name: textField("Name of the page."),
  pageTypeCode: oneOfField([...pageTypeCodes], "Kind of page."),
  cityCode: nullable(textField("Code of the page's city.")),
  published: flagField("Whether the site shows the page."),
  url: textField("Protocol-relative address of the page."),
});

export const Currency = recordSchema("Currency", {
  code: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 currency code.", xml: { attribute: true } }),
  name: textField("Name of the currency."),
  rate: Type.Number({ description: "Units of this currency for one US dollar, markup included." }),
  displaySymbol: textField("Symbol used for display."),
});

export const VersionResponse = recordSchema("VersionResponse", {
  updateVersion: wholeNumberField("Latest version of updated records; 0 when the client is current."),
  deleteVersion: wholeNumberField("Latest version of deleted records; 0 when the client is current."),
});

export const pageOf = <T extends Type.TSchema>(values: T) =>
  recordSchema("PagedResponse", {
    currentPage: wholeNumberField("Number of this page, from 1."),
    pageSize: wholeNumberField("Number of positions on a page."),
    totalCount: wholeNumberField(
      "Number of records in the whole list; higher where TotalCount / PageSize would stop before the last page.",
    ),
    totalPages: wholeNumberField("Number of pages in the whole list."),
    hasPreviousPage: flagField("Whether this page has a page before it."),
    hasNextPage: flagField("Whether this page has a page after it."),
    values: collectionSchema(values),
  });

export const PagedProducts = pageOf(ProductSummary);
export const PagedDeletedProducts = pageOf(Id);
export const PagedEvents = pageOf(Event);
export const PagedAvailability = pageOf(DayAvailability);
export const PagedPages = pageOf(Page);
export const PagedContents = pageOf(Content);

export const Currencies = recordSchema("Response", {
  totalCount: wholeNumberField("Number of active currencies."),
  values: collectionSchema(Currency),
});

const digest = {
  count: wholeNumberField("Number of records."),
  hash: textField("Sum of the records' hashes modulo 2^64, as 16 hexadecimal digits in lower case."),
};

/** Count and order-independent hash of the records of one kind; digest.ts says how a record is hashed. */
export const RecordsDigest = recordSchema("RecordsDigest", digest);

export const ProductsDigest = recordSchema("ProductsDigest", {
  ...digest,
  detailHash: textField(
    "The same sum over all fields of the single product, including UpdatedOn, without prices in dollars.",
  ),
});

/** A language that the service does not offer is missing. */
export const DigestByLanguage = recordSchema("DigestByLanguage", {
  es: RecordsDigest,
  pt: RecordsDigest,
  en: Type.Optional(RecordsDigest),
} satisfies Record<Language, Type.TSchema>);

/** The digest that a partner compares with its copy of the catalogue: an extension of the contract. */
export const CatalogDigest = recordSchema("CatalogDigest", {
  version: wholeNumberField("Version of updated records that the digest describes."),
  deleteVersion: wholeNumberField("Version of deleted records that the digest describes."),
  fromDate: nullable(
    textField(
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
export const TicketSelection = recordSchema("Ticket", {
  code: codeAttribute("Ticket code."),
  quantity: wholeNumberField("Number of tickets.", { minimum: 0, maximum: limits.quantity }),
});

export const Answer = recordSchema("Answer", {
  code: textField("Code of the question.", { minLength: 1, maxLength: limits.code }),
  value: textField("The answer.", { minLength: 1, maxLength: limits.answer }),
});

export const Question = recordSchema("Question", {
  code: textField("Question code."),
  title: textField("Display title, in the request's language."),
  type: oneOfField([...questionTypes], "Type of the answer."),
});

/** A reason for a business refusal, which is not a failed request. */
export const ErrorEntry = recordSchema("Error", {
  code: textField("Stable error code."),
  message: textField("Reason, in the request's language."),
});

const selection = {
  id: idAttribute,
  apiKey: textField("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
  whiteLabelCode: optional(textField("Code of the client's white-label site.", { maxLength: limits.whiteLabelCode })),
  tickets: collectionSchema(TicketSelection, { maxItems: limits.tickets }),
};

export const ValidateRequest = recordSchema("Event", selection);

export const ValidateResponse = recordSchema("Event", {
  id: idAttribute,
  totalUsd: nullable(UsdPrice),
  isValid: flagField("True when the selection can be booked."),
  errors: collectionSchema(ErrorEntry),
  questions: collectionSchema(Question),
});

const email = textField("Customer e-mail.", {
  format: "email",
  minLength: 3,
  maxLength: limits.email,
  pattern: emailPattern,
});
const phoneNumber = textField("Customer phone number.", { minLength: 1, maxLength: limits.phoneNumber });

export const BookRequest = recordSchema("Event", {
  ...selection,
  email,
  phoneNumber,
  remoteHost: textField("IP address of the customer.", { minLength: 2, maxLength: 45 }),
  callbackUrl: optional(textField("Address for notifications.", { format: "uri", maxLength: limits.callbackUrl })),
  externalReference: optional(textField("The client's own order number.", { maxLength: limits.externalReference })),
  totalUsd: UsdPrice,
  answers: optional(collectionSchema(Answer, { maxItems: limits.answers })),
  testMode: optional(flagField("Whether this is a test order.")),
});

/** The event in an order. No answer repeats the key. */
export const OrderEvent = recordSchema("Event", {
  id: idAttribute,
  apiKey: nullable(textField("Always null.")),
  tickets: collectionSchema(TicketSelection),
  email: textField("Customer e-mail. Masked, as `j…@e….com`, when read without its partner's key."),
  phoneNumber: textField("Customer phone number. Masked, as `…89`, when read without its partner's key."),
  remoteHost: textField("IP address of the customer. `…` when read without its partner's key."),
  callbackUrl: nullable(textField("Address for notifications. Without its query when read without its partner's key.")),
  externalReference: nullable(textField("The client's own order number.")),
  totalUsd: UsdPrice,
  testMode: flagField("Whether this is a test order."),
  answers: collectionSchema(Answer),
});

const orderFields = {
  id: nullable(idAttribute),
  reference: nullable(textField("The service's order reference.")),
  confirmation: nullable(textField("The supplier's confirmation number.")),
  status: nullable(oneOfField([...orderStatuses], "Current status of the order.")),
  isValid: flagField("Whether the order was placed, changed or read without errors."),
  errors: nullable(collectionSchema(ErrorEntry)),
  event: OrderEvent,
};

/** An order. A refused booking has no order, so id, reference and status are null. */
export const Order = recordSchema("Order", orderFields);

/** The answer of ordercancel, an extension of the contract: the order, and what is refunded by the terms of its sale. */
export const CancelledOrder = recordSchema("Order", { ...orderFields, refundUsd: nullable(UsdPrice) });

/** A code that admits people at the door. */
export const Pass = recordSchema("Pass", {
  code: textField("What the door scans: print it as a QR code, and as text."),
  ticketCode: nullable(textField("Ticket of the person. Null: the code admits the whole party.")),
  people: wholeNumberField("How many people it admits."),
});

/** How an order ended, or will end. Null while it stands. */
const endFields = {
  refundUsd: nullable(UsdPrice),
  endedBy: nullable(oneOfField([...orderEnders], "Who cancelled or declined the order, or asked to cancel it.")),
  reason: nullable(textField("Why the operator ended the order, in its own words.")),
};

/** An order in the list of its partner's orders: the answer of `order`, and what a copy of it needs. */
export const ListedOrder = recordSchema("Order", {
  ...orderFields,
  eventOn: textField("Local date and time of the event, ISO 8601 without a zone.", { pattern: localDateTime }),
  bookedOn: textField("When the order was placed, ISO 8601 UTC.", { format: "date-time" }),
  changedOn: textField("When the order last changed, ISO 8601 UTC.", { format: "date-time" }),
  revision: wholeNumberField("Revision of the order. It grows with every change of the order or of its status.", {
    minimum: 1,
  }),
  voucherUrl: nullable(textField("The voucher (PDF) of a complete order.", { format: "uri" })),
  passes: collectionSchema(Pass),
  ...endFields,
  termsId: nullable(identifierField("The version of the partner's terms at the sale. Null: it had none.")),
  retail: nullable(Price),
  commission: nullable(Price),
  net: nullable(Price),
});

/** A page of a partner's orders: an extension of the contract. */
export const Orders = recordSchema("OrdersResponse", {
  values: collectionSchema(ListedOrder),
  hasNextPage: flagField("Whether the list goes on: read `cursor` at once."),
  cursor: textField("Continues the list. After the last page: lists later what changed since this list was read."),
});

const localDay = (description: string) => textField(description, { format: "date" });
const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

/** An exception of a partner's terms. The most specific line applies to a ticket. */
export const TermsLine = recordSchema("TermsLine", {
  productId: nullable(identifierField("Product of the line. Null: all products.")),
  itemId: nullable(identifierField("Item of the line. Null: all items.")),
  ticketCode: nullable(textField("Ticket of the line. Null: all tickets.")),
  firstOn: nullable(localDay("First local day of events with the line. Null: no first day.")),
  lastOn: nullable(localDay("Last local day of events with the line. Null: no last day.")),
  percent: nullable(percent("What the partner earns, in per cent. Null: the line has an amount.")),
  fixed: nullable(Price),
  net: nullable(Price),
});

export const TermsLimit = recordSchema("Limit", {
  kind: oneOfField([...limitKinds], "`credit`: what the partner may owe. `prepaid`: it sells for what it has paid."),
  amount: Price,
  owed: Price,
  left: Price,
});

/** What the key's partner pays and earns now: an extension of the contract. */
export const Terms = recordSchema("Terms", {
  id: idAttribute,
  basis: oneOfField(
    [...termsBases],
    "`net`: TotalUsd is the net price. `commission`: TotalUsd is the public price, and the partner earns a commission.",
  ),
  collects: oneOfField([...termsCollectors], "Who takes the guest's money."),
  percent: percent("What the partner earns where no line applies, in per cent."),
  percentOf: oneOfField([...percentBases], "What the percentages are of."),
  extras: flagField("Whether the partner earns the percentage of extras too, which are tickets for nobody."),
  dueOn: oneOfField([...dueDates], "Whether an order is on a statement from its event's day, or from its sale."),
  afterCancellation: oneOfField(
    [...cancellationShares],
    "What the partner earns of the part of a price that a cancellation does not refund.",
  ),
  noShow: oneOfField([...noShowRules], "How a guest who does not come counts."),
  paymentDays: wholeNumberField("Days from a statement until it is to be paid."),
  period: oneOfField([...statementPeriods], "Period of a statement."),
  currencyCode: nullable(textField("Currency of statements. Null: the currency of each sale.")),
  limit: nullable(TermsLimit),
  lines: collectionSchema(TermsLine),
});

const statementFields = {
  id: idAttribute,
  number: textField("Number of the statement, such as A-0012."),
  firstOn: localDay("First local day of the period."),
  lastOn: localDay("Last local day of the period."),
  issuedOn: textField("When it was issued, ISO 8601 UTC.", { format: "date-time" }),
  dueOn: localDay("Until when the balance is to be paid."),
  balanceBefore: Price,
  paid: Price,
  retail: Price,
  commission: Price,
  net: Price,
  total: Price,
  balanceAfter: Price,
};

/** A statement in a list. It never changes. */
export const ListedStatement = recordSchema("Statement", statementFields);

/** A page of a partner's statements: an extension of the contract. */
export const Statements = recordSchema("StatementsResponse", {
  values: collectionSchema(ListedStatement),
  hasNextPage: flagField("Whether the list goes on: read `cursor` at once."),
  cursor: textField("Continues the list. After the last page: lists later what was issued since."),
});

/** What a statement says of an order: the difference to its former lines. */
export const StatementLine = recordSchema("StatementLine", {
  orderId: identifierField("Order of the line."),
  reference: textField("The service's order reference."),
  externalReference: nullable(textField("The client's own order number.")),
  kind: oneOfField([...statementLineKinds], "Why the line differs from the order's former lines."),
  eventOn: textField("Local date and time of the event, ISO 8601 without a zone.", { pattern: localDateTime }),
  tickets: collectionSchema(TicketSelection),
  noShows: wholeNumberField("Tickets of guests who did not come."),
  retail: Price,
  commission: Price,
  net: Price,
  owed: Price,
});

/** A statement with its lines: an extension of the contract. */
export const Statement = recordSchema("Statement", {
  ...statementFields,
  state: oneOfField([...statementStates], "`settled`: payments since then cover it."),
  openAmount: Price,
  invoiceNumber: nullable(textField("Number of the operator's invoice.")),
  lines: collectionSchema(StatementLine),
});

/** The request of ordercancel: an extension of the contract. */
export const CancelRequest = recordSchema("Order", {
  id: idAttribute,
  apiKey: textField("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
});

/** The request of eventhold: an extension of the contract. */
export const HoldRequest = recordSchema("Event", {
  ...selection,
  testMode: optional(flagField("Whether these are seats for a test order.")),
});

/** The request of holdextend and holdrelease: extensions of the contract. */
export const HoldChangeRequest = recordSchema("Hold", {
  id: identifierField("The hold, as eventhold answered it.", { xml: { attribute: true } }),
  apiKey: textField("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
});

/**
 * Seats held for a customer who is paying. A refused hold holds no seats, so id, status, expiresAt and extensionsLeft
 * are null.
 */
export const Hold = recordSchema("Hold", {
  id: nullable(idAttribute),
  eventId: identifierField("Event of the seats."),
  status: nullable(oneOfField([...holdStatuses], "Current status. Only an open hold can be booked.")),
  tickets: collectionSchema(TicketSelection),
  totalUsd: nullable(UsdPrice),
  expiresAt: nullable(textField("When it ends unless it is booked, ISO 8601 UTC.", { format: "date-time" })),
  extensionsLeft: nullable(wholeNumberField("How often holdextend can extend it.")),
  testMode: flagField("Whether it is a test and takes no seats."),
  isValid: flagField("Whether it was carried out without errors."),
  errors: collectionSchema(ErrorEntry),
  questions: collectionSchema(Question),
});

/** The request of eventpay: an extension of the contract. */
export const PaymentRequest = recordSchema("Payment", {
  holdId: identifierField("The hold."),
  returnUrl: textField("Where the guest goes next.", { maxLength: 2_000 }),
  kind: optional(textField("Provider, `arrival` or `transfer`.", { maxLength: 40 })),
  deposit: optional(
    textField("Deposit.", {
      maxLength: 20,
    }),
  ),
  dueOn: optional(localDay("Local day of the rest.")),
  guestName: optional(textField("Name of the guest.", { maxLength: limits.guestName })),
  booking: BookRequest,
});

export const MinorAmount = recordSchema("Amount", {
  minor: wholeNumberField("1000 is 10.00 EUR."),
  currencyCode: textField("ISO 4217 code."),
});

export const FormField = recordSchema("Field", {
  name: textField("Name."),
  value: textField("Value."),
});

/** Address. */
export const PaymentPage = recordSchema("Page", {
  method: oneOfField(["GET", "POST"], "Method."),
  url: textField("Address."),
  fields: collectionSchema(FormField),
});

/** A payment of a hold. Without a payment, because the booking is refused or complete, id, page, expiresAt and amount are null. */
export const Payment = recordSchema("Payment", {
  id: nullable(idAttribute),
  state: oneOfField([...paymentStates], "Current status."),
  orderId: nullable(identifierField("The order.")),
  page: nullable(PaymentPage),
  expiresAt: nullable(textField("ISO 8601 UTC.", { format: "date-time" })),
  amount: nullable(MinorAmount),
  errors: collectionSchema(ErrorEntry),
});

/**
 * The request of orderamend: an extension of the contract. Without quoteId it asks for a quote; with quoteId and revision it accepts
 * that quote. A field that is left out keeps its value.
 */
export const AmendmentRequest = recordSchema("Amendment", {
  id: identifierField("The order to change.", { xml: { attribute: true } }),
  apiKey: textField("The client's private key.", { minLength: 1, maxLength: limits.apiKey }),
  quoteId: optional(identifierField("The quote to accept, as orderamend answered it.")),
  revision: optional(
    wholeNumberField("Known revision of the order. Required to accept a quote.", {
      minimum: 1,
      maximum: 2_147_483_647,
    }),
  ),
  eventId: optional(identifierField("Another event of the same product.")),
  tickets: optional(collectionSchema(TicketSelection, { maxItems: limits.tickets })),
  email: optional(email),
  phoneNumber: optional(phoneNumber),
  answers: optional(collectionSchema(Answer, { maxItems: limits.answers })),
});

/** The price of an amendment, and its outcome. In a refused quote, quoteId and status are null. */
export const Amendment = recordSchema("Amendment", {
  id: identifierField("The order.", { xml: { attribute: true } }),
  quoteId: nullable(identifierField("The quote, and the change that follows from it.")),
  status: nullable(oneOfField([...changeStatuses], "Current status of the change. Only a quoted one can be accepted.")),
  revision: wholeNumberField("Revision of the order. It grows with every change of the order or of its status.", {
    minimum: 1,
    maximum: 2_147_483_647,
  }),
  eventId: identifierField("Event of the order after the change."),
  tickets: collectionSchema(TicketSelection),
  totalUsd: nullable(UsdPrice),
  /** The new total minus the former total. It is below zero when the order becomes cheaper. */
  differenceUsd: nullable(Price),
  refundUsd: nullable(UsdPrice),
  expiresAt: nullable(textField("Until when the quote can be accepted, ISO 8601 UTC.", { format: "date-time" })),
  testMode: flagField("Whether this is a test order."),
  isValid: flagField("Whether the change was quoted or accepted without errors."),
  errors: collectionSchema(ErrorEntry),
  questions: collectionSchema(Question),
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
export type PaymentRequest = Type.Static<typeof PaymentRequest>;
export type Payment = Type.Static<typeof Payment>;
export type AmendmentRequest = Type.Static<typeof AmendmentRequest>;
export type Amendment = Type.Static<typeof Amendment>;
export type CancelledOrder = Type.Static<typeof CancelledOrder>;
export type ListedOrder = Type.Static<typeof ListedOrder>;
export type Orders = Type.Static<typeof Orders>;
export type Terms = Type.Static<typeof Terms>;
export type Statement = Type.Static<typeof Statement>;
export type ListedStatement = Type.Static<typeof ListedStatement>;
export type Statements = Type.Static<typeof Statements>;
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
