import { limits } from "@paseo/contract";
import Type from "typebox";
import { orderReference } from "../../domain/booking/content.ts";
import { leftUsd } from "../../domain/orders/due-refunds.ts";
import { storeCurrency } from "../../domain/orders/money/store-currency.ts";
import { refundTable } from "../../domain/orders/refund-table.ts";
import { leadName } from "../../domain/visits/lead-name.ts";
import type { Tx } from "../../store/database/database.ts";
import { addToTimeline, lockOrder } from "../../store/orders/order-writes.ts";
import { type OrderRow, orderById } from "../../store/orders/orders.ts";
import {
  countRefunds,
  listRefunds,
  type RefundLine,
  refundFilter,
  refundLineFields,
  refundSorts,
} from "../../store/orders/refund-list.ts";
import {
  insertPayment,
  ordersOfRefunds,
  type RefundPayment,
  recordPayment,
  refundMethods,
  refundsOf,
} from "../../store/orders/refunds.ts";
import { nullable, text } from "../../store/schemas.ts";
import { conflict } from "../../web/problems.ts";
import { invalid } from "../editing/changing.ts";
import { listing, operation } from "../operation.ts";
import { listExport } from "./list-export.ts";
import { detailsOf, existingOrder } from "./order-details.ts";
import { noSuch, orderRoles } from "./order-operations.ts";
import { OrderDetails } from "./order-shapes.ts";

/** Refunds: due refunds as a list and a file, and payments that operators recorded. This module moves no money. */

/** The most refunds that are recorded together. */
const mostRefunds = 200;

const lineOf = ({ number, lang, answers, ...row }: RefundLine) => ({
  ...row,
  leadName: leadName(answers),
  reference: orderReference({ number, lang, test: false }),
});

/** Refuses instants that do not exist. */
function checkRefundFilter(filter: Type.Static<Type.TObject<typeof refundFilter>>): void {
  for (const name of ["dueFrom", "dueTo"] as const)
    if (filter[name] !== undefined && Number.isNaN(Date.parse(filter[name]))) throw noSuch(name, "instant");
}

export const refundOperations = [
  listing({
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
    table: (rows, _db, lang) => refundTable(rows, lang),
  }),
  operation({
    id: "orders.recordRefund",
    method: "POST",
    path: "/orders/{id}/refunds",
    summary: "Record a paid refund, due or not. A 409 means that somebody recorded it meanwhile",
    roles: orderRoles,
    body: Type.Object({
      refundId: Type.Optional(
        Type.String({ format: "uuid", description: "Without it, a refund that no terms ask for." }),
      ),
      paidUsd: Type.String({
        pattern: "^\\d{1,9}(\\.\\d{1,2})?$",
        maxLength: 12,
        description: "Decimal, in US dollars.",
      }),
      method: Type.Enum([...refundMethods]),
      note: Type.Optional(Type.String({ maxLength: limits.answer })),
    }),
    response: OrderDetails,
    async run({ service, params, body, lang, operator, now, change }) {
      const order = await existingOrder(service, params.id!);
      const { refundId, paidUsd, method, note } = body;
      if (order.test) throw invalid([{ pointer: "/paidUsd", detail: "Nothing was paid for a test order." }]);
      const payment = { paidUsd, method, note: note || null, recordedBy: operator.email };
      await change({ subject: orderReference(order), after: { refundId, paidUsd, method, note } }, (tx) =>
        recordIn(tx, order, { refundId, payment, now }),
      );
      return detailsOf(service, (await orderById(service.db, order.id)) ?? order, lang);
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
      ids: Type.Array(Type.String({ format: "uuid" }), { minItems: 1, maxItems: mostRefunds, uniqueItems: true }),
      method: Type.Optional(
        Type.Enum([...refundMethods], {
          description:
            "Without it, each refund is paid as its order was: to the partner's account if a partner sold it.",
        }),
      ),
      note: Type.Optional(Type.String({ maxLength: limits.answer })),
    }),
    response: Type.Object({ recorded: Type.Integer() }),
    async run({ service, body, operator, now, change }) {
      const { ids, method, note } = body;
      const found = await ordersOfRefunds(service.db, ids);
      if (found.length < ids.length) throw notDue();
      await change({ subject: `${ids.length}`, after: { ids, method, note } }, async (tx) => {
        for (const { id, orderId, dueUsd, payment } of found) {
          const order = (await orderById(tx, orderId))!;
          const paidBy = method ?? (payment === null || payment === "free" ? "account" : payment);
          const paid = { paidUsd: dueUsd, method: paidBy, note: note || null, recordedBy: operator.email };
          await recordIn(tx, order, { refundId: id, payment: paid, now });
        }
      });
      return { recorded: ids.length };
    },
  }),
];

const notDue = () => conflict("status-changed", "This refund is not due, or was recorded before.");

/** Records the payment of a refund of an order. Two operators may record it at the same time. */
async function recordIn(
  tx: Tx,
  order: OrderRow,
  { refundId, payment, now }: { refundId: string | undefined; payment: RefundPayment; now: Date },
): Promise<void> {
  const { paidUsd, note, recordedBy } = payment;
  const locked = (await lockOrder(tx, order.id)) ?? order;
  const refunds = await refundsOf(tx, order.id);
  if (refundId !== undefined && !refunds.some(({ id, dueAt, paidAt }) => id === refundId && dueAt && !paidAt))
    throw notDue();
  const left = leftUsd(locked, refunds);
  const detail = `The order's price leaves ${left.toFixed(2)} US dollars to pay back.`;
  if (left.lt(paidUsd)) throw invalid([{ pointer: "/paidUsd", detail }]);
  if (refundId === undefined) await insertPayment(tx, order.id, payment, now);
  else await recordPayment(tx, { id: refundId, orderId: order.id }, payment, now);
  const message = [`${Number(paidUsd).toFixed(2)} USD`, ...(note ? [note] : [])].join(". ");
  const entry = { kind: "refunded", actor: "operator", why: recordedBy } as const;
  await addToTimeline(tx, order.id, { ...entry, at: now, message });
}
