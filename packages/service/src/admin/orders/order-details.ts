import { termsOf } from "../../domain/booking/terms.ts";
import { orderOf } from "../../domain/orders/orders.ts";
import { cancelRefund, tiersOf } from "../../domain/orders/refund.ts";
import { voucherAddress } from "../../domain/visits/vouchers.ts";
import type { Service } from "../../service.ts";
import { listCallbacks } from "../../store/dispatch/delivery-list.ts";
import { orderSale } from "../../store/dispatch/dispatch.ts";
import { changesOf } from "../../store/orders/amendments.ts";
import { orderTimeline } from "../../store/orders/order-changes.ts";
import { orderAttention } from "../../store/orders/order-list.ts";
import { type OrderRow, orderById } from "../../store/orders/orders.ts";
import { refundsOf } from "../../store/orders/refunds.ts";
import { partnerById } from "../../store/partners/partners.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { found, isUuid } from "../operation.ts";

/** One order for the back office: what the operations of the orders desk read and answer. */

/** The order with this id. Throws a 404 if there is none. */
export const existingOrder = async ({ db }: Service, id: string): Promise<OrderRow> =>
  found(isUuid(id) ? await orderById(db, id) : null, "order");

/** An order for the back office. */
export async function detailsOf({ db, orderContext, clock }: Service, row: OrderRow) {
  const [sale, attention, partner, timeline, callbacks, voucher, changes, refunds] = [
    await orderSale(db, row.id),
    await orderAttention(db, row.id),
    await partnerById(db, row.partnerId),
    await orderTimeline(db, row.id),
    await listCallbacks(db, { orderId: row.id }, 50),
    await voucherOf(db, row.id),
    await changesOf(db, row.id),
    await refundsOf(db, row.id),
  ];
  const supplier = sale?.supplier;
  return {
    ...orderOf(row),
    test: row.test,
    lang: row.lang,
    createdAt: row.createdAt,
    erasedAt: row.erasedAt,
    partner,
    productId: sale?.productId ?? null,
    terms: { ...termsOf(row), refunds: tiersOf(row) },
    sold: sale?.sold ?? null,
    supplier: supplier ? { externalId: supplier.externalId, name: supplier.name, kind: supplier.kind } : null,
    ...attention,
    changes: changes.map(({ content, ...change }) => ({
      id: change.id,
      status: change.status,
      actor: change.actor,
      acceptedAt: change.acceptedAt,
      eventOn: change.eventOn,
      itemName: content.agreed.itemName,
      tickets: content.tickets,
      totalUsd: change.totalUsd,
      differenceUsd: change.differenceUsd,
      refundUsd: change.refundUsd,
    })),
    cancelRefundUsd: cancelRefund(row, clock()),
    refunds,
    timeline,
    callbacks,
    voucher: voucher && {
      address: voucherAddress(orderContext.publicUrl, voucher.code),
      madeAt: voucher.madeAt,
      voidAt: voucher.voidAt,
      redeemedAt: voucher.redeemedAt,
      redeemedBy: voucher.redeemedBy,
    },
  };
}
