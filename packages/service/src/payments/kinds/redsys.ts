import Type from "typebox";
import { asRecord } from "../../suppliers/answer-texts.ts";
import { parseBounded } from "../../suppliers/bounded-json.ts";
import { choiceSetting, secretSetting, textSetting } from "../../suppliers/kind.ts";
import {
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
import { jsonCaller, refused, type TextCaller, textCaller, textOf, unknown, unread } from "../provider-calls.ts";
import { inquiryOf, type Operation, operationsOf, type Terminal } from "../redsys-inquiry.ts";
import { isSigned, type SignatureVersion, type SignedParameters, signParameters } from "../redsys-signature.ts";

/**
 * Redsys, the card processor of most Spanish banks, with Bizum. Formats: "Conexión por Redirección", "Conexión REST" and "Parámetros de
 * entrada y salida" of pagosonline.redsys.es.
 *
 * Redsys has no call that starts a payment: the browser posts a signed form. It has no call that ends a payment: one that nobody paid
 * counts as expired an hour after its end. It has no keys of refunds: the sum that was sent back shows whether a refund arrived.
 */

const addresses = { live: "https://sis.redsys.es", test: "https://sis-t.redsys.es:25443" };

/** An order at Redsys: 4 digits, and up to 8 digits or letters. */
const orderPattern = /^[0-9]{4}[A-Za-z0-9]{0,8}$/;

/** Minutes after a payment's end in which a form that a browser posted just before it can still be paid. */
const formMinutes = 60;

export const redsysPaymentKind = paymentKind({
  kind: "redsys",
  label: { en: "Redsys and Bizum", es: "Redsys y Bizum", pt: "Redsys e Bizum" },
  lead: {
    en: "Guests pay by card or Bizum on the page of a Spanish bank.",
    es: "Los clientes pagan con tarjeta o Bizum en la página de su banco (TPV virtual).",
    pt: "Os clientes pagam com cartão ou Bizum na página de um banco espanhol.",
  },
  settings: {
    environment: choiceSetting(
      { label: { en: "Environment", es: "Entorno", pt: "Ambiente" } },
      {
        live: { en: "Real payments", es: "Real", pt: "Pagamentos reais" },
        test: { en: "Tests", es: "Pruebas", pt: "Testes" },
      },
    ),
    merchantCode: textSetting(
      {
        label: { en: "Merchant code (FUC)", es: "Número de comercio (FUC)", pt: "Código do estabelecimento (FUC)" },
        lead: { en: "9 digits", es: "9 cifras", pt: "9 algarismos" },
      },
      { maxLength: 9, pattern: "^[0-9]{9}$" },
    ),
    terminal: textSetting(
      {
        label: { en: "Terminal", es: "Terminal", pt: "Terminal" },
        lead: { en: "1 to 3 digits", es: "De 1 a 3 cifras", pt: "1 a 3 algarismos" },
      },
      { maxLength: 3, pattern: "^[0-9]{1,3}$" },
    ),
    key: secretSetting(
      {
        label: { en: "Signing key of the terminal", es: "Clave de firma del terminal", pt: "Chave de assinatura" },
        lead: {
          en: "32 characters, from the administration portal",
          es: "32 caracteres, del portal de administración",
          pt: "32 caracteres, do portal de administração",
        },
      },
      { maxLength: 32, pattern: "^[A-Za-z0-9+/]{32}$" },
    ),
    means: Type.Optional(
      choiceSetting(
        {
          label: { en: "Payment methods", es: "Métodos de pago", pt: "Métodos de pagamento" },
          lead: {
            en: "Without a choice: all that the terminal has",
            es: "Sin elegir: todos los del terminal",
            pt: "Sem escolha: todos os do terminal",
          },
        },
        {
          card: { en: "Card only", es: "Solo tarjeta", pt: "Só cartão" },
          bizum: { en: "Bizum only", es: "Solo Bizum", pt: "Só Bizum" },
        },
      ),
    ),
    signature: Type.Optional(
      choiceSetting(
        {
          label: { en: "Signature", es: "Firma", pt: "Assinatura" },
          lead: {
            en: "Without a choice: SHA-512",
            es: "Sin elegir: SHA-512",
            pt: "Sem escolha: SHA-512",
          },
        },
        {
          sha512: { en: "SHA-512", es: "SHA-512", pt: "SHA-512" },
          sha256: { en: "SHA-256", es: "SHA-256", pt: "SHA-256" },
        },
      ),
    ),
  },
  leastMinutes: 15,
  currencies: ["EUR", "USD", "GBP", "JPY", "CHF", "CAD", "AUD", "BRL", "MXN", "PLN", "SEK", "NOK", "DKK", "CZK", "MAD"],
  isTest: false,
  inTestMode: ({ environment }) => environment === "test",
  create({ environment, means = null, signature, ...terminal }, context) {
    const merchant: Merchant = {
      ...terminal,
      base: context.addresses?.redsys ?? addresses[environment],
      means,
      version: signature === "sha256" ? "HMAC_SHA256_V1" : "HMAC_SHA512_V2",
    };
    return {
      start: async (request) => start(merchant, request),
      read: (payment) => read(textCaller(context), merchant, context, payment),
      verify: async (notification) => verify(merchant, notification),
      // Redsys cannot end a payment, so this only reads its state.
      expire: (payment) => read(textCaller(context), merchant, context, payment),
      refund: (payment, refund) => sendBack(textCaller(context), merchant, context, payment, refund),
    };
  },
});

interface Merchant extends Terminal {
  base: string;
  means: "card" | "bizum" | null;
  version: SignatureVersion;
}

function start(merchant: Merchant, request: PaymentRequest): StartedPayment {
  const { number, amount, description, returnUrl } = request;
  const currency = numericCodes[amount.currencyCode];
  if (currency === undefined) return refused(`Redsys takes no ${amount.currencyCode}.`);
  if (!orderPattern.test(number)) return refused(`Redsys takes no payment with the number ${number}.`);
  // A repeated number is the same payment: Redsys takes each number once.
  const fields = signed(merchant, number, {
    DS_MERCHANT_AMOUNT: String(amount.minor),
    DS_MERCHANT_CURRENCY: currency,
    DS_MERCHANT_TRANSACTIONTYPE: "0",
    DS_MERCHANT_PRODUCTDESCRIPTION: description,
    DS_MERCHANT_MERCHANTURL: request.notifyUrl,
    DS_MERCHANT_URLOK: returnUrl,
    DS_MERCHANT_URLKO: returnUrl,
    DS_MERCHANT_CONSUMERLANGUAGE: pageLanguages[request.lang] ?? "0",
    ...(merchant.means !== null && { DS_MERCHANT_PAYMETHODS: merchant.means === "bizum" ? "z" : "C" }),
  });
  const page = { method: "POST", url: `${merchant.base}/sis/realizarPago`, fields: { ...fields } } as const;
  return { outcome: "started", providerId: number, page, expiresAt: request.expiresAt };
}

function signed(merchant: Merchant, order: string, parameters: Record<string, string>): SignedParameters {
  const { version, key, merchantCode, terminal } = merchant;
  return signParameters(version, key, order, {
    DS_MERCHANT_MERCHANTCODE: merchantCode,
    DS_MERCHANT_TERMINAL: terminal,
    DS_MERCHANT_ORDER: order,
    ...parameters,
  });
}

async function read(
  exchange: TextCaller,
  merchant: Merchant,
  { clock }: PaymentContext,
  payment: StoredPayment,
): Promise<PaymentReading> {
  const operations = await inquire(exchange, merchant, payment);
  if (typeof operations === "string") return unread(operations);
  const reading = readingOf(operations, merchant.means);
  if (reading !== null) return reading;
  const isOver = clock().getTime() > payment.expiresAt.getTime() + formMinutes * 60_000;
  return isOver ? { state: "ended", why: "expired", message: null } : { state: "open" };
}

async function inquire(
  exchange: TextCaller,
  merchant: Merchant,
  { providerId }: StoredPayment,
): Promise<Operation[] | string> {
  if (!orderPattern.test(providerId)) return "The payment has no number of Redsys.";
  const answer = await exchange({
    method: "POST",
    url: `${merchant.base}/apl02/services/SerClsWSConsulta`,
    headers: { "content-type": "text/xml; charset=utf-8", soapaction: '"consultaOperaciones"' },
    body: inquiryOf(merchant, providerId),
  });
  if (answer.outcome === "unknown") return answer.message;
  if (answer.status !== 200) return `Redsys answered the inquiry with HTTP ${answer.status}.`;
  return operationsOf(answer.text, providerId);
}

/** Returns what operations say; null if there is none of a payment. A payment that was authorised counts beside others that were denied. */
function readingOf(operations: readonly Operation[], means: string | null): PaymentReading | null {
  const payments = operations.filter(({ type }) => type === "0");
  const authorised = payments.find(({ state, response }) => state === "F" && isAuthorised(response));
  if (authorised) {
    const currencyCode = lettersOf.get(authorised.currency);
    if (currencyCode === undefined) return unread("Redsys reports a payment in a currency that is not known.");
    return {
      state: "paid",
      paid: { minor: authorised.amount, currencyCode },
      refunded: sentBack(operations, authorised),
      means,
    };
  }
  if (payments.some(({ state }) => state !== "F")) return { state: "open" };
  const last = payments.at(-1);
  return last === undefined ? null : denied(last.response);
}

const isAuthorised = (response: number | null): boolean => response !== null && response <= 99;

/** Sums what was sent back: refunds that were accepted, and a reversal of the whole payment. */
const sentBack = (operations: readonly Operation[], { amount }: Operation): number =>
  operations.some(({ type, response }) => type === "9" && response === 400)
    ? amount
    : operations
        .filter(({ type, response }) => type === "3" && response === 900)
        .reduce((sum, refund) => sum + refund.amount, 0);

/** 9915: the guest cancelled on the page. All other codes are denials. */
const denied = (response: number | null): PaymentReading =>
  response === 9915
    ? { state: "ended", why: "cancelled", message: null }
    : { state: "ended", why: "failed", message: response === null ? null : `Redsys: code ${response}.` };

function verify(merchant: Merchant, { body }: Notification): VerifiedNotification {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  // A plus that was not encoded arrives as a space.
  const field = (name: string) => (form.get(name) ?? "").replaceAll(" ", "+");
  const parameters = signedParameters(merchant, field);
  if (typeof parameters === "string") return refused(parameters);
  const { order, Ds_TransactionType, Ds_Response, Ds_Amount, Ds_Currency } = parameters;
  if (Number(parameters.Ds_MerchantCode) !== Number(merchant.merchantCode))
    return refused("It is of another merchant.");
  if (Number(parameters.Ds_Terminal) !== Number(merchant.terminal)) return refused("It is of another terminal.");
  // A refund that was made in the bank's portal: the inquiry has the sum.
  if (Ds_TransactionType === "3") return { outcome: "verified", providerId: order, reading: null };
  if (Ds_TransactionType !== "0") return { outcome: "ignored" };
  if (!/^\d{1,4}$/.test(`${Ds_Response}`) || !/^\d{1,12}$/.test(`${Ds_Amount}`))
    return refused("The signed report has no result.");
  const operation = {
    type: "0",
    state: "F",
    response: Number(Ds_Response),
    amount: Number(Ds_Amount),
    currency: `${Ds_Currency}`.padStart(3, "0"),
  };
  const reading = readingOf([operation], merchant.means ?? (parameters.Ds_Card_Brand ? "card" : null));
  // A denial can arrive after the payment of another attempt: the inquiry has both.
  return { outcome: "verified", providerId: order, reading: reading?.state === "paid" ? reading : null };
}

/** Returns the parameters of a report or an answer, or the reason why they are not trusted. */
function signedParameters(
  { key }: Merchant,
  field: (name: keyof SignedParameters) => string,
): (Record<string, unknown> & { order: string }) | string {
  const report = {
    Ds_SignatureVersion: field("Ds_SignatureVersion"),
    Ds_MerchantParameters: field("Ds_MerchantParameters"),
    Ds_Signature: field("Ds_Signature"),
  };
  if (report.Ds_Signature === "" || report.Ds_MerchantParameters === "") return "It is not signed.";
  const text = Buffer.from(report.Ds_MerchantParameters, "base64").toString();
  const parameters = asRecord(parseBounded(text, 1000));
  const order = textOf(parameters?.Ds_Order);
  if (parameters === null || order === null || !orderPattern.test(order)) return "It names no order.";
  return isSigned(key, order, report) ? { ...parameters, order } : "It is wrongly signed.";
}

/**
 * A refund is sent once Redsys says that nothing but the refunds before it was sent back. Of a refund whose answer was lost, the sum says
 * whether it arrived.
 */
async function sendBack(
  exchange: TextCaller,
  merchant: Merchant,
  context: PaymentContext,
  payment: StoredPayment,
  { amount, refundedBefore }: RefundRequest,
): Promise<RefundOutcome> {
  const order = payment.providerId;
  const now = await read(exchange, merchant, context, payment);
  if (now.state === "unknown") return unknown(now.message);
  if (now.state !== "paid") return refused("Nothing was paid.");
  if (now.paid.currencyCode !== amount.currencyCode) return refused("It was paid in another currency.");
  const refundId = `${order}-${refundedBefore + amount.minor}`;
  if (now.refunded === refundedBefore + amount.minor) return { outcome: "refunded", providerId: refundId };
  if (now.refunded !== refundedBefore)
    return refused(
      `Redsys has sent back ${now.refunded} and not ${refundedBefore} minor units: compare the refunds with the bank's portal.`,
    );
  const answer = await jsonCaller(
    exchange,
    ({ errorCode }) => errorCode,
  )({
    method: "POST",
    url: `${merchant.base}/sis/rest/trataPeticionREST`,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(
      signed(merchant, order, {
        DS_MERCHANT_AMOUNT: String(amount.minor),
        DS_MERCHANT_CURRENCY: numericCodes[amount.currencyCode]!,
        DS_MERCHANT_TRANSACTIONTYPE: "3",
      }),
    ),
    once: true,
  });
  if (answer.outcome !== "answered") return unknown(answer.message);
  const code = textOf(answer.body.errorCode);
  if (code !== null) return refused(`Redsys refused the refund: ${code.slice(0, 20)}.`);
  const result = signedParameters(merchant, (name) => textOf(answer.body[name]) ?? "");
  if (typeof result === "string" || result.order !== order)
    return unknown("Redsys's answer is not signed for this order.");
  const response = Number(result.Ds_Response);
  if (response === 900) return { outcome: "refunded", providerId: refundId };
  return undecided.has(response)
    ? unknown(`Redsys did not decide the refund: code ${response}.`)
    : refused(`Redsys refused the refund: code ${`${result.Ds_Response}`.slice(0, 10)}.`);
}

/** Codes of faults at Redsys or the bank: system error, issuer not available, operation in progress. */
const undecided = new Set([909, 912, 9909, 9912, 9997, 9998, 9999]);

/** Numeric codes of ISO 4217. */
const numericCodes: Record<string, string> = {
  ...{ EUR: "978", USD: "840", GBP: "826", JPY: "392", CHF: "756", CAD: "124", AUD: "036", BRL: "986", MXN: "484" },
  ...{ PLN: "985", SEK: "752", NOK: "578", DKK: "208", CZK: "203", MAD: "504" },
};
const lettersOf = new Map(Object.entries(numericCodes).map(([letters, digits]) => [digits, letters]));

/** Languages of the bank's page. */
const pageLanguages: Record<string, string> = {
  ...{ es: "1", en: "2", ca: "3", fr: "4", de: "5", nl: "6", it: "7", sv: "8", pt: "9", pl: "11", gl: "12", eu: "13" },
};
