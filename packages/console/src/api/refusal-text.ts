import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { createFormatters } from "../format/formats.ts";
import { type Language, type Translate, textOrDefault, useLocale, useText } from "../i18n/index.ts";
import { formatText, localeTag } from "../i18n/plurals.ts";
import { loadedRefusals, loadRefusals, type RefusalTable } from "../i18n/refusals.ts";
import type { ApiAnswer } from "./types.ts";

/** A reason why the service refused something: its code with values, and its English detail for a code that the console does not know. */
export interface Refusal {
  code?: string | undefined;
  values?: Record<string, string | number> | undefined;
  detail: string;
}

/** Returns the text of a refusal in the operator's language. */
export type RefusalText = (refusal: Refusal) => string;

/** Gives the texts of refusals. A ticket has its name if the page has loaded the names. */
export function useRefusalText(): RefusalText {
  const t = useText();
  const language = useLocale();
  const answers = useQueryClient();
  return useCallback(
    ({ code = "", values = {}, detail }) => {
      const table = loadedRefusals(language);
      const text = values.until === undefined ? table?.texts[code] : table?.phrases["too-late-until"];
      if (!table || text === undefined) return detail;
      const types = answers.getQueryData<ApiAnswer<"ticketTypes.list">>(["ticketTypes.list", {}])?.data;
      const ticketName = (of: string) => types?.find((type) => type.code === of)?.names[language] ?? of;
      return formatText(language, text, shownValues(values, { table, language, t, ticketName }));
    },
    [t, language, answers],
  );
}

/** Gives the texts of refusals that are part of an answer. It loads the texts, and renders again when they are there. */
export function useAnsweredRefusalText(): RefusalText {
  const language = useLocale();
  const [, setLoaded] = useState(loadedRefusals(language));
  useEffect(() => {
    void loadRefusals(language).then(() => setLoaded(loadedRefusals(language)));
  }, [language]);
  return useRefusalText();
}

/** Formats the local date and time by which the service names an event. */
const eventInWords = (event: string, language: Language): string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(event)
    ? createFormatters(localeTag(language)).local(`${event.replace(" ", "T")}:00`)
    : event;

/** Replaces codes by the names that the console has for them, and formats dates. */
function shownValues(
  values: NonNullable<Refusal["values"]>,
  {
    table: { phrases },
    language,
    t,
    ticketName,
  }: {
    table: RefusalTable;
    language: Language;
    t: Translate;
    ticketName: (code: string) => string;
  },
): NonNullable<Refusal["values"]> {
  const { ticket, event, fault, title, question, passenger, expected } = values;
  const phrase = (name: string, more: typeof values = {}) =>
    formatText(language, phrases[name]!, { ...values, ...more });
  const asked = title === undefined ? undefined : textOrDefault(t, `orders.question.${question}`, String(title));
  return {
    ...values,
    ...(ticket !== undefined && { ticket: ticketName(String(ticket)) }),
    ...(event !== undefined && { event: eventInWords(String(event), language) }),
    ...(fault !== undefined && { fault: textOrDefault(t, `mail.fault.${fault}`, String(fault)) }),
    ...(asked !== undefined && {
      question: phrase(passenger === undefined ? "question" : "question-of-passenger", { title: asked }),
    }),
    ...(expected !== undefined && { expected: phrase(`expected-${expected}`) }),
  };
}
