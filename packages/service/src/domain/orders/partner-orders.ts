import { type ListedOrder, limits, type OrderDate, type Orders, orderDates, pageSizes } from "@paseo/contract";
import Type from "typebox";
import { Compile } from "typebox/compile";
import {
  type OrderRange,
  type OrdersRead,
  ordersChanged,
  ordersInRange,
  type PartnerOrder,
} from "../../store/orders/partner-orders.ts";
import { beginIncarnation } from "../../store/publishing/publishing.ts";
import { revisionOf } from "../money/amendment-answers.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { priceObject } from "../selling/money.ts";
import { partnerTermsOf } from "../terms/sold-terms.ts";
import { formatShortCode } from "../visits/passes.ts";
import { voucherAddress } from "../visits/vouchers.ts";
import { orderAnswer } from "./orders.ts";
import type { OrderContext } from "./transitions.ts";

/** The operation orders: docs/decisions/0039-orders-of-a-partner.md. */

/**
 * Filter of a list of orders. Dates are microseconds since 1970. Event dates are local to the event. The range ends
 * before `to`.
 */
export interface OrderFilter {
  by: OrderDate;
  from: number | null;
  to: number | null;
  reference: string | null;
  /** Whether the list has test orders, or live orders. */
  test: boolean;
}

/** No list of orders returned this cursor to this partner, or to this kind of its keys. */
export class CursorUnknown extends Error {
  override name = "CursorUnknown";
}

/** The database was restored or replaced after the cursor was given. */
export class CursorExpired extends Error {
  override name = "CursorExpired";
}

type ListContext = Pick<OrderContext, "db" | "publicUrl">;

/** Reads the first page of a list. The operation has checked that the caller may read this kind of orders. */
export const listPartnerOrders = (
  context: ListContext,
  filter: OrderFilter,
  { partnerId }: Caller,
  now: Date,
): Promise<Orders> =>
  readPage(context, { ...filter, from: filter.from ?? earliest, to: filter.to ?? latest, partnerId }, now);

/** Reads the page that a cursor leads to. Throws CursorUnknown and CursorExpired. */
export async function continueOrders(context: ListContext, text: string, caller: Caller, now: Date): Promise<Orders> {
  const cursor = readCursor(text);
  if (!cursor || !mayUseOrder(caller, cursor)) throw new CursorUnknown();
  return readPage(context, cursor, now);
}

async function readPage(context: ListContext, list: ListPosition, now: Date): Promise<Orders> {
  const { db, publicUrl } = context;
  const read = await readOrders(db, list);
  if (read.leapDue) {
    // Without a new incarnation, a cursor could mix changes of this database with changes of the former database.
    await beginIncarnation(db, now);
    return readPage(context, list, now);
  }
  if (list.incarnation !== undefined && list.incarnation !== read.incarnation) throw new CursorExpired();
  const orders = read.orders.slice(0, pageSizes.orders);
  const { next, hasNextPage } = nextPosition(list, read);
  return {
    values: orders.filter(({ inRange }) => inRange).map((order) => listedOrder(order, publicUrl)),
    hasNextPage,
    cursor: Buffer.from(JSON.stringify(next)).toString("base64url"),
  };
}

const readOrders = (db: OrderContext["db"], list: ListPosition): Promise<OrdersRead> => {
  const { by, since, after, ...range } = list;
  const most = pageSizes.orders + 1;
  return list.isChanges ? ordersChanged(db, by, range, since!, after, most) : ordersInRange(db, by, range, after, most);
};

/**
 * Returns the position where the next page begins. A list first pages through its range. Then it pages through the orders that changed
 * since its first page, because such orders may have moved to positions that the client has already read. After that it lists new changes.
 */
function nextPosition(
  list: ListPosition,
  { orders, incarnation, seen }: Pick<OrdersRead, "orders" | "incarnation" | "seen">,
): { next: ListPosition; hasNextPage: boolean } {
  const { after, upTo = seen, ...rest } = { ...list, incarnation };
  if (orders.length > pageSizes.orders) {
    const { at, id } = orders[pageSizes.orders - 1]!;
    return { next: { ...rest, after: { at, id }, upTo }, hasNextPage: true };
  }
  return { next: { ...rest, isChanges: true, since: upTo }, hasNextPage: after !== undefined && !list.isChanges };
}

/** Returns an order as the list shows it. */
const listedOrder = (row: PartnerOrder, publicUrl: string): ListedOrder => ({
  ...orderAnswer(row),
  eventOn: row.eventOn,
  bookedOn: row.createdAt.toISOString(),
  changedOn: row.changedAt.toISOString(),
  revision: revisionOf(row),
  voucherUrl: row.voucher && voucherAddress(publicUrl, row.voucher),
  passes: (row.voucher === null ? [] : (row.passes ?? [])).map(({ code, ...pass }) => ({
    code: formatShortCode(code),
    ...pass,
  })),
  refundUsd: row.refundUsd === null ? null : { currencyCode: "USD", value: Number(row.refundUsd) },
  endedBy: row.endedBy === "service" ? null : row.endedBy,
  reason: row.reason,
  ...amountsByTerms(row),
});

/** Returns what the order is worth by its terms: null without terms, and for tickets in several currencies. */
function amountsByTerms({ agreed }: PartnerOrder): Pick<ListedOrder, "termsId" | "retail" | "commission" | "net"> {
  const termsId = agreed.terms?.id ?? null;
  const amounts = partnerTermsOf(agreed)?.amounts;
  if (!amounts) return { termsId, retail: null, commission: null, net: null };
  const price = (amount: string) => priceObject(amount, amounts.currencyCode);
  return { termsId, retail: price(amounts.retail), commission: price(amounts.commission), net: price(amounts.net) };
}

/** Bounds below and above all dates of orders, in microseconds. */
const [earliest, latest] = [-1e17, 2.6e17];
const id = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
const microseconds = Type.Number({ minimum: earliest, maximum: latest });
const transaction = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const seen = Type.Object({ xmin: transaction, xmax: transaction, running: Type.Array(transaction) });

/** A list and how far a client has read it: the content of a cursor. */
const ListPosition = Type.Object({
  partnerId: id,
  test: Type.Boolean(),
  by: Type.Enum([...orderDates]),
  from: microseconds,
  to: microseconds,
  reference: Type.Union([Type.String({ maxLength: limits.externalReference, pattern: "^[^\\u0000]*$" }), Type.Null()]),
  incarnation: Type.Optional(Type.Integer({ minimum: 0 })),
  after: Type.Optional(Type.Object({ at: microseconds, id })),
  /** Whether the client has read the range, and now reads changes since `since`. */
  isChanges: Type.Optional(Type.Literal(true)),
  since: Type.Optional(seen),
  /** The transactions that the first page of this reading has seen. */
  upTo: Type.Optional(seen),
});
type ListPosition = Type.Static<typeof ListPosition> & OrderRange;
const isPosition = Compile(ListPosition);
const transactionNumber = Compile(transaction);

function readCursor(text: string): ListPosition | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return isPosition.Check(value) && isComplete(value) ? value : null;
  } catch {
    return null;
  }
}

const isComplete = ({ isChanges, since, after }: ListPosition): boolean =>
  isChanges ? since !== undefined && (after === undefined || transactionNumber.Check(after.at)) : since === undefined;
