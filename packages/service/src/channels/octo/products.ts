import type { Content, TicketRule } from "@paseo/contract";
import { kindOfCode } from "../../domain/catalogue/ticket-categories.ts";
import { isQuantity } from "../../domain/selling/ticket-rules.ts";
import { contentJson } from "../../records/content-json.ts";
import { jpegAddress } from "../../records/photo-names.ts";
import { recordName } from "../../records/product-json.ts";
import { isExtra, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { ChannelProduct, ItemSummary } from "../../store/catalogue/channel-events.ts";
import { texts } from "../../texts/texts.ts";
import type { ProductView } from "./operation.ts";
import { pickupFields } from "./pickups.ts";
import { octoPriceTerms, octoPricing } from "./pricing.ts";

/** The capability content: the data of `contents` in the format of OCTO. */

type Item = ChannelProduct["items"][number];

const contentOf = (product: ChannelProduct, { lang, typeOf }: ProductView): Content =>
  contentJson(product, lang, { typeOf, updatedOn: new Date(0) });

function productContent(product: ChannelProduct, shown: ProductView): object {
  const content = contentOf(product, shown);
  const features = (type: string, lines: readonly string[]) =>
    lines.map((shortDescription) => ({ shortDescription, type }));
  return {
    title: content.name,
    shortDescription: content.summary,
    description: content.description,
    features: [
      ...features("HIGHLIGHT", content.highlights),
      ...features("INCLUSION", content.included),
      ...features("EXCLUSION", content.notIncluded),
      ...features("PREARRIVAL_INFORMATION", content.whatToBring),
      ...features("PREBOOKING_INFORMATION", content.restrictions),
      ...features("ACCESSIBILITY_INFORMATION", content.accessibility),
    ],
    faqs: [],
    media: content.photos.map((photo, n) => ({
      src: `${shown.publicUrl}${jpegAddress(photo.id)}`,
      type: "image/jpeg",
      rel: n === 0 ? "COVER" : "GALLERY",
      title: photo.alt,
      caption: photo.alt,
      copyright: photo.credit,
    })),
    locations: locationsOf(content, content.meetingPoints),
    categoryLabels: [...new Set(content.categories.flatMap((category) => labels[category] ?? []))],
    durationMinutesFrom: content.durationMinutes ?? 0,
    durationMinutesTo: null,
    commentary: commentaryOf(content.guideLanguages),
  };
}

function optionContent(product: ChannelProduct, item: Item, shown: ProductView): object {
  const content = contentOf(product, shown);
  const own = content.items.find(({ id }) => id === item.id)!;
  const minutes = own.durationMinutes ?? content.durationMinutes;
  const points = own.meetingPoints.length > 0 ? own.meetingPoints : content.meetingPoints;
  const guides = own.guideLanguages.length > 0 ? own.guideLanguages : content.guideLanguages;
  return {
    title: own.name,
    shortDescription: null,
    description: own.description,
    features: [
      ...own.included.map((shortDescription) => ({ shortDescription, type: "INCLUSION" })),
      ...own.notIncluded.map((shortDescription) => ({ shortDescription, type: "EXCLUSION" })),
    ],
    faqs: [],
    media: [],
    locations: locationsOf(content, points),
    categoryLabels: [],
    durationMinutesFrom: minutes ?? 0,
    durationMinutesTo: null,
    commentary: commentaryOf(guides),
  };
}

function unitContent(code: string, { lang, typeOf }: ProductView): object {
  const { [lang]: title, conditions } = typeOf(code);
  return { title, shortDescription: conditions[lang] ?? "", features: [] };
}

const commentaryOf = (languages: readonly string[]) => languages.map((language) => ({ format: "IN_PERSON", language }));

/**
 * Returns the places where travellers meet, and then the venue. A meeting point without a position or an address of its own is at the venue.
 * OCTO needs a map position, so a place without a position is omitted.
 */
function locationsOf({ location }: Content, points: Content["meetingPoints"]): object[] {
  const { venue, ...at } = location;
  const starts = points.map(({ name, instructions, address, latitude, longitude }) => ({
    ...{ type: "START", title: name ?? venue, shortDescription: instructions },
    address: address ?? at.address,
    ...(latitude === null || longitude === null ? at : { latitude, longitude }),
  }));
  const isElsewhere = starts.some((one) => one.latitude !== at.latitude || one.longitude !== at.longitude);
  const places = [
    ...starts,
    ...(starts.length === 0 ? [{ ...at, type: "START", title: venue, shortDescription: null }] : []),
    ...(isElsewhere ? [{ ...at, type: "POINT_OF_INTEREST", title: venue, shortDescription: null }] : []),
  ];
  return places.flatMap(({ type, title, shortDescription, address, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            ...{ title, shortDescription, types: [type], minutesTo: null, minutesAt: null },
            place: {
              ...{ latitude, longitude },
              postalAddress: { ...noAddress, streetAddress: address },
              identifiers: noIdentifiers,
              sameAs: [],
            },
          },
        ],
  );
}

const noAddress = {
  streetAddress: null,
  addressLocality: null,
  addressRegion: null,
  postalCode: null,
  addressCountry: null,
  postOfficeBoxNumber: null,
};

const noIdentifiers = Object.fromEntries(
  ["google", "apple", "yelp", "facebook", "foursquare", "baidu", "amap"]
    .map((map) => [`${map}PlaceId`, null])
    .concat([["tripadvisorLocationId", null]]),
);

/** Labels of OCTO for our categories. */
const labels: Partial<Record<Content["categories"][number], string[]>> = {
  "guided-tour": ["guided-tours"],
  "walking-tour": ["walking-tours"],
  "bike-tour": ["bike-tours"],
  "bus-tour": ["hop-on-hop-off"],
  "boat-tour": ["boat-tours"],
  "private-tour": ["private-tours"],
  "small-group-tour": ["small-group-tours"],
  "self-guided-tour": ["self-guided"],
  "food-tour": ["food"],
  "day-trip": ["day-trips"],
  "fast-track": ["fast-track"],
  "city-pass": ["city-cards"],
  museum: ["museums"],
  history: ["history"],
  "theme-park": ["theme-parks"],
  concert: ["live-music"],
  nightlife: ["nightlife"],
  class: ["classes"],
  "outdoor-activity": ["outdoors"],
  "water-activity": ["boat-tours"],
  sport: ["sports"],
  wildlife: ["animals"],
};

/** Products, options and units of OCTO: our products, items and tickets. docs/decisions/0041-octo.md has the mapping. */

/** Returns whether a product is sold for whole days, without times. */
export const isAllDay = ({ record }: Pick<ChannelProduct, "record">): boolean => record.type !== "scheduled";

export function octoProduct(product: ChannelProduct, shown: ProductView): object {
  const { lang, asked } = shown;
  const { record } = product;
  const options = product.items.filter(({ published }) => published);
  return {
    id: product.id,
    internalName: recordName(record, lang),
    reference: record.externalId,
    locale: texts[lang].locale,
    timeZone: record.timeZone,
    allowFreesale: record.type === "dateless",
    instantConfirmation: record.immediateBooking,
    instantDelivery: record.immediateBooking,
    availabilityRequired: record.type !== "dateless",
    availabilityType: isAllDay(product) ? "OPENING_HOURS" : "START_TIME",
    deliveryFormats: ["PDF_URL", "QRCODE", "CODE128"],
    deliveryMethods: deliveryMethods(record),
    redemptionMethod: "DIGITAL",
    options: options.map((item, n) => octoOption(product, item, n === 0, shown)),
    ...(asked.has("pricing") && {
      defaultCurrency: record.currencyCode,
      availableCurrencies: [record.currencyCode],
      pricingPer: "UNIT",
    }),
    ...(asked.has("content") && productContent(product, shown)),
  };
}

const names = ["firstName", "lastName"] as const;

/** The contact fields that a confirmation must have of the booking. A full name has both. */
export const requiredContactFields = (): readonly (typeof names)[number][] => names;

/** The contact fields that a confirmation must have of a unit, if the product asks for names. An extra is nobody. */
export function requiredUnitFields(
  { record, items }: ChannelProduct,
  itemId: string,
  code: string,
): ReturnType<typeof requiredContactFields> {
  const sizes = items.find(({ id }) => id === itemId)?.ticketSizes ?? null;
  return record.questions.allPassengerNames && !isExtra(ticketSizeOf(sizes, code)) ? names : [];
}

/** One voucher for a booking. With codes per person, each unit has a ticket in addition. */
export const deliveryMethods = ({ codePerPerson }: { codePerPerson?: boolean | undefined }): string[] =>
  codePerPerson ? ["VOUCHER", "TICKET"] : ["VOUCHER"];

function octoOption(product: ChannelProduct, item: Item, isFirst: boolean, shown: ProductView): object {
  const { lang, asked, summaries } = shown;
  const { record } = product;
  const summary = summaries.get(item.id);
  const rules = item.record.ticketRules;
  return {
    id: item.id,
    default: isFirst,
    internalName: recordName(item.record, lang),
    reference: item.record.externalId,
    // The standard requires at least one start time, also for whole days and without coming events.
    availabilityLocalStartTimes: summary?.times ?? ["00:00"],
    cancellationCutoff: texts[lang].octo.cutoff(record.cancelPurchaseHour),
    cancellationCutoffAmount: record.cancelPurchaseHour,
    cancellationCutoffUnit: "hour",
    requiredContactFields: requiredContactFields(),
    restrictions: {
      minUnits: Math.max(
        1,
        rules.reduce((sum, { minQuantity }) => sum + minQuantity, 0),
      ),
      maxUnits: null,
    },
    ...(asked.has("pickups") && pickupFields(product)),
    units: rules.map((rule) => octoUnit(product, { item, rule, summary }, shown)),
    ...(asked.has("content") && optionContent(product, item, shown)),
  };
}

function octoUnit(
  product: ChannelProduct,
  { item, rule, summary }: { item: Item; rule: TicketRule; summary: ItemSummary | undefined },
  shown: ProductView,
): object {
  const { lang, asked, typeOf } = shown;
  const { record } = product;
  const { ageFrom, ageTo } = typeOf(rule.code);
  const size = ticketSizeOf(item.ticketSizes, rule.code);
  const rules = item.record.ticketRules;
  const price = summary?.prices.find(({ code }) => code === rule.code)?.price;
  const pricing = price === undefined ? [] : [octoPricing(price, octoPriceTerms(record.currencyCode, record, lang))];
  return {
    id: rule.code,
    internalName: typeOf(rule.code)[lang],
    reference: rule.code,
    type: unitType(rule.code),
    restrictions: {
      minAge: ageFrom ?? 0,
      maxAge: ageTo ?? 100,
      idRequired: false,
      minQuantity: leastQuantity(rule),
      maxQuantity: rule.maxQuantity,
      paxCount: size.people,
      accompaniedBy: isExtra(size)
        ? rules.flatMap(({ code }) => (isExtra(ticketSizeOf(item.ticketSizes, code)) ? [] : [code]))
        : [],
    },
    requiredContactFields: requiredUnitFields(product, item.id, rule.code),
    ...(asked.has("pricing") && {
      pricingFrom: pricing,
      ...(pricing.length > 0 && { pricing }),
    }),
    ...(asked.has("content") && unitContent(rule.code, shown)),
  };
}

/** Returns the least quantity of a ticket that can be bought, other than 0. */
const leastQuantity = (rule: TicketRule): number => {
  for (let quantity = Math.max(1, rule.minQuantity); quantity <= rule.maxQuantity; quantity++)
    if (isQuantity(rule, quantity)) return quantity;
  return rule.maxQuantity;
};

const unitTypes = ["ADULT", "YOUTH", "CHILD", "INFANT", "FAMILY", "SENIOR", "STUDENT", "MILITARY"] as const;

/** Returns the kind of traveller of a ticket code: `ADULT`, `adult-vip`. */
const unitType = (code: string): string => kindOfCode(code, unitTypes, { BABY: "INFANT", GENERAL: "ADULT" }) ?? "OTHER";
