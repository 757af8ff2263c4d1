import type { TicketRule } from "@paseo/contract";
import { kindOfCode } from "../../domain/catalogue/ticket-categories.ts";
import { isQuantity } from "../../domain/selling/ticket-rules.ts";
import { recordName } from "../../records/product-json.ts";
import type { ChannelProduct, ItemSummary } from "../../store/catalogue/channel-events.ts";
import { texts } from "../../texts/texts.ts";
import { optionContent, productContent, unitContent } from "./content.ts";
import type { ProductView } from "./operation.ts";
import { pickupFields } from "./pickups.ts";
import { octoPriceTerms, octoPricing } from "./pricing.ts";

/** Products, options and units of OCTO: our products, items and tickets. docs/decisions/0041-octo.md has the mapping. */

type Item = ChannelProduct["items"][number];

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

/** The contact fields that a confirmation must have: of the booking, or of each unit of a product. A full name has both. */
export const requiredContactFields = (
  ofUnits?: Pick<ChannelProduct["record"], "questions">,
): readonly (typeof names)[number][] => (ofUnits && !ofUnits.questions.allPassengerNames ? [] : names);

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
    units: rules.map((rule) => octoUnit(product, rule, summary, shown)),
    ...(asked.has("content") && optionContent(product, item, shown)),
  };
}

function octoUnit(
  { record }: ChannelProduct,
  rule: TicketRule,
  summary: ItemSummary | undefined,
  shown: ProductView,
): object {
  const { lang, asked, typeOf } = shown;
  const { ageFrom, ageTo, isPerson } = typeOf(rule.code);
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
      paxCount: isPerson ? 1 : 0,
      accompaniedBy: [],
    },
    requiredContactFields: requiredContactFields(record),
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
