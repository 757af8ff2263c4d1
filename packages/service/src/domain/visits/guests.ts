import type { Answer, TicketSelection } from "@paseo/contract";
import { foldedName, foldedWords, isSearchable } from "@paseo/contract/folded-text";
import type { Db } from "../../store/database/database.ts";
import { attendanceOfOrders } from "../../store/sale/attendance.ts";
import { similarNames } from "../../store/sale/order-words.ts";
import { standingAdmissions } from "../../store/visits/admissions.ts";
import { doorOrders } from "../../store/visits/door-events.ts";
import { readPasses } from "../../store/visits/passes.ts";
import { type ToCollect, toCollectOf } from "../money/to-collect.ts";
import { type DoorEvent, doorState } from "./door-events.ts";
import { guestHandle, guestHandleKey } from "./handles.ts";
import { passStates, shortName } from "./scanned-code.ts";

/**
 * Finds guests by name, for a guest who cannot show a voucher. The door gets a short name, the tickets and a handle
 * with which it admits the party: no code, no reference and no id of an order.
 */

/** Returns the places in a last name where a search can begin: the start of each of its words. */
export const nameStarts = (lastName: string): string[] => {
  const words = foldedWords(lastName);
  return words.map((_, n) => words.slice(n).join(""));
};

const lastNames = (answers: readonly Answer[]): string[] =>
  answers.filter(({ code }) => code === "passenger-last-name").map(({ value }) => value);

/** A longer search text counts as its first letters, up to this number. */
const maxLetters = 12;

/** Returns every text by which a search finds these passengers. */
export function nameBeginnings(answers: readonly Answer[]): string[] {
  const starts = lastNames(answers).flatMap(nameStarts);
  const texts = starts.flatMap((start) =>
    Array.from({ length: Math.min(maxLetters, start.length) }, (_, n) => start.slice(0, n + 1)),
  );
  return [...new Set(texts.filter(isSearchable))];
}

export interface Guest {
  /** The handle that admits the party, in place of a code. */
  handle: string;
  /**
   * The first passenger whose last name begins with the text, or else with a similar text. The result has the first
   * name and the initials of the last.
   */
  name: string;
  event: DoorEvent;
  tickets: TicketSelection[];
  people: number;
  admitted: number;
  noShow: number;
  toCollect: ToCollect | null;
}

const most = 20;

/** Finds the first guests of these events by name, and whether there are more. */
export async function findGuests(
  db: Db,
  events: readonly DoorEvent[],
  { lastName, sandbox, now }: { lastName: string; sandbox: boolean; now: Date },
): Promise<{ guests: Guest[]; more: boolean }> {
  const wanted = foldedName(lastName).slice(0, maxLetters);
  const byId = new Map(events.map((event) => [event.id, event]));
  const orders = await doorOrders(db, [...byId.keys()], { sandbox });
  const complete = orders.filter((order) => doorState(order) === "complete");
  const withName = (has: (name: string) => boolean) => complete.filter(({ answers }) => lastNames(answers).some(has));
  const begins = (name: string) => nameStarts(name).some((start) => start.startsWith(wanted));
  let [fits, found] = [begins, withName(begins)];
  if (found.length === 0) {
    const alike = await similarNames(db, [...new Set(complete.flatMap(({ answers }) => lastNames(answers)))], lastName);
    fits = (name) => alike.has(name);
    found = withName(fits);
  }
  const shown = found.slice(0, most);
  const ids = shown.map(({ id }) => id);
  const passes = Map.groupBy(await readPasses(db, ids), ({ orderId }) => orderId);
  const admissions = Map.groupBy(await standingAdmissions(db, ids), ({ orderId }) => orderId);
  const absent = new Map((await attendanceOfOrders(db, ids, now)).map((one) => [one.orderId, one]));
  const toCollect = await toCollectOf(db, ids);
  const key = await guestHandleKey(db);
  const guests = shown.map((order): Guest => {
    const states = passStates(passes.get(order.id) ?? [], admissions.get(order.id) ?? []);
    return {
      handle: guestHandle(key, order.id),
      name: shortName(order.answers, fits) ?? "",
      event: byId.get(order.eventId)!,
      tickets: order.tickets,
      people: order.people,
      noShow: absent.get(order.id)?.noShow ?? 0,
      toCollect: toCollect.get(order.id) ?? null,
      admitted: states.reduce((sum, { people, admitted }) => sum + (admitted ? people : 0), 0),
    };
  });
  return { guests, more: found.length > most };
}
