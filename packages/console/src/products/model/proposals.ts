import { partnerLanguages } from "../../api/languages.ts";
import { allWeekdays, dayNumber, dayText } from "../../format/days.ts";
import { idFromName } from "../../format/ids.ts";
import type { ProductType } from "../product.ts";
import {
  emptyProductDraft,
  type ItemDraft,
  newTicketSize,
  type ProductDraft,
  type ScheduleDraft,
  type TicketDraft,
} from "./draft.ts";
import { itemFields, type RecordDraft, recordDraft, type TextsDraft } from "./fields.ts";
import { newKey } from "./keys.ts";
import { isDeepEqual } from "./merge.ts";
import { mapChanged } from "./same.ts";

/** Initial values of a new product, and proposals for its ids and part numbers. */

/** Makes a part number from the id without its short words, in capitals: `noche-de-flamenco` and 2 become `NOCHE-FLAMENCO-2`. */
export function proposePartNumber(id: string, nth: number): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word.length > 2 || /\d/.test(word));
  const short = (words.length > 0 ? words.slice(0, 3).join("-") : id).toUpperCase().slice(0, 40);
  return short === "" ? "" : `${short}-${nth}`;
}

function newTicket(code: string, minimum: number, start: number): TicketDraft {
  return {
    key: newKey(),
    code,
    minQuantity: String(minimum),
    maxQuantity: "10",
    defaultQuantity: String(start),
    incrementQuantity: "1",
    ...newTicketSize(),
  };
}

/** Proposed ticket codes, in this order. */
const usualTickets = ["ADULT", "CHILD", "SENIOR", "STUDENT", "INFANT"] as const;

/** Makes one more ticket for an item with these rules. */
export const nextTicket = (rules: readonly TicketDraft[]): TicketDraft =>
  newTicket(usualTickets.find((usual) => !rules.some(({ code }) => code === usual)) ?? "", 0, 0);

/** Makes a ticket for something beside the event, such as lunch. */
export const newExtra = (): TicketDraft => ({ ...newTicket("", 0, 0), people: "0", seats: "0" });

/** Makes a first schedule: three months from today, every day. */
export function newSchedule(type: ProductType, from: string): ScheduleDraft {
  return {
    key: newKey(),
    from,
    to: dayText((dayNumber(from) ?? 0) + 91),
    weekdays: allWeekdays,
    times: type === "scheduled" ? ["20:00"] : [],
    capacity: "20",
    unlimited: false,
    prices: {},
    exceptions: [],
  };
}

/** Makes the next season: a copy of a schedule with new dates and without exceptions. */
export function copyForNextSeason(schedule: ScheduleDraft): ScheduleDraft {
  const [from, to] = [dayNumber(schedule.from), dayNumber(schedule.to)];
  const dates = from !== null &&
    to !== null &&
    to >= from && { from: dayText(to + 1), to: dayText(to + 1 + to - from) };
  return { ...schedule, key: newKey(), ...dates, exceptions: [] };
}

export function newItem(type: ProductType, from: string): ItemDraft {
  return {
    key: newKey(),
    externalId: "",
    name: "",
    names: {},
    partNumber: "",
    published: undefined,
    ticketRules: [newTicket("ADULT", 0, 2), newTicket("CHILD", 0, 0)],
    schedules: [newSchedule(type, from)],
    events: [],
    listing: recordDraft(itemFields),
    others: {},
  };
}

export const newDraft = (today: string, usual: { currencyCode: string; timeZone: string }): ProductDraft => ({
  ...emptyProductDraft(),
  ...usual,
  type: "scheduled",
  immediateBooking: true,
  leadPurchaseDay: "0",
  cancelPurchaseHour: "24",
  items: [newItem("scheduled", today)],
});

/** Returns a free value: the wanted value, or the wanted value with the first number that makes it unique. */
function unused(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  const n = Array.from({ length: taken.length + 1 }, (_, n) => n + 2).find((n) => !taken.includes(`${wanted}-${n}`));
  return `${wanted}-${n}`;
}

/**
 * Updates the item's texts. In each language the item takes the product's new text if its own text was empty or the product's former
 * text.
 */
function followingTexts(present: TextsDraft, was: TextsDraft, formerly: TextsDraft, product: TextsDraft): TextsDraft {
  const followed = partnerLanguages.filter(
    (lang) =>
      (product[lang] ?? "") !== (formerly[lang] ?? "") &&
      present[lang] === was[lang] &&
      ["", formerly[lang] ?? ""].includes(present[lang] ?? ""),
  );
  if (followed.length === 0) return present;
  return { ...present, ...Object.fromEntries(followed.map((lang) => [lang, product[lang] ?? ""])) };
}

/** Removes from a new item the texts that equal those of its product. */
function ownTexts(present: TextsDraft, product: TextsDraft): TextsDraft {
  const same = partnerLanguages.filter((lang) => present[lang] && present[lang] === product[lang]);
  return same.length === 0 ? present : { ...present, ...Object.fromEntries(same.map((lang) => [lang, ""])) };
}

/**
 * Proposes ids and part numbers from names. It replaces only empty values and earlier proposals. `saved`: items with these
 * keys keep their ids, because partners' copies refer to them.
 */
export function withProposals(
  before: ProductDraft,
  after: ProductDraft,
  saved: ReadonlySet<string>,
  isNew: boolean,
): ProductDraft {
  const follows = (value: string, formerly: string) => value === "" || value === formerly;
  const externalId =
    isNew && follows(after.externalId, idFromName(before.name)) && after.externalId === before.externalId
      ? idFromName(after.name)
      : after.externalId;
  const items: ItemDraft[] = [];
  for (const [n, item] of after.items.entries()) {
    const was = before.items.find(({ key }) => key === item.key);
    const taken = items.map((one) => one.externalId);
    const proposed = { ...item };
    if (isNew && n === 0 && was) {
      if (was.name === item.name && follows(item.name, before.name)) proposed.name = after.name;
      // An item with a name of its own must not have the product's name in a language: guests would see that name.
      proposed.names =
        proposed.name === after.name
          ? followingTexts(item.names, was.names, before.names, after.names)
          : ownTexts(item.names, before.names);
    }
    if (!saved.has(item.key)) {
      const former = was ? unused(idFromName(was.name) || "item", taken) : "";
      if (was ? was.externalId === item.externalId && follows(item.externalId, former) : item.externalId === "")
        proposed.externalId = proposed.name === "" ? "" : unused(idFromName(proposed.name) || "item", taken);
      const number = proposePartNumber(before.externalId, n + 1);
      if (was ? was.partNumber === item.partNumber && follows(item.partNumber, number) : item.partNumber === "")
        proposed.partNumber = proposePartNumber(externalId, n + 1);
    }
    // An item without a new proposal stays the same object, so that it is not rendered again.
    items.push(isDeepEqual(proposed, item) ? item : proposed);
  }
  const points = (name: "meetingPoints" | "places") =>
    mapChanged(after[name], (point) => withEntryId(point, before[name], saved, "externalId", "name"));
  const ownQuestions = mapChanged(after.ownQuestions, (question) => {
    const was = before.ownQuestions.find(({ key }) => key === question.key);
    const made = withEntryId(question, before.ownQuestions, saved, "code", "title");
    const [list, former] = [made, was].map((one) => (one?.choices ?? []) as RecordDraft[]) as [
      RecordDraft[],
      RecordDraft[],
    ];
    const choices = mapChanged(list, (choice) => withEntryId(choice, former, saved, "code", "text"));
    return choices === list ? made : { ...made, choices };
  });
  return {
    ...after,
    externalId,
    items: items.every((item, n) => item === after.items[n]) ? after.items : items,
    meetingPoints: points("meetingPoints"),
    places: points("places"),
    ownQuestions,
  };
}

/**
 * Derives the id of a record in a list from its first name: of a meeting point, a pickup place, a question or its choice. A saved id, and
 * an id that the operator typed, stay.
 */
function withEntryId(
  entry: RecordDraft,
  before: readonly RecordDraft[],
  saved: ReadonlySet<string>,
  id: "externalId" | "code",
  name: "name" | "title" | "text",
): RecordDraft {
  const was = before.find(({ key }) => key === entry.key);
  if (!was || saved.has(entry.key) || was[id] !== entry[id]) return entry;
  const [former, wanted] = [was, entry].map(({ [name]: named }) =>
    idFromName(typeof named === "string" ? named : (Object.values((named ?? {}) as TextsDraft).find(Boolean) ?? "")),
  );
  if (former === wanted || (entry[id] && entry[id] !== former)) return entry;
  return { ...entry, [id]: wanted! };
}

/**
 * Copies an item with its tickets, prices, schedules, dates and listing. Its id and code are proposed as for a new item. `isSaved`: whether
 * the service knows the item, so that its resources can be copied.
 */
export const copyOfItem = (item: ItemDraft, name: string, isSaved: boolean): ItemDraft => ({
  ...item,
  key: newKey(),
  externalId: "",
  partNumber: "",
  name,
  names: {},
  ...(isSaved && { copyOf: item.externalId }),
});

/** Changes the type of a product. Types without a time of day drop the times of single dates; others add one. */
export function changeProductType(draft: ProductDraft, type: ProductType): ProductDraft {
  const timed = type === "scheduled";
  const items = draft.items.map((item) => ({
    ...item,
    schedules: item.schedules.map((schedule) => ({
      ...schedule,
      times: timed && schedule.times.length === 0 ? ["20:00"] : schedule.times,
      exceptions: schedule.exceptions.map((one) => (timed ? one : { ...one, time: "" })),
    })),
    events: item.events.map((event) =>
      timed || event.eventOn === "" ? event : { ...event, eventOn: `${event.eventOn.slice(0, 10)}T00:00` },
    ),
  }));
  return { ...draft, type, items };
}
