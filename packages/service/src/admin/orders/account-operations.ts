import { limits } from "@paseo/contract";
import Big from "big.js";
import Type from "typebox";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { type AccountMethod, accountMethods, type PaymentMethod } from "../../records/payment.ts";
import { givenAmount, givenDay } from "../../records/schemas.ts";
import type { Tx } from "../../store/database/database.ts";
import { balanceOf, insertAccountPayment, type NewPayment, paymentById } from "../../store/money/account.ts";
import { lockOrder, orderById } from "../../store/sale/orders.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { ofOrder, operation, orderRoles } from "../operation.ts";
import { addMoneyToTimeline, amountText, checkAmount } from "./amounts.ts";
import { existingOrder, orderDetailsOf } from "./order-details.ts";
import { OrderDetails } from "./order-shapes.ts";

/** Payments of orders on account: the deposit at the sale, and later payments. docs/decisions/0058-group-orders.md */

export const amountField = givenAmount("Decimal, in the store's currency.");

/** Fields of a sale on account. */
export const accountFields = {
  deposit: Type.Optional(
    Type.Object(
      { amount: amountField, method: Type.Enum([...accountMethods]) },
      { description: "What is paid at the sale of an order on account." },
    ),
  ),
  dueOn: Type.Optional(
    Type.String({
      ...givenDay,
      description: "Local day, yyyy-MM-dd: when the balance of an order on account is to be paid.",
    }),
  ),
};
export interface GivenAccount {
  method?: PaymentMethod | undefined;
  deposit?: { amount: string; method: AccountMethod };
  dueOn?: string;
}

/** Refuses a deposit and a due day of a sale that is not on account, and days that do not exist. */
export function checkAccount({ method, deposit, dueOn }: GivenAccount): void {
  if (method !== "account" && deposit)
    throw invalidFields([{ pointer: "/deposit", ...refusal("deposit-needs-account") }]);
  if (method !== "account" && dueOn) throw invalidFields([{ pointer: "/dueOn", ...refusal("due-day-needs-account") }]);
  if (dueOn && dayNumber(dueOn) === null) throw invalidFields([{ pointer: "/dueOn", ...refusal("no-such-day") }]);
}

/** Records the deposit in the transaction of its order. */
export async function recordDeposit(
  tx: Tx,
  orderId: string,
  { deposit }: GivenAccount,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  if (!deposit || Number(deposit.amount) === 0) return;
  // An order has at most one deposit, so the deposit has the order's id.
  await record(
    tx,
    orderId,
    { ...deposit, id: orderId, note: null, recordedBy: by },
    { now, pointer: "/deposit/amount" },
  );
}

export const accountOperations = [
  operation({
    id: "orders.recordPayment",
    method: "POST",
    path: "/orders/{id}/payments",
    summary: "Record a payment of an order on account. A repeated request records nothing",
    roles: orderRoles,
    body: Type.Object({
      id: Type.String({ format: "uuid", description: "Of the payment: a random one for each payment." }),
      amount: amountField,
      method: Type.Enum([...accountMethods]),
      note: Type.Optional(Type.String({ maxLength: limits.answer })),
    }),
    response: OrderDetails,
    async run({ service, params, body, lang, operator, now, change }) {
      const order = await existingOrder(service, params.id!);
      const { id, amount, method } = body;
      const note = body.note?.trim() || null;
      if (order.payment?.method !== "account" || order.test)
        throw conflict("not-on-account", "The order is not on account: it has no balance to pay.");
      const currency = await storeCurrency(service.db);
      await change({ ...ofOrder(order), after: { amount, currencyCode: currency.code, method, note } }, async (tx) => {
        await lockOrder(tx, order.id);
        const known = await paymentById(tx, id);
        if (known && known.orderId !== order.id) throw conflict("payment-id-taken", "Another payment has this id.");
        if (known) return;
        const payment = { id, amount, method, note, recordedBy: operator.email };
        await record(tx, order.id, payment, { now, pointer: "/amount" });
      });
      return orderDetailsOf(service, (await orderById(service.db, order.id)) ?? order, lang);
    },
  }),
];

/** Records a payment of at most the balance, also in the order's history. */
async function record(
  tx: Tx,
  orderId: string,
  payment: NewPayment,
  { now, pointer }: { now: Date; pointer: string },
): Promise<void> {
  const currency = await storeCurrency(tx);
  checkAmount(payment.amount, currency, pointer);
  const due = (await balanceOf(tx, currency, orderId)).balanceDue ?? "0";
  if (new Big(payment.amount).gt(due))
    throw invalidFields([{ pointer, ...refusal("balance-due", { most: amountText(due, currency) }) }]);
  await insertAccountPayment(tx, currency, orderId, payment, now);
  await addMoneyToTimeline(tx, orderId, "paid", { ...payment, currency, now });
}
