import { randomUUID } from "node:crypto";
import type { CatalogNotification } from "@paseo/contract";
import type { Offer } from "../../records/partners/offer.ts";
import type { Db } from "../../store/database/database.ts";
import {
  type CatalogAddress,
  type CatalogAttempt,
  catalogAddress,
  claimCatalogAddress,
  recordCatalogAttempt,
} from "../../store/partners/catalog-address.ts";
import { readTouchedDays } from "../../store/publishing/touched.ts";
import { deletionsAfter, readCounter, versionReached } from "../../store/versions/versions.ts";
import { offerOfPartnerId } from "../partners/offers.ts";
import { type CallbackDispatcher, partnerAttempt, postSigned } from "./callbacks.ts";
import { judgeAttempt } from "./schedule.ts";

/**
 * Messages that inform partners about a changed catalogue: docs/decisions/0032-catalog-changed.md. A message contains
 * the newest versions, and the changes since the last message that the partner received. So each message replaces the
 * earlier ones, and none has to be stored.
 */

/** A message about more products or days than this lists none of them. */
const maxListed = 1000;
/** With more changes than this, the service does not look up products and days. */
const maxChanges = 20_000;

/** Sends a partner the newest versions, if a message is due. */
export async function sendCatalogChanged(dispatcher: CallbackDispatcher, partnerId: string): Promise<void> {
  const address = await claimCatalogAddress(dispatcher.db, partnerId);
  if (address) await attempt(dispatcher, partnerId, address);
}

/**
 * Sends the newest versions now, whether they changed or not: for developers who test their endpoint. Null: the partner
 * has no address.
 */
export async function sendCatalogTest(
  dispatcher: CallbackDispatcher,
  partnerId: string,
): Promise<(CatalogAttempt & { message: CatalogNotification }) | null> {
  const address = await catalogAddress(dispatcher.db, partnerId);
  return address && send(dispatcher, partnerId, address);
}

async function send(dispatcher: CallbackDispatcher, partnerId: string, address: CatalogAddress) {
  const at = dispatcher.clock();
  const message = await messageSince(dispatcher.db, partnerId, address, at);
  const sent = { id: randomUUID(), url: address.url, body: JSON.stringify(message), partnerId };
  const { outcome, httpStatus, answer } = await postSigned(dispatcher, sent);
  dispatcher.onCatalogAttempt?.(String(httpStatus ?? outcome));
  return { at, outcome, httpStatus, answer, message };
}

async function attempt(dispatcher: CallbackDispatcher, partnerId: string, address: CatalogAddress): Promise<void> {
  const { db, gaps } = dispatcher;
  const { message, ...made } = await send(dispatcher, partnerId, address);
  dispatcher.onPartnerAttempt?.(partnerAttempt({ partnerId, url: address.url }, made));
  const { settled, attempts, inSeconds } = judgeAttempt(made.httpStatus, address.attempts, gaps.live);
  const received = settled === null ? null : message.data;
  const state = settled === "stopped" ? "stopped" : "active";
  await recordCatalogAttempt(db, partnerId, address, made, { received, attempts, state, inSeconds });
}

/** Builds a message with the newest versions, and the changes since the last message that reached the address. */
async function messageSince(
  db: Db,
  partnerId: string,
  address: CatalogAddress,
  now: Date,
): Promise<CatalogNotification> {
  // The versions are read before the changes, so the changes may be newer than the versions, never older.
  const { updateVersion, deleteVersion } = await readCounter(db);
  const products = await productsSince(db, address, await offerOfPartnerId(db, partnerId));
  return { type: "catalog.changed", timestamp: now.toISOString(), data: { updateVersion, deleteVersion, products } };
}

type Products = CatalogNotification["data"]["products"];

/** Returns the products and days that changed. Returns null if the changes are too many to list, or no longer known. */
async function productsSince(
  db: Db,
  { updateVersion, deleteVersion }: CatalogAddress,
  offer: Offer | undefined,
): Promise<Products> {
  const [since, deletions, counter] = [
    await versionReached(db, updateVersion),
    await deletionsAfter(db, deleteVersion),
    await readCounter(db),
  ];
  if (!since || deletions.isSkipped || counter.currencyVersion > since.version) return null;
  const { eventSeq, productSeq } = since;
  if (counter.eventSeq - eventSeq + counter.productSeq - productSeq > maxChanges) return null;
  const positions = { version: since.version, eventSeq, productSeq, deletedSeq: deletions.seq };
  const touched = await readTouchedDays(db, positions, { most: maxListed + 1, offer });
  if (touched.length > maxListed) return null;
  return [...Map.groupBy(touched, ({ id }) => id)].map(([id, rows]) => ({
    id,
    days: rows.flatMap(({ day }) => day ?? []),
  }));
}
