import { type Language, mapLanguages, ownQuestionPrefix } from "@paseo/contract";
import { nameInLanguage } from "../../records/bookable-event.ts";
import type { SupplierOrder } from "../../records/supplier-order.ts";
import type { ReadableAnswer } from "../../texts/own-questions.ts";
import { texts } from "../../texts/texts.ts";
import { sizedTicketName, type TicketNames } from "../catalogue/ticket-names.ts";
import { isNoAnswer } from "../selling/own-questions.ts";

/** Order details for a supplier, in the supplier's language: for e-mails and for the answer page. */

type SheetOrder = Pick<
  SupplierOrder,
  | "reference"
  | "productName"
  | "productNames"
  | "itemName"
  | "itemNames"
  | "partNumber"
  | "productType"
  | "venue"
  | "eventOn"
  | "timeZone"
  | "tickets"
  | "answers"
  | "confirmation"
>;

/** A row with a label. A list such as passengers has several lines. */
export interface SheetRow {
  label: string;
  lines: string[];
}

export function sheetRows(order: SheetOrder, lang: Language, names: TicketNames): SheetRow[] {
  const words = texts[lang].orderSheet;
  const { passengers, others } = answerRows(order.answers);
  const rows: SheetRow[] = [
    { label: words.reference, lines: [order.reference] },
    { label: words.product, lines: [nameInLanguage(lang, order.productName, order.productNames)] },
    { label: words.item, lines: [`${nameInLanguage(lang, order.itemName, order.itemNames)} (${order.partNumber})`] },
    { label: words.when[order.productType], lines: whenLines(order, lang) },
    { label: words.venue, lines: [order.venue] },
    {
      label: words.tickets,
      lines: order.tickets.map((one) => `${one.quantity} × ${sizedTicketName(one, names, lang)}`),
    },
    { label: words.passengers, lines: passengers },
    ...others,
    { label: words.confirmation, lines: order.confirmation === null ? [] : [order.confirmation] },
  ];
  return rows.filter(({ lines }) => lines.length > 0);
}

/** Writes product and date on one line. */
export const sheetTitle = ({ productName, productNames, productType, eventOn }: SheetOrder, lang: Language): string =>
  `${nameInLanguage(lang, productName, productNames)}, ${formats[lang][productType === "scheduled" ? "shortTime" : "short"].format(local(eventOn))}`;

/** Writes a day, `yyyy-MM-dd`, in words. */
export const dayText = (day: string, lang: Language): string =>
  new Intl.DateTimeFormat(texts[lang].locale, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Returns an instant's date at the location, written out. */
export const dayInWords = (at: Date, timeZone: string, lang: Language): string =>
  new Intl.DateTimeFormat(texts[lang].locale, { dateStyle: "long", timeZone }).format(at);

function whenLines({ productType, eventOn, timeZone }: SheetOrder, lang: Language): string[] {
  const at = local(eventOn);
  const { fullTime, full, long } = formats[lang];
  if (productType === "scheduled") return [fullTime.format(at), texts[lang].orderSheet.localTime(timeZone)];
  return [productType === "timeless" ? full.format(at) : texts[lang].orderSheet.validUntil(long.format(at))];
}

const formats = mapLanguages((lang) => formatsOf(texts[lang].locale));

/** Reads the local time as UTC. The formats are in UTC as well, so the time stays unchanged. */
const local = (eventOn: string): Date => new Date(`${eventOn}Z`);

function formatsOf(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return {
    fullTime: format({ dateStyle: "full", timeStyle: "short" }),
    full: format({ dateStyle: "full" }),
    long: format({ dateStyle: "long" }),
    shortTime: format({ dateStyle: "medium", timeStyle: "short" }),
    short: format({ dateStyle: "medium" }),
  };
}

/** Groups answers by passenger. Answers for the whole order are grouped by the question's title. */
function answerRows(answers: readonly ReadableAnswer[]): { passengers: string[]; others: SheetRow[] } {
  const ofPassenger = Map.groupBy(answers.filter(isGiven), ({ passenger }) => passenger);
  const others = ofPassenger.get(null) ?? [];
  ofPassenger.delete(null);
  return {
    passengers: [...ofPassenger].sort(([a], [b]) => a! - b!).map(([n, given]) => `${n}. ${passengerText(given)}`),
    others: [...Map.groupBy(others, ({ code }) => code).values()].map((given) => ({
      label: given[0]!.title,
      lines: given.map(({ text }) => text),
    })),
  };
}

/** Writes the answers of one passenger: `Ana Ríos, 62 kg, Do you swim?: Yes` */
function passengerText(answers: readonly ReadableAnswer[]): string {
  const given = (code: string) => answers.find((answer) => answer.code === code)?.text;
  const name = [given("passenger-first-name"), given("passenger-last-name")].filter(Boolean).join(" ");
  const weight = given("passenger-weight");
  const own = answers.filter(isOwn).map(({ title, text }) => `${title}: ${text}`);
  return [name, weight && `${weight} kg`, ...own].filter(Boolean).join(", ");
}

const isOwn = ({ code }: ReadableAnswer): boolean => code.startsWith(ownQuestionPrefix);

/** Whether a question was answered: a traveller may leave the operator's own questions unanswered. */
const isGiven = (answer: ReadableAnswer): boolean => !isOwn(answer) || !isNoAnswer(answer.value.trim());
