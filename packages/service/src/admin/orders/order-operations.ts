import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { replayCallback } from "../../domain/callbacks/callbacks.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import type { OrderTrigger } from "../../domain/orders/order-status.ts";
import { eraseOrder, exportOrder } from "../../domain/orders/personal-data.ts";
import { changeOrder, operatorAuthor } from "../../domain/orders/transitions.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { leadName } from "../../domain/selling/lead-name.ts";
import { hasAnswersToCome } from "../../domain/visits/later-answers.ts";
import { givenAmount, text } from "../../records/schemas.ts";
import { callbacksToReplay } from "../../store/callbacks/callback-list.ts";
import { setSupplierDue } from "../../store/dispatch/dispatch.ts";
import { listOrders, type OrderLine, orderFields, orderFilter, orderSorts } from "../../store/orders/order-list.ts";
import { lockOrder, unflagOrder } from "../../store/sale/orders.ts";
import { OtherOrder, otherOrdersOfGuests } from "../../store/sale/same-guest.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { badRequest, conflict } from "../../web/problems.ts";
import { listOperation, officeRoles, ofOrder, operation, orderRoles } from "../operation.ts";
import { chooseRefund } from "./amounts.ts";
import { existingOrder, orderDetailsOf } from "./order-details.ts";
import { OrderDetails } from "./order-shapes.ts";

/** The orders desk: waiting orders, order details, and the operator's decisions. */

const Line = Type.Object({ reference: text, otherOrder: OtherOrder, ...orderFields });

/** Returns the reference of an order in a list. */
export const orderReferenceOf = ({ number, lang, test }: Pick<OrderLine, "number" | "lang" | "test">): string =>
  orderReference({ number, lang, test });

const lineOf = ({
  number,
  lang,
  answers,
  itemName: _i,
  phoneNumber: _p,
  admittedAt: _a,
  payment: _paid,
  agreed,
  rate: _rate,
  taxRate: _tax,
  taxScheme: _scheme,
  ...row
}: OrderLine) => ({
  reference: orderReferenceOf({ number, lang, test: row.test }),
  ...row,
  leadName: leadName(answers),
  answersToCome: hasAnswersToCome({ agreed, tickets: row.tickets }, answers),
});

/** Refuses days and instants that do not exist. */
export function checkOrderFilter(
  filter: Pick<Type.Static<Type.TObject<typeof orderFilter>>, "eventFrom" | "eventTo" | "placedFrom" | "placedTo">,
): void {
  for (const name of ["eventFrom", "eventTo"] as const)
    if (filter[name] !== undefined && dayNumber(filter[name]) === null) throw unknownValueProblem(name, "day");
  for (const name of ["placedFrom", "placedTo"] as const)
    if (filter[name] !== undefined && Number.isNaN(Date.parse(filter[name])))
      throw unknownValueProblem(name, "instant");
}

export const unknownValueProblem = (pointer: string, what: string) =>
  badRequest("invalid-field", `${pointer} is no ${what} that there is.`, [
    { pointer, ...refusal("value-gone", { what }) },
  ]);

const reasonForPartner = Type.Optional(
  Type.String({ maxLength: 500, description: "For the order's timeline, and for its partner." }),
);
export const reasonField = Type.Optional(Type.String({ maxLength: 500, description: "For the order's timeline." }));

export const orderOperations = [
  listOperation({
    id: "orders.list",
    path: "/orders",
    summary: "Orders; with `waiting` the queue: flagged first, then the oldest",
    sorts: orderSorts,
    filter: orderFilter,
    record: Line,
    async rows({ service, now }, filter, page) {
      checkOrderFilter(filter);
      const { rows, total } = await listOrders(service.db, await storeCurrency(service.db), filter, page, now);
      const others = await otherOrdersOfGuests(
        service.db,
        rows.map(({ id }) => id),
      );
      return { rows: rows.map((row) => ({ ...lineOf(row), otherOrder: others.get(row.id) ?? null })), total };
    },
  }),
  operation({
    id: "orders.show",
    method: "GET",
    path: "/orders/{id}",
    summary: "Read an order with its timeline, callbacks and voucher",
    roles: officeRoles,
    response: OrderDetails,
    run: async ({ service, params, lang }) => orderDetailsOf(service, await existingOrder(service, params.id!), lang),
  }),
  decision("confirm", "confirmed", "Confirm an order in its supplier's place", {
    confirmation: Type.Optional(Type.String({ maxLength: 100, description: "The supplier's own number." })),
  }),
  decision("decline", "declined", "Decline an order in its supplier's place"),
  decision("cancel", "cancel", "Cancel an order, also with its supplier", {
    why: reasonForPartner,
    refund: Type.Optional(
      givenAmount(
        "Decimal, in the store's currency: the refund in place of the refund by the terms, from 0 to `maxCancelRefund`. It needs `why`.",
      ),
    ),
  }),
  decision("confirmCancel", "cancel-confirmed", "Confirm a cancellation in its supplier's place"),
  decision("declineCancel", "cancel-declined", "Refuse a cancellation: the order remains valid"),
  operation({
    id: "orders.contactSupplier",
    method: "POST",
    path: "/orders/{id}/contactSupplier",
    summary: "Call the supplier about an order now, and remove the flag",
    roles: orderRoles,
    async run({ service, params, operator, now, change }) {
      const row = await existingOrder(service, params.id!);
      await change(ofOrder(row), async (tx) => {
        await lockOrder(tx, row.id);
        await setSupplierDue(tx, row.id, 0, false);
        await unflagOrder(tx, row.id);
        const author = operatorAuthor(operator);
        await addToTimeline(tx, row.id, { at: now, kind: "note", ...author, why: "contact-supplier" });
      });
    },
  }),
  operation({
    id: "orders.note",
    method: "POST",
    path: "/orders/{id}/notes",
    summary: "Add a note to the timeline: a refund, a telephone call",
    roles: orderRoles,
    body: Type.Object({ note: Type.String({ minLength: 1, maxLength: 1000 }) }),
    async run({ service, params, body, operator, now, change }) {
      const row = await existingOrder(service, params.id!);
      const entry = { at: now, kind: "note" as const, ...operatorAuthor(operator, body.note) };
      await change({ ...ofOrder(row), after: body }, async (tx) => {
        // An erasure at the same time waits, and erases the note.
        await lockOrder(tx, row.id);
        await addToTimeline(tx, row.id, entry);
      });
    },
  }),
  operation({
    id: "orders.resendCallbacks",
    method: "POST",
    path: "/orders/{id}/callbacks",
    summary: "Send all of an order's callbacks again, oldest first",
    roles: orderRoles,
    response: Type.Object({ sent: Type.Integer(), received: Type.Integer() }),
    async run({ service, params, note }) {
      const row = await existingOrder(service, params.id!);
      const callbacks = await callbacksToReplay(service.db, { orderId: row.id }, 100);
      // The audit entry is written first, since requests cannot be undone. The callbacks' logs have the results.
      await note({ ...ofOrder(row), after: { callbacks: callbacks.length } });
      let received = 0;
      for (const callback of callbacks) {
        const { httpStatus } = await replayCallback(service.callbackDispatcher, callback);
        if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) received++;
      }
      return { sent: callbacks.length, received };
    },
  }),
  operation({
    id: "orders.export",
    method: "GET",
    path: "/orders/{id}/export",
    summary: "Export all stored data of an order",
    roles: orderRoles,
    response: Type.Object({ order: Type.Unknown() }),
    async run({ service, params }) {
      return exportOrder(service.db, (await existingOrder(service, params.id!)).id);
    },
  }),
  operation({
    id: "orders.erase",
    method: "POST",
    path: "/orders/{id}/erase",
    summary: "Erase an order's personal data now",
    roles: orderRoles,
    async run({ service, params, now, change }) {
      const row = await existingOrder(service, params.id!);
      await change(ofOrder(row), (tx) => eraseOrder(tx, row.id, now));
    },
  }),
];

/** Declares a decision of the operator. */
function decision<B extends Record<string, Type.TSchema>>(
  name: string,
  trigger: OrderTrigger,
  summary: string,
  fields: B = {} as B,
) {
  return operation({
    id: `orders.${name}`,
    method: "POST",
    path: `/orders/{id}/${name}`,
    summary,
    roles: orderRoles,
    body: Type.Object({ why: reasonField, ...fields }),
    response: OrderDetails,
    async run(call) {
      const { service, params, operator } = call;
      const { confirmation, why, refund } = call.body as { confirmation?: string; why?: string; refund?: string };
      const before = await existingOrder(service, params.id!);
      const chosen =
        refund === undefined ? null : chooseRefund({ amount: refund, why, by: operator, test: before.test });
      const change = {
        ...operatorAuthor(operator, why),
        trigger,
        confirmation: confirmation ?? null,
        reason: (trigger === "cancel" && why?.trim()) || null,
        ...(chosen && { chosenRefund: chosen.write }),
      };
      const { order, changed } = await changeOrder(service.orderContext, before.id, change, (changed, tx) =>
        call.audit(
          {
            ...ofOrder(changed),
            before: { status: before.status },
            after: { status: changed.status, confirmation, why, ...chosen?.record },
          },
          tx,
        ),
      );
      if (!changed || !order)
        throw conflict("status-changed", `The order is ${order?.status ?? before.status}: this can no longer be done.`);
      return orderDetailsOf(service, order, call.lang);
    },
  });
}
