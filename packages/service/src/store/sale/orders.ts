import type { Answer, Language, OrderStatus, TicketSelection } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { NamesByLanguage } from "../../records/bookable-event.ts";
import type { TaxScheme } from "../../records/listing-fields.ts";
import type { PartnerPrice, SoldTerms } from "../../records/partners/partner-terms.ts";
import type { Payment } from "../../records/payment.ts";
import type { PriceSteps } from "../../records/tickets/ticket-prices.ts";
import type { Party, SoldSize } from "../../records/tickets/ticket-sizes.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";
import { findInBatches, rowsByKey } from "../database/batch-loader.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";
import { defineStatement } from "../database/statement.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Terms agreed when the order was placed or amended. */
export interface AgreedTerms {
  productName: string;
  itemName: string;
  /** Names in further languages; missing when there are none. */
  productNames?: NamesByLanguage;
  itemNames?: NamesByLanguage;
  /** One line for each kind of ticket, by the code of its ticket rule. */
  tickets: SoldTicket[];
  /** Percent of tax that the prices include, at the time of the sale: a decimal string. Missing: the product had none. */
  taxRate?: string;
  /** The tax scheme at the time of the sale, where no tax is shown. Missing: the rate applies. */
  taxScheme?: Exclude<TaxScheme, "rate">;
  /** The operator's own questions at the time of the sale. Missing: none. */
  questions?: readonly OwnQuestion[];
  /**
   * Refund tiers by the time left, the most hours first. Missing: the whole price is refunded until cancellation ends.
   */
  refundTiers?: RefundTier[];
  /**
   * A group's order from a block of seats. Missing: not such an order. `later`: the codes of the questions that each traveller answers after
   * the sale.
   */
  group?: { later: readonly string[] };
  /** Codes of the operator's own questions to each traveller and to the order that the guest answers after the sale. Missing: none. */
  ownLater?: { travellers: readonly string[]; order: readonly string[] };
  /** Whether the questions to travellers were asked once for each ticket of several people. Missing: of each person. */
  leadPerTicket?: true;
  /** The partner's terms at the time of the sale. Missing: it had none. */
  terms?: SoldTerms;
  /** Cap on later refunds, in percent: the lowest refund that applied at an amendment. Missing: 100. */
  refundCap?: number;
}

/** What lists of orders need to know which answers are still to come: SQL for the table `o`. */
export const laterAnswers = sql`jsonb_build_object('group', o.agreed -> 'group', 'ownLater', o.agreed -> 'ownLater',
  'leadPerTicket', o.agreed -> 'leadPerTicket', 'tickets', o.agreed -> 'tickets')`;

/** One kind of ticket: the size of one, and the prices in the order in which the tickets were sold. */
export interface SoldTicket extends SoldSize {
  code: string;
  prices: SoldPrice[];
}

/** Tickets that were sold at one price. Amounts are decimal strings. */
export interface SoldPrice {
  quantity: number;
  currencyCode: string;
  /** Units of the currency for one US dollar: a decimal string. */
  rate: string;
  /** What was charged for one. */
  unitPrice: string;
  unitUsdPrice: string;
  /** By the partner's terms. Missing: the order has no terms, and `unitPrice` is what the guest pays. */
  partner?: PartnerPrice;
  /** The guest's price with its steps when these tickets were sold. Missing: it had no steps. */
  list?: PriceSteps;
}

/** A refund tier: until this many hours before the event, this percentage of the price is refunded. */
export interface RefundTier {
  hours: number;
  percent: number;
}

/** A request that may be repeated. A request without keys is never recognised. */
export interface RepeatableRequest {
  partnerId: string;
  keys: string[];
  /** The digest of the request's content. */
  digest: string;
}

export interface NewOrder extends RepeatableRequest, Party {
  id: string;
  lang: Language;
  eventId: string;
  productId: string;
  /** Local date and time of the event. */
  eventOn: string;
  test: boolean;
  tickets: TicketSelection[];
  email: string;
  phoneNumber: string;
  remoteHost: string;
  callbackUrl: string | null;
  externalReference: string | null;
  whiteLabelCode: string | null;
  /** The total as a decimal string. */
  totalUsd: string;
  answers: Answer[];
  agreed: AgreedTerms;
  cancelPurchaseHour: number;
  /** The last instant at which the partner can cancel. */
  cancelUntil: Date;
  createdAt: Date;
  /** The status at first. `complete` needs no answer. */
  status: "waitsupplier" | "complete";
  /** Whether the order already waits at the operator's desk, so that no supplier is called. */
  atDesk: boolean;
  /** Seconds until dispatch handles the order; null: never. */
  supplierDueIn: number | null;
  /** The hold whose seats the order takes. */
  holdId: string | null;
  /** Null: a partner sold it, or it is on the account of a partner. */
  payment: Payment | null;
  /** Missing: a random number that no other order has. */
  number?: number;
  /** Whether an operator sells it. Then the sale goes on until the end of the desk's sales. */
  byOperator: boolean;
}

type NotRead = "whiteLabelCode" | "keys" | "digest" | "holdId" | "status" | "supplierDueIn" | "byOperator";
/**
 * `eventOn`: the date of the event, which may be dropped. `atDesk`: whether the order waits, or waited, at the
 * operator's desk, so that no supplier was called.
 */
export interface OrderRow extends Omit<NewOrder, NotRead> {
  number: number;
  status: OrderStatus;
  confirmation: string | null;
  /** Number of status changes. */
  changes: number;
  /** Number of amendments. */
  amended: number;
  /** Whether its supplier may have received the request. */
  supplierCalled: boolean;
  /** When the order's personal data were erased. */
  erasedAt: Date | null;
}

/** The columns of an `OrderRow`. */
export const orderColumns = sql`id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
  confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
  external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
  cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
  changes, amended, supplier_called_at is not null as "supplierCalled",
  supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment`;

/** Returns free text about an order as it is stored: an order whose personal data are erased takes none. */
export const unlessErased = (orderId: RawBuilder<unknown>, text: RawBuilder<unknown>) => sql`
  case when ${text} is not null and not exists (select from orders erased where erased.id = ${orderId} and erased.erased_at is not null)
    then ${text} end`;

/** Written whenever fields that partners read change, so that the partners' lists show the order. */
export const markChanged = (now: Date) => sql`changed_at = ${now}, changed_xid = pg_current_xact_id()`;

/** The event has too few seats, and nothing was written. The transaction must be rolled back. */
export class NoSeatsLeft extends Error {
  override name = "NoSeatsLeft";
}

/** The partner may not owe what an order costs, and nothing was written. The transaction must be rolled back. */
export class LimitExceeded extends Error {
  override name = "LimitExceeded";
}

/** Returns null for NoSeatsLeft, which means that the transaction was rolled back. Throws every other error. */
export function nullIfNoSeats(error: unknown): null {
  if (error instanceof NoSeatsLeft) return null;
  throw error;
}

/** Returns the row of an order after the order was placed. */
export function newOrderRow(order: NewOrder, number: number): OrderRow {
  const { keys, digest, holdId, supplierDueIn, whiteLabelCode, byOperator, ...row } = order;
  const changes = order.status === "complete" ? 1 : 0;
  return { ...row, confirmation: null, changes, amended: 0, supplierCalled: order.atDesk, erasedAt: null, number };
}

const ordersById = defineStatement<{ ids: string[] }, OrderRow>(
  "orders-by-id",
  (value) => sql`select ${orderColumns} from orders where id = any(${value("ids")}::uuid[])`,
);

const loadOrder = findInBatches(async (db, ids: string[]) =>
  rowsByKey(await ordersById.run(db, { ids }), ({ id }) => id),
);

/** Reads an order. The orders of concurrent requests are read together. */
export const orderById = async (db: Db, id: string): Promise<OrderRow | null> =>
  (await loadOrder(db, id.toLowerCase())) ?? null;

/** Why an order needs an operator; the domain has their meanings. */
export const orderFlags = [
  "supplier-silent",
  "cancel-unanswered",
  "cancel-declined",
  "supplier-disagrees",
  "change-unanswered",
] as const;
export type OrderFlag = (typeof orderFlags)[number];

/** Flags an order for the operator. */
export const flagOrder = (tx: Tx, id: string, flag: OrderFlag, now: Date): Promise<void> =>
  run(tx)`update orders set flagged_at = ${now}, flag = ${flag} where id = ${id}`;

/** Clears the flag. */
export const unflagOrder = (tx: Tx, id: string): Promise<void> =>
  run(tx)`update orders set flagged_at = null, flag = null where id = ${id}`;

/** Locks the order until the transaction ends. */
export const lockOrder = (tx: Tx, id: string): Promise<OrderRow | null> =>
  firstRow(tx)`${prepareAs("lock-order")} select ${orderColumns} from orders where id = ${id} for update`;

/** Finds the order with this id or reference number. */
export async function findOrder(
  db: Db,
  key: { id: string } | { number: number; test: boolean | null },
): Promise<string | null> {
  const rows = await allRows(db)<{ id: string }>`
    select id from orders where ${"id" in key ? sql`id = ${key.id}` : sql`number = ${key.number} and test = coalesce(${key.test}, test)`}`;
  return rows[0]?.id ?? null;
}
