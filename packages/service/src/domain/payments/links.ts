import { randomBytes } from "node:crypto";
import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import { nameInLanguage } from "../../records/bookable-event.ts";
import type { Db } from "../../store/database/database.ts";
import { type CheckoutRow, checkoutsOfOrder } from "../../store/payments/checkouts.ts";
import { type PaymentLinkRow, paymentLinkByCode, paymentLinksOf } from "../../store/payments/links.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { PaymentPageState } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { dueFromGuest } from "../money/to-collect.ts";
import { minorUnits } from "../selling/money.ts";
import { continueCheckout, type Started, startCheckout } from "./checkouts.ts";
import { type PaymentWork, providersFor, type ReadyProvider } from "./providers.ts";

/** Pages on which guests pay for an order: the balance at that time, or a deposit. */

/** 160 random bits cannot be guessed. */
const codeBytes = 20;
export const newLinkCode = (): string => randomBytes(codeBytes).toString("base64url");
/** Whether a text has the format of a code of a payment link, or of a page of an own site. */
export const isLinkCode = (text: string): boolean => /^[\w-]{27}$/.test(text);

export const linkAddress = (publicUrl: string, code: string): string => `${publicUrl}/pay/${code}`;

/** Returns the address of an order's newest link for its balance, or null. */
export async function balanceLinkAddress(db: Db, publicUrl: string, orderId: string): Promise<string | null> {
  const link = (await paymentLinksOf(db, orderId)).find(({ amount, revokedAt }) => amount === null && !revokedAt);
  return link ? linkAddress(publicUrl, link.code) : null;
}

/** What a guest's page shows. */
export interface LinkPage {
  link: PaymentLinkRow;
  sale: OrderSale;
  state: PaymentPageState;
  currencyCode: string;
  /** Decimals: what the link asks for now, what is left to pay after it, and all that the guest owes. */
  amount: string;
  rest: string;
  due: string;
  dueOn: string | null;
  providers: ReadyProvider[];
  /** The newest payment of the link. */
  checkout: CheckoutRow | null;
}

/** Reads what the page behind a link shows. `isReturn`: the guest comes back from the provider. Null: there is no such link. */
export async function readLinkPage(
  work: PaymentWork,
  code: string,
  { isReturn, now }: { isReturn: boolean; now: Date },
): Promise<LinkPage | null> {
  const { db } = work.orderContext;
  const link = isLinkCode(code) ? await paymentLinkByCode(db, code) : null;
  const sale = link && (await orderSale(db, link.orderId));
  if (!link || !sale) return null;
  const checkouts = await checkoutsOfOrder(db, link.orderId);
  const newest = checkouts.find(({ linkId }) => linkId === link.id) ?? null;
  // The return decides nothing: the provider says what was paid.
  const mayBePaid = isReturn && newest && (newest.state === "open" || newest.state === "paid");
  const checkout = mayBePaid ? await continueCheckout(work, newest, now) : newest;
  const currency = await storeCurrency(db);
  const due = await dueFromGuest(db, currency, sale.order.id);
  const amount = askedAmount(link, due, currency.code);
  const isTest = sale.order.test;
  const providers = await providersFor(work, { currencyCode: currency.code, test: isTest });
  const state = stateOf({ link, sale, checkout, amount, providers, isReturn });
  const rest = new Big(due).minus(amount).toFixed(currency.digits);
  const dueOn = sale.order.payment?.dueOn ?? null;
  return { link, sale, state, currencyCode: currency.code, amount, rest, due, dueOn, providers, checkout };
}

/** A deposit of another currency than the store has now asks for the whole balance. */
const askedAmount = (link: PaymentLinkRow, due: string, currencyCode: string): string =>
  link.amount !== null && link.currencyCode === currencyCode && new Big(link.amount).lt(due)
    ? new Big(link.amount).toFixed()
    : due;

function stateOf({
  link,
  sale,
  checkout,
  amount,
  providers,
  isReturn,
}: Pick<LinkPage, "link" | "sale" | "checkout" | "amount" | "providers"> & { isReturn: boolean }): PaymentPageState {
  if (checkout?.state === "differs") return "differs";
  if (checkout?.state === "refunding" || checkout?.state === "refunded") return "paid-back";
  if (checkout?.why === "test" && isReturn) return "tested";
  const isDone = checkout?.state === "recorded" && (isReturn || link.amount !== null || Number(amount) === 0);
  if (isDone) return "paid";
  if (checkout?.state === "paid") return "checking";
  if (link.revokedAt) return "revoked";
  if (Number(amount) === 0) return hasEnded(sale) ? "cancelled" : "nothing-due";
  if (isReturn && (checkout?.state === "open" || checkout?.state === "starting")) return "checking";
  if (providers.length === 0) return "unavailable";
  return isReturn && checkout?.state === "ended" ? "not-paid" : "due";
}

const hasEnded = ({ order: { status } }: OrderSale): boolean => status === "cancelled" || status === "rejected";

/** Minutes that a guest has at the provider. */
const minutesToPay = 30;

/** Starts the payment of a link. `query`: of the page, for the guest's return. Null: the page's state does not allow it, or there is no such provider. */
export async function payLink(
  work: PaymentWork,
  page: LinkPage,
  { kind, query }: { kind: string; query: string },
  now: Date,
): Promise<Started | null> {
  const { link, sale, state, currencyCode, amount, providers } = page;
  const ready = providers.find((one) => one.kind.kind === kind);
  if (!ready || (state !== "due" && state !== "not-paid")) return null;
  const { order } = sale;
  const { lang } = order;
  return startCheckout(
    work,
    {
      ...{ purpose: link.amount === null ? "balance" : "deposit", orderId: order.id, holdId: null, linkId: link.id },
      ...{ partnerId: null, lang, minor: minorUnits(amount, currencyCode), currencyCode, request: null },
      returnUrl: `${linkAddress(work.orderContext.publicUrl, link.code)}/return${query}`,
      description: texts[lang].payments
        .description(nameInLanguage(lang, sale.sold.productName, sale.sold.productNames), orderReference(order))
        .slice(0, 120),
      email: order.email || null,
      minutes: minutesToPay,
    },
    ready,
    now,
  );
}
