import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { amountOfMinor } from "../../domain/payments/amounts.ts";
import { acceptPaid, returnPaid } from "../../domain/payments/decide.ts";
import { leadName } from "../../domain/selling/lead-name.ts";
import { decimal, nullable, text } from "../../records/schemas.ts";
import {
  type CheckoutLine,
  checkoutFilter,
  checkoutLineFields,
  checkoutSorts,
  listCheckouts,
} from "../../store/payments/checkout-list.ts";
import { repeatCheckoutRefunds } from "../../store/payments/checkout-refunds.ts";
import { checkoutById } from "../../store/payments/checkouts.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { listOperation, operation, orderRoles, requireRecord } from "../operation.ts";
import { unknownValueProblem } from "../orders/order-operations.ts";

/** Payments at providers. */

const { minor: _minor, paidMinor: _paid, refundedMinor: _back, returningMinor: _due, ...plain } = checkoutLineFields;
export const CheckoutLineAnswer = Type.Object({
  ...plain,
  amount: Type.String({ description: "Decimal: what was asked for." }),
  paid: nullable(decimal, "What the provider says was paid, in `paidCurrency`. Null: nothing is known to be paid."),
  refunded: Type.String({ description: "Decimal: what the provider has sent back." }),
  returning: Type.String({ description: "Decimal: what the provider is to send back." }),
  reference: nullable(text, "The order's."),
  leadName: nullable(text),
});

export const checkoutAnswer = (row: CheckoutLine) => {
  const { minor, paidMinor, refundedMinor, returningMinor, orderNumber, lang, answers, ...line } = row;
  const paidIn = line.paidCurrency ?? line.currencyCode;
  return {
    ...line,
    amount: amountOfMinor(minor, line.currencyCode),
    paid: paidMinor === null ? null : amountOfMinor(paidMinor, paidIn),
    refunded: amountOfMinor(refundedMinor, paidIn),
    returning: amountOfMinor(returningMinor, paidIn),
    reference: orderNumber === null ? null : orderReference({ number: orderNumber, lang, test: false }),
    leadName: answers && leadName(answers),
  };
};

export const checkoutOperations = [
  listOperation({
    id: "checkouts.list",
    path: "/checkouts",
    summary: "Payments of guests at providers, the newest first",
    sorts: checkoutSorts,
    filter: checkoutFilter,
    record: CheckoutLineAnswer,
    async rows({ service: { db } }, filter, page) {
      for (const name of ["from", "to"] as const)
        if (filter[name] !== undefined && Number.isNaN(Date.parse(filter[name])))
          throw unknownValueProblem(name, "instant");
      const { rows, total } = await listCheckouts(db, filter, page);
      return { rows: rows.map(checkoutAnswer), total };
    },
  }),
  operation({
    id: "checkouts.decide",
    method: "POST",
    path: "/checkouts/{id}/decision",
    summary: "Decide about a payment of another amount: record it on its order, or send it back",
    roles: orderRoles,
    body: Type.Object({
      as: Type.Enum(["record", "refund"] as const, { description: "`record`: only of an order's own currency." }),
    }),
    response: Type.Object({ id: text }),
    async run({ service, params, body, now, change }) {
      const checkout = requireRecord(isUuid(params.id!) ? await checkoutById(service.db, params.id!) : null, "payment");
      const { paidMinor, paidCurrency } = checkout;
      const isRecordable = checkout.purpose !== "hold" && paidCurrency === checkout.currencyCode;
      if (body.as === "record" && !isRecordable)
        throw conflict("not-recordable", "Only a payment of an order, in its currency, can be recorded.");
      const decide = body.as === "record" ? acceptPaid : returnPaid;
      await change(
        {
          subject: `payment ${checkout.number}`,
          orders: checkout.orderId === null ? undefined : [checkout.orderId],
          after: { as: body.as, paid: amountOfMinor(paidMinor ?? 0, paidCurrency ?? checkout.currencyCode) },
        },
        async (tx) => {
          if (!(await decide(tx, checkout.id, now))) throw conflict("status-changed", "This payment is decided.");
        },
      );
      return { id: checkout.id };
    },
  }),
  operation({
    id: "checkouts.repeatRefunds",
    method: "POST",
    path: "/checkouts/{id}/refunds",
    summary: "Ask the provider again for the refunds of a payment that it has not carried out",
    roles: orderRoles,
    response: Type.Object({ id: text }),
    async run({ service, params, recorded }) {
      const checkout = requireRecord(isUuid(params.id!) ? await checkoutById(service.db, params.id!) : null, "payment");
      await recorded(
        (tx) => repeatCheckoutRefunds(tx, checkout.id),
        (isDue) => {
          if (!isDue) throw conflict("nothing-to-repeat", "No refund of this payment waits for another attempt.");
          return {
            subject: `payment ${checkout.number}`,
            orders: checkout.orderId === null ? undefined : [checkout.orderId],
          };
        },
      );
      return { id: checkout.id };
    },
  }),
];
