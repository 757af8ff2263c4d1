import Big from "big.js";
import Type from "typebox";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { dueFromGuest } from "../../domain/money/to-collect.ts";
import { endCheckout } from "../../domain/payments/checkouts.ts";
import { linkAddress, newLinkCode } from "../../domain/payments/links.ts";
import { providersFor } from "../../domain/payments/providers.ts";
import { decimal, instant, nullable, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { lettersOf, ShownLetter } from "../../store/letters/guest-letters.ts";
import { checkoutLinesOfOrder } from "../../store/payments/checkout-list.ts";
import { checkoutsOfOrder, findOpenCheckout } from "../../store/payments/checkouts.ts";
import {
  insertPaymentLink,
  type PaymentLinkRow,
  paymentLinkById,
  paymentLinksOf,
  revokePaymentLink,
} from "../../store/payments/links.ts";
import { recordPaymentLetter } from "../../store/sale/due-letters.ts";
import { lockOrder, type OrderRow } from "../../store/sale/orders.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { officeRoles, ofOrder, operation, orderRoles, requireRecord } from "../operation.ts";
import { amountField } from "../orders/account-operations.ts";
import { amountText, checkAmount } from "../orders/amounts.ts";
import { existingOrder } from "../orders/order-details.ts";
import { CheckoutLineAnswer, checkoutAnswer } from "./checkout-operations.ts";

/** Links behind which guests pay for an order. */

const OrderPayments = Type.Object({
  canPay: Type.Boolean({ description: "Whether guests can pay online: there is a balance, and a provider." }),
  balanceDue: Type.String({ description: "Decimal, in the store's currency: what the guest still has to pay." }),
  currencyCode: text,
  links: Type.Array(
    Type.Object({
      id: text,
      url: Type.String({ description: "The guest's page. Nobody can guess it." }),
      amount: nullable(decimal, "A deposit. Null: the whole balance at the time of the payment."),
      currencyCode: nullable(text),
      createdAt: instant,
      createdBy: text,
      revokedAt: nullable(instant),
      isPaid: Type.Boolean({ description: "Whether its deposit was paid. It then asks for nothing more." }),
      letter: nullable(ShownLetter, "The e-mail with the link. Null: none was sent."),
    }),
  ),
  checkouts: Type.Array(CheckoutLineAnswer, { description: "The newest first." }),
});

/** Reads the links and payments of an order. */
async function paymentsOfOrder({ db, payments, orderContext }: Service, order: OrderRow) {
  const currency = await storeCurrency(db);
  const balanceDue = await dueFromGuest(db, currency, order.id);
  const providers = await providersFor(payments, { currencyCode: currency.code, test: order.test });
  const letters = await lettersOf(db, order.id);
  const links = await paymentLinksOf(db, order.id);
  const recorded = (await checkoutsOfOrder(db, order.id)).filter(({ state }) => state === "recorded");
  return {
    ...{ balanceDue, currencyCode: currency.code },
    canPay: Number(balanceDue) > 0 && providers.length > 0,
    links: links.map(({ code, orderId: _, ...link }) => ({
      ...link,
      url: linkAddress(orderContext.publicUrl, code),
      isPaid: link.amount !== null && recorded.some(({ linkId }) => linkId === link.id),
      letter: letters.find(({ about }) => about === link.id) ?? null,
    })),
    checkouts: (await checkoutLinesOfOrder(db, order.id)).map(checkoutAnswer),
  };
}

/** Finds a link of the order. */
async function existingLink({ db }: Service, order: OrderRow, id: string): Promise<PaymentLinkRow> {
  const link = isUuid(id) ? await paymentLinkById(db, id) : null;
  return requireRecord(link?.orderId === order.id ? link : null, "payment link");
}

const noAddress = () => conflict("no-address", "The order has no e-mail address: copy the link instead.");

export const paymentLinkOperations = [
  operation({
    id: "orders.payments",
    method: "GET",
    path: "/orders/{id}/payment-links",
    summary: "Read the payment links of an order, and its payments at providers",
    roles: officeRoles,
    response: OrderPayments,
    run: async ({ service, params }) => paymentsOfOrder(service, await existingOrder(service, params.id!)),
  }),
  operation({
    id: "orders.createPaymentLink",
    method: "POST",
    path: "/orders/{id}/payment-links",
    summary: "Make a link behind which the guest pays the balance or a deposit. A repeated request makes one link",
    roles: orderRoles,
    body: Type.Object({
      id: Type.String({ format: "uuid", description: "Of the link: a random one for each link." }),
      amount: Type.Optional({
        ...amountField,
        description: "Decimal, in the store's currency: a deposit. Left out: the whole balance.",
      }),
      send: Type.Optional(Type.Boolean({ description: "Whether the guest gets the link by e-mail." })),
    }),
    response: OrderPayments,
    async run({ service, params, body, operator, now, change }) {
      const { db, payments } = service;
      const order = await existingOrder(service, params.id!);
      const currency = await storeCurrency(db);
      const due = await dueFromGuest(db, currency, order.id);
      if (Number(due) === 0) throw conflict("nothing-due", "Nothing is to be collected from the guest of the order.");
      if ((await providersFor(payments, { currencyCode: currency.code, test: order.test })).length === 0)
        throw conflict("no-provider", "No provider takes this currency: set one up under Business, Payments.");
      if (body.send && !hasAddress(order)) throw noAddress();
      const { id, amount, send = false } = body;
      if (amount !== undefined) {
        checkAmount(amount, currency, "/amount");
        if (new Big(amount).gt(due))
          throw invalidFields([{ pointer: "/amount", ...refusal("balance-due", { most: amountText(due, currency) }) }]);
      }
      const deposit = amount !== undefined && new Big(amount).lt(due) ? amount : null;
      const entry = { ...ofOrder(order), after: { link: id, amount: deposit, send } };
      await change(entry, async (tx) => {
        await lockOrder(tx, order.id);
        const link = { id, orderId: order.id, code: newLinkCode(), amount: deposit };
        const currencyCode = deposit === null ? null : currency.code;
        const isNew = await insertPaymentLink(tx, { ...link, currencyCode, createdAt: now, createdBy: operator.email });
        if (!isNew && (await paymentLinkById(tx, id))?.orderId !== order.id)
          throw conflict("payment-id-taken", "Another payment link has this id.");
        if (send && isNew) await recordPaymentLetter(tx, { orderId: order.id, kind: "payment-link", id });
      });
      return paymentsOfOrder(service, order);
    },
  }),
  operation({
    id: "orders.sendPaymentLink",
    method: "POST",
    path: "/orders/{id}/payment-links/{link}/letters",
    summary: "Send a payment link to the guest by e-mail, again if it was sent before",
    roles: orderRoles,
    response: OrderPayments,
    async run({ service, params, change }) {
      const order = await existingOrder(service, params.id!);
      const link = await existingLink(service, order, params.link!);
      if (link.revokedAt) throw conflict("link-revoked", "The link was revoked: make a new one.");
      if (!hasAddress(order)) throw noAddress();
      await change({ ...ofOrder(order), after: { link: link.id } }, (tx) =>
        recordPaymentLetter(tx, { orderId: order.id, kind: "payment-link", id: link.id }),
      );
      return paymentsOfOrder(service, order);
    },
  }),
  operation({
    id: "orders.revokePaymentLink",
    method: "DELETE",
    path: "/orders/{id}/payment-links/{link}",
    summary: "Revoke a payment link. A payment that a guest has begun behind it ends, unless it was made already",
    roles: orderRoles,
    response: OrderPayments,
    async run({ service, params, now, change }) {
      const order = await existingOrder(service, params.id!);
      const link = await existingLink(service, order, params.link!);
      await change({ ...ofOrder(order), after: { link: link.id } }, (tx) => revokePaymentLink(tx, link.id, now));
      const open = await findOpenCheckout(service.db, { orderId: order.id, holdId: null });
      if (open?.linkId === link.id) await endCheckout(service.payments, open, now);
      return paymentsOfOrder(service, order);
    },
  }),
];

const hasAddress = ({ email, erasedAt }: OrderRow): boolean => email !== "" && erasedAt === null;
