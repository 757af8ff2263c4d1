import { randomUUID } from "node:crypto";
import type { ChangeNotification } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { insertCallbacks } from "../../store/callbacks/callbacks.ts";
import type { Tx } from "../../store/database/database.ts";
import { receivesAmendments } from "../../store/partners/partners.ts";
import type { AmendmentRow } from "../../store/sale/amendments.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { dollarAmounts, revisionOf } from "../money/amendment-answers.ts";
import { voucherAddress } from "../visits/vouchers.ts";
import { addOrderToUrl } from "./callbacks.ts";

/**
 * Callbacks about amendments, for partners that subscribe to them. They are delivered in sequence with the status
 * callbacks.
 */

/** Writes the callback of a finished amendment, after the order was written; it is due at once. */
export async function notifyOfAmendment(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  { id, partnerId, callbackUrl }: Pick<OrderRow, "id" | "partnerId" | "callbackUrl">,
  { change, status, now }: { change: AmendmentRow; status: ChangeNotification["data"]["status"]; now: Date },
): Promise<void> {
  if (!callbackUrl || !(await receivesAmendments(tx, partnerId))) return;
  const order = (await orderById(tx, id))!;
  const { externalReference, confirmation, test, changes: sequence, amended } = order;
  const voucher = order.status === "complete" ? await voucherOf(tx, id) : null;
  const body: ChangeNotification = {
    type: "order.changed",
    timestamp: now.toISOString(),
    data: {
      orderId: id,
      reference: orderReference(order),
      externalReference,
      quoteId: change.id,
      status,
      revision: revisionOf(order),
      eventId: change.eventId,
      tickets: change.content.tickets,
      ...dollarAmounts(change),
      confirmation,
      testMode: test,
      voucherUrl: voucher && voucherAddress(publicUrl, voucher.code),
    },
  };
  const url = addOrderToUrl(callbackUrl, id, order.status);
  const about = { orderId: id, partnerId, sequence, amended, status: order.status, test };
  await insertCallbacks(tx, [{ ...about, id: randomUUID(), url, body: JSON.stringify(body), createdAt: now }]);
}
