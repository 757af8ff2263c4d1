import type { CalledChannel } from "../../store/operators/sales-channels.ts";

/** The categories that channels have for tickets. Their lists are closed: docs/decisions/0051-channels-that-call.md. */

export const channelCategories = {
  getyourguide: ["ADULT", "CHILD", "YOUTH", "INFANT", "SENIOR", "STUDENT", "EU_CITIZEN", "MILITARY", "GROUP"],
  viator: ["ADULT", "CHILD", "YOUTH", "INFANT", "SENIOR"],
} as const satisfies Record<CalledChannel, readonly string[]>;

export type TicketCategory = (typeof channelCategories)[CalledChannel][number];

/** The operator's choice, by ticket code. */
export type ChannelCategories = Readonly<Record<string, string>>;

/** Words in ticket codes that mean a category with another name. For Viator, these are the words that it recommends. */
const otherWords: Record<CalledChannel, Record<string, TicketCategory>> = {
  getyourguide: { BABY: "INFANT", TODDLER: "INFANT", GENERAL: "ADULT" },
  viator: {
    ...{ BABY: "INFANT", TODDLER: "INFANT", GENERAL: "ADULT", STUDENT: "YOUTH", TEENAGER: "YOUTH" },
    ...{ CONCESSION: "SENIOR", VETERAN: "SENIOR", PENSIONER: "SENIOR" },
  },
};

/** Returns the category of a ticket code, by the operator's choice or else by the words of the code; null: the channel has none. */
export function categoryOf(
  channel: CalledChannel,
  code: string,
  chosen: ChannelCategories = {},
): TicketCategory | null {
  const categories: readonly TicketCategory[] = channelCategories[channel];
  const choice = categories.find((category) => category === chosen[code]);
  return choice ?? kindOfCode(code, categories, otherWords[channel]) ?? null;
}

/** Returns the first kind that is a word of a ticket code: `ADULT` for `adult-vip`. `others`: further words by kind. */
export function kindOfCode<Kind extends string>(
  code: string,
  kinds: readonly Kind[],
  others: Readonly<Record<string, Kind>>,
): Kind | undefined {
  const upper = code.toUpperCase();
  const words = upper.split(/[^A-Z]+/);
  return kinds.find((kind) => kind === upper || words.includes(kind)) ?? others[words[0]!];
}
