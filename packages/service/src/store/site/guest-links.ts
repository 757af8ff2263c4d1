import { sql } from "kysely";
import { type Db, inTransaction, type Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Addresses of guests' pages, and statements of withdrawal. The code is part of the page's address. */

export interface GuestLinkRow {
  code: string;
  purchaseId: string;
  site: string;
  createdAt: Date;
  revokedAt: Date | null;
  revokedBy: "guest" | "operator" | null;
}

const columns = sql`l.code, l.purchase_id as "purchaseId", p.white_label as site, l.created_at as "createdAt", l.revoked_at as "revokedAt",
  l.revoked_by as "revokedBy"`;

export const guestLink = (db: Db, site: string, code: string): Promise<GuestLinkRow | null> =>
  firstRow(db)`
    select ${columns} from site_guest_link l join site_purchase p on p.id = l.purchase_id
    where l.code = ${code} and p.white_label = ${site}`;

/** Returns the links of a purchase, the newest first. */
export const guestLinksOf = (db: Db | Tx, purchaseId: string): Promise<GuestLinkRow[]> =>
  allRows(db)`
    select ${columns} from site_guest_link l join site_purchase p on p.id = l.purchase_id
    where l.purchase_id = ${purchaseId} order by l.nth desc`;

/** Returns the valid link of a purchase, and writes `code` if it has none. Null: an operator has revoked its link. */
export const ensureGuestLink = (db: Db, purchaseId: string, code: string, now: Date): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    const [newest] = await guestLinksOf(tx, purchaseId);
    if (newest && newest.revokedAt === null) return newest.code;
    if (newest?.revokedBy === "operator") return null;
    await run(tx)`
      insert into site_guest_link (code, purchase_id, created_at) values (${code}, ${purchaseId}, ${now}) on conflict do nothing`;
    const [valid] = await guestLinksOf(tx, purchaseId);
    return valid?.revokedAt === null ? valid.code : null;
  });

export const revokeGuestLink = (db: Db, code: string, now: Date): Promise<void> =>
  run(db)`
    update site_guest_link set revoked_at = ${now}, revoked_by = 'guest' where code = ${code} and revoked_at is null`;

/**
 * Revokes the guest's page of an order for good: its guest cannot have the link sent again. False: the order has no valid link.
 */
export const revokeGuestLinksOfOrder = (tx: Db | Tx, orderId: string, now: Date): Promise<boolean> =>
  anyRow(tx)`
    update site_guest_link l set revoked_at = ${now}, revoked_by = 'operator' from site_purchase p
    where p.id = l.purchase_id and p.order_id = ${orderId} and l.revoked_at is null returning 1`;

/** A valid link of an order, for its letters: the site's address is made from it. */
export interface OrderLink {
  purchaseId: string;
  code: string;
  site: string;
  host: string | null;
  path: string;
}

/** Finds the link of an order by its ExternalReference. The order must be of the partner that owns the site's key. */
export const guestLinkOfOrder = (
  db: Db,
  { externalReference, partnerId }: { externalReference: string | null; partnerId: string },
): Promise<OrderLink | null> =>
  firstRow(db)`
    select p.id as "purchaseId", l.code, s.white_label as site, s.host, s.path
    from site_purchase p join site s on s.white_label = p.white_label join site_guest_link l on l.purchase_id = p.id and l.revoked_at is null
    join site_key k on k.white_label = s.white_label join api_key a on a.id = k.key_id
    where p.id::text = ${externalReference} and a.partner_id = ${partnerId} and s.enabled`;

export interface WithdrawalRow {
  orderId: string;
  purchaseId: string;
  name: string;
  email: string;
  statedAt: Date;
  outcome: "cancelled" | "open";
}

const withdrawalColumns = sql`w.order_id as "orderId", w.purchase_id as "purchaseId", w.name, w.email, w.stated_at as "statedAt", w.outcome`;

/** Records a statement of withdrawal. A repeated one changes nothing. */
export const insertWithdrawal = (db: Db, row: WithdrawalRow): Promise<boolean> =>
  anyRow(db)`
    insert into site_withdrawal (order_id, purchase_id, name, email, stated_at, outcome)
    values (${row.orderId}, ${row.purchaseId}, ${row.name}, ${row.email}, ${row.statedAt}, ${row.outcome}) on conflict do nothing returning 1`;

export const withdrawalOf = (db: Db, orderId: string): Promise<WithdrawalRow | null> =>
  firstRow(db)`select ${withdrawalColumns} from site_withdrawal w where w.order_id = ${orderId}`;

/** The newest link of an order for the back office, without its code. */
export interface OrderLinkState {
  revokedAt: Date | null;
  revokedBy: GuestLinkRow["revokedBy"];
}

export const guestLinkStateOf = (db: Db, orderId: string): Promise<OrderLinkState | null> =>
  firstRow(db)`
    select l.revoked_at as "revokedAt", l.revoked_by as "revokedBy" from site_guest_link l join site_purchase p on p.id = l.purchase_id
    where p.order_id = ${orderId} order by l.nth desc limit 1`;

/** Ends a withdrawal: the order is cancelled, or an operator has settled it. False: it is not open. */
export const settleWithdrawal = (tx: Db | Tx, orderId: string): Promise<boolean> =>
  anyRow(tx)`
    update site_withdrawal set outcome = 'cancelled' where order_id = ${orderId} and outcome = 'open' returning 1`;

/** Withdrawals that operators still have to decide. */
export const openWithdrawals = (db: Db): Promise<WithdrawalRow[]> =>
  allRows(db)`select ${withdrawalColumns} from site_withdrawal w where w.outcome = 'open' order by w.stated_at`;
