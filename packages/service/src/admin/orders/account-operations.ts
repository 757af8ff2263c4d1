import { limits } from "@paseo/contract";
import Big from "big.js";
import Type from "typebox";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { minorDigits } from "../../domain/selling/money.ts";
import { type AccountMethod, accountMethods, type PaymentMethod } from "../../records/payment.ts";
import { givenAmount, givenDay } from "../../records/schemas.ts";
import { activeCurrencies } from "../../store/catalogue/currencies.ts";
import type { Tx } from "../../store/database/database.ts";
import {
  balanceOf,
  insertAccountPayment,
  type NewPayment,
  paymentById,
  type ReceivedMoney,
} from "../../store/money/account.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
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
  const payment = { ...deposit, id: orderId, note: null, recordedBy: by };
  await recordPayment(tx, orderId, payment, { now, pointer: "/deposit/amount" });
}

/** Fields of a payment that somebody took. */
export const takenFields = {
  id: Type.String({ format: "uuid", description: "Of the payment: a random one for each payment." }),
  amount: amountField,
  method: Type.Enum([...accountMethods]),
  received: Type.Optional(
    Type.Object(
      { amount: givenAmount("Decimal, in this currency."), currencyCode: Type.String({ minLength: 3, maxLength: 3 }) },
      { description: "What the guest handed over, if it is another currency than the store's. A till counts it." },
    ),
  ),
};

export const accountOperations = [
  operation({
    id: "orders.recordPayment",
    method: "POST",
    path: "/orders/{id}/payments",
    summary: "Record a payment of an order on account. A repeated request records nothing",
    roles: orderRoles,
    body: Type.Object({ ...takenFields, note: Type.Optional(Type.String({ maxLength: limits.answer })) }),
    response: OrderDetails,
    async run({ service, params, body, lang, operator, now, change }) {
      const order = await existingOrder(service, params.id!);
      const { id, amount, method, received } = body;
      const note = body.note?.trim() || null;
      const currency = await storeCurrency(service.db);
      const after = { amount, currencyCode: currency.code, method, ...(received && { received }), note };
      await change({ ...ofOrder(order), after }, async (tx) => {
        await lockOrder(tx, order.id);
        const payment = { id, amount, method, received, note, recordedBy: operator.email };
        await recordPayment(tx, order.id, payment, { now, pointer: "/amount" });
      });
      return orderDetailsOf(service, (await orderById(service.db, order.id)) ?? order, lang);
    },
  }),
];

/** What a payment settled, and what was taken beyond the balance: decimals in the store's currency. */
export interface RecordedPayment {
  recorded: string;
  tooMuch: string;
}

/**
 * Records a payment of a locked order, also in its history. Its id is recorded once. It is at most the balance. `isTaken`: the money was taken
 * without network, so only what the balance allows settles it, and the rest is reported.
 */
export async function recordPayment(
  tx: Tx,
  orderId: string,
  payment: NewPayment,
  { now, pointer, isTaken = false }: { now: Date; pointer: string; isTaken?: boolean },
): Promise<RecordedPayment> {
  const currency = await storeCurrency(tx);
  const { amount } = payment;
  const outcome = (recorded: string): RecordedPayment => ({
    recorded: new Big(recorded).toFixed(currency.digits),
    tooMuch: new Big(amount).minus(recorded).toFixed(currency.digits),
  });
  const known = await paymentById(tx, payment.id);
  if (known && known.orderId !== orderId) throw conflict("payment-id-taken", "Another payment has this id.");
  if (known) return outcome(isTaken ? known.amount : amount);
  const { balanceDue } = await balanceOf(tx, currency, orderId);
  if (balanceDue === null && !isTaken)
    throw conflict("not-on-account", "The order is not on account: it has no balance to pay.");
  checkAmount(amount, currency, pointer);
  await checkReceived(tx, payment.received, currency);
  const due = balanceDue === null || new Big(balanceDue).lt(0) ? "0" : balanceDue;
  if (!isTaken && new Big(amount).gt(due))
    throw invalidFields([{ pointer, ...refusal("balance-due", { most: amountText(due, currency) }) }]);
  const settled = new Big(amount).gt(due) ? due : amount;
  // What was taken beyond the balance is no money of the operator: a till does not expect it.
  const surplus = settled === amount ? payment.received : { amount, currencyCode: currency.code };
  await insertAccountPayment(tx, currency, orderId, { ...payment, amount: settled, received: surplus }, now);
  const made = outcome(settled);
  const tooMuch = Number(made.tooMuch) > 0 ? made.tooMuch : undefined;
  await addMoneyToTimeline(tx, orderId, "paid", { ...payment, amount: settled, tooMuch, currency, now });
  return made;
}

/** Refuses money in the store's currency, in a currency that the operator does not use, or with too many decimals. */
async function checkReceived(
  tx: Tx,
  received: ReceivedMoney | null | undefined,
  { code }: StoreCurrency,
): Promise<void> {
  if (!received) return;
  const { amount, currencyCode } = received;
  const known = (await activeCurrencies(tx)).map((one) => one.code).filter((one) => one !== code);
  if (!known.includes(currencyCode)) {
    const values = { currency: currencyCode, list: known.join(", ") };
    throw invalidFields([{ pointer: "/received/currencyCode", ...refusal("received-currency-unfit", values) }]);
  }
  checkAmount(amount, { code: currencyCode, digits: minorDigits(currencyCode) }, "/received/amount");
}
