import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { asRecord } from "../../suppliers/answer-texts.ts";
import { parseBounded } from "../../suppliers/bounded-json.ts";
import type { OfficeText } from "../../suppliers/kind.ts";
import {
  type Notification,
  type PaymentContext,
  type PaymentReading,
  type PaymentRequest,
  paymentKind,
  type RefundOutcome,
  type RefundRequest,
  type SandboxPayment,
  type SandboxStore,
  type StartedPayment,
  type StoredPayment,
  type VerifiedNotification,
} from "../kind.ts";
import { isSame, refused, textOf, unknown, unread } from "../provider-calls.ts";

/**
 * A provider without money, for demos and sandboxes. The service stores its payments and serves its page, on which the guest chooses the
 * outcome. Its reports are signed, with a secret of each payment.
 */

const toleranceSeconds = 300;
/** Minutes after its end in which a payment that was paid too late is still open. */
const tooLateMinutes = 6;

export const sandboxPaymentKind = paymentKind({
  kind: "sandbox",
  label: { en: "Sandbox", es: "Entorno de pruebas", pt: "Ambiente de testes" },
  lead: {
    en: "Guests choose on a page how the payment ends. No money moves.",
    es: "Los clientes eligen en una página cómo termina el pago. No se mueve dinero.",
    pt: "Os clientes escolhem em uma página como o pagamento termina. Não há movimento de dinheiro.",
  },
  settings: {},
  leastMinutes: 1,
  currencies: null,
  isTest: true,
  inTestMode: () => true,
  create(_settings, { sandbox, clock }) {
    if (sandbox === null) return absent;
    return {
      start: (request) => carefully(() => start(sandbox, request), unknown),
      read: (payment) => carefully(() => read(sandbox, payment, clock), unread),
      verify: (notification) => carefully(() => verify(sandbox, notification, clock), refused),
      expire: (payment) => carefully(() => expire(sandbox, payment, clock), unread),
      refund: (payment, refund) => carefully(() => sendBack(sandbox, payment, refund), unknown),
    };
  },
});

const missing = "This service has no sandbox for payments.";
const absent = {
  start: async () => refused(missing),
  read: async () => unread(missing),
  verify: async () => refused(missing),
  expire: async () => unread(missing),
  refund: async () => refused(missing),
};

/** The sandbox's provider is down while its store is. */
const carefully = async <Result, Fault>(work: () => Promise<Result>, fault: (message: string) => Fault) =>
  work().catch(() => fault("The sandbox's store did not answer."));

async function start(sandbox: SandboxStore, request: PaymentRequest): Promise<StartedPayment> {
  const { id, amount, description, lang, returnUrl, notifyUrl, expiresAt } = request;
  const providerId = `sandbox_${id}`;
  const stored = await sandbox.change(
    providerId,
    (before) =>
      before ?? {
        ...{ amount, description, lang, returnUrl, notifyUrl },
        expiresAt: expiresAt.toISOString(),
        secret: randomBytes(24).toString("base64url"),
        state: "open",
        paid: null,
        refunds: [],
      },
  );
  if (stored === null || !isSame(stored.amount, amount))
    return refused("This payment was started with another amount.");
  return {
    outcome: "started",
    providerId,
    page: { method: "GET", url: sandbox.pageUrl(providerId) },
    expiresAt: new Date(stored.expiresAt),
  };
}

async function read(
  sandbox: SandboxStore,
  { providerId }: StoredPayment,
  clock: PaymentContext["clock"],
): Promise<PaymentReading> {
  const stored = await sandbox.change(providerId, (before) => before && inTime(before, clock()));
  return stored === null ? unread("The sandbox has no such payment.") : readingOf(stored);
}

/** Returns the payment as the time that has passed leaves it. */
function inTime(payment: SandboxPayment, now: Date): SandboxPayment {
  const minutesOver = (now.getTime() - Date.parse(payment.expiresAt)) / 60_000;
  if (payment.state === "open" && minutesOver >= 0) return { ...payment, state: "expired" };
  return payment.state === "paying" && minutesOver >= tooLateMinutes
    ? { ...payment, state: "paid", paid: payment.amount }
    : payment;
}

function readingOf({ state, paid, refunds }: SandboxPayment): PaymentReading {
  if (state === "paid" && paid !== null)
    return { state: "paid", paid, refunded: refunds.reduce((sum, { minor }) => sum + minor, 0), means: "sandbox" };
  if (state === "declined") return { state: "ended", why: "failed", message: "The guest chose a payment that fails." };
  return state === "cancelled" || state === "expired"
    ? { state: "ended", why: state, message: null }
    : { state: "open" };
}

async function expire(
  sandbox: SandboxStore,
  { providerId }: StoredPayment,
  clock: PaymentContext["clock"],
): Promise<PaymentReading> {
  const stored = await sandbox.change(providerId, (before) => {
    const now = before && inTime(before, clock());
    return now?.state === "open" ? { ...now, state: "expired" } : now;
  });
  return stored === null ? unread("The sandbox has no such payment.") : readingOf(stored);
}

async function sendBack(
  sandbox: SandboxStore,
  { providerId }: StoredPayment,
  { amount, key }: RefundRequest,
): Promise<RefundOutcome> {
  const stored = await sandbox.change(providerId, (before) => {
    if (before?.paid?.currencyCode !== amount.currencyCode) return before;
    if (before.refunds.some((refund) => refund.key === key)) return before;
    const refunded = before.refunds.reduce((sum, { minor }) => sum + minor, 0);
    return refunded + amount.minor > before.paid.minor
      ? before
      : { ...before, refunds: [...before.refunds, { key, minor: amount.minor }] };
  });
  const at = stored?.refunds.findIndex((refund) => refund.key === key) ?? -1;
  if (at < 0) return refused("Not so much was paid, or not in this currency.");
  return stored!.refunds[at]!.minor === amount.minor
    ? { outcome: "refunded", providerId: `${providerId}-${at + 1}` }
    : refused("Another amount was sent back with this key.");
}

async function verify(
  sandbox: SandboxStore,
  { headers, body }: Notification,
  clock: PaymentContext["clock"],
): Promise<VerifiedNotification> {
  const report = asRecord(parseBounded(new TextDecoder().decode(body), 100));
  const providerId = textOf(report?.id);
  const [, at = "", signature = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers["sandbox-signature"] ?? "") ?? [];
  if (providerId === null || signature === "") return refused("The report is not signed, or names no payment.");
  const stored = await sandbox.change(providerId, (before) => before);
  if (stored === null) return refused("The sandbox has no such payment.");
  if (!timingSafeEqual(Buffer.from(signature, "hex"), signatureOf(stored.secret, at, body)))
    return refused("The report is wrongly signed.");
  if (clock().getTime() / 1000 - Number(at) > toleranceSeconds) return refused("The report's signature is too old.");
  return { outcome: "verified", providerId, reading: readingOf(stored) };
}

const signatureOf = (secret: string, at: string, body: Uint8Array | string): Buffer =>
  createHmac("sha256", secret).update(`${at}.`).update(body).digest();

/** What a guest can choose on the sandbox's page. */
export const sandboxButtons = [
  {
    code: "pay",
    label: { en: "Pay", es: "Pagar", pt: "Pagar" },
  },
  {
    code: "decline",
    label: { en: "Let the payment fail", es: "Hacer que el pago falle", pt: "Fazer o pagamento falhar" },
  },
  {
    code: "cancel",
    label: { en: "Cancel", es: "Cancelar", pt: "Cancelar" },
  },
  {
    code: "expire",
    label: { en: "Let the payment expire", es: "Dejar que el pago caduque", pt: "Deixar o pagamento expirar" },
  },
  {
    code: "pay-unreported",
    label: { en: "Pay, without a report", es: "Pagar, sin notificación", pt: "Pagar, sem notificação" },
  },
  {
    code: "pay-late",
    label: {
      en: "Pay; the report comes after 30 seconds",
      es: "Pagar; la notificación llega a los 30 segundos",
      pt: "Pagar; a notificação chega após 30 segundos",
    },
  },
  {
    code: "pay-twice",
    label: {
      en: "Pay; the report comes twice",
      es: "Pagar; se notifica dos veces",
      pt: "Pagar; notificado duas vezes",
    },
  },
  {
    code: "pay-less",
    label: { en: "Pay less than asked", es: "Pagar menos de lo pedido", pt: "Pagar menos do que o cobrado" },
  },
  {
    code: "pay-too-late",
    label: {
      en: "Pay after the seats are free again",
      es: "Pagar cuando las plazas ya estén libres",
      pt: "Pagar quando as vagas já estiverem livres",
    },
  },
] as const satisfies { code: string; label: OfficeText }[];

export type SandboxButton = (typeof sandboxButtons)[number]["code"];

/** A report that the sandbox's provider sends. */
export interface SandboxReport {
  afterSeconds: number;
  notification: Notification;
}

/**
 * Carries out what a guest chose on the sandbox's page. A payment that is not open any more stays as it is, and nothing is reported. Returns
 * where the browser goes, and the reports; null if there is no such payment.
 */
export async function pressSandboxButton(
  sandbox: SandboxStore,
  providerId: string,
  button: SandboxButton,
  clock: PaymentContext["clock"],
): Promise<{ returnUrl: string; reports: SandboxReport[] } | null> {
  const now = clock();
  let isChanged = false;
  const stored = await sandbox.change(providerId, (before) => {
    const payment = before && inTime(before, now);
    isChanged = payment?.state === "open";
    return payment && isChanged ? { ...payment, ...resultOf(button, payment) } : payment;
  });
  if (stored === null) return null;
  const report = {
    afterSeconds: button === "pay-late" ? 30 : 0,
    notification: reportOf(providerId, stored, now, button),
  };
  const isReported = isChanged && button !== "pay-unreported" && button !== "pay-too-late";
  const reports = !isReported ? [] : button === "pay-twice" ? [report, report] : [report];
  return { returnUrl: stored.returnUrl, reports };
}

function resultOf(button: SandboxButton, { amount }: SandboxPayment): Pick<SandboxPayment, "state" | "paid"> {
  switch (button) {
    case "decline":
      return { state: "declined", paid: null };
    case "cancel":
      return { state: "cancelled", paid: null };
    case "expire":
      return { state: "expired", paid: null };
    case "pay-too-late":
      return { state: "paying", paid: null };
    case "pay-less":
      return { state: "paid", paid: { ...amount, minor: Math.max(amount.minor - 1, 0) } };
    default:
      return { state: "paid", paid: amount };
  }
}

function reportOf(id: string, { secret, state }: SandboxPayment, now: Date, button: SandboxButton): Notification {
  const delaySeconds = button === "pay-late" ? 30 : 0;
  const at = String(Math.floor(now.getTime() / 1000) + delaySeconds);
  const body = Buffer.from(JSON.stringify({ id, state }));
  const signature = `t=${at},v1=${signatureOf(secret, at, body).toString("hex")}`;
  return { headers: { "content-type": "application/json", "sandbox-signature": signature }, body };
}
