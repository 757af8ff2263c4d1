import { foldedName, foldText, isSearchable } from "@paseo/contract/folded-text";
import { addDays, dayNumber } from "../format/days.ts";

/** Reads the text that an operator searches for. It can name an action on an event and a day; its other words are searched. */

export const searchVerbs = ["close", "open", "inform", "move", "cancel"] as const;
export type SearchVerb = (typeof searchVerbs)[number];

/** The words of a language, separated by commas. */
export type SearchWords = Record<SearchVerb | "today" | "tomorrow" | "ignored", string>;

export interface SearchRequest {
  verb: SearchVerb | null;
  /** The local day of the event, yyyy-MM-dd. */
  day: string | null;
  /** The words to find. */
  words: string;
}

/** Splits `close tonight's flamenco` into the verb, the day and the words. A search with nothing else to find stays as typed. */
export function parseSearch(typed: string, words: SearchWords, language: string, today: string): SearchRequest {
  let rest = ` ${foldText(typed).trim().replace(/\s+/g, " ")} `;
  const take = (phrases: readonly string[]): boolean => {
    const found = phrases.find((phrase) => rest.includes(` ${phrase} `));
    if (found !== undefined) rest = rest.replace(` ${found} `, " ");
    return found !== undefined;
  };
  const phrasesOf = (name: keyof SearchWords) => foldText(words[name]).split(", ");
  const verb = searchVerbs.find((one) => take(phrasesOf(one))) ?? null;
  const days: [day: string, phrases: readonly string[]][] = [
    [addDays(today, 1), phrasesOf("tomorrow")],
    [today, phrasesOf("today")],
    ...Array.from({ length: 7 }, (_, ahead): [string, string[]] => {
      const day = addDays(today, ahead);
      const name = foldText(
        new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00Z`)),
      );
      return [day, [`${name}'s`, name, name.replace("-feira", "")]];
    }),
  ];
  const date = rest.split(" ").find((word) => dayNumber(word) !== null);
  const day = date !== undefined && take([date]) ? date : (days.find(([, phrases]) => take(phrases))?.[0] ?? null);
  if (verb === null && day === null) return { verb, day, words: typed.trim() };
  const ignored = phrasesOf("ignored");
  const left = rest.split(" ").filter((word) => word !== "" && !ignored.includes(word));
  if (!isSearchable(foldedName(left.join(" ")))) return { verb: null, day: null, words: typed.trim() };
  return { verb, day, words: left.join(" ") };
}
