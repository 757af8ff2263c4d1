import type {
  Answer,
  Item,
  Language,
  Question,
  TicketSelection,
  ValidateRequest,
  ValidateResponse,
} from "@paseo/contract";
import { cents, fromCents } from "../../wire/decimals.ts";
import { expectedQuestions } from "../../wire/questions.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { EventRecord, ProductRecord } from "../catalogue/records.ts";
import { questionTitles, type RefusalCode, refusal } from "./messages.ts";

/** White labels of the mock service's one partner. */
export const whiteLabels = ["CONFORMANCE-ES", "CONFORMANCE-PT"];

export const chosen = (tickets: readonly TicketSelection[]): TicketSelection[] =>
  tickets.filter(({ quantity }) => quantity > 0);

/** Answers eventvalidate as the contract says. */
export function validateSelection(
  catalogue: Catalogue,
  request: Pick<ValidateRequest, "id" | "tickets" | "whiteLabelCode">,
  lang: Language,
  now: Date,
): ValidateResponse {
  const event = catalogue.event(request.id);
  const { whiteLabelCode } = request;
  const codes: RefusalCode[] = [
    ...(event ? eventRefusals(catalogue, event, request.tickets, now) : (["event-unknown"] as const)),
    ...(whiteLabelCode && !whiteLabels.includes(whiteLabelCode) ? (["white-label-unknown"] as const) : []),
  ];
  const product = event && catalogue.product(event.productId);
  return {
    id: request.id,
    totalUsd: event ? totalUsd(catalogue, event, request.tickets) : null,
    isValid: codes.length === 0,
    errors: codes.map((code) => refusal(code, lang)),
    questions: product && codes.length === 0 ? questionsOf(product, request.tickets, lang) : [],
  };
}

function eventRefusals(catalogue: Catalogue, event: EventRecord, tickets: TicketSelection[], now: Date): RefusalCode[] {
  const product = catalogue.product(event.productId);
  const item = product?.items.find(({ id }) => id === event.itemId);
  if (event.availabilityCode === "removed" || !product || !item)
    return item && !item.published ? ["event-removed", "item-unpublished"] : ["event-removed"];
  const startsAt = Date.parse(`${event.eventOn}Z`);
  const isPast = now.getTime() >= startsAt;
  const applies: [RefusalCode, boolean][] = [
    ["event-black-out", event.availabilityCode === "black-out"],
    ["event-sold-out", event.availabilityCode === "sold-out"],
    ["event-past", isPast],
    ["too-late", !isPast && now.getTime() >= startsAt - product.leadPurchaseDay * 86_400_000],
    ["item-unpublished", !item.published],
  ];
  return [...applies.filter(([, does]) => does).map(([code]) => code), ...ticketRefusals(event, item, tickets)];
}

function ticketRefusals(
  event: EventRecord,
  { ticketRules }: Pick<Item, "ticketRules">,
  tickets: TicketSelection[],
): RefusalCode[] {
  const selection = chosen(tickets);
  if (selection.length === 0) return ["tickets-missing"];
  const codes = selection.map(({ code }) => code);
  const wrong = selection.flatMap(({ code, quantity }, index): RefusalCode[] => {
    if (codes.indexOf(code) !== index) return ["ticket-duplicate"];
    const rule = ticketRules.find((one) => one.code === code);
    if (!rule || !event.prices.some((price) => price.code === code)) return ["ticket-unknown"];
    if (quantity < rule.minQuantity) return ["quantity-below-minimum"];
    if (quantity > rule.maxQuantity) return ["quantity-above-maximum"];
    return (quantity - rule.minQuantity) % rule.incrementQuantity === 0 ? [] : ["quantity-off-increment"];
  });
  const missing = ticketRules.filter(({ code, minQuantity }) => minQuantity >= 1 && !codes.includes(code));
  return [...wrong, ...missing.map(() => "ticket-required" as const)];
}

/** Sum of quantity × UnitUsdPrice; null when no ticket is chosen or one has no price. */
function totalUsd(catalogue: Catalogue, event: EventRecord, tickets: TicketSelection[]): ValidateResponse["totalUsd"] {
  const priced = catalogue.readEvent(event).tickets;
  let sum = 0n;
  for (const { code, quantity } of chosen(tickets)) {
    const price = priced.find((ticket) => ticket.code === code);
    if (!price) return null;
    sum += cents(price.unitUsdPrice.value)! * BigInt(quantity);
  }
  return chosen(tickets).length === 0 ? null : { currencyCode: "USD", value: fromCents(sum) };
}

function questionsOf({ questionConfiguration }: ProductRecord, tickets: TicketSelection[], lang: Language): Question[] {
  const passengers = chosen(tickets).reduce((sum, { quantity }) => sum + quantity, 0);
  return expectedQuestions(questionConfiguration, passengers).map(({ code, type }) => ({
    code,
    title: questionTitles[code]![lang],
    type,
  }));
}

/** The refusals of answers, which are matched to questions by code and in order. */
export function answerRefusals(questions: readonly Question[], answers: readonly Answer[]): RefusalCode[] {
  const left = new Map<string, string[]>();
  for (const { code, value } of answers) left.set(code, [...(left.get(code) ?? []), value.trim()]);
  const wrong = questions.flatMap(({ code, type }): RefusalCode[] => {
    const value = left.get(code)?.shift() ?? "";
    if (value === "") return ["answer-missing"];
    return fits[type](value) ? [] : ["answer-invalid"];
  });
  const unmatched = [...left.values()].filter((values) => values.length > 0);
  return [...wrong, ...unmatched.map(() => "answer-unknown" as const)];
}

const fits: Record<Question["type"], (value: string) => boolean> = {
  string: () => true,
  integer: (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 500,
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value),
  time: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
};

const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
