import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { partnerKeys } from "../../store/partners/partner-list.ts";
import { insertKey, keyByHash, lockPartner } from "../../store/partners/partners.ts";

/** The demo partner's key. It is public, so it is valid only where the whole demo is on a loopback address. */
export const demoKey = "pk_demo";

/** Keys of one kind for each partner: two, for rotation. */
const keysAtATime = 2;

/** The caller of a request, identified by its key. */
export interface Caller {
  /** The key's own id. */
  keyId: string;
  partnerId: string;
  partner: string;
  /** Orders placed with a test key are test orders. */
  test: boolean;
  readOnly: boolean;
  /** Whether an assistant may place live orders with it. */
  assistants: boolean;
  active: boolean;
}

/**
 * Whether a key may read and change an order. The order must be the partner's own; a test key needs a test order
 * (decision 13).
 */
export const mayUseOrder = (caller: Caller, order: { partnerId: string; test: boolean }): boolean =>
  caller.partnerId === order.partnerId && (order.test || !caller.test);

type KeyMode = "live" | "test";

/** The reason why no key was created, as a sentence. */
export class KeyRefused extends Error {
  override name = "KeyRefused";
}

const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Finds the partner of a key, or null. `demo`: whether the demo key is valid for this request. */
export async function findCaller(db: Db, key: string, demo: boolean): Promise<Caller | null> {
  const hash = hashOf(key);
  const row = await keyByHash(db, hash.toString("hex"));
  // The index has found the hash; this comparison in constant time decides.
  if (!row || !timingSafeEqual(hash, row.hash)) return null;
  if (row.mode === "demo" && !demo) return null;
  return {
    keyId: row.id,
    partnerId: row.partnerId,
    partner: row.partner,
    test: row.mode === "test",
    readOnly: row.readOnly,
    assistants: row.assistants,
    active: row.active,
  };
}

/** Creates a key and returns it. It cannot be read again: the store holds its hash. */
export async function createKey(
  db: Db,
  input: { partner: string; mode: KeyMode; readOnly: boolean; assistants?: boolean; now: Date },
): Promise<{ key: string; hint: string }> {
  const key = `pk_${input.mode}_${randomBytes(32).toString("base64url")}`;
  return { key, ...(await storeKey(db, { ...input, key, hint: key.slice(0, 14) })) };
}

/** Adds a key that the other side has issued. */
export const addKey = (
  db: Db,
  input: { partner: string; mode: KeyMode; key: string; now: Date },
): Promise<{ hint: string }> => storeKey(db, { ...input, readOnly: false, hint: `${input.key.slice(0, 6)}…` });

async function storeKey(
  db: Db,
  {
    key,
    hint,
    ...input
  }: { partner: string; mode: KeyMode; readOnly: boolean; assistants?: boolean; now: Date; key: string; hint: string },
): Promise<{ hint: string }> {
  await inTransaction(db, async (tx) => {
    const partnerId = await lockPartner(tx, input.partner);
    if (!partnerId)
      throw new KeyRefused(
        `There is no partner "${input.partner}". Import it first, in the "partners" of a catalogue file.`,
      );
    const inUse = (await partnerKeys(tx, partnerId)).filter((row) => row.mode === input.mode && row.revokedAt === null);
    if (inUse.length >= keysAtATime)
      throw new KeyRefused(
        `Partner "${input.partner}" has ${inUse.length} ${input.mode} keys (${inUse.map((row) => row.hint).join(", ")}): revoke one first.`,
      );
    const isNew = await insertKey(tx, {
      id: randomUUID(),
      partnerId,
      hash: hashOf(key),
      hint,
      mode: input.mode,
      readOnly: input.readOnly,
      assistants: input.assistants ?? false,
      createdAt: input.now,
    });
    if (!isNew) throw new KeyRefused("This key was added before.");
  });
  return { hint };
}

/** Creates the demo key of the demo partner. */
export async function createDemoKey(db: Db | Tx, partner: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const partnerId = await lockPartner(tx, partner);
    if (!partnerId) throw new KeyRefused(`There is no partner "${partner}".`);
    await insertKey(tx, {
      id: randomUUID(),
      partnerId,
      hash: hashOf(demoKey),
      hint: demoKey,
      mode: "demo",
      readOnly: false,
      assistants: true,
      createdAt: now,
    });
  });
}
