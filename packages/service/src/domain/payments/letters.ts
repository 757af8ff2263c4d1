import { orderReference } from "@paseo/contract/order-reference";
import { nameInLanguage } from "../../records/bookable-event.ts";
import type { LetterKey } from "../../store/letters/guest-letters.ts";
import { paymentById } from "../../store/money/account.ts";
import { type CheckoutRow, checkoutById } from "../../store/payments/checkouts.ts";
import { paymentLinkById } from "../../store/payments/links.ts";
import { type PaymentLetterKind, paymentLetterOfCause } from "../../store/sale/due-letters.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { texts } from "../../texts/texts.ts";
import { dateInWords } from "../../vouchers/labels.ts";
import type { GuestEmail } from "../letters/guest-letter.ts";
import { letterHtml } from "../letters/letter-html.ts";
import { fillPlaceholders, withoutLinks } from "../letters/letter-texts.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { dueFromGuest } from "../money/to-collect.ts";
import { leadName } from "../selling/lead-name.ts";
import { amountInWords, amountOfMinor } from "./amounts.ts";
import { linkAddress, readLinkPage } from "./links.ts";
import { unseatedContent } from "./paid-holds.ts";
import type { PaymentWork } from "./providers.ts";

/** Letters about payments. Null: there is nothing to say any more. */

interface Content {
  lang: OrderRow["lang"];
  to: { name: string; address: string };
  /** Of a letter to the operator. */
  guest?: string;
  values: Record<"product" | "date" | "reference" | "amount", string> & Partial<Record<"link" | "rest", string>>;
}

/** Makes a letter. `order` null: the payment has none, since its seats were gone. */
export async function paymentLetter(
  work: PaymentWork,
  key: LetterKey,
  order: OrderRow | null,
): Promise<GuestEmail | null> {
  const about = paymentLetterOfCause(key.cause);
  if (!about) return null;
  const content = order ? await contentOfOrder(work, about, order) : await unseatedLetter(work, about);
  return content && emailOf(about.kind, content, work.operatorName());
}

async function contentOfOrder(
  work: PaymentWork,
  { kind, id }: { kind: PaymentLetterKind; id: string },
  order: OrderRow,
): Promise<Content | null> {
  const { db, clock, publicUrl } = work.orderContext;
  const sale = await orderSale(db, order.id);
  if (!sale) return null;
  const { lang, email } = order;
  const base = {
    ...{ lang, to: { name: withoutLinks(leadName(order.answers) ?? ""), address: email } },
    values: { product: productOf(sale), date: dateOf(sale, lang), reference: orderReference(order) },
  };
  if (kind === "payment-link") {
    const link = await paymentLinkById(db, id);
    const page = link && (await readLinkPage(work, link.code, { isReturn: false, now: clock() }));
    if (!page || (page.state !== "due" && page.state !== "not-paid")) return null;
    const values = {
      ...base.values,
      amount: amountInWords(page.amount, page.currencyCode, lang),
      link: linkAddress(publicUrl, page.link.code),
    };
    return { ...base, values };
  }
  const checkout = await checkoutById(db, id);
  if (!checkout || checkout.paidMinor === null) return null;
  const { paidCurrency } = checkout as CheckoutRow & { paidCurrency: string };
  const recorded = kind === "paid" ? await paymentById(db, checkout.id) : null;
  const amount = recorded?.amount ?? amountOfMinor(checkout.paidMinor, paidCurrency);
  const currency = await storeCurrency(db);
  const due = await dueFromGuest(db, currency, order.id);
  const rest = Number(due) > 0 ? `${texts[lang].payments.rest}: ${amountInWords(due, currency.code, lang)}` : "";
  return { ...base, values: { ...base.values, amount: amountInWords(amount, paidCurrency, lang), rest } };
}

/** The letter about a payment whose seats were gone, to the guest or to the operator. */
async function unseatedLetter(
  work: PaymentWork,
  { kind, id }: { kind: PaymentLetterKind; id: string },
): Promise<Content | null> {
  const checkout = await checkoutById(work.orderContext.db, id);
  const found = checkout && (await unseatedContent(work, checkout));
  if (!checkout || !found || checkout.paidMinor === null) return null;
  const { lang } = checkout;
  const amount = amountInWords(amountOfMinor(checkout.paidMinor, checkout.paidCurrency!), checkout.paidCurrency!, lang);
  const { to: guest, ...values } = found;
  const own = kind === "no-seats" ? await work.operatorEmail() : null;
  if (kind === "no-seats" && own === null) return null;
  const to = own === null ? guest : { name: work.operatorName(), address: own };
  return { lang, to, guest: withoutLinks(guest.name), values: { ...values, reference: checkout.number, amount } };
}

function emailOf(
  kind: PaymentLetterKind,
  { lang, to, guest = to.name, values }: Content,
  operator: string,
): GuestEmail {
  const { letters, letterButton } = texts[lang].payments;
  const filled = { link: "", rest: "", ...values, guest, operator };
  const subject = fillPlaceholders(letters[kind].subject, filled).replaceAll(/\s+/g, " ").trim();
  const body = fillPlaceholders(letters[kind].body, filled);
  const button = values.link ? { address: values.link, button: letterButton } : null;
  return {
    ...{ to, subject, text: `${body}\n`, lang, toGuest: kind !== "no-seats" },
    html: (colours) => letterHtml(body, button, colours),
  };
}

const productOf = ({ order: { lang }, sold }: OrderSale): string =>
  nameInLanguage(lang, sold.productName, sold.productNames);

const dateOf = ({ sold: { productType, eventOn } }: OrderSale, lang: OrderRow["lang"]): string =>
  dateInWords({ lang, productType, eventOn });
