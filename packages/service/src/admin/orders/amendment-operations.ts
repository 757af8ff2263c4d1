import { limits } from "@paseo/contract";
import { mailboxPattern } from "@paseo/contract/limits";
import Big from "big.js";
import Type from "typebox";
import { acceptQuote } from "../../domain/booking/accept-quote.ts";
import { startAcceptedAmendment } from "../../domain/booking/amendment.ts";
import { type AmendmentMoney, moneyOfAmendments } from "../../domain/money/amendment-amounts.ts";
import { quoteAnswer } from "../../domain/money/amendment-answers.ts";
import { amendmentAmounts, refundTiersOf } from "../../domain/money/refund.ts";
import { decideAmendmentForSupplier } from "../../domain/orders/decide-amendment.ts";
import { orderWithTerms, refundDueUsd } from "../../domain/orders/due-refunds.ts";
import { quoteAmendment } from "../../domain/orders/quote.ts";
import { operatorAuthor } from "../../domain/orders/transitions.ts";
import { withValues } from "../../domain/selling/messages.ts";
import { titleWithChoices } from "../../domain/selling/own-questions.ts";
import { differencePayments } from "../../records/payment.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { amendmentById } from "../../store/sale/amendments.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict, notFound } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { ofOrder, operation, orderRoles } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { amountsIn, existingOrder, orderDetailsOf } from "./order-details.ts";
import { reasonField } from "./order-operations.ts";
import { ChangeQuote, OrderDetails } from "./order-shapes.ts";
import { checkTelephone } from "./telephone.ts";

/**
 * An operator's amendment of an order: a quote, then its acceptance. An operator also decides about an amendment that
 * waits for its supplier.
 */

/** The fields that partners send, with the same limits. A sale of the desk may have no contact. */
const wish = {
  eventId: Type.Optional(Type.String({ format: "uuid" })),
  tickets: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.String({ minLength: 1, maxLength: limits.code }),
        quantity: Type.Integer({ minimum: 0, maximum: limits.quantity }),
      }),
      { maxItems: limits.tickets },
    ),
  ),
  email: Type.Optional(Type.String({ pattern: mailboxPattern, maxLength: limits.email })),
  phoneNumber: Type.Optional(Type.String({ maxLength: limits.phoneNumber })),
  answers: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.String({ minLength: 1, maxLength: limits.code }),
        value: Type.String({ minLength: 1, maxLength: limits.answer }),
      }),
      { maxItems: limits.answers },
    ),
  ),
};

export const amendmentOperations = [
  operation({
    id: "orders.quoteAmendment",
    method: "POST",
    path: "/orders/{id}/quoteAmendment",
    summary: "Quote a change of an order. A field that is left out keeps its value",
    roles: orderRoles,
    body: Type.Object(wish),
    response: ChangeQuote,
    async run({ service, params, body, lang, now, audit }) {
      const { db, config } = service;
      const order = await existingOrder(service, params.id!);
      const { phoneNumber = "" } = body;
      // An amendment may keep the telephone number that the partner sent, even if it is invalid.
      if (phoneNumber !== order.phoneNumber) checkTelephone(phoneNumber);
      const quoted = await quoteAmendment(db, order, body, {
        lang,
        now,
        hasGivenUp: neverGivenUp,
        actor: "operator",
        quoteMinutes: config.changeQuoteMinutes,
        // The amendment without contact and answers, which are erased with the order.
        record: (tx, { id, eventOn, content, totalUsd }) => {
          const after = { quoteId: id, eventOn, tickets: content.tickets, totalUsd };
          return audit({ ...ofOrder(order), after }, tx);
        },
      });
      const { row } = quoted;
      const { quoteId, revision, expiresAt, errors, tickets } = quoteAnswer(quoted, order, now);
      const questions = quoted.asked.map(({ code, type, passenger, own, title }) => ({
        ...{ code, type, passenger },
        title: own ? titleWithChoices(own, title, lang) : title,
      }));
      const head = { quoteId, revision, expiresAt, errors: withValues(errors, lang), questions, tickets };
      if (!row) return { ...head, after: null, refunds: [] };
      const { eventOn, seats, totalUsd, differenceUsd, refundUsd, content } = row;
      const money = await moneyOfAmendments(db, [row]);
      const withTerms = await orderWithTerms(db, order.id);
      const amountOf = (percent: number) =>
        refundDueUsd(withTerms, amendmentAmounts({ before: order.totalUsd, after: totalUsd }, percent).refundUsd);
      return {
        ...head,
        after: {
          ...{
            eventOn,
            itemName: content.agreed.itemName,
            seats,
            people: content.people ?? content.seats,
            totalUsd,
            differenceUsd,
            refundUsd: cents(refundUsd),
          },
          ...amountsIn(money, row.id),
        },
        refunds: refundTiersOf(order).map((tier) => {
          const refundUsd = amountOf(tier.percent);
          return { ...tier, refundUsd: cents(refundUsd), refund: money.get(row.id)!.refundOf(refundUsd) };
        }),
      };
    },
  }),
  operation({
    id: "orders.acceptAmendment",
    method: "POST",
    path: "/orders/{id}/acceptAmendment",
    summary:
      "Accept a quote: the order changes, or its supplier is asked. A 409 if the order or the seats changed since the quote",
    roles: orderRoles,
    body: Type.Object({
      quoteId: Type.String({ format: "uuid" }),
      revision: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
      method: Type.Optional(
        Type.Enum([...differencePayments], {
          description:
            "How the guest pays the difference of an amendment that costs more. A sale of the desk needs it. Without it, the partner of the order settles the difference.",
        }),
      ),
      why: reasonField,
    }),
    response: OrderDetails,
    async run({ service, params, body, lang, operator, now, audit }) {
      const { orderContext, db, config } = service;
      const order = await existingOrder(service, params.id!);
      const change = await amendmentById(db, body.quoteId);
      if (change?.orderId !== order.id) throw notFound("There is no such quote.");
      const { eventOn, content, totalUsd } = change;
      const { method } = body;
      checkMethod(order, (await moneyOfAmendments(db, [change])).get(change.id)!, method);
      const accepted = await acceptQuote(orderContext, change, {
        ...operatorAuthor(operator, body.why),
        revision: body.revision,
        now,
        payment: method && { method, by: operator.email, at: now.toISOString() },
        hasGivenUp: neverGivenUp,
        record: (tx) => {
          const before = { eventOn: order.eventOn, tickets: order.tickets, totalUsd: order.totalUsd };
          const after = { eventOn, tickets: content.tickets, totalUsd, method, why: body.why };
          return audit({ ...ofOrder(order), before, after }, tx);
        },
      });
      // A new quote gives the reason why this quote can no longer be accepted.
      if (accepted.outcome === "stale" || accepted.outcome === "refused") throw changedMeanwhile();
      await startAcceptedAmendment(orderContext, accepted, order, config.supplierWaitSeconds * 1000);
      return orderDetailsOf(service, (await orderById(db, order.id)) ?? order, lang);
    },
  }),
  changeDecision("confirmChange", true, "Confirm a change in its supplier's place"),
  changeDecision("declineChange", false, "Refuse a change: the order remains as it was"),
];

const cents = (usd: string): string => new Big(usd).toFixed(2);

/** A sale of the desk says how a difference is paid. Nothing is paid for an amendment that costs no more. */
function checkMethod(order: OrderRow, { difference, currencyCode }: AmendmentMoney, method: string | undefined): void {
  const costsMore = Number(difference) > 0;
  if (costsMore ? method !== undefined || order.payment === null : method === undefined) return;
  const problem = costsMore
    ? refusal("difference-needs-method", { amount: difference, currency: currencyCode })
    : refusal("difference-has-no-method");
  throw invalidFields([{ pointer: "/method", ...problem }]);
}

/** Declares an operator's decision about an amendment that waits for its supplier. */
function changeDecision(name: string, accepted: boolean, summary: string) {
  return operation({
    id: `orders.${name}`,
    method: "POST",
    path: `/orders/{id}/${name}`,
    summary,
    roles: orderRoles,
    body: Type.Object({ why: reasonField }),
    response: OrderDetails,
    async run({ service, params, body, lang, operator, audit }) {
      const before = await existingOrder(service, params.id!);
      const decision = { accepted, ...operatorAuthor(operator, body.why) };
      const order = await decideAmendmentForSupplier(service.orderContext, before.id, decision, (tx) =>
        audit({ ...ofOrder(before), after: { why: body.why } }, tx),
      );
      if (!order) throw conflict("status-changed", "No change of the order waits: this can no longer be done.");
      return orderDetailsOf(service, order, lang);
    },
  });
}
