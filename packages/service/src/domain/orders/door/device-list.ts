import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { Db, Tx } from "../../../store/database/database.ts";
import { ownKey } from "../../../store/database/sealing.ts";
import { standingAdmissions } from "../../../store/orders/door/admissions.ts";
import { type PassRow, passesOf } from "../../../store/orders/door/passes.ts";
import { type DoorOrderRow, doorOrders } from "../../../store/orders/door/sessions.ts";
import { type ReplacedCode, replacedCodes } from "../../../store/orders/vouchers.ts";
import { orderReference } from "../order-content.ts";
import type { DeviceList, ListedOrder } from "./list-format.ts";
import { ensuredPasses } from "./passes.ts";
import { leadName, statesOf } from "./reading.ts";
import type { DoorSession } from "./sessions.ts";

/** Makes and signs the list with which a device admits people without network. */

/** A day: a device that is away for longer has to fetch a new list. */
const hoursValid = 24;

/** Hash of a code on a list. The console computes the same. */
export const listHash = (salt: string, code: string): string =>
  createHash("sha256").update(`${salt}:${code}`).digest("base64url").slice(0, 22);

/** The list of these sessions. Vouchers that an earlier release issued get their passes in the same transaction. */
export async function deviceList(
  tx: Tx,
  sessions: readonly DoorSession[],
  { now, sandbox }: { now: Date; sandbox: boolean },
): Promise<DeviceList> {
  const eventIds = sessions.map(({ id }) => id);
  const orders = await doorOrders(tx, eventIds, { sandbox });
  const salt = randomBytes(16).toString("base64url");
  const passes = await passesOfAll(tx, orders);
  const ids = orders.map(({ id }) => id);
  const admissions = Map.groupBy(await standingAdmissions(tx, ids), ({ orderId }) => orderId);
  const sessionOf = (eventId: string) => eventIds.indexOf(eventId);
  const formerCodes = await replacedCodes(tx, ids, eventIds);
  const replaced = Map.groupBy(formerCodes, ({ orderId, replacedAt }) => `${orderId} ${replacedAt.getTime()}`);
  const ends = sessions.map(({ accepted }) => accepted.until.getTime());
  const expiresAt = Math.min(now.getTime() + hoursValid * 3_600_000, Math.max(now.getTime(), ...ends));
  return {
    version: 1,
    madeAt: now.toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    salt,
    sessions: sessions.map(({ id, productName, itemName, eventOn, accepted }) => ({
      id,
      productName,
      itemName,
      eventOn,
      from: accepted.from?.toISOString() ?? null,
      until: accepted.until.toISOString(),
    })),
    orders: [
      ...orders.map((order): ListedOrder => {
        const session = sessionOf(order.eventId);
        const reference = orderReference(order);
        const keys = [reference, order.code].filter((key) => key !== null).map((key) => listHash(salt, key));
        const state = stateOf(order);
        const states = statesOf(passes.get(order.id) ?? [], admissions.get(order.id) ?? [], order);
        const listed = states.map(({ n, code, ticketCode, people, admitted }) => ({
          n,
          key: listHash(salt, code),
          ticketCode,
          people,
          admitted: admitted && { at: admitted.at.toISOString(), by: shownName(admitted.by) },
        }));
        if (state !== "complete") return { session, state, keys, lead: null, passes: listed, tickets: [] };
        return { session, state, keys, lead: leadName(order), passes: listed, tickets: order.tickets };
      }),
      ...[...replaced.values()].map((codes) => {
        const [{ eventId, orderId }] = codes as [ReplacedCode, ...ReplacedCode[]];
        const listed = [eventId, orders.find(({ id }) => id === orderId)?.eventId].find(
          (id) => id !== undefined && sessionOf(id) >= 0,
        );
        return replacedOrder(codes, { session: sessionOf(listed!), salt });
      }),
    ],
  };
}

/** The codes of a voucher that a change of its order replaced. */
function replacedOrder(
  codes: readonly ReplacedCode[],
  { session, salt }: { session: number; salt: string },
): ListedOrder {
  const hashed = codes.map((code) => ({ ...code, key: listHash(salt, code.code) }));
  return {
    session,
    state: "replaced",
    lead: null,
    tickets: [],
    keys: hashed.filter(({ n }) => n === null).map(({ key }) => key),
    passes: hashed.flatMap(({ n, key, people }) =>
      n === null ? [] : [{ n, key, ticketCode: null, people, admitted: null }],
    ),
  };
}

const stateOf = ({ status, code, voidAt }: DoorOrderRow): ListedOrder["state"] => {
  if (status === "waitsupplier") return "not-confirmed";
  return status === "complete" && code !== null && voidAt === null ? "complete" : "cancelled";
};

/** How the door names an operator: without the domain of the e-mail address. */
export const shownName = (by: string): string => by.split("@")[0]!;

async function passesOfAll(tx: Tx, orders: readonly DoorOrderRow[]): Promise<Map<string, PassRow[]>> {
  const ids = orders.map(({ id }) => id);
  const known = Map.groupBy(await passesOf(tx, ids), ({ orderId }) => orderId);
  // Vouchers that an earlier release issued.
  for (const order of orders)
    if (order.code !== null && !known.has(order.id))
      known.set(order.id, await ensuredPasses(tx, order, order.codePerPerson));
  return known;
}

export interface SignedList {
  /** The list as JSON: the signature is of exactly this text. */
  list: string;
  /** ECDSA on P-256 with SHA-256, r and s, in base64. */
  signature: string;
}

export async function signedList(db: Db, list: DeviceList): Promise<SignedList> {
  const text = JSON.stringify(list);
  const key = createPrivateKey(await listKey(db));
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64");
  return { list: text, signature };
}

/** The public key with which a device checks lists: SubjectPublicKeyInfo in base64. */
export async function listPublicKey(db: Db): Promise<string> {
  const key = createPublicKey(await listKey(db));
  return key.export({ type: "spki", format: "der" }).toString("base64");
}

const listKey = (db: Db): Promise<string> =>
  ownKey(db, "door-list-key", () =>
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  );
