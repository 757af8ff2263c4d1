import { availabilityCodes, inEachLanguage, languages, pageTypeCodes, productTypeCodes } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import Type from "typebox";
import { openObject } from "../schemas.ts";

/**
 * The JSON catalogue that `paseo import` reads and the demo catalogue is written in. Records are matched by
 * `externalId`, which is the operator's own; Paseo gives each its GUID. docs/reference/catalogue-file.md explains it field by field.
 */

const externalId = Type.String({ minLength: 1, maxLength: 128 });
const name = Type.String({ minLength: 1, maxLength: 200 });
/** Names by language, beside the record's own name, which is that of every other language. */
const Names = Type.Object(
  inEachLanguage(() => Type.Optional(name)),
  { additionalProperties: false, byLanguage: true },
);
const code = Type.String({ minLength: 1, maxLength: limits.code, pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]*$" });
const currencyCode = Type.String({ pattern: "^[A-Z]{3}$" });
const date = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const time = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });
/** Amounts and rates are decimal strings, so that no binary fraction ever touches them. */
const amount = Type.String({ pattern: "^\\d{1,9}(\\.\\d{1,4})?$" });
const rate = Type.String({ pattern: "^\\d{1,9}(\\.\\d{1,10})?$" });
const strict = { additionalProperties: false };
/** Partners never read the field. Without this, a change of the field gives the product a version. */
const operatorOnly = { operatorOnly: true };

const Prices = Type.Array(Type.Object({ code, amount }, strict), { minItems: 1, maxItems: limits.tickets });

/** One dated performance, named by its local date and time. */
const CatalogueEvent = Type.Object(
  {
    eventOn: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d$" }),
    availability: Type.Optional(Type.Enum([...availabilityCodes])),
    /** Seats; null: no limit. */
    capacity: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
    prices: Prices,
  },
  strict,
);

/**
 * A weekly pattern in the location's own time that becomes dated events. `weekdays` are ISO numbers (1 is Monday),
 * all when left out. `times` are left out for timeless products (00:00) and dateless ones, which get one standing
 * event at 00:00 of `to`, their last day of validity.
 */
const CatalogueSchedule = Type.Object(
  {
    from: date,
    to: date,
    weekdays: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 })),
    times: Type.Optional(Type.Array(time, { minItems: 1, maxItems: 96 })),
    capacity: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
    prices: Prices,
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date,
            /** The performance at this time; without it, all performances of the day. */
            time: Type.Optional(time),
            availability: Type.Optional(Type.Enum([...availabilityCodes])),
            capacity: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()])),
            prices: Type.Optional(Prices),
          },
          strict,
        ),
      ),
    ),
  },
  strict,
);

/** Fields of an item without its dates: what the store has as the item's record. */
export const ItemFields = Type.Object(
  {
    externalId,
    name,
    names: Type.Optional(Names),
    partNumber: Type.String({ minLength: 1, maxLength: 64 }),
    published: Type.Optional(Type.Boolean({ default: true })),
    ticketRules: Type.Array(
      Type.Object(
        {
          code,
          minQuantity: Type.Integer({ minimum: 0, maximum: limits.quantity }),
          maxQuantity: Type.Integer({ minimum: 1, maximum: limits.quantity }),
          defaultQuantity: Type.Integer({ minimum: 0, maximum: limits.quantity }),
          incrementQuantity: Type.Integer({ minimum: 1, maximum: limits.quantity }),
        },
        strict,
      ),
      { minItems: 1, maxItems: limits.tickets },
    ),
  },
  strict,
);

const CatalogueItem = Type.Object(
  {
    ...ItemFields.properties,
    schedules: Type.Optional(Type.Array(CatalogueSchedule)),
    events: Type.Optional(Type.Array(CatalogueEvent)),
  },
  strict,
);

/** Fields of a product without its items: what the store has as the product's record. */
export const ProductFields = Type.Object(
  {
    externalId,
    /** True deletes the product: partners find it in productsdeleted. */
    deleted: Type.Optional(Type.Boolean({ default: false })),
    type: Type.Enum([...productTypeCodes]),
    name,
    names: Type.Optional(Names),
    cityCode: code,
    published: Type.Optional(Type.Boolean({ default: true })),
    immediateBooking: Type.Boolean(),
    leadPurchaseDay: Type.Integer({ minimum: 0, maximum: 365 }),
    cancelPurchaseHour: Type.Integer({ minimum: 0, maximum: 8760 }),
    /**
     * Percent of the price that is refunded until so many hours before the event, the most hours first. Omitted: all of it until
     * cancellation ends.
     */
    refundTiers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            hours: Type.Integer({ minimum: 0, maximum: 8760 }),
            percent: Type.Integer({ minimum: 0, maximum: 100 }),
          },
          strict,
        ),
        { minItems: 1, maxItems: 10, ...operatorOnly },
      ),
    ),
    currencyCode,
    /** IANA zone of the location. */
    timeZone: Type.String({ minLength: 1, maxLength: 64, ...operatorOnly }),
    /** The supplier's external id. Null or omitted: orders wait at the orders desk. */
    supplier: Type.Optional(Type.Union([externalId, Type.Null()], { default: null, ...operatorOnly })),
    /** True gives each person of an order a code of their own; omitted or false: one code admits the whole party. */
    codePerPerson: Type.Optional(Type.Boolean({ default: false, ...operatorOnly })),
    location: Type.Object(
      {
        venue: name,
        address: Type.String({ minLength: 1, maxLength: 300 }),
        latitude: Type.Union([Type.Number({ minimum: -90, maximum: 90 }), Type.Null()]),
        longitude: Type.Union([Type.Number({ minimum: -180, maximum: 180 }), Type.Null()]),
      },
      strict,
    ),
    questions: Type.Object(
      {
        allPassengerNames: Type.Boolean(),
        allPassengerWeights: Type.Boolean(),
        hotel: Type.Boolean(),
        airportFlight: Type.Boolean(),
      },
      strict,
    ),
  },
  strict,
);

export const CatalogueProduct = Type.Object(
  { ...ProductFields.properties, items: Type.Array(CatalogueItem, { minItems: 1, maxItems: 100 }) },
  strict,
);

const PageText = Type.Object({ name, url: Type.String({ pattern: "^//[^\\s]+$", maxLength: 500 }) }, strict);

export const CataloguePage = Type.Object(
  {
    externalId,
    /** True deletes the page. Partners read it as unpublished, since they have no list of deleted pages. */
    deleted: Type.Optional(Type.Boolean()),
    type: Type.Enum([...pageTypeCodes]),
    cityCode: Type.Optional(code),
    published: Type.Optional(Type.Boolean()),
    /** White labels with this page; omitted: all sites. */
    whiteLabels: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: limits.whiteLabelCode }))),
    /** A page is in the list of each language for which it has a name and an address. */
    ...inEachLanguage(() => Type.Optional(PageText)),
  },
  strict,
);

const CatalogueCurrency = Type.Object(
  {
    code: currencyCode,
    name,
    displaySymbol: Type.String({ minLength: 1, maxLength: 8 }),
    rate,
    active: Type.Optional(Type.Boolean()),
  },
  strict,
);

const CataloguePartner = Type.Object(
  {
    externalId,
    name,
    active: Type.Optional(Type.Boolean()),
    whiteLabels: Type.Optional(
      Type.Array(Type.Object({ code: Type.String({ minLength: 1, maxLength: limits.whiteLabelCode }), name }, strict)),
    ),
  },
  strict,
);

const CatalogueSupplier = Type.Object(
  {
    externalId,
    name,
    /** One of suppliers/kinds.ts, which also says what `settings` may contain. domain/editing/catalogue-rules.ts checks both. */
    kind: Type.String(),
    settings: Type.Optional(openObject("What the kind needs.")),
    lang: Type.Optional(Type.Enum([...languages])),
    answerWithinMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 43_200 })),
  },
  strict,
);

export const CatalogueFile = Type.Object(
  {
    currencies: Type.Optional(Type.Array(CatalogueCurrency)),
    partners: Type.Optional(Type.Array(CataloguePartner)),
    suppliers: Type.Optional(Type.Array(CatalogueSupplier)),
    products: Type.Optional(Type.Array(CatalogueProduct)),
    pages: Type.Optional(Type.Array(CataloguePage)),
  },
  strict,
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
