import type { Answer, Schema } from "../../api/types.ts";
import { readValue, type StoredAdmission, writeValue } from "./device-store.ts";

/** The signed list of codes with which this device decides without network. */

export type DeviceList = Schema<"DeviceList">;
type ListedOrder = DeviceList["orders"][number];

type SignedList = Answer<"door.list">;

/** Whether the browser can check a list. It can not where the page came over plain HTTP. */
export const canCheckLists = (): boolean => globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;

/** Checks a list and stores it, with the key that it was checked with. @throws Error if the service did not sign it. */
export async function storeList(signed: SignedList, listKey: string): Promise<DeviceList> {
  const list = await checked(signed, listKey);
  await writeValue("list", { ...signed, listKey });
  return list;
}

/** The stored list; null when there is none, when it has expired, or when it is not as the service signed it. */
export async function readList(now: number): Promise<DeviceList | null> {
  if (!canCheckLists()) return null;
  const stored = await readValue<SignedList & { listKey: string }>("list");
  if (!stored) return null;
  const list = await checked(stored, stored.listKey).catch(() => null);
  if (list && now < Date.parse(list.expiresAt)) return list;
  await writeValue("list", undefined);
  return null;
}

async function checked({ list, signature }: SignedList, listKey: string): Promise<DeviceList> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("spki", bytesOf(listKey), algorithm, false, ["verify"]);
  const text = new TextEncoder().encode(list);
  const isSigned = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, bytesOf(signature), text);
  if (!isSigned) throw new Error("The list of codes does not have the service's signature.");
  return JSON.parse(list) as DeviceList;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

async function hashOf(salt: string, code: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}:${code}`));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** An order's reference, in any language: `1042-ES`. */
const reference = /^(test-)?\d{1,15}-[a-z]{2}$/i;

/** The code that a scanned or typed text contains, in the form that the list hashes. */
function codeIn(text: string): string {
  const trimmed = text.trim();
  if (reference.test(trimmed)) return trimmed.toUpperCase();
  const [, voucher, person] = /\/voucher\/([^?#]*)[^#]*(?:#(.*))?$/.exec(trimmed) ?? [];
  const short = (person ?? voucher ?? trimmed).replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  return person !== undefined || (voucher === undefined && short.length === 8) ? short : (voucher ?? trimmed);
}

/** The order that a code means on this list, and the passes that it means. */
async function find(
  list: DeviceList,
  text: string,
): Promise<{ order: ListedOrder; passes: ListedOrder["passes"] } | null> {
  const hash = await hashOf(list.salt, codeIn(text));
  for (const order of list.orders) {
    if (order.keys.includes(hash)) return { order, passes: order.passes };
    const pass = order.passes.find(({ key }) => key === hash);
    if (pass) return { order, passes: [pass] };
  }
  return null;
}

export interface LocalDecision {
  result: Answer<"vouchers.redeem">["result"];
  people: number;
  /** Numbers of the passes to admit. */
  passes: number[];
  order: ListedOrder | null;
  session: DeviceList["sessions"][number] | null;
  /** People of the order who are inside, with those that are admitted now. */
  inside: number;
  /** The earlier admission; `by` is null when it was on this device. */
  earlier: { at: string; by: string | null } | null;
}

/** Decides about a code by the list and by what this device has admitted since. */
export async function decide(
  list: DeviceList,
  own: readonly StoredAdmission[],
  { code, sessionId, now }: { code: string; sessionId: string | null; now: number },
): Promise<LocalDecision> {
  const found = await find(list, code);
  if (!found) return { result: "unknown", people: 0, passes: [], order: null, session: null, inside: 0, earlier: null };
  const { order } = found;
  const session = list.sessions[order.session]!;
  const all = await Promise.all(order.passes.map((pass) => stateOf(list, order, pass, own)));
  const states = all.filter(({ pass }) => found.passes.includes(pass));
  const open = states.filter(({ earlier }) => earlier === null).map(({ pass }) => pass);
  const decision = (result: LocalDecision["result"], passes: ListedOrder["passes"]): LocalDecision => ({
    result,
    order,
    session,
    passes: passes.map(({ n }) => n),
    people: peopleOf(passes),
    inside: peopleOf(
      all.filter(({ pass, earlier }) => earlier || (result === "valid" && open.includes(pass))).map(({ pass }) => pass),
    ),
    earlier: states.find(({ earlier }) => earlier)?.earlier ?? null,
  });
  if (order.state !== "complete") return decision(order.state, []);
  if (open.length === 0) return decision("already-redeemed", found.passes);
  const isItsTime = (session.from === null || now >= Date.parse(session.from)) && now < Date.parse(session.until);
  if (!isItsTime) return decision("wrong-day", open);
  return decision(sessionId !== null && sessionId !== session.id ? "other-session" : "valid", open);
}

export const peopleOf = (passes: readonly { people: number }[]): number =>
  passes.reduce((sum, { people }) => sum + people, 0);

async function stateOf(
  list: DeviceList,
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
