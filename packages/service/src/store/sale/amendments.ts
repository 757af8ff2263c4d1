import type { Answer, ChangeStatus, TicketSelection } from "@paseo/contract";
import { sql } from "kysely";
import type { Payment } from "../../records/payment.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, onlyRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { type AgreedTerms, markChanged, type SoldTicket } from "./orders.ts";

/** Quotes for amendments, and the amendments that follow from them: docs/decisions/0030-changes-to-an-order.md. */

/** The order after the amendment. */
export interface AmendmentContent {
  itemId: string;
  tickets: TicketSelection[];
  /** What the order takes after the amendment. Amendments of former versions have seats alone. */
  seats: number;
  people?: number;
  wholeEvent?: boolean;
  agreed: AgreedTerms;
  /** The tickets before the amendment, with their prices. */
  before: SoldTicket[];
  /** ISO 8601. */
  cancelUntil: string;
  email: string;
  phoneNumber: string;
  answers: Answer[];
}

export interface AmendmentRow {
  /** The quote's id. */
  id: string;
  orderId: string;
  partnerId: string;
  /** The order's revision that the quote is for. */
  revision: number;
  /** The status stays `quoted` after `expiresAt`. */
  status: Exclude<ChangeStatus, "expired">;
  eventId: string;
  eventOn: string;
  /** Seats and people that the amendment adds to the order's own; 0 for a test order. */
  seats: number;
  people: number;
  /** Decimal strings. */
  totalUsd: string;
  differenceUsd: string;
  refundUsd: string;
  content: AmendmentContent;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  actor: "partner" | "operator" | null;
  /** How the guest pays the difference at the desk. Null: nothing is due, or the partner settles it. */
  payment: Payment | null;
}

export type NewQuote = Omit<AmendmentRow, "status" | "acceptedAt" | "actor" | "payment">;

const columns = sql`id, order_id as "orderId", partner_id as "partnerId", revision, status, event_id as "eventId",
  event_on as "eventOn", seats, coalesce(people, seats) as people, total_usd as "totalUsd", difference_usd as "differenceUsd", refund_usd as "refundUsd", content,
  created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt", actor, payment`;

export const insertQuote = (db: Db | Tx, quote: NewQuote): Promise<AmendmentRow> =>
  onlyRow(db)`
    insert into amendment (id, order_id, partner_id, revision, status, event_id, event_on, seats, people, total_usd, difference_usd,
      refund_usd, content, created_at, expires_at)
    values (${quote.id}, ${quote.orderId}, ${quote.partnerId}, ${quote.revision}, 'quoted', ${quote.eventId}, ${quote.eventOn},
      ${quote.seats}, ${quote.people}, ${quote.totalUsd}, ${quote.differenceUsd}, ${quote.refundUsd}, ${JSON.stringify(quote.content)}::jsonb,
      ${quote.createdAt}, ${quote.expiresAt})
    returning ${columns}`;

export const amendmentById = (db: Db | Tx, id: string): Promise<AmendmentRow | null> =>
  firstRow(db)`select ${columns} from amendment where id = ${id}`;

/** Reads the amendment of an order that waits for its supplier. A caller that changes it must have the order's lock. */
export const waitingAmendment = (db: Db | Tx, orderId: string): Promise<AmendmentRow | null> =>
  firstRow(db)`${prepareAs("waiting-amendment")}
    select ${columns} from amendment where order_id = ${orderId} and status = 'waitsupplier'`;

/** Reads the amendments of an order whose quote was accepted, the oldest first. */
export const amendmentsOf = (db: Db, orderId: string): Promise<AmendmentRow[]> =>
  allRows(db)`
    select ${columns} from amendment where order_id = ${orderId} and status <> 'quoted' order by accepted_at, revision`;

/** Writes the status of an amendment whose order is locked. */
export const writeAmendment = (
  tx: Tx,
  id: string,
  change: Pick<AmendmentRow, "status"> & Partial<Pick<AmendmentRow, "acceptedAt" | "actor" | "payment">>,
): Promise<void> =>
  run(tx)`
    update amendment set status = ${change.status}, accepted_at = coalesce(${change.acceptedAt ?? null}, accepted_at),
      actor = coalesce(${change.actor ?? null}, actor),
      payment = coalesce(${change.payment ? JSON.stringify(change.payment) : null}::jsonb, payment)
    where id = ${id}`;

/** Counts an amendment in the order's revision. */
export const countAmendment = (tx: Tx, orderId: string, now: Date): Promise<void> =>
  run(tx)`update orders set amended = amended + 1, ${markChanged(now)} where id = ${orderId}`;

/** Makes the call for an amendment of a locked order due in this many seconds. */
export const scheduleAmendmentCall = (
  tx: Tx,
  { id, orderId }: Pick<AmendmentRow, "id" | "orderId">,
  dueIn: number,
): Promise<void> =>
  run(tx)`
    with former as (
      update amendment c set resume_at = o.supplier_due_at from orders o where c.id = ${id} and o.id = c.order_id
    )
    update orders set supplier_tries = 0, supplier_due_at = now() + ${dueIn}::float8 * interval '1 second' where id = ${orderId}`;

/** Ends the calls for an amendment: the supplier's next call gets its earlier due time. Clears the operator's flag. */
export const endAmendmentCalls = (tx: Tx, { id, orderId }: Pick<AmendmentRow, "id" | "orderId">): Promise<void> =>
  run(tx)`
    update orders o set supplier_tries = 0, supplier_due_at = c.resume_at, flagged_at = null, flag = null
    from amendment c where c.id = ${id} and o.id = ${orderId}`;

/** Writes the amendment into its locked order and counts it. `refundUsd`: the refund that becomes due. */
export const applyAmendment = (
  tx: Tx,
  { id, orderId, eventId, eventOn, totalUsd, content }: AmendmentRow,
  { now, refundUsd, confirmation }: { now: Date; refundUsd: string; confirmation: string | null },
): Promise<void> =>
  run(tx)`
    with applied as (update amendment set applied_at = ${now}, refund_usd = ${refundUsd}::numeric where id = ${id})
    update orders set event_id = ${eventId}, event_on = ${eventOn}::timestamp, item_id = ${content.itemId},
      tickets = ${JSON.stringify(content.tickets)}::jsonb, seats = ${content.seats},
      people = ${content.people ?? content.seats}, whole_event = ${content.wholeEvent ?? false}, total_usd = ${totalUsd}::numeric,
      agreed = ${JSON.stringify(content.agreed)}::jsonb, cancel_until = ${content.cancelUntil}::timestamptz,
      email = ${content.email}, phone_number = ${content.phoneNumber}, answers = ${JSON.stringify(content.answers)}::jsonb,
      confirmation = coalesce(${confirmation}, confirmation), amended = amended + 1, ${markChanged(now)}
    where id = ${orderId}`;

/** Deletes quotes that were never accepted. */
export const purgeQuotes = (db: Db, before: Date): Promise<void> =>
  run(db)`delete from amendment where status = 'quoted' and created_at <= ${before}`;
