import { createHmac, timingSafeEqual } from "node:crypto";
import { minorDigits } from "@paseo/contract/typed-numbers";
import { asRecord } from "../../suppliers/answer-texts.ts";
import { parseBounded } from "../../suppliers/bounded-json.ts";
import { secretSetting } from "../../suppliers/kind.ts";
import {
  type Money,
  type Notification,
  type PaymentContext,
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
  unitsOf,
  unknown,
  unread,
} from "../provider-calls.ts";

/**
 * Stripe Checkout. Formats: docs.stripe.com/api/checkout/sessions, /api/refunds, /api/idempotent_requests, /webhooks/signature and
 * /currencies.
 */

const stripeAddress = "https://api.stripe.com";
/** The version whose answers this file reads: stripe-node 18 has the same. Events have the version of their endpoint, with the same fields. */
const apiVersion = "2025-03-31.basil";
/** Age in seconds at which stripe-node refuses a signature. */
const toleranceSeconds = 300;

export const stripePaymentKind = paymentKind({
  kind: "stripe",
  label: { en: "Stripe", es: "Stripe", pt: "Stripe" },
  lead: {
    en: "Guests pay by card, wallet and local payment methods on a page of Stripe.",
    es: "Los clientes pagan con tarjeta, monedero electrónico y métodos locales en una página de Stripe.",
    pt: "Os clientes pagam com cartão, carteira digital e métodos locais em uma página da Stripe.",
  },
  settings: {
    key: secretSetting(
      {
        label: { en: "Secret key", es: "Clave secreta", pt: "Chave secreta" },
        lead: {
          en: "Begins with sk_ or rk_; sk_test_ is for tests",
          es: "Empieza por sk_ o rk_; sk_test_ es para pruebas",
          pt: "Começa com sk_ ou rk_; sk_test_ é para testes",
        },
      },
      { maxLength: 255, pattern: "^(sk|rk)_(test|live)_[A-Za-z0-9]+$" },
    ),
    webhookSecret: secretSetting(
      {
        label: { en: "Signing secret of the webhook", es: "Secreto de firma del webhook", pt: "Segredo do webhook" },
        lead: { en: "Begins with whsec_", es: "Empieza por whsec_", pt: "Começa com whsec_" },
      },
      { maxLength: 255, pattern: "^whsec_[A-Za-z0-9+/=_-]+$" },
    ),
  },
  // Stripe's least is 30. Five more let a start be repeated a few minutes later.
  leastMinutes: 35,
  currencies: null,
  isTest: false,
  inTestMode: ({ key }) => key.includes("_test_"),
  create({ key, webhookSecret }, context) {
    const base = context.addresses?.stripe ?? stripeAddress;
    const api = (): Caller => jsonCaller(textCaller(context), (body) => asRecord(body.error)?.message);
    const request = { base, key };
    return {
      start: (payment) => start(api(), request, payment),
      read: (payment) => read(api(), request, payment),
      verify: async (notification) => verify(notification, webhookSecret, context),
      expire: (payment) => expire(api(), request, payment),
      refund: (payment, refund) => sendBack(api(), request, payment, refund),
    };
  },
});

interface Account {
  base: string;
  key: string;
}

const get = ({ base, key }: Account, path: string) =>
  ({
    method: "GET",
    url: `${base}/v1/${path}`,
    headers: { authorization: `Bearer ${key}`, "stripe-version": apiVersion },
  }) as const;

/** A request with fields of a form. `once`: Stripe answers a repeated request with this key as it answered the first, for 24 hours or more. */
const post = (account: Account, path: string, fields: Record<string, string>, once?: string) => {
  const { url, headers } = get(account, path);
  return {
    method: "POST",
    url,
    headers: {
      ...headers,
      "content-type": "application/x-www-form-urlencoded",
      ...(once !== undefined && { "idempotency-key": once }),
    },
    body: new URLSearchParams(fields).toString(),
  } as const;
};

const sessionPath = (providerId: string) => `checkout/sessions/${encodeURIComponent(providerId)}`;

async function start(call: Caller, account: Account, request: PaymentRequest): Promise<StartedPayment> {
  const units = toStripe(request.amount);
  if (units === null) return refused(`Stripe cannot take this amount in ${request.amount.currencyCode}.`);
  const fields = {
    mode: "payment",
    client_reference_id: request.id,
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    expires_at: String(Math.floor(request.expiresAt.getTime() / 1000)),
    locale: pageLanguages.has(request.lang) ? request.lang : "auto",
    ...(request.email !== null && { customer_email: request.email }),
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": request.amount.currencyCode.toLowerCase(),
    "line_items[0][price_data][unit_amount]": String(units),
    "line_items[0][price_data][product_data][name]": request.description,
    "metadata[paseo_payment]": request.id,
    "payment_intent_data[description]": request.description,
    "payment_intent_data[metadata][paseo_payment]": request.id,
  };
  // A repeated id with other fields is refused by Stripe: idempotency_error.
  const answer = await call(post(account, "checkout/sessions", fields, `paseo-payment-${request.id}`));
  if (answer.outcome !== "answered") return answer.outcome === "refused" ? refused(answer.message) : answer;
  const { id, url, expires_at } = answer.body;
  const [providerId, page, seconds] = [textOf(id), pageAddress(url), unitsOf(expires_at)];
  if (providerId === null || page === null || seconds === null) return unknown("Stripe's answer has no session.");
  return {
    outcome: "started",
    providerId,
    page: { method: "GET", url: page },
    expiresAt: new Date(seconds * 1000),
  };
}

async function read(call: Caller, account: Account, payment: StoredPayment): Promise<PaymentReading> {
  const answer = await call(get(account, `${sessionPath(payment.providerId)}?expand[]=payment_intent.latest_charge`));
  if (answer.outcome !== "answered") return unread(answer.message);
  return answer.body.id === payment.providerId
    ? readingOf(answer.body)
    : unread("Stripe answered for another session.");
}

/** Reads a session. Its payment intent is an object if the request asked for it, and an id in a notification. */
function readingOf(session: Record<string, unknown>): PaymentReading {
  const intent = asRecord(session.payment_intent);
  const charge = asRecord(intent?.latest_charge);
  const { status, payment_status } = session;
  if (payment_status === "paid" || payment_status === "no_payment_required") {
    const currency = textOf(intent?.currency) ?? textOf(session.currency);
    const units = unitsOf(intent?.amount_received) ?? unitsOf(session.amount_total);
    if (currency === null || units === null) return unread("Stripe reports a payment without an amount.");
    const currencyCode = currency.toUpperCase();
    const means = textOf(asRecord(charge?.payment_method_details)?.type);
    const refunded = fromStripe(unitsOf(charge?.amount_refunded) ?? 0, currencyCode);
    return { state: "paid", paid: { minor: fromStripe(units, currencyCode), currencyCode }, refunded, means };
  }
  if (status === "expired") return { state: "ended", why: "expired", message: null };
  if (status === "open") return { state: "open" };
  if (status !== "complete") return unread("Stripe reports a session in a state that is not known.");
  // A payment method that takes days, such as a bank transfer: the bank has not decided.
  const isLost = intent?.status === "canceled" || intent?.status === "requires_payment_method";
  return isLost ? { state: "ended", why: "failed", message: null } : { state: "open" };
}

function verify(notification: Notification, secret: string, { clock }: PaymentContext): VerifiedNotification {
  const fault = faultOfSignature(notification, secret, clock());
  if (fault !== null) return refused(fault);
  const event = asRecord(parseBounded(new TextDecoder().decode(notification.body), 20_000));
  const session = asRecord(asRecord(event?.data)?.object);
  const type = textOf(event?.type);
  if (type === null || session === null) return refused("The signed report is no event of Stripe.");
  if (!sessionEvents.has(type)) return { outcome: "ignored" };
  const providerId = textOf(session.id);
  if (providerId === null) return refused("The signed report names no session.");
  const reading: PaymentReading =
    type === "checkout.session.async_payment_failed"
      ? { state: "ended", why: "failed", message: null }
      : readingOf(session);
  return { outcome: "verified", providerId, reading: reading.state === "unknown" ? null : reading };
}

const sessionEvents = new Set([
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
]);

/** Returns the fault of the header `Stripe-Signature`: `t=…,v1=…`, with one v1 for each secret while a secret is rolled. */
function faultOfSignature({ headers, body }: Notification, secret: string, now: Date): string | null {
  const header = headers["stripe-signature"];
  if (header === undefined) return "The report is not signed.";
  const parts = header.split(",").map((part) => part.trim());
  const at = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith("t=")) ?? "")?.[1];
  if (at === undefined) return "The report's signature has no time.";
  const expected = createHmac("sha256", secret).update(`${at}.`).update(body).digest();
  const given = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  if (!given.some((one) => timingSafeEqual(Buffer.from(one, "hex"), expected))) return "The report is wrongly signed.";
  return now.getTime() / 1000 - Number(at) > toleranceSeconds ? "The report's signature is too old." : null;
}

async function expire(call: Caller, account: Account, payment: StoredPayment): Promise<PaymentReading> {
  const answer = await call(post(account, `${sessionPath(payment.providerId)}/expire`, {}));
  if (answer.outcome === "unknown") return unread(answer.message);
  // Stripe expires open sessions only. The state of any other is read.
  return answer.outcome === "answered" ? readingOf(answer.body) : read(call, account, payment);
}

async function sendBack(
  call: Caller,
  account: Account,
  payment: StoredPayment,
  { amount, key }: RefundRequest,
): Promise<RefundOutcome> {
  const units = toStripe(amount);
  if (units === null) return refused(`Stripe cannot send back this amount in ${amount.currencyCode}.`);
  const session = await call(get(account, sessionPath(payment.providerId)));
  if (session.outcome !== "answered") return session.outcome === "refused" ? refused(session.message) : session;
  const { id, payment_intent, currency } = session.body;
  if (id !== payment.providerId) return unknown("Stripe answered for another session.");
  const intent = textOf(payment_intent);
  if (intent === null) return refused("Nothing was paid.");
  if (textOf(currency)?.toUpperCase() !== amount.currencyCode) return refused("It was paid in another currency.");
  // Stripe forgets a key after 24 hours or more. The refund itself keeps it.
  const list = await call(get(account, `refunds?limit=100&payment_intent=${encodeURIComponent(intent)}`));
  if (list.outcome !== "answered") return list.outcome === "refused" ? refused(list.message) : list;
  if (!Array.isArray(list.body.data)) return unknown("Stripe's answer has no list of refunds.");
  const before = list.body.data.map(asRecord).find((refund) => asRecord(refund?.metadata)?.paseo_refund === key);
  if (before) return outcomeOf(before, amount);
  const fields = { payment_intent: intent, amount: String(units), "metadata[paseo_refund]": key };
  const answer = await call(post(account, "refunds", fields, `paseo-refund-${key}`));
  if (answer.outcome !== "answered") return answer.outcome === "refused" ? refused(answer.message) : answer;
  return outcomeOf(answer.body, amount);
}

function outcomeOf(refund: Record<string, unknown>, amount: Money): RefundOutcome {
  const [providerId, units] = [textOf(refund.id), unitsOf(refund.amount)];
  const currencyCode = textOf(refund.currency)?.toUpperCase();
  if (providerId === null || units === null || currencyCode === undefined)
    return unknown("Stripe's answer has no refund.");
  if (!isSame({ minor: fromStripe(units, currencyCode), currencyCode }, amount))
    return refused("Another amount was sent back with this key.");
  return refund.status === "failed" || refund.status === "canceled"
    ? refused(`Stripe could not send the amount back: ${textOf(refund.failure_reason) ?? refund.status}.`)
    : { outcome: "refunded", providerId };
}

/** Languages of Stripe's page. */
const pageLanguages = new Set(
  `bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh
  zh-HK zh-TW`.split(/\s+/),
);

/**
 * Digits after the point where Stripe differs from ISO 4217 (docs.stripe.com/currencies): ISK and UGX have two, which are always zero, and
 * MGA has none.
 */
const stripeDigits: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };
const shiftOf = (currencyCode: string): number =>
  10 ** ((stripeDigits[currencyCode] ?? minorDigits(currencyCode)) - minorDigits(currencyCode));

/** Returns the amount as Stripe counts it; null if it has digits that Stripe does not take. */
function toStripe({ minor, currencyCode }: Money): number | null {
  const units = minor * shiftOf(currencyCode);
  // Amounts with three digits end in zero.
  const step = minorDigits(currencyCode) === 3 ? 10 : 1;
  return Number.isSafeInteger(units) && units > 0 && units % step === 0 ? units : null;
}

const fromStripe = (units: number, currencyCode: string): number => units / shiftOf(currencyCode);
