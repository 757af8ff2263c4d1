import { orderReference } from "@paseo/contract/order-reference";
import { type Db, inTransaction } from "../../store/database/database.ts";
import { recordSiteLetter } from "../../store/sale/due-letters.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { guestLinkOfOrder } from "../../store/site/guest-links.ts";
import { writeOrder } from "../../store/site/purchases.ts";
import { siteOrigin } from "./site-addresses.ts";

/** The page of a guest who bought on an own site, as letters name it. */

/** Returns the address of the page of an order. Null: it has none. */
export async function guestPageOf(db: Db, publicUrl: string, order: OrderRow): Promise<string | null> {
  const found = await guestLinkOfOrder(db, order);
  if (!found) return null;
  // A guest who never came back from the provider: the page is found by its reference from now on.
  await writeOrder(db, found.purchaseId, { orderId: order.id, reference: orderReference(order) });
  return `${siteOrigin(found, publicUrl)}${found.path}/${order.lang}/booking/${found.code}`;
}

/**
 * Returns where the guest of a payment's page goes back to: the booking's page, if the browser came from it, else the site's page that sends its
 * address. Somebody else may pay, who must not change the booking. `code`: of the page from which the browser came. Null: no site sold the order.
 */
export async function wayBackOf(
  db: Db,
  publicUrl: string,
  { order, code }: { order: OrderRow; code: string | null },
): Promise<{ address: string; isBooking: boolean } | null> {
  const page = await guestPageOf(db, publicUrl, order);
  if (page === null) return null;
  const isBooking = code !== null && page.endsWith(`/${code}`);
  return { address: isBooking ? page : page.slice(0, page.lastIndexOf("/")), isBooking };
}

/** Sends a guest the address of the page. */
export const sendGuestPage = (db: Db, orderId: string): Promise<void> =>
  inTransaction(db, (tx) => recordSiteLetter(tx, orderId, "guest-page"));

/** Acknowledges a statement of withdrawal on a durable medium: directive (EU) 2023/2673. */
export const acknowledgeWithdrawal = (db: Db, orderId: string): Promise<void> =>
  inTransaction(db, (tx) => recordSiteLetter(tx, orderId, "withdrawn"));
