import type { ApiAnswer as Answered, ListRecord } from "../api/types.ts";

export type OrderLine = ListRecord<"orders.list">;
export type Order = Answered<"orders.show">;
export type OrderStatus = Order["status"];
export type OrderFlag = NonNullable<Order["flag"]>;
export type TimelineEntry = Order["timeline"][number];
export type Callback = Order["callbacks"][number];
export type CallbackAttempt = Callback["log"][number];
export type Voucher = NonNullable<Order["voucher"]>;
export type Refund = Order["refunds"][number];
export type Amendment = Order["changes"][number];
export type GuestAnswer = Order["event"]["answers"][number];

/** Returns a title with the reference and the guest. */
export const orderTitle = ({ reference, leadName }: Pick<Order, "reference" | "leadName">): string =>
  [reference, leadName].filter(Boolean).join(" · ");

export const orderStatuses = [
  "waitsupplier",
  "complete",
  "waitcancel",
  "cancelled",
  "rejected",
] as const satisfies OrderStatus[];

export type OrderDecision = "confirm" | "decline" | "cancel" | "confirmCancel" | "declineCancel" | ChangeDecision;
type ChangeDecision = "confirmChange" | "declineChange";
/** Actions on an order in the orders desk. */
export type OrderAction = OrderDecision | "contactSupplier" | "note" | "resend" | "erase";

const byStatus: Record<OrderStatus, OrderDecision[]> = {
  waitsupplier: ["confirm", "decline", "cancel"],
  complete: ["cancel"],
  waitcancel: ["confirmCancel", "declineCancel"],
  cancelled: [],
  rejected: [],
};

/** Returns the possible decisions about an order in this status, the most likely first. `waits`: an amendment waits for the supplier. */
export const possibleDecisions = (status: OrderStatus, waits = false): OrderDecision[] =>
  waits ? ["confirmChange", "declineChange", ...byStatus[status]] : byStatus[status];

/** Returns whether an operator can ask for a quote of an amendment. */
export const canBeChanged = ({ status, erasedAt, changes }: Pick<Order, "status" | "erasedAt" | "changes">): boolean =>
  status === "complete" && erasedAt === null && !hasWaitingAmendment({ changes });

/** Returns whether the desk can sell an ended order again with its data. */
export const canBePlacedAgain = (order: Pick<Order, "status" | "erasedAt" | "test">): boolean =>
  !isActiveOrder(order) && order.erasedAt === null && !order.test;

/** Returns whether an amendment waits for the supplier. */
export const hasWaitingAmendment = ({ changes }: Pick<Order, "changes">): boolean =>
  changes.some(({ status }) => status === "waitsupplier");

/** Returns the refunds that are due. Test orders have none. */
export const refundsDue = ({ refunds, test }: Pick<Order, "refunds" | "test">): Refund[] =>
  test ? [] : refunds.filter(({ dueAt, paidAt }) => dueAt !== null && paidAt === null);

/** Returns whether a refund can be recorded beside those that are due. Nothing was paid for a test order. */
export const canBeRefunded = ({ test, maxOtherRefund }: Pick<Order, "test" | "maxOtherRefund">): boolean =>
  !test && Number(maxOtherRefund.account) > 0;

/**
 * Returns what the guest paid at the desk, in the store's currency: the payment at the sale, then the payment for each accepted amendment
 * that made the order dearer. For an order on account it returns the sale only.
 */
export function deskPayments({ payment, account, changes, amounts: { total } }: Order) {
  if (!payment) return [];
  const accepted = account ? [] : changes.filter(({ status }) => status === "accepted");
  const [first] = accepted;
  const atSale = first ? difference(first.total, first.difference) : total;
  const later = accepted.flatMap((change) =>
    change.payment ? [{ id: change.id, payment: change.payment, amount: change.difference }] : [],
  );
  return [{ id: "sale", payment, amount: atSale }, ...later];
}

const difference = (total: string, less: string): string =>
  (Number(total) - Number(less)).toFixed(total.split(".")[1]?.length ?? 0);

/** Returns whether the guests of the order are still to come. */
export const isActiveOrder = ({ status }: Pick<Order, "status">): boolean =>
  status !== "cancelled" && status !== "rejected";

/** Returns the operation of an action. */
export const operationOfAction = (action: OrderAction) =>
  action === "resend" ? "orders.resendCallbacks" : (`orders.${action}` as const);

/** Returns whether the supplier can answer a status request. */
export const canBeContacted = ({ status, flag }: { status: OrderStatus; flag: OrderFlag | null }): boolean =>
  flag !== null || status === "waitsupplier" || status === "waitcancel";
