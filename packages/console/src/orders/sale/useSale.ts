import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import type { PartnerLanguage } from "../../api/languages.ts";
import { newId } from "../../api/new-id.ts";
import { useRefusalText } from "../../api/refusal-text.ts";
import type { ApiAnswer, RequestBody } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { isPrice, parseTypedAmount, priceProblem } from "../../format/typed.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import { type FieldProblem, FieldProblems, throwFieldProblems } from "../../ui/form/FieldSummary.tsx";
import {
  answersToSend,
  isOwnQuestion,
  type NumberedQuestion,
  numberQuestions,
  questionKey,
  type TypedAnswers,
} from "../answers.ts";
import type { Order } from "../order.ts";

/** A sale at the operator's own desk: the operator's input, its quote, and the order that the service makes of it. */

export type SaleQuote = ApiAnswer<"orders.quote">;
export type QuotedTicket = NonNullable<SaleQuote["event"]>["tickets"][number];
export type PaymentMethod = RequestBody<"orders.create">["method"];
export const paymentMethods = ["cash", "card", "transfer", "account", "free"] as const satisfies PaymentMethod[];

export type AccountMethod = NonNullable<RequestBody<"orders.create">["deposit"]>["method"];
export const accountMethods = ["cash", "card", "transfer"] as const satisfies AccountMethod[];
export type GroupBlock = ApiAnswer<"blocks.list">["data"][number];

export interface SaleValues {
  eventId: string;
  /** The quantities by the ticket's code. */
  quantities: Record<string, number>;
  name: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  lang: PartnerLanguage;
  answers: TypedAnswers;
  /** The payment method; empty if the operator has not chosen yet. */
  method: PaymentMethod | "";
  note: string;
  otherPrice: boolean;
  /** Other unit prices by the ticket's code, as typed. An empty text means the catalogue's price. */
  prices: Record<string, string>;
  reason: string;
  /** The deposit of a sale on account, as typed. An empty text means no deposit. */
  deposit: string;
  /** The deposit's payment method; empty if the operator has not chosen yet. */
  depositMethod: AccountMethod | "";
  /** The due day, `yyyy-MM-dd`; empty if there is none. */
  dueOn: string;
  /** For a group's order: whether its block keeps the seats that the order does not take, and whether the names come later. */
  rest: "keep" | "release";
  namesLater: boolean;
  /** Whether the guest answers the operator's own questions after the sale. */
  ownAnswersLater: boolean;
}

export interface SaleProgress {
  /** The block whose seats the order takes; null: free seats. */
  block: GroupBlock | null;
  values: SaleValues;
  set: (some: Partial<SaleValues>) => void;
  /** The event, with its tickets and prices. */
  offer: SaleQuote | undefined;
  /** The prices and questions of the chosen tickets; undefined without tickets. */
  quote: SaleQuote | undefined;
  asked: readonly NumberedQuestion[];
  /** Whether the sale has questions that the guest may answer later. */
  mayAnswerLater: boolean;
  /** Whether the quote is for the tickets and prices that the operator has chosen now. */
  isCurrent: boolean;
  error: unknown;
  pending: boolean;
  sold: Order | null;
  sell: () => Promise<void>;
  /** Begins the next sale of the event. */
  next: () => void;
  /** The ended order that this sale places again. */
  former: Order | null;
}

/** `again`: the ended order that the sale places again; the form has its data. */
export function useSale(
  eventId: string,
  lang: PartnerLanguage,
  { block = null, again = null }: { block?: GroupBlock | null; again?: Order | null } = {},
): SaleProgress {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const queries = useQueryClient();
  const [typed, setValues] = useState(() => ({
    ...emptySale(eventId, lang, block),
    ...(again && valuesOfOrder(again)),
  }));
  const [former, setFormer] = useState(again);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const [sold, setSold] = useState<Order | null>(null);
  // When an answer is lost, the operator sends the sale again, and the service returns the order that it made.
  const id = useRef(newId());
  const isChosen = typed.eventId !== "";
  const from = block ? { blockId: block.id } : {};
  const offer = useAnswer(
    "orders.quote",
    isChosen && !sold ? { body: { eventId: typed.eventId, tickets: [], ...from } } : null,
    fresh,
  ).data;
  const currency = offer?.event?.currencyCode ?? "USD";
  const values = { ...typed, quantities: soldBy(offer, typed.quantities) };
  const tickets = chosenTickets(values);
  const selection = {
    ...from,
    eventId: values.eventId,
    tickets,
    ...pricesOf(values, offer?.event?.tickets ?? [], currency),
  };
  const quoting = useAnswer("orders.quote", isChosen && !sold && tickets.length > 0 ? { body: selection } : null, {
    ...fresh,
    placeholderData: keepPreviousData,
  });
  const quote = isChosen && tickets.length > 0 ? quoting.data : undefined;
  const isLater = block !== null && values.namesLater;
  const questions = (quote?.questions ?? []).filter(({ passenger }) => !isLater || passenger === null);
  const mayAnswerLater = block === null && questions.some((one) => one.required && isOwnQuestion(one));
  const asked = numberQuestions(
    mayAnswerLater && values.ownAnswersLater
      ? questions.map((one) => (isOwnQuestion(one) ? { ...one, required: false } : one))
      : questions,
  );
  const sell = async () => {
    const isOther = selection.prices !== undefined;
    const inStore = quote?.total?.currencyCode ?? "";
    const problems = problemsIn(values, { isOther, currency, inStore, t });
    if (problems.length > 0 || !quote?.total) return setError(new FieldProblems(problems));
    setError(null);
    setPending(true);
    let made: Order | null = null;
    try {
      const body = {
        ...selection,
        ...orderOf(values, { asked, isOther, inStore }),
        ...groupOf(values, block),
        ...(former && { replaces: former.id }),
        ...(mayAnswerLater && { ownAnswersLater: values.ownAnswersLater }),
        id: id.current,
        totalUsd: quote.total.usd,
      };
      made = await api("orders.create", { body }).catch((reason) =>
        throwFieldProblems(reason, refusalText, (pointer, detail) => fieldAt(pointer, detail, t)),
      );
      setSold(made);
      id.current = newId();
    } catch (reason) {
      // After a refusal nothing was sold. Without an answer, the order may exist.
      if (!(reason instanceof ApiError) || (reason.status >= 400 && reason.status < 500)) id.current = newId();
      setError(reason);
    }
    setPending(false);
    // After a sale its quotes are no longer needed, and its block may no longer exist.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => made === null || queryKey[0] !== "orders.quote" });
  };
  return {
    ...{ block, values, offer, quote, asked, mayAnswerLater, error, pending, sold, sell, former },
    set: (some) => setValues((now) => ({ ...now, ...some })),
    isCurrent: quoting.data !== undefined && !quoting.isPlaceholderData,
    next: () => {
      setSold(null);
      setFormer(null);
      setError(null);
      setValues(({ eventId, lang }) => emptySale(eventId, lang, null));
    },
  };
}

/** Returns the quantities of tickets that the event sells: the operator may have chosen quantities for another event. */
const soldBy = (offer: SaleQuote | undefined, quantities: SaleValues["quantities"]): SaleValues["quantities"] =>
  Object.fromEntries(
    Object.entries(quantities).filter(([code]) => offer?.event?.tickets.some((ticket) => ticket.code === code)),
  );

/** Query options that read the current seats and prices. */
const fresh = { staleTime: 0, refetchInterval: 15_000 } as const;

const emptySale = (eventId: string, lang: PartnerLanguage, block: GroupBlock | null): SaleValues => ({
  ...{ eventId, lang, quantities: {}, answers: {}, prices: {}, otherPrice: false },
  ...{ deposit: "", depositMethod: "", dueOn: "", rest: "keep", namesLater: true, ownAnswersLater: false },
  ...{ name: block?.name ?? "", lastName: "", email: "", phoneNumber: "", method: "", note: "", reason: "" },
});

/** Returns the data of an ended order as the form has them. The event asks for the names, or the fields of the guest have them. */
function valuesOfOrder({ event, lang }: Order): Partial<SaleValues> {
  const { tickets, email, phoneNumber, answers } = event;
  const nameOf = (part: string) => answers.find(({ code }) => code === `passenger-${part}-name`)?.value ?? "";
  return {
    ...{ lang, email, phoneNumber, name: nameOf("first"), lastName: nameOf("last") },
    quantities: Object.fromEntries(tickets.map(({ code, quantity }) => [code, quantity])),
    answers: Object.fromEntries(numberQuestions(answers).map((one) => [questionKey(one), one.value])),
  };
}

export const chosenTickets = ({ quantities }: Pick<SaleValues, "quantities">) =>
  Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([code, quantity]) => ({ code, quantity }));

/** Returns the unit prices that replace catalogue prices; none if all prices are the catalogue's. */
function pricesOf(
  values: SaleValues,
  offered: readonly QuotedTicket[],
  currency: string,
): { prices?: { code: string; amount: string }[] } {
  const { method, otherPrice, prices: typed } = values;
  // The typed price replaces all prices by number, so it is another price even if it equals the first of them.
  const catalogue = new Map(offered.map(({ code, amount, steps }) => [code, steps ? null : Number(amount)]));
  const prices = chosenTickets(values).flatMap(({ code }) => {
    const amount = method === "free" ? "0" : parseTypedAmount(typed[code] ?? "", currency);
    const isOther =
      (method === "free" || otherPrice) && isPrice(amount, currency) && Number(amount) !== catalogue.get(code);
    return isOther ? [{ code, amount }] : [];
  });
  return prices.length > 0 ? { prices } : {};
}

/** Returns the operator's input about the seats of a block. */
const groupOf = ({ rest, namesLater }: SaleValues, block: GroupBlock | null) =>
  block ? { block: { revision: block.revision, rest, namesLater } } : {};

/** Returns the fields of a sale beside its tickets and prices. */
function orderOf(
  values: SaleValues,
  { asked, isOther, inStore }: { asked: readonly NumberedQuestion[]; isOther: boolean; inStore: string },
) {
  const { lang, method } = values;
  const texts = (["name", "lastName", "email", "phoneNumber", "note"] as const).flatMap((name) => {
    const text = values[name].trim();
    return text === "" ? [] : [[name, text]];
  });
  return {
    lang,
    // `problemsIn` has refused an empty value.
    method: method as PaymentMethod,
    answers: answersToSend(asked, values.answers),
    ...(Object.fromEntries(texts) as Partial<Record<"name" | "lastName" | "email" | "phoneNumber" | "note", string>>),
    ...(isOther && { reason: values.reason.trim() }),
    ...(method === "account" && accountOf(values, inStore)),
  };
}

// `problemsIn` has refused a deposit without a method.
const accountOf = ({ deposit, depositMethod, dueOn }: SaleValues, inStore: string) => ({
  ...(deposit.trim() !== "" && {
    deposit: { amount: parseTypedAmount(deposit, inStore), method: depositMethod as AccountMethod },
  }),
  ...(dueOn !== "" && { dueOn }),
});

export const saleFieldIds = {
  deposit: "sale-deposit",
  depositMethod: "sale-deposit-method",
  dueOn: "sale-due-on",
  method: "sale-method",
  email: "sale-email",
  phoneNumber: "sale-phone",
  reason: "sale-reason",
} as const;
export const priceInputId = (code: string): string => `sale-price-${code}`;

/** Finds the errors that the console can report before it calls the service. `inStore`: the currency of the deposit. */
function problemsIn(
  values: SaleValues,
  { isOther, currency, inStore, t }: { isOther: boolean; currency: string; inStore: string; t: Translate },
): FieldProblem[] {
  const { method, otherPrice, prices, reason } = values;
  const problems: FieldProblem[] = [];
  if (method === "")
    problems.push({ id: saleFieldIds.method, label: t("sale.payment"), detail: t("sale.chooseMethod") });
  const deposit = method === "account" ? values.deposit.trim() : "";
  const wrongDeposit = deposit && priceProblem(deposit, inStore, t, t("balance.amountWrong"));
  if (wrongDeposit) problems.push({ id: saleFieldIds.deposit, label: t("balance.title"), detail: wrongDeposit });
  if (method === "account" && values.deposit.trim() !== "" && values.depositMethod === "")
    problems.push({
      id: saleFieldIds.depositMethod,
      label: t("balance.depositMethod"),
      detail: t("sale.chooseMethod"),
    });
  for (const { code } of chosenTickets(values)) {
    const typed = prices[code]?.trim() ?? "";
    const detail =
      otherPrice && method !== "free" && typed !== "" && priceProblem(typed, currency, t, t("day.priceChange.wrong"));
    if (detail) problems.push({ id: priceInputId(code), label: t("sale.otherPrice"), detail });
  }
  if (isOther && reason.trim() === "")
    problems.push({ id: saleFieldIds.reason, label: t("sale.reason"), detail: t("sale.reasonMissing") });
  return problems;
}

/** Finds the field that the service refused. */
function fieldAt(pointer: string, detail: string, t: Translate): FieldProblem | null {
  const labels = {
    email: t("orders.field.email"),
    phoneNumber: t("orders.field.phone"),
    method: t("sale.payment"),
    reason: t("sale.reason"),
    deposit: t("balance.title"),
    dueOn: t("balance.dueOn"),
  };
  const name = pointer.split("/")[1] as keyof typeof labels;
  return name in labels ? { id: saleFieldIds[name], label: labels[name], detail } : null;
}
