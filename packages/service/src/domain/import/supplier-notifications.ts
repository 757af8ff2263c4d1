import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "../../store/database/database.ts";
import { supplierLinkKey } from "../../store/suppliers/suppliers.ts";
import type { Supplier } from "../../suppliers/supplier.ts";

/**
 * Notifications of suppliers about changed seats. A notification has no content that counts: it only brings the next reading of the
 * supplier's seats forward, and a lost one changes nothing but the time.
 */

/** Milliseconds between two checks that the supplier still has our subscription. */
const checkMs = 3_600_000;
/** When this process last checked the subscription of each supplier. */
const checkedAt = new Map<string, number>();
/** Suppliers that have sent a notification since this process last read their seats. */
const notified = new Set<string>();

/** Asks a supplier for notifications to this service, at most once an hour. */
export async function followSupplier(db: Db, supplier: Supplier, externalId: string, publicUrl: string): Promise<void> {
  const last = checkedAt.get(externalId);
  if (!supplier.notifyAt || (last !== undefined && performance.now() - last < checkMs)) return;
  checkedAt.set(externalId, performance.now());
  const token = await notificationToken(db, externalId);
  await supplier.notifyAt({
    url: `${publicUrl}${notificationPath(externalId)}`,
    headers: { Authorization: `Bearer ${token}` },
  });
}

export const notificationPath = (externalId: string): string =>
  `/supplier/${encodeURIComponent(externalId)}/notifications`;

/** Proves that a notification comes from the supplier. It follows from a key of the service, so nothing is stored. */
async function notificationToken(db: Db, externalId: string): Promise<string> {
  return createHmac("sha256", await supplierLinkKey(db))
    .update(`notifications ${externalId}`)
    .digest("base64url");
}

/** Takes a notification. Returns false if the token is not the supplier's. */
export async function takeNotification(db: Db, externalId: string, token: string): Promise<boolean> {
  const [own, given] = [await notificationToken(db, externalId), token].map((text) => Buffer.from(text));
  if (own!.length !== given!.length || !timingSafeEqual(own!, given!)) return false;
  notified.add(externalId);
  return true;
}

/** Whether a supplier has sent a notification since the last call. */
export const wasNotified = (externalId: string): boolean => notified.delete(externalId);
