import { type Answer, isEmailAddress, type Language, limits, type OwnQuestion, type Question } from "@paseo/contract";
import type { PurchaseForm } from "../../store/site/purchases.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { isDay } from "../format.ts";

/** The fields of the checkout: the contact, and the questions of the sale by passenger. */

export interface Field {
  /** Of the form: `email`, or `a.own-menu.2` for the second answer to a question. */
  name: string;
  code: string;
  title: string;
  help: string | null;
  kind: "text" | "number" | "date" | "time" | "choice";
  choices: { code: string; text: string }[];
  required: boolean;
  maxLength: number;
  autocomplete: string | null;
}

export interface FieldGroup {
  /** From 1. Null: the questions are about the whole order. */
  passenger: number | null;
  fields: Field[];
}

const kinds = { string: "text", integer: "number", date: "date", time: "time" } as const;

const isOfPassenger = (code: string, own: readonly OwnQuestion[]): boolean =>
  own.find((one) => one.code === code)?.scope === "traveller" || code.startsWith("passenger-");

/** Only the first passenger is likely to be the person at the keyboard. */
const autocompletes: Readonly<Record<string, string>> = {
  "passenger-first-name": "given-name",
  "passenger-last-name": "family-name",
};

/**
 * Groups the questions of a validation by passenger, and adds the optional ones, which only contents have. The order within the answers of one code is
 * the order of passengers, so each field has a number.
 */
export function fieldGroups(
  questions: readonly Question[],
  own: readonly OwnQuestion[],
  passengers: number,
): FieldGroup[] {
  const groups = new Map<number | null, Field[]>();
  const add = (passenger: number | null, field: Field) =>
    groups.set(passenger, [...(groups.get(passenger) ?? []), field]);
  const counts = new Map<string, number>();
  for (const { code, title, type } of questions) {
    const n = (counts.get(code) ?? 0) + 1;
    counts.set(code, n);
    const mine = own.find((one) => one.code === code);
    const passenger = isOfPassenger(code, own) ? n : null;
    add(passenger, {
      ...{ name: `a.${code}.${n}`, code, title: mine?.title ?? title, required: true },
      ...(mine ? shapeOf(mine) : { help: null, kind: kinds[type], choices: [], maxLength: limits.answer }),
      autocomplete: n === 1 ? (autocompletes[code] ?? null) : null,
    });
  }
  for (const mine of own) {
    if (mine.required) continue;
    const { code, title } = mine;
    const numbers = mine.scope === "traveller" ? Array.from({ length: passengers }, (_, n) => n + 1) : [null];
    for (const n of numbers)
      add(n, {
        ...{ name: `a.${code}.${n ?? 1}`, code, title, required: false, autocomplete: null },
        ...shapeOf(mine),
      });
  }
  const ordered = [...groups].sort(([one], [other]) => (one ?? Infinity) - (other ?? Infinity));
  return ordered.map(([passenger, fields]) => ({ passenger, fields }));
}

const shapeOf = ({
  kind,
  help,
  maxLength,
  choices,
}: OwnQuestion): Pick<Field, "help" | "kind" | "choices" | "maxLength"> => ({
  ...{ help, maxLength, choices },
  kind: choices.length > 0 ? "choice" : kind === "number" ? "number" : kind === "date" ? "date" : "text",
});

/** Reads a posted text as one line, cut to `most` characters. */
export const postedLine = (posted: URLSearchParams, name: string, most: number): string =>
  (posted.get(name) ?? "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, most);

/** Reads what a guest typed, cut to what the interface takes at all. */
export function readForm(posted: URLSearchParams): PurchaseForm {
  const line = (name: string, most: number) => postedLine(posted, name, most);
  const answers: Record<string, string> = {};
  for (const name of posted.keys()) {
    if (!/^a\.[a-z0-9-]{1,64}\.\d{1,4}$/.test(name) || Object.keys(answers).length >= limits.answers) continue;
    answers[name] = line(name, limits.answer + 1);
  }
  return {
    name: line("name", limits.guestName + 1),
    email: line("email", limits.email + 1),
    phone: line("phone", limits.phoneNumber + 1),
    answers,
  };
}

/** Whether the sale asks for the names of passengers: the first one is the guest who books. */
export const asksNames = (groups: readonly FieldGroup[]): boolean =>
  groups.some(({ fields }) => fields.some(({ code }) => code === "passenger-first-name"));

export interface FieldError {
  /** Of the field to which the summary leads. */
  name: string;
  /** With the name of the field, for the summary. */
  text: string;
}

/** Writes an error beside its field: without the name of the field, which stands above it. */
export const besideField = (text: string): string => {
  const [, rest = text] = /: (.+)$/s.exec(text) ?? [];
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

/** Checks what a guest typed. The booking checks it again. */
export function formErrors(form: PurchaseForm, groups: readonly FieldGroup[], lang: Language): FieldError[] {
  const words = saleTexts[lang];
  const { errors } = words;
  const contact = (name: "name" | "email" | "phone", title: string, most: number): FieldError[] => {
    const value = form[name] ?? "";
    if (value === "") return [{ name, text: errors.required(title) }];
    if (value.length > most) return [{ name, text: errors.tooLong(title, most) }];
    return name === "email" && !isEmailAddress(value) ? [{ name, text: errors.email }] : [];
  };
  return [
    ...(asksNames(groups) ? [] : contact("name", words.checkout.name, limits.guestName)),
    ...contact("email", words.checkout.email, limits.email),
    ...contact("phone", words.checkout.phone, limits.phoneNumber),
    ...groups.flatMap(({ passenger, fields }) =>
      fields.flatMap((field) => {
        const title = field.title.replaceAll(/^[\s¿]+|[\s?:.]+$/g, "");
        const place = passenger === null ? title : `${words.checkout.traveller(passenger)}, ${title}`;
        const text = misfit(field, form.answers[field.name] ?? "", place, lang);
        return text === null ? [] : [{ name: field.name, text }];
      }),
    ),
  ];
}

function misfit({ kind, required, maxLength, choices }: Field, value: string, place: string, lang: Language) {
  const { errors } = saleTexts[lang];
  if (value === "" || value === "-") return required ? errors.required(place) : null;
  if (value.length > maxLength) return errors.tooLong(place, maxLength);
  if (kind === "number" && !/^\d{1,6}$/.test(value)) return errors.number(place);
  if (kind === "date" && !isDay(value)) return errors.date(place);
  if (kind === "time" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return errors.time(place);
  return kind === "choice" && !choices.some(({ code }) => code === value) ? errors.choice(place) : null;
}

/** Returns the answers to send. A dash keeps the place of a passenger who does not answer an optional question. */
export function answersOf(form: PurchaseForm, groups: readonly FieldGroup[]): Answer[] {
  const all = groups.flatMap(({ fields }) => fields);
  const isAnswered = (code: string) => all.some((one) => one.code === code && (form.answers[one.name] ?? "") !== "");
  return all
    .filter(({ code, required }) => required || isAnswered(code))
    .map(({ code, name }) => ({ code, value: form.answers[name] || "-" }));
}
