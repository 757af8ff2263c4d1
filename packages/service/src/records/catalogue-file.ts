import { availabilityCodes, languages, mapLanguages, pageTypeCodes, productTypeCodes } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import Type from "typebox";
import { codeField, noFurtherFields, textField, textsField, wholeField } from "./field-types.ts";
import { durationMinutes, ItemListing, ProductListing, salesEndMinutes } from "./listing-fields.ts";
import { ownQuestions } from "./own-questions.ts";
import { openObject } from "./schemas.ts";
import { pageCategories } from "./site.ts";
import { CataloguePrice } from "./tickets/catalogue-price.ts";
import { maxTicketSize } from "./tickets/ticket-sizes.ts";
import { CatalogueTicketType } from "./tickets/ticket-types.ts";

/**
 * The JSON catalogue that `paseo import` reads and the demo is written in. Records are matched by `externalId`, which
 * the operator chooses; Paseo gives each record its GUID. docs/reference/catalogue-file.md explains every field.
 */

const externalId = textField(128);
const name = textField(200);
const currencyCode = (annotations: object = {}) => Type.String({ pattern: "^[A-Z]{3}$", ...annotations });
const date = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const time = (annotations: object = {}) => Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", ...annotations });
/** Rates are decimal strings, because a binary fraction would change them. */
const rate = Type.String({ pattern: "^\\d{1,9}(\\.\\d{1,10})?$" });

const seats = () =>
  Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
    description: "Seats. Null: unlimited.",
  });
const availability = (description: string) => Type.Optional(Type.Enum([...availabilityCodes], { description }));
const Prices = Type.Array(CataloguePrice, {
  minItems: 1,
  maxItems: limits.tickets,
  description: "Price of each ticket that is sold.",
});

/** One dated event, named by its local date and time. */
const CatalogueEvent = Type.Object(
  {
    eventOn: Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d$",
      description: "Local date and time: `yyyy-MM-ddTHH:mm`.",
    }),
    availability: availability("Omitted: `available`."),
    capacity: seats(),
    prices: Prices,
  },
  noFurtherFields,
);

/**
 * A weekly pattern in the location's own time that becomes dated events. `times` are left out for timeless products (00:00) and
 * dateless ones, which get one event at 00:00 of `to`, their last day of validity.
 */
const CatalogueSchedule = Type.Object(
  {
    from: date,
    to: date,
    weekdays: Type.Optional(
      Type.Array(wholeField(1, 7), {
        minItems: 1,
        maxItems: 7,
        description: "ISO numbers, 1 is Monday. Omitted: every day.",
      }),
    ),
    times: Type.Optional(Type.Array(time(), { minItems: 1, maxItems: 96 })),
    capacity: seats(),
    prices: Prices,
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date,
            time: Type.Optional(time({ description: "Omitted: all events of the day." })),
            availability: availability("Omitted: as without the exception."),
            capacity: Type.Optional(seats()),
            prices: Type.Optional(Prices),
          },
          noFurtherFields,
        ),
      ),
    ),
  },
  noFurtherFields,
);

/**
 * Annotations of a field of a product or an item, in addition to JSON Schema's own. `description` is a row of
 * docs/reference/catalogue-file.md. docs/how-to/add-a-field.md explains the steps.
 *
 * - `default`: the value of an omitted field.
 * - `operatorOnly`: partners never read it. Without this, a change of the field gives the product a version.
 * - `guestFact`: guests who booked notice a change of it, so the review of the change names them.
 * - `section`: the part of the console's form that has the field, or the fields of the group.
 * - `unit`: of a number. The console writes `min` as hours and minutes.
 * - `byLanguage`: its fields are languages.
 * - `ownInput`: of a list. Its input in the console's form is written by hand.
 * - `multiline`: of a text. It can have several paragraphs.
 */
const operatorOnly = { operatorOnly: true };

/** Fields of an item without its dates, as the store has them in the item's record. */
export const ItemFields = Type.Object(
  {
    externalId: textField(128, { description: "Your own id, unique within its product." }),
    name: textField(200, { description: "Name of the item." }),
    names: Type.Optional(
      textsField(200, { description: "Names by language: `es`, `pt`, `en`. A language without one has `name`." }),
    ),
    ...ItemListing,
    partNumber: textField(64, { description: "Your own number of the item, printed on orders and vouchers." }),
    published: Type.Optional(Type.Boolean({ default: true, description: "False takes the item off sale." })),
    ticketRules: Type.Array(
      Type.Object(
        {
          code: codeField({
            description: "Ticket type, such as `ADULT`. Letters without accents, digits, `.`, `_` and `-`.",
          }),
          minQuantity: wholeField(0, limits.quantity, {
            description: "Least number in an order. 1 or more makes the ticket required.",
          }),
          maxQuantity: wholeField(1, limits.quantity, { description: "Greatest number in an order." }),
          defaultQuantity: wholeField(0, limits.quantity, { description: "Number that a partner proposes." }),
          incrementQuantity: wholeField(1, limits.quantity, { description: "Step from the minimum." }),
          people: Type.Optional(
            wholeField(0, maxTicketSize, {
              description: "People that one ticket admits. Omitted: as its ticket type says.",
            }),
          ),
          seats: Type.Optional(
            wholeField(0, maxTicketSize, {
              description: "Seats that one ticket takes. Omitted: as its ticket type says.",
            }),
          ),
          wholeEvent: Type.Optional(
            Type.Boolean({
              description:
                "True: the ticket needs an event that nobody has booked, and takes all its seats. The events need a number of seats.",
            }),
          ),
          peoplePerTicket: Type.Optional(
            wholeField(1, maxTicketSize, {
              description:
                "An order may have one of the ticket for each this many people of its other tickets: 1 for at most one per person, 10 for a teacher to ten pupils. Omitted: no such limit.",
            }),
          ),
        },
        noFurtherFields,
      ),
      { minItems: 1, maxItems: limits.tickets, description: "The tickets that an order can have." },
    ),
  },
  noFurtherFields,
);

const CatalogueItem = Type.Object(
  {
    ...ItemFields.properties,
    schedules: Type.Optional(Type.Array(CatalogueSchedule, { description: "Patterns that become dated events." })),
    events: Type.Optional(Type.Array(CatalogueEvent, { description: "Single events." })),
  },
  noFurtherFields,
);

/**
 * Fields of a product without its items, as the store has them in the product's record. The console's form has this
 * order.
 */
export const ProductFields = Type.Object(
  {
    externalId: textField(128, { section: "basics", description: "Your own id of the product." }),
    deleted: Type.Optional(
      Type.Boolean({ default: false, description: "True deletes the product: partners find it in `productsdeleted`." }),
    ),
    published: Type.Optional(
      Type.Boolean({ default: true, description: "False takes the product out of the partners' catalogue." }),
    ),
    name: textField(200, { section: "basics", description: "Name that partners show to travellers." }),
    names: Type.Optional(
      textsField(200, {
        section: "basics",
        description: "Names by language: `es`, `pt`, `en`. A language without one has `name`.",
      }),
    ),
    type: Type.Enum([...productTypeCodes], {
      section: "basics",
      description: "`scheduled`: dates with times. `timeless`: dates. `dateless`: valid until a last day.",
    }),
    currencyCode: currencyCode({
      section: "basics",
      description: "Currency of all prices (ISO 4217), in this file or imported before.",
    }),
    durationMinutes: durationMinutes({
      section: "basics",
      guestFact: true,
      description: "How long the event lasts, in minutes.",
    }),
    ...ProductListing,
    cityCode: codeField({
      section: "place",
      description:
        "Code by which partners group products, such as `MAD`. Letters without accents, digits, `.`, `_` and `-`.",
    }),
    timeZone: textField(64, {
      section: "place",
      guestFact: true,
      description: "IANA time zone of the location as Area/City, such as `America/Sao_Paulo`, or `UTC`.",
    }),
    location: Type.Object(
      {
        venue: textField(200, { description: "Venue or meeting point." }),
        address: textField(300, { description: "Address of the venue." }),
        latitude: Type.Union([Type.Number({ minimum: -90, maximum: 90 }), Type.Null()], {
          description: "Degrees north of the equator.",
        }),
        longitude: Type.Union([Type.Number({ minimum: -180, maximum: 180 }), Type.Null()], {
          description: "Degrees east of Greenwich.",
        }),
      },
      {
        ...noFurtherFields,
        section: "place",
        guestFact: true,
        description: "Where the event takes place or starts.",
      },
    ),
    supplier: Type.Optional(
      Type.Union([externalId, Type.Null()], {
        section: "sale",
        default: null,
        ...operatorOnly,
        description: "External id of a supplier, in this file or imported before. Null: orders wait at your own desk.",
      }),
    ),
    immediateBooking: Type.Boolean({
      section: "sale",
      description:
        "True: the supplier is contacted within the booking request. Without a supplier, the order is confirmed at once.",
    }),
    leadPurchaseDay: wholeField(0, 365, {
      section: "sale",
      description: "Whole days before the event's local day on which sales end. 0: until the event starts.",
    }),
    salesEndMinutes: salesEndMinutes({
      section: "sale",
      description:
        "Minutes before the start at which sales end, also if `leadPurchaseDay` allows more. Without a time: before the end of the day. Your desk sells on.",
    }),
    cancelPurchaseHour: wholeField(0, 8760, {
      section: "sale",
      description: "Hours before the event from which an order cannot be cancelled.",
    }),
    refundTiers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            hours: wholeField(0, 8760, { description: "The tier applies until this many hours before the event." }),
            percent: wholeField(0, 100, { description: "Percent of the price that is refunded." }),
          },
          noFurtherFields,
        ),
        {
          section: "sale",
          ownInput: true,
          minItems: 1,
          maxItems: 10,
          description:
            "Refunds by the time left, earliest deadline first. Omitted: all of the price until `cancelPurchaseHour`.",
        },
      ),
    ),
    minimumGuests: Type.Optional(
      wholeField(1, 10_000, {
        section: "sale",
        ...operatorOnly,
        description: "An event with fewer people is flagged on the first page of the console. Omitted: never.",
      }),
    ),
    minimumGuestsHours: Type.Optional(
      wholeField(0, 720, {
        section: "sale",
        ...operatorOnly,
        description: "Hours before the event from which too few people are flagged; 24 by default.",
      }),
    ),
    codePerPerson: Type.Optional(
      Type.Boolean({
        section: "sale",
        default: false,
        description:
          "True: each person of an order has a code of their own at the door. False: one code admits the whole party.",
      }),
    ),
    leadPerTicket: Type.Optional(
      Type.Boolean({
        section: "questions",
        default: false,
        description:
          "True: a ticket of several people is asked the questions to travellers once, for its lead. False: each person is asked.",
      }),
    ),
    questions: Type.Object(
      {
        allPassengerNames: Type.Boolean({ description: "True: partners ask for the name of every traveller." }),
        allPassengerWeights: Type.Boolean({ description: "True: partners ask for the weight of every traveller." }),
        hotel: Type.Boolean({ description: "True: partners ask for the hotel." }),
        airportFlight: Type.Boolean({ description: "True: partners ask for the airport and the flight." }),
      },
      { ...noFurtherFields, section: "questions", description: "Questions of partners to travellers who book." },
    ),
    ownQuestions,
  },
  noFurtherFields,
);

export const CatalogueProduct = Type.Object(
  {
    ...ProductFields.properties,
    items: Type.Array(CatalogueItem, { minItems: 1, maxItems: 100, description: "What travellers choose." }),
  },
  noFurtherFields,
);

const PageText = Type.Object({ name, url: Type.String({ pattern: "^//[^\\s]+$", maxLength: 500 }) }, noFurtherFields);

export const CataloguePage = Type.Object(
  {
    externalId,
    deleted: Type.Optional(
      Type.Boolean({
        description:
          "True deletes the page. Partners read it as unpublished, since they have no list of deleted pages.",
      }),
    ),
    type: Type.Enum([...pageTypeCodes]),
    cityCode: Type.Optional(codeField()),
    published: Type.Optional(Type.Boolean()),
    whiteLabels: Type.Optional(
      Type.Array(textField(limits.whiteLabelCode), { description: "White labels with this page. Omitted: all sites." }),
    ),
    categories: Type.Optional(pageCategories),
    // A page is in the list of each language for which it has a name and an address.
    ...mapLanguages(() => Type.Optional(PageText)),
  },
  noFurtherFields,
);

const CatalogueCurrency = Type.Object(
  {
    code: currencyCode(),
    name,
    displaySymbol: textField(8),
    rate,
    active: Type.Optional(Type.Boolean()),
  },
  noFurtherFields,
);

const CataloguePartner = Type.Object(
  {
    externalId,
    name,
    active: Type.Optional(Type.Boolean()),
    whiteLabels: Type.Optional(
      Type.Array(Type.Object({ code: textField(limits.whiteLabelCode), name }, noFurtherFields)),
    ),
  },
  noFurtherFields,
);

const CatalogueSupplier = Type.Object(
  {
    externalId,
    name,
    kind: Type.String({ description: "How it receives orders. It says what `settings` may contain." }),
    settings: Type.Optional(openObject("What the kind needs.")),
    lang: Type.Optional(Type.Enum([...languages])),
    answerWithinMinutes: Type.Optional(wholeField(1, 43_200)),
  },
  noFurtherFields,
);

export const CatalogueFile = Type.Object(
  {
    currencies: Type.Optional(Type.Array(CatalogueCurrency)),
    partners: Type.Optional(Type.Array(CataloguePartner)),
    suppliers: Type.Optional(Type.Array(CatalogueSupplier)),
    ticketTypes: Type.Optional(Type.Array(CatalogueTicketType)),
    products: Type.Optional(Type.Array(CatalogueProduct)),
    pages: Type.Optional(Type.Array(CataloguePage)),
  },
  noFurtherFields,
);

export type CatalogueFile = Type.Static<typeof CatalogueFile>;
export type CatalogueProduct = Type.Static<typeof CatalogueProduct>;
export type ProductFields = Type.Static<typeof ProductFields>;
export type ItemFields = Type.Static<typeof ItemFields>;
export type CatalogueItem = Type.Static<typeof CatalogueItem>;
export type CatalogueSchedule = Type.Static<typeof CatalogueSchedule>;
export type CatalogueEvent = Type.Static<typeof CatalogueEvent>;
export type CataloguePage = Type.Static<typeof CataloguePage>;
export type CatalogueCurrency = Type.Static<typeof CatalogueCurrency>;
export type CataloguePartner = Type.Static<typeof CataloguePartner>;
export type CatalogueSupplier = Type.Static<typeof CatalogueSupplier>;
