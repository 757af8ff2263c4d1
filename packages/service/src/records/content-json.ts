import {
  type Content,
  type ItemContent,
  type Language,
  limits,
  ownQuestionPrefix,
  type TicketType,
} from "@paseo/contract";
import { type ByLanguage, languageShown } from "../texts/by-language.ts";
import { choicesOf, type OwnQuestion } from "../texts/own-questions.ts";
import type { ItemFields, ProductFields } from "./catalogue-file.ts";
import { photoSources } from "./photo-names.ts";
import { type ProductRow, recordName } from "./product-json.ts";
import type { ItemPriceSteps } from "./tickets/ticket-prices.ts";
import { type TicketSizes, ticketSizeOf } from "./tickets/ticket-sizes.ts";
import type { TicketTypeOf } from "./tickets/ticket-types.ts";

/** The content of a product in one language: a pure function of its record and of the ticket types. */

export type ContentRow = Pick<ProductRow, "id" | "record" | "items">;

export function contentJson(
  { id, record, items }: ContentRow,
  lang: Language,
  { typeOf, updatedOn }: { typeOf: TicketTypeOf; updatedOn: Date },
): Content {
  const writer = new TextWriter(lang);
  const { text, lines } = writer;
  const onSale = items.filter(({ published }) => published);
  const codes = new Set(onSale.flatMap((item) => item.record.ticketRules.map(({ code }) => code)));
  const { cancelPurchaseHour, pickups, contact } = record;
  return {
    id,
    name: recordName(record, lang),
    summary: text(record.summary, "/summary"),
    description: text(record.description, "/description"),
    highlights: lines(record.highlights, "/highlights"),
    included: lines(record.included, "/included"),
    notIncluded: lines(record.notIncluded, "/notIncluded"),
    whatToBring: lines(record.whatToBring, "/whatToBring"),
    restrictions: lines(record.restrictions, "/restrictions"),
    accessibility: lines(record.accessibility, "/accessibility"),
    categories: record.categories ?? [],
    durationMinutes: record.durationMinutes ?? null,
    guideLanguages: record.guideLanguages ?? [],
    cityCode: record.cityCode,
    location: record.location,
    timeZone: record.timeZone,
    meetingPoints: meetingPoints(record.meetingPoints, "", writer),
    pickups: pickups
      ? {
          places: (pickups.places ?? []).map(({ minutesBefore = null, ...place }) => ({
            ...placed(place),
            name: place.name,
            minutesBefore,
          })),
          areas: lines(pickups.areas, "/pickups/areas"),
          ownText: pickups.ownText ?? false,
        }
      : null,
    photos: (record.photos ?? []).map((photo, n) => ({
      id: photo.id,
      alt: text(photo.alt, `/photos/${n}/alt`),
      credit: photo.credit ?? null,
      focusX: photo.focusX ?? null,
      focusY: photo.focusY ?? null,
      ...photoSources(photo.id),
    })),
    videoUrl: record.videoUrl ?? null,
    minimumAge: record.minimumAge ?? null,
    groupSize: record.groupSize ?? null,
    taxRate: record.taxRate === undefined ? null : Number(record.taxRate),
    contact: contact
      ? { person: contact.person ?? null, phone: contact.phone ?? null, email: contact.email ?? null }
      : null,
    currencyCode: record.currencyCode,
    cancelPurchaseHour,
    refundTiers: record.refundTiers ?? [{ hours: cancelPurchaseHour, percent: 100 }],
    codePerPerson: record.codePerPerson ?? false,
    ...(record.leadPerTicket && { leadPerTicket: true }),
    items: onSale.map((item, n) => itemJson(item, record, lang, { pointer: `/items/${n}`, writer })),
    ticketTypes: [...codes].map((code, n) => ticketTypeJson(code, lang, `/ticketTypes/${n}`, { typeOf, writer })),
    ownQuestions: (record.ownQuestions ?? []).map((own, n) => questionJson(own, `/ownQuestions/${n}`, writer)),
    otherLanguages: writer.others,
    updatedOn: updatedOn.toISOString(),
  };
}

/**
 * Returns texts in a language, or else in the first language that they have, and lists the texts in another language.
 */
class TextWriter {
  readonly others: Content["otherLanguages"] = [];
  readonly #lang: Language;

  constructor(lang: Language) {
    this.#lang = lang;
  }

  readonly text = (texts: ByLanguage | undefined, pointer: string): string | null => {
    const found = texts && languageShown(texts, this.#lang);
    if (found === undefined) return null;
    if (found !== this.#lang) this.others.push({ pointer, lang: found });
    return texts![found]!;
  };

  readonly lines = (list: readonly ByLanguage[] | undefined, pointer: string): string[] =>
    // Each text by language has at least one language, because the catalogue's schema requires it.
    (list ?? []).map((texts, n) => this.text(texts, `${pointer}/${n}`)!);
}

function itemJson(
  { id, record, ticketSizes, priceSteps }: ContentRow["items"][number],
  product: ProductFields,
  lang: Language,
  { pointer, writer }: { pointer: string; writer: TextWriter },
): ItemContent {
  const sizes = sizesJson(record, ticketSizes);
  const cutOff = record.salesEndMinutes ?? product.salesEndMinutes;
  return {
    id,
    name: recordName(record, lang),
    description: writer.text(record.description, `${pointer}/description`),
    included: writer.lines(record.included, `${pointer}/included`),
    notIncluded: writer.lines(record.notIncluded, `${pointer}/notIncluded`),
    durationMinutes: record.durationMinutes ?? null,
    guideLanguages: record.guideLanguages ?? [],
    meetingPoints: meetingPoints(record.meetingPoints, pointer, writer),
    ...(sizes.length > 0 && { ticketSizes: sizes }),
    ...(priceSteps && { priceSteps: priceSteps.map(stepsJson) }),
    ...(cutOff !== undefined && { salesEndMinutes: cutOff }),
  };
}

const sizesJson = ({ ticketRules }: ItemFields, sizes: TicketSizes) =>
  ticketRules
    .filter(({ code, peoplePerTicket }) => peoplePerTicket !== undefined || Object.hasOwn(sizes ?? {}, code))
    .map(({ code, peoplePerTicket }) => ({
      code,
      ...ticketSizeOf(sizes, code),
      ...(peoplePerTicket !== undefined && { peoplePerTicket }),
    }));

const stepsJson = ({ price, steps, ...others }: ItemPriceSteps) => ({
  ...others,
  price: Number(price),
  steps: steps.map((step) => ({ from: step.from, price: Number(step.price) })),
});

const meetingPoints = (
  points: ProductFields["meetingPoints"],
  pointer: string,
  { text }: TextWriter,
): Content["meetingPoints"] =>
  (points ?? []).map((point, n) => ({
    ...placed(point),
    name: text(point.name, `${pointer}/meetingPoints/${n}/name`)!,
    arriveMinutesBefore: point.arriveMinutesBefore ?? null,
    instructions: text(point.instructions, `${pointer}/meetingPoints/${n}/instructions`),
  }));

const placed = ({
  externalId,
  address = null,
  latitude = null,
  longitude = null,
}: {
  externalId: string;
  address?: string | null;
  latitude?: number | null;
  longitude?: number | null;
}) => ({ externalId, address, latitude, longitude });

function ticketTypeJson(
  code: string,
  lang: Language,
  pointer: string,
  { typeOf, writer }: { typeOf: TicketTypeOf; writer: TextWriter },
): TicketType {
  const { [lang]: name, ageFrom, ageTo, isPerson, conditions } = typeOf(code);
  return { code, name, ageFrom, ageTo, isPerson, conditions: writer.text(conditions, `${pointer}/conditions`) };
}

const questionJson = (own: OwnQuestion, pointer: string, { text }: TextWriter): Content["ownQuestions"][number] => ({
  code: ownQuestionPrefix + own.code,
  scope: own.scope,
  kind: own.kind,
  required: own.required,
  title: text(own.title, `${pointer}/title`)!,
  help: text(own.help, `${pointer}/help`),
  maxLength: own.maxLength ?? limits.answer,
  choices: choicesOf(own).map((choice, n) => ({
    code: choice.code,
    text: text(choice.text, `${pointer}/choices/${n}/text`)!,
  })),
});
