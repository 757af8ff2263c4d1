import { dayNumber, shifted } from "../format/days.ts";

/** The parts of a search beside the words to find: an action on an event, and the event's day. */

export const verbs = ["close", "open", "tell", "move", "cancel"] as const;
export type Verb = (typeof verbs)[number];

/** The words of a language, separated by commas. */
export type AskWords = Record<Verb | "today" | "tomorrow" | "ignored", string>;

export interface SearchRequest {
  verb: Verb | null;
  /** The local day of the event, yyyy-MM-dd. */
  day: string | null;
  /** The words to find. */
  words: string;
}

/** Returns a text without accents, in small letters. */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();

/** Splits `close tonight's flamenco` into the verb, the day and the words. A search with nothing else to find stays as typed. */
export function askedIn(typed: string, words: AskWords, language: string, today: string): SearchRequest {
  let rest = ` ${folded(typed).trim().replace(/\s+/g, " ")} `;
  const take = (phrases: readonly string[]): boolean => {
    const found = phrases.find((phrase) => rest.includes(` ${phrase} `));
    if (found !== undefined) rest = rest.replace(` ${found} `, " ");
    return found !== undefined;
  };
  const phrasesOf = (name: keyof AskWords) => folded(words[name]).split(", ");
  const verb = verbs.find((one) => take(phrasesOf(one))) ?? null;
  const days: [day: string, phrases: readonly string[]][] = [
    [shifted(today, 1), phrasesOf("tomorrow")],
    [today, phrasesOf("today")],
    ...Array.from({ length: 7 }, (_, ahead): [string, string[]] => {
      const day = shifted(today, ahead);
      const name = folded(
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
  if (left.join(" ").length < 2) return { verb: null, day: null, words: typed.trim() };
  return { verb, day, words: left.join(" ") };
}
