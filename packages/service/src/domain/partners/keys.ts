import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Offer } from "../../records/partners/offer.ts";
import { offerAt } from "../../store/catalogue/offers.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { partnerKeys } from "../../store/partners/partner-list.ts";
import { insertKey, type KeyRow, keyByHash, lockPartner } from "../../store/partners/partners.ts";

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
  /** The channel that issued the key; missing or null: a key of our own. */
  channel?: string | null;
  active: boolean;
  /** Whether the partner has, or had, terms of its own. Missing: no. */
  hasTerms?: boolean;
  /** Whether the partner reads how many seats are left. Missing: no. */
  showsSeats?: boolean;
  /** What the partner sees and sells; missing: the public set. */
  offer?: Offer | undefined;
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

/** The hash by which a key is stored. */
export const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/**
 * Finds the partner of a key, or null. `demo`: whether the demo key is valid for this request. `channel`: the channel that sends it, since a
 * key that a channel has issued serves this channel only.
 */
export async function findCaller(
  db: Db,
  key: string,
  { demo, channel = null }: { demo: boolean; channel?: string | null },
): Promise<Caller | null> {
  const hash = hashOf(key);
  const row = await keyByHash(db, hash.toString("hex"));
  // The index has found the hash; this comparison in constant time decides.
  if (!row || !timingSafeEqual(hash, row.hash)) return null;
  if (row.mode === "demo" && !demo) return null;
  if (row.channel !== null && row.channel !== channel) return null;
  return callerOf(db, row);
}

/** Returns the caller of a key. */
export const callerOf = async (db: Db, row: KeyRow): Promise<Caller> => ({
  keyId: row.id,
  partnerId: row.partnerId,
  partner: row.partner,
  test: row.mode === "test",
  readOnly: row.readOnly,
  assistants: row.assistants,
  channel: row.channel,
  active: row.active,
  hasTerms: row.hasTerms,
  showsSeats: row.showsSeats,
  offer: row.offerVersion === null ? undefined : await offerAt(db, row.partnerId, row.offerVersion),
});

/** What a key may do. */
interface KeyRights {
  mode: "live" | "test" | "demo";
  readOnly: boolean;
  assistants: boolean;
}

/**
 * Whether a person of a partner may create a key with these rights. A live key may do no more than a valid live key of the partner: the
 * operator decides what the partner may do, and when it sells.
 */
export const mayCreateOwnKey = (inForce: readonly KeyRights[], wanted: KeyRights): boolean =>
  wanted.mode === "test" ||
  inForce.some(
    ({ mode, readOnly, assistants }) =>
      mode === wanted.mode && (!readOnly || wanted.readOnly) && (assistants || !wanted.assistants),
  );

/** Creates a key and returns it. It cannot be read again: the store holds its hash. */
export async function createKey(
  db: Db,
  input: { partner: string; mode: KeyMode; readOnly: boolean; assistants?: boolean; ofSite?: boolean; now: Date },
): Promise<{ key: string; hint: string }> {
  const key = `pk_${input.mode}_${randomBytes(32).toString("base64url")}`;
  return { key, ...(await storeKey(db, { ...input, key, hint: key.slice(0, 14) })) };
}

/** Bits of a key that a channel has issued: guesses would find a shorter one. */
export const leastKeyBits = 128;

/** Characters of a random key that follow from those before them by chance. */
const byChance = 2;

/**
 * Estimates the random bits of a key: each character counts as one of the kinds of characters that the key has, unless it follows from those
 * before it, as in `aaaa`, `abcd`, or `xyz-xyz`.
 */
export function keyBits(key: string): number {
  const kinds: [RegExp, number][] = [
    [/[0-9]/, 10],
    [/[a-f]/, 6],
    [/[g-z]/, 20],
    [/[A-F]/, 6],
    [/[G-Z]/, 20],
    [/[^0-9A-Za-z]/, 2],
  ];
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(key) ? size : 0), 0);
  const seen = new Set<string>();
  let followed = 0;
  for (let n = 0; n < key.length; n++) {
    const step = (at: number) => key.charCodeAt(at) - key.charCodeAt(at - 1);
    const isRun = n > 1 && Math.abs(step(n)) <= 1 && step(n) === step(n - 1);
    const three = key.slice(Math.max(0, n - 2), n + 1).toLowerCase();
    if (isRun || (three.length === 3 && seen.has(three))) followed++;
    seen.add(three);
  }
  const free = key.length - Math.max(0, followed - byChance);
  return free * Math.log2(Math.max(2, alphabet));
}

/** Adds a key that a channel has issued. It serves this channel only. */
export async function addKey(
  db: Db,
  input: { partner: string; mode: KeyMode; key: string; channel: string; now: Date },
): Promise<{ hint: string }> {
  if (keyBits(input.key) < leastKeyBits)
    throw new KeyRefused(
      `The key is too easy to guess: it needs ${leastKeyBits} random bits, such as 22 random letters and digits. Ask the channel for a longer one.`,
    );
  return storeKey(db, { ...input, readOnly: false, hint: `${input.key.slice(0, 6)}…` });
}

async function storeKey(
  db: Db,
  {
    key,
    hint,
    ...input
  }: {
    partner: string;
    mode: KeyMode;
    readOnly: boolean;
    assistants?: boolean;
    channel?: string;
    /** A key of one of the operator's own sites, which its partner has beside its keys. */
    ofSite?: boolean;
    now: Date;
    key: string;
    hint: string;
  },
): Promise<{ hint: string }> {
  await inTransaction(db, async (tx) => {
    const partnerId = await lockPartner(tx, input.partner);
    if (!partnerId)
      throw new KeyRefused(
        `There is no partner "${input.partner}". Import it first, in the "partners" of a catalogue file.`,
      );
    const inUse = (await partnerKeys(tx, partnerId)).filter((row) => row.mode === input.mode && row.revokedAt === null);
    if (!input.ofSite && inUse.length >= keysAtATime)
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
      channel: input.channel ?? null,
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
      channel: null,
      createdAt: now,
    });
  });
}
