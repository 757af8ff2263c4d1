import {
  type Answer,
  type BookRequest,
  type Language,
  ownQuestionPrefix,
  type Question,
  type TicketSelection,
} from "@paseo/contract";

/** A client's booking, in a form that can be compared. */

/** A booking and its headers. */
export interface SeenBooking {
  request: BookRequest;
  lang: Language;
  idempotencyKey: string | undefined;
  /** The hold that the booking uses. */
  holdId: string | undefined;
}

/** Entries of each kind that are stored; the oldest are dropped. */
const most = 1000;

/** Sets an entry, and drops the oldest one above the limit. */
export function setInLimitedMap<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}

const chosen = (tickets: readonly TicketSelection[]): TicketSelection[] =>
  tickets.filter(({ quantity }) => quantity > 0);

/** Identifies an event with its chosen tickets, whatever their order. */
export const selectionKey = ({ id, tickets }: Pick<BookRequest, "id" | "tickets">): string =>
  JSON.stringify([
    id,
    ...chosen(tickets)
      .map(({ code, quantity }) => `${code} ${quantity}`)
      .toSorted(),
  ]);

/** Identifies the content of a booking with its hold, without its key and its reference. It is the same in both formats. */
export function bookingContentKey({ request, lang, holdId }: SeenBooking): string {
  const { apiKey: _, tickets, externalReference: __, ...rest } = request;
  const filled = Object.entries({ ...rest, testMode: rest.testMode ?? false, answers: rest.answers ?? [] });
  return JSON.stringify([
    lang,
    selectionKey({ id: request.id, tickets }),
    ...filled.filter(([, value]) => value != null).toSorted(),
    ...(holdId === undefined ? [] : [holdId]),
  ]);
}

/** Returns the problems with the answers, which it matches to questions by code and in order. */
export function findAnswerFaults(questions: readonly Question[], answers: readonly Answer[]): string[] {
  const left = new Map<string, string[]>();
  for (const { code, value } of answers) left.set(code, [...(left.get(code) ?? []), value.trim()]);
  const wrong = questions.flatMap(({ code, type }) => {
    const value = left.get(code)?.shift() ?? "";
    if (value === "") return ["answer-missing"];
    return (code.startsWith(ownQuestionPrefix) ? fitsOwn : fits)[type](value) ? [] : ["answer-invalid"];
  });
  // A client may answer optional questions of the operator's own, which only contents list.
  const unmatched = [...left].filter(([code, values]) => values.length > 0 && !isOptional(code, questions));
  return [...new Set([...wrong, ...unmatched.map(() => "answer-unknown")])];
}

const isOptional = (code: string, questions: readonly Question[]): boolean =>
  code.startsWith(ownQuestionPrefix) && questions.every((question) => question.code !== code);

const fits: Record<Question["type"], (value: string) => boolean> = {
  string: () => true,
  integer: (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 500,
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value),
  time: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
};

/** Ids of own questions are known only from contents, which list the possible texts. */
const fitsOwn: typeof fits = { ...fits, integer: (value) => /^\d{1,6}$/.test(value) };

const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
