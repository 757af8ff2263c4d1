import { minorDigits } from "@paseo/contract/typed-numbers";
import Big from "big.js";
import { asRecord } from "../../suppliers/answer-texts.ts";
import { secretSetting } from "../../suppliers/kind.ts";
import {
  type Money,
  type Notification,
  type PaymentReading,
  type PaymentRequest,
  paymentKind,
  type RefundOutcome,
  type RefundRequest,
  type StartedPayment,
  type StoredPayment,
  type VerifiedNotification,
} from "../kind.ts";
import {
  type Caller,
  isSame,
  jsonCaller,
  pageAddress,
  refused,
  textCaller,
  textOf,
  unknown,
  unread,
} from "../provider-calls.ts";

/**
 * Payments of Mollie. Formats: docs.mollie.com/reference/create-payment, /get-payment, /cancel-payment, /create-refund, /list-refunds,
 * /webhooks and /overview/api-idempotency.
 */

const mollieAddress = "https://api.mollie.com";

export const molliePaymentKind = paymentKind({
  kind: "mollie",
  label: { en: "Mollie", es: "Mollie", pt: "Mollie" },
  lead: {
    en: "Guests pay by card, iDEAL, Bancontact and other payment methods on a page of Mollie.",
    es: "Los clientes pagan con tarjeta, iDEAL, Bancontact y otros métodos en una página de Mollie.",
    pt: "Os clientes pagam com cartão, iDEAL, Bancontact e outros métodos em uma página da Mollie.",
  },
  settings: {
    key: secretSetting(
      {
        label: { en: "API key", es: "Clave de API", pt: "Chave de API" },
        lead: {
          en: "Begins with live_ or test_",
          es: "Empieza por live_ o test_",
          pt: "Começa com live_ ou test_",
        },
      },
      { maxLength: 100, pattern: "^(test|live)_[A-Za-z0-9]{20,}$" },
    ),
  },
  // Mollie ends a payment for which no method was chosen after this time.
  leastMinutes: 15,
  currencies: (
    "AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD " +
    "USD ZAR"
  ).split(" "),
  isTest: false,
  inTestMode: ({ key }) => key.startsWith("test_"),
  create({ key }, context) {
    const account = { base: context.addresses?.mollie ?? mollieAddress, key };
    const api = (): Caller => jsonCaller(textCaller(context), ({ title, detail }) => detail ?? title);
    return {
      start: (request) => start(api(), account, request),
      read: (payment) => read(api(), account, payment),
      verify: async (notification) => verify(notification),
      expire: (payment) => expire(api(), account, payment),
      refund: (payment, refund) => sendBack(api(), account, payment, refund),
    };
  },
});

interface Account {
  base: string;
  key: string;
}

const ask = ({ base, key }: Account, method: "GET" | "DELETE", path: string) => ({
  method,
  url: `${base}/v2/${path}`,
  headers: { authorization: `Bearer ${key}`, accept: "application/hal+json" },
});

/** `once`: Mollie answers a repeated request with this key as it answered the first, for an hour. */
const post = (account: Account, path: string, body: object, once: string) => {
  const { url, headers } = ask(account, "GET", path);
  return {
    method: "POST",
    url,
    headers: { ...headers, "content-type": "application/json", "idempotency-key": once },
    body: JSON.stringify(body),
  } as const;
};

const paymentPath = (providerId: string) => `payments/${encodeURIComponent(providerId)}`;

async function start(call: Caller, account: Account, request: PaymentRequest): Promise<StartedPayment> {
  const body = {
    amount: decimalOf(request.amount),
    description: request.description,
    redirectUrl: request.returnUrl,
    webhookUrl: request.notifyUrl,
    metadata: { paseoPayment: request.id },
    ...(pageLanguages[request.lang] && { locale: pageLanguages[request.lang] }),
  };
  const answer = await call(post(account, "payments", body, request.id));
  if (answer.outcome !== "answered") return answer.outcome === "refused" ? refused(answer.message) : answer;
  const { id, amount, _links, expiresAt } = answer.body;
  const providerId = textOf(id);
  const page = pageAddress(asRecord(asRecord(_links)?.checkout)?.href);
  if (providerId === null || page === null) return unknown("Mollie's answer has no payment that can be paid.");
  // A key that was used for another amount returns the payment of that amount.
  const asked = moneyOf(amount);
  if (asked === null || !isSame(asked, request.amount)) return refused("This payment was started with another amount.");
  const ends = new Date(textOf(expiresAt) ?? Number.NaN);
  return {
    outcome: "started",
    providerId,
    page: { method: "GET", url: page },
    expiresAt: Number.isNaN(ends.getTime()) ? request.expiresAt : ends,
  };
}

async function read(call: Caller, account: Account, payment: StoredPayment): Promise<PaymentReading> {
  const answer = await call(ask(account, "GET", paymentPath(payment.providerId)));
  if (answer.outcome !== "answered") return unread(answer.message);
  return answer.body.id === payment.providerId
    ? readingOf(answer.body)
    : unread("Mollie answered for another payment.");
}

function readingOf({ status, amount, amountRefunded, method, details }: Record<string, unknown>): PaymentReading {
  switch (status) {
    case "open":
    case "pending":
    case "authorized":
      return { state: "open" };
    case "paid": {
      const paid = moneyOf(amount);
      if (paid === null) return unread("Mollie reports a payment without an amount.");
      const means = method === "creditcard" ? "card" : textOf(method);
      return { state: "paid", paid, refunded: moneyOf(amountRefunded)?.minor ?? 0, means };
    }
    case "expired":
      return { state: "ended", why: "expired", message: null };
    case "canceled":
      return { state: "ended", why: "cancelled", message: null };
    case "failed":
      return { state: "ended", why: "failed", message: textOf(asRecord(details)?.failureMessage) };
    default:
      return unread("Mollie reports a payment in a state that is not known.");
  }
}

/** A report has only the payment's id, in a form, and no signature: `read` decides what happened. */
function verify({ body }: Notification): VerifiedNotification {
  const id = body.length > 1000 ? null : new URLSearchParams(new TextDecoder().decode(body)).get("id");
  if (id === null || !/^[a-z]{2,4}_[A-Za-z0-9.]{4,60}$/.test(id)) return refused("The report names no payment.");
  return id.startsWith("tr_") ? { outcome: "verified", providerId: id, reading: null } : { outcome: "ignored" };
}

/** Mollie cancels a payment only while its method allows it. The others end at their own time. */
async function expire(call: Caller, account: Account, payment: StoredPayment): Promise<PaymentReading> {
  const answer = await call(ask(account, "DELETE", paymentPath(payment.providerId)));
  if (answer.outcome === "unknown") return unread(answer.message);
  if (answer.outcome === "refused") return read(call, account, payment);
  const reading = readingOf(answer.body);
  return reading.state === "ended" ? { ...reading, why: "expired" } : reading;
}

async function sendBack(
  call: Caller,
  account: Account,
  payment: StoredPayment,
  { amount, key }: RefundRequest,
): Promise<RefundOutcome> {
  const path = `${paymentPath(payment.providerId)}/refunds`;
  // Mollie forgets a key after an hour. The refund itself keeps it.
  const list = await call(ask(account, "GET", `${path}?limit=250`));
  if (list.outcome !== "answered") return list.outcome === "refused" ? refused(list.message) : list;
  const refunds = asRecord(list.body._embedded)?.refunds;
  if (!Array.isArray(refunds)) return unknown("Mollie's answer has no list of refunds.");
  const before = refunds.map(asRecord).find((refund) => asRecord(refund?.metadata)?.paseoRefund === key);
  if (before) return outcomeOf(before, amount);
  const body = { amount: decimalOf(amount), description: payment.number, metadata: { paseoRefund: key } };
  const answer = await call(post(account, path, body, key));
  if (answer.outcome !== "answered") return answer.outcome === "refused" ? refused(answer.message) : answer;
  return outcomeOf(answer.body, amount);
}

function outcomeOf(refund: Record<string, unknown>, amount: Money): RefundOutcome {
  const [providerId, sent] = [textOf(refund.id), moneyOf(refund.amount)];
  if (providerId === null || sent === null) return unknown("Mollie's answer has no refund.");
  if (!isSame(sent, amount)) return refused("Another amount was sent back with this key.");
  return refund.status === "failed" || refund.status === "canceled"
    ? refused(`Mollie did not send the amount back: ${refund.status}.`)
    : { outcome: "refunded", providerId };
}

/** Locales of Mollie's page. */
const pageLanguages: Record<string, string> = {
  ...{ ca: "ca_ES", da: "da_DK", de: "de_DE", en: "en_GB", es: "es_ES", fi: "fi_FI", fr: "fr_FR", hu: "hu_HU" },
  ...{ is: "is_IS", it: "it_IT", lt: "lt_LT", lv: "lv_LV", nb: "nb_NO", nl: "nl_NL", pl: "pl_PL", pt: "pt_PT" },
  sv: "sv_SE",
};

/** Returns an amount as Mollie writes it: 25.50 of EUR, 900 of JPY. */
const decimalOf = ({ minor, currencyCode }: Money): { currency: string; value: string } => {
  const digits = minorDigits(currencyCode);
  return { currency: currencyCode, value: new Big(minor).div(10 ** digits).toFixed(digits) };
};

function moneyOf(amount: unknown): Money | null {
  const { currency, value } = asRecord(amount) ?? {};
  if (typeof currency !== "string" || typeof value !== "string" || !/^\d{1,12}(\.\d{1,4})?$/.test(value)) return null;
  const minor = new Big(value).times(10 ** minorDigits(currency)).toNumber();
  return Number.isSafeInteger(minor) ? { minor, currencyCode: currency } : null;
}
