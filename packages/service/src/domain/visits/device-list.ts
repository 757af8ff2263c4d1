import { createHash, randomBytes } from "node:crypto";
import { mapLanguages } from "@paseo/contract";
import type { Tx } from "../../store/database/database.ts";
import { standingAdmissions } from "../../store/visits/admissions.ts";
import { type DoorOrderRow, doorOrders } from "../../store/visits/door-events.ts";
import { readPasses } from "../../store/visits/passes.ts";
import { type ReplacedCode, replacedCodes } from "../../store/visits/vouchers.ts";
import { readTicketNames } from "../catalogue/ticket-names.ts";
import { toCollectOf } from "../money/to-collect.ts";
import { type DoorEvent, doorState } from "./door-events.ts";
import { nameBeginnings } from "./guests.ts";
import { guestHandle, guestHandleKey } from "./handles.ts";
import type { DeviceList, ListedOrder } from "./list-format.ts";
import { nameAtDoor, passStates } from "./scanned-code.ts";

/** Makes the list with which a device admits people without network. */

/** How long a list is valid: a day. A device that is offline for longer has to fetch a new list. */
const hoursValid = 24;

/** How a list encodes codes. */
interface CodeKeys {
  salt: string;
  bits: number;
}

/** Returns the key of a code on a list: the first bits of a hash. The console computes the same. */
export function deviceListKey({ salt, bits }: CodeKeys, code: string): number {
  const hash = createHash("sha256").update(`${salt}:${code}`).digest();
  return Math.floor(hash.readUIntBE(0, 6) / 2 ** (48 - bits));
}

/** The probability that an unlisted code has the key of a listed code is 1 in 2 to the power of this. */
const spareBits = 14;

/**
 * Makes the keys of these codes. The keys are short on purpose: thousands of codes share each key, so that a list reveals none of its
 * codes. No two listed codes share a key.
 */
function keysFor(codes: readonly string[]): CodeKeys {
  for (let bits = Math.ceil(Math.log2(codes.length + 1)) + spareBits; ; bits++) {
    const keys = { salt: randomBytes(16).toString("base64url"), bits };
    if (new Set(codes.map((code) => deviceListKey(keys, code))).size === new Set(codes).size) return keys;
  }
}

/** Makes the list with which a device admits guests of these events. */
export async function deviceList(
  tx: Tx,
  events: readonly DoorEvent[],
  { now, sandbox }: { now: Date; sandbox: boolean },
): Promise<DeviceList> {
  const eventIds = events.map(({ id }) => id);
  const orders = await doorOrders(tx, eventIds, { sandbox });
  const ids = orders.map(({ id }) => id);
  const passes = Map.groupBy(await readPasses(tx, ids), ({ orderId }) => orderId);
  const admissions = Map.groupBy(await standingAdmissions(tx, ids), ({ orderId }) => orderId);
  const toCollect = await toCollectOf(tx, ids);
  const eventOf = (eventId: string) => eventIds.indexOf(eventId);
  const guests = await guestHandleKey(tx);
  const formerCodes = await replacedCodes(tx, ids, eventIds);
  const keys = keysFor([
    ...orders.flatMap(({ code }) => code ?? []),
    ...[...passes.values()].flat().map(({ code }) => code),
    ...formerCodes.map(({ code }) => code),
  ]);
  const replaced = Map.groupBy(formerCodes, ({ orderId, replacedAt }) => `${orderId} ${replacedAt.getTime()}`);
  const ends = events.map(({ accepted }) => accepted.until.getTime());
  const expiresAt = Math.min(now.getTime() + hoursValid * 3_600_000, Math.max(now.getTime(), ...ends));
  return {
    version: 1,
    madeAt: now.toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    ...keys,
    events: events.map(({ id, productName, itemName, eventOn, accepted, served }) => ({
      id,
      productName,
      itemName,
      eventOn,
      from: accepted.from?.toISOString() ?? null,
      until: accepted.until.toISOString(),
      servedFrom: served.from?.toISOString() ?? null,
      servedUntil: served.until.toISOString(),
    })),
    ticketNames: await ticketNamesOf(tx, orders),
    orders: [
      ...orders.map((order): ListedOrder => {
        const event = eventOf(order.eventId);
        const key = order.code === null ? null : deviceListKey(keys, order.code);
        const state = doorState(order);
        const states = passStates(passes.get(order.id) ?? [], admissions.get(order.id) ?? []);
        const listed = states.map(({ n, code, ticketCode, people, admitted }) => ({
          n,
          key: deviceListKey(keys, code),
          ticketCode,
          people,
          admitted: admitted && { at: admitted.at.toISOString(), by: operatorDoorName(admitted.by) },
        }));
        const nobody = { guest: null, names: [], lead: null, tickets: [], toCollect: null };
        if (state !== "complete") return { event, state, key, passes: listed, ...nobody };
        return {
          ...{ event, state, key, passes: listed, lead: nameAtDoor(order), tickets: order.tickets },
          guest: guestHandle(guests, order.id),
          toCollect: toCollect.get(order.id) ?? null,
          names: nameBeginnings(order.answers).map((text) => deviceListKey(keys, `name:${text}`)),
        };
      }),
      ...[...replaced.values()].map((codes) => {
        const [{ eventId, orderId }] = codes as [ReplacedCode, ...ReplacedCode[]];
        const listed = [eventId, orders.find(({ id }) => id === orderId)?.eventId].find(
          (id) => id !== undefined && eventOf(id) >= 0,
        );
        return replacedOrder(codes, { event: eventOf(listed!), keys });
      }),
    ],
  };
}

async function ticketNamesOf(tx: Tx, orders: readonly DoorOrderRow[]): Promise<DeviceList["ticketNames"]> {
  const names = await readTicketNames(tx);
  const codes = new Set(orders.flatMap(({ tickets }) => tickets.map(({ code }) => code)));
  return Object.fromEntries([...codes].map((code) => [code, mapLanguages((lang) => names(code, lang))]));
}

/** Builds the entry of an order whose voucher an amendment replaced, with the replaced codes. */
function replacedOrder(
  codes: readonly ReplacedCode[],
  { event, keys }: { event: number; keys: CodeKeys },
): ListedOrder {
  const keyed = codes.map(({ code, ...one }) => ({ ...one, key: deviceListKey(keys, code) }));
  return {
    event,
    // A cancelled order has no newer voucher.
    state: codes.every(({ status }) => status === "complete") ? "replaced" : "cancelled",
    lead: null,
    guest: null,
    names: [],
    tickets: [],
    toCollect: null,
    key: keyed.find(({ n }) => n === null)?.key ?? null,
    passes: keyed.flatMap(({ n, key, people }) =>
      n === null ? [] : [{ n, key, ticketCode: null, people, admitted: null }],
    ),
  };
}

/** Returns the name by which the door shows an operator: the e-mail address without its domain. */
export const operatorDoorName = (by: string): string => by.split("@")[0]!;
