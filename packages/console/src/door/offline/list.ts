import { foldedName } from "@paseo/contract/folded-text";
import { readScannedText } from "@paseo/contract/scanned-text";
import type { ApiAnswer } from "../../api/types.ts";
import { exactDifference } from "../../format/exact.ts";
import { readValue, type StoredAdmission, type StoredPayment, writeValue } from "./device-store.ts";

/** The list of codes with which this device decides without network. */

export type OfflineGuestList = ApiAnswer<"door.list">;
type ListedOrder = OfflineGuestList["orders"][number];

/** Returns whether the browser can use a list. It cannot if the page came over plain HTTP. */
export const canUseGuestLists = (): boolean => globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;

export const storeGuestList = (list: OfflineGuestList): Promise<unknown> => writeValue("list", list);

/** Reads the stored list. Returns null if there is none, or if it has expired. */
export async function readGuestList(now: number): Promise<OfflineGuestList | null> {
  if (!canUseGuestLists()) return null;
  const list = await readValue<OfflineGuestList>("list");
  if (!list) return null;
  if (now < Date.parse(list.expiresAt)) return list;
  await writeValue("list", undefined);
  return null;
}

async function keyOf({ salt, bits }: OfflineGuestList, code: string): Promise<number> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}:${code}`));
  const view = new DataView(hash);
  return Math.floor((view.getUint32(0) * 2 ** 16 + view.getUint16(4)) / 2 ** (48 - bits));
}

/** Finds the code in a scanned or typed text, in the format of the list's keys. */
function codeIn(text: string): string {
  const trimmed = readScannedText(text);
  const [, voucher, person] = /\/voucher\/([^?#]*)[^#]*(?:#(.*))?$/.exec(trimmed) ?? [];
  const short = (person ?? voucher ?? trimmed).replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  return person !== undefined || (voucher === undefined && short.length === 8) ? short : (voucher ?? trimmed);
}

/** Maximum number of letters of the beginnings of names on a list. */
const maxLetters = 12;

/** Finds the guests whose last name begins with a text, in the events that the door serves now. The list has keys of such beginnings. */
export async function findGuests(
  list: OfflineGuestList,
  lastName: string,
  now: number,
): Promise<(ListedOrder & { guest: string })[]> {
  const wanted = await keyOf(list, `name:${foldedName(lastName).slice(0, maxLetters)}`);
  const isServed = ({ event }: ListedOrder) => {
    const { servedFrom, servedUntil } = list.events[event]!;
    return (servedFrom === null || now >= Date.parse(servedFrom)) && now < Date.parse(servedUntil);
  };
  return list.orders.filter(
    (order): order is ListedOrder & { guest: string } =>
      order.guest !== null && order.names.includes(wanted) && isServed(order),
  );
}

/** Finds the order and the passes that a code names on this list. */
async function find(
  list: OfflineGuestList,
  text: string,
): Promise<{ order: ListedOrder; passes: ListedOrder["passes"] } | null> {
  const named = list.orders.find(({ guest }) => guest !== null && guest === text);
  if (named) return { order: named, passes: named.passes };
  const wanted = await keyOf(list, codeIn(text));
  for (const order of list.orders) {
    if (order.key === wanted) return { order, passes: order.passes };
    const pass = order.passes.find(({ key }) => key === wanted);
    if (pass) return { order, passes: [pass] };
  }
  return null;
}

export interface OfflineDecision {
  result: ApiAnswer<"vouchers.redeem">["result"];
  people: number;
  /** Numbers of the passes to admit. */
  passes: number[];
  order: ListedOrder | null;
  event: OfflineGuestList["events"][number] | null;
  /** Number of people of the order who are inside, including the people who are admitted now. */
  inside: number;
  /** The earlier admission; `by` is null if this device made the admission. */
  earlier: { at: string; by: string | null } | null;
  /** What is still to be collected from the guest, after the payments that this device took. */
  toCollect: ListedOrder["toCollect"];
}

/** Decides about a code by the list and by the later admissions of this device. */
export async function decideAdmission(
  list: OfflineGuestList,
  { admissions: own, payments }: { admissions: readonly StoredAdmission[]; payments: readonly StoredPayment[] },
  {
    code,
    eventId,
    now,
    unpaid = false,
  }: {
    code: string;
    eventId: string | null;
    now: number /** Admits although something is to be collected. */;
    unpaid?: boolean;
  },
): Promise<OfflineDecision> {
  const found = await find(list, code);
  const none = { people: 0, passes: [], order: null, event: null, inside: 0, earlier: null, toCollect: null };
  if (!found) return { result: "unknown", ...none };
  const { order } = found;
  const toCollect = await leftToCollect(list, order, payments);
  const event = list.events[order.event]!;
  const all = await Promise.all(order.passes.map((pass) => stateOf(list, order, pass, own)));
  const states = all.filter(({ pass }) => found.passes.includes(pass));
  const open = states.filter(({ earlier }) => earlier === null).map(({ pass }) => pass);
  const decision = (result: OfflineDecision["result"], passes: ListedOrder["passes"]): OfflineDecision => ({
    result,
    order,
    event,
    passes: passes.map(({ n }) => n),
    people: countPeople(passes),
    inside: countPeople(
      all.filter(({ pass, earlier }) => earlier || (result === "valid" && open.includes(pass))).map(({ pass }) => pass),
    ),
    earlier: states.find(({ earlier }) => earlier)?.earlier ?? null,
    toCollect,
  });
  if (order.state !== "complete") return decision(order.state, []);
  if (open.length === 0) return decision("already-redeemed", found.passes);
  const isItsTime = (event.from === null || now >= Date.parse(event.from)) && now < Date.parse(event.until);
  if (!isItsTime) return decision("wrong-day", open);
  if (eventId !== null && eventId !== event.id) return decision("other-event", open);
  return decision(toCollect?.onArrival && !unpaid ? "to-collect" : "valid", open);
}

/** Returns what is to be collected of a listed order, less what this device took since the list was made. */
export async function leftToCollect(
  list: OfflineGuestList,
  order: ListedOrder,
  payments: readonly StoredPayment[],
): Promise<ListedOrder["toCollect"]> {
  let { toCollect } = order;
  for (const { code, amount } of payments) {
    if (toCollect === null) return null;
    if ((await find(list, code))?.order !== order) continue;
    const left = exactDifference(toCollect.amount, amount);
    toCollect = Number(left) > 0 ? { ...toCollect, amount: `${left}` } : null;
  }
  return toCollect;
}

/** Counts the people of an order who are inside, including the people whom this device admitted. */
export async function countPeopleInside(
  list: OfflineGuestList,
  order: ListedOrder,
  own: readonly StoredAdmission[],
): Promise<number> {
  const states = await Promise.all(order.passes.map((pass) => stateOf(list, order, pass, own)));
  return countPeople(states.filter(({ earlier }) => earlier).map(({ pass }) => pass));
}

export const countPeople = (passes: readonly { people: number }[]): number =>
  passes.reduce((sum, { people }) => sum + people, 0);

async function stateOf(
  list: OfflineGuestList,
  order: ListedOrder,
  pass: ListedOrder["passes"][number],
  own: readonly StoredAdmission[],
): Promise<{ pass: ListedOrder["passes"][number]; earlier: { at: string; by: string | null } | null }> {
  if (pass.admitted) return { pass, earlier: pass.admitted };
  for (const { code, passes, at } of own) {
    const meant = await find(list, code);
    const isIt =
      meant?.order === order && meant.passes.some(({ n }) => n === pass.n) && (passes?.includes(pass.n) ?? true);
    if (isIt) return { pass, earlier: { at, by: null } };
  }
  return { pass, earlier: null };
}
