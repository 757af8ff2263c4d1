import { limits } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { refundsInStoreCurrency } from "../../domain/orders/due-refunds.ts";
import { refundTable } from "../../domain/orders/refund-table.ts";
import { refundOnline, stopRefused } from "../../domain/payments/online-refunds.ts";
import { leadName } from "../../domain/selling/lead-name.ts";
import { furtherRefund } from "../../domain/selling/refundable.ts";
import { refundMethods } from "../../records/payment.ts";
import { nullable, text } from "../../records/schemas.ts";
import type { Tx } from "../../store/database/database.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import { usdOfRefund } from "../../store/money/refund-amounts.ts";
import {
  countRefunds,
  listRefunds,
  type RefundLine,
  refundFilter,
  refundLineFields,
  refundSorts,
} from "../../store/money/refund-list.ts";
import { insertPayment, ordersOfRefunds, type RefundPayment, recordPayment } from "../../store/money/refunds.ts";
import { lockOrder, type OrderRow, orderById } from "../../store/sale/orders.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { listOperation, ofOrder, operation, orderRoles } from "../operation.ts";
import { amountField } from "./account-operations.ts";
import { addMoneyToTimeline, amountText, checkAmount, requireAtMost } from "./amounts.ts";
import { listExport } from "./list-export.ts";
import { existingOrder, orderDetailsOf } from "./order-details.ts";
import { unknownValueProblem } from "./order-operations.ts";
import { OrderDetails } from "./order-shapes.ts";

/** Refunds: due refunds as a list and a file, and payments that operators recorded. This module moves no money. */

/** Maximum number of refunds in one request. */
const maxRefunds = 200;

const lineOf = ({ number, lang, answers, ...row }: RefundLine) => ({
  ...row,
  leadName: leadName(answers),
  reference: orderReference({ number, lang, test: false }),
});

/** Refuses instants that do not exist. */
function checkRefundFilter(filter: Type.Static<Type.TObject<typeof refundFilter>>): void {
  for (const name of ["dueFrom", "dueTo"] as const)
    if (filter[name] !== undefined && Number.isNaN(Date.parse(filter[name])))
      throw unknownValueProblem(name, "instant");
}

export const refundOperations = [
  listOperation({
    id: "refunds.list",
    path: "/refunds",
    summary:
      "Refunds of live orders: due refunds first, the longest due at the top, then recorded refunds, the newest first",
    sorts: refundSorts,
    filter: refundFilter,
    record: Type.Object({
      ...refundLineFields,
      reference: text,
      leadName: nullable(text, "The guest. Null: no name is known."),
    }),
    async rows({ service }, filter, page) {
      checkRefundFilter(filter);
      const { rows, total } = await listRefunds(service.db, await storeCurrency(service.db), filter, page);
      return { rows: rows.map(lineOf), total };
    },
  }),
  listExport({
    id: "refunds.export",
    path: "/refunds/export",
    summary: "Export the refunds that a list's filters select as CSV or XLSX. The audit log records each export",
    name: "refunds",
    sorts: refundSorts,
    filter: refundFilter,
    narrowing: "dueFrom",
    check: checkRefundFilter,
    count: countRefunds,
    rows: async (db, filter, page) => listRefunds(db, await storeCurrency(db), filter, page),
    table: (rows, _db, reader) => refundTable(rows, reader),
  }),
  operation({
    id: "orders.recordRefund",
    method: "POST",
    path: "/orders/{id}/refunds",
    summary:
      "Record a paid refund, due or not, or have the provider send it: method `online`. A 409 means that somebody recorded it meanwhile",
    roles: orderRoles,
    body: Type.Object({
      refundId: Type.Optional(
        Type.String({ format: "uuid", description: "Without it, a refund that no terms ask for." }),
      ),
      amount: amountField,
      method: Type.Enum([...refundMethods]),
      note: Type.Optional(Type.String({ maxLength: limits.answer })),
    }),
    response: OrderDetails,
    async run({ service, params, body, lang, operator, now, change }) {
      const order = await existingOrder(service, params.id!);
      const { refundId, amount, method, note } = body;
      if (order.test) throw invalidFields([{ pointer: "/amount", ...refusal("nothing-was-paid") }]);
      const currency = await storeCurrency(service.db);
      checkAmount(amount, currency, "/amount");
      const payment = { amount, method, note: note || null, recordedBy: operator.email };
      const after = { refundId, amount, currencyCode: currency.code, method, note };
      await change({ ...ofOrder(order), after }, (tx) => recordIn(tx, order, { refundId, payment, currency, now }));
      return orderDetailsOf(service, (await orderById(service.db, order.id)) ?? order, lang);
    },
  }),
  operation({
    id: "refunds.record",
    method: "POST",
    path: "/refunds/record",
    summary:
      "Record several due refunds as paid in full, all or none. A 409 means that a refund of these is not due, or another operator has recorded it",
    roles: orderRoles,
    body: Type.Object({
      ids: Type.Array(Type.String({ format: "uuid" }), { minItems: 1, maxItems: maxRefunds, uniqueItems: true }),
      method: Type.Optional(
        Type.Enum([...refundMethods], {
          description:
            "Without it, each refund is paid as its order was: an order on account as its last payment, and a partner's order on the partner's account.",
        }),
      ),
      note: Type.Optional(Type.String({ maxLength: limits.answer })),
    }),
    response: Type.Object({ recorded: Type.Integer() }),
    async run({ service, body, operator, now, recorded }) {
      const { ids, method, note } = body;
      const found = await ordersOfRefunds(service.db, ids);
      if (found.length < ids.length) throw notDue();
      const currency = await storeCurrency(service.db);
      const record = async (tx: Tx) => {
        const paidBack: OrderRow[] = [];
        for (const { id, orderId, payment } of found) {
          const order = (await orderById(tx, orderId))!;
          const paidBy = method ?? (payment === null ? "account" : payment === "free" ? "other" : payment);
          const paid = { method: paidBy, note: note || null, recordedBy: operator.email };
          await recordIn(tx, order, { refundId: id, payment: paid, currency, now });
          paidBack.push(order);
        }
        return paidBack;
      };
      await recorded(record, (orders) => ({
        subject: [...new Set(orders.map(orderReference))].join(", "),
        orders: orders.map(({ id }) => id),
        after: { ids, method, note },
      }));
      return { recorded: ids.length };
    },
  }),
];

const notDue = () => conflict("status-changed", "This refund is not due, or was recorded before.");

const onItsWay = () =>
  conflict("refund-on-its-way", "The provider is sending this refund, or it is not known whether it has sent it.");

/**
 * Records the payment of a refund of an order, or has the provider send it: the provider's answer records it. Without an amount, the whole due refund counts as paid. Two operators may record it at the
 * same time.
 */
async function recordIn(
  tx: Tx,
  order: OrderRow,
  {
    refundId,
    payment: { amount: given, ...payment },
    currency,
    now,
  }: {
    refundId: string | undefined;
    payment: Omit<RefundPayment, "paidUsd"> & { amount?: string };
    currency: StoreCurrency;
    now: Date;
  },
): Promise<void> {
  await lockOrder(tx, order.id);
  if ((await stopRefused(tx, order.id, refundId)) === "waits") throw onItsWay();
  const state = await refundsInStoreCurrency(tx, currency, order.id);
  const refund = state.refunds.find(({ id, dueAt, paidAt }) => id === refundId && dueAt && !paidAt);
  if (refundId !== undefined && !refund) throw notDue();
  const amount = given ?? refund!.due;
  const further = furtherRefund(state, payment.method === "account" ? "account" : "money");
  requireAtMost(amount, further.plus(refund?.due ?? 0), currency, "/amount");
  const paidUsd = await usdOfRefund(tx, currency, { orderId: order.id, refundId: refundId ?? null, amount });
  if (payment.method === "online") {
    const { recordedBy, note } = payment;
    const online = { refundId: refundId ?? null, amount, usd: paidUsd, createdBy: recordedBy, note };
    const most = await refundOnline(tx, order.id, currency, online, now);
    if (most !== null)
      throw invalidFields([
        { pointer: "/amount", ...refusal("refund-too-large", { most: amountText(most, currency) }) },
      ]);
    return;
  }
  if (refundId === undefined) await insertPayment(tx, order.id, { ...payment, paidUsd }, now);
  else await recordPayment(tx, { id: refundId, orderId: order.id }, { ...payment, paidUsd }, now);
  await addMoneyToTimeline(tx, order.id, "refunded", { ...payment, amount, currency, now });
}
