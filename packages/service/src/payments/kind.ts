import Type from "typebox";
import type { SendRequest } from "../outgoing/request.ts";
import { isSecret, type OfficeText } from "../suppliers/kind.ts";

/**
 * A way in which guests pay without an operator: a provider that a guest's browser is sent to, and that says later what was paid. Each
 * kind is one file in kinds/. Paseo never sees a card.
 */

/** An amount of money in the smallest unit of its currency: 2550 of EUR is 25.50 euros, 900 of JPY is 900 yen. */
export interface Money {
  minor: number;
  /** ISO 4217. */
  currencyCode: string;
}

/** A payment that a guest is asked for. */
export interface PaymentRequest {
  /** UUID of the payment at Paseo. A provider that is asked twice with one id starts one payment. */
  id: string;
  /** A short number of the payment, unique in the store, for providers that want one: the first 4 of 12 characters are digits. */
  number: string;
  amount: Money;
  /** What the guest pays for, in the guest's language. At most 120 characters. */
  description: string;
  /** The guest's language, such as `es`. */
  lang: string;
  email: string | null;
  /** Address to which the guest's browser returns, paid or not. Its page only asks; it decides nothing. */
  returnUrl: string;
  /** Address to which the provider reports: one for all payments, since some providers have it in their own settings. */
  notifyUrl: string;
  /** The provider should end the payment by then, if it can. */
  expiresAt: Date;
}

/** Where the guest's browser goes to pay. */
export type PaymentPage =
  | { method: "GET"; url: string }
  /** A form that the browser posts. */
  | { method: "POST"; url: string; fields: Record<string, string> };

export type StartedPayment =
  | {
      outcome: "started";
      /** The provider's id of the payment. */
      providerId: string;
      page: PaymentPage;
      /** When the provider itself ends the payment. A guest can pay until then. */
      expiresAt: Date;
    }
  /** The provider refused: another attempt with the same settings would be refused too. */
  | { outcome: "refused"; message: string }
  /** It is not known whether the payment was started. Another start with the same id finds it. */
  | { outcome: "unknown"; message: string };

/** What a provider says about a payment. */
export type PaymentReading =
  /** The guest can still pay. */
  | { state: "open" }
  | {
      /** The guest paid, or a bank promised it. */
      state: "paid";
      paid: Money;
      /**
       * Minor units that the provider has sent back. In a notification it is a lower bound: a notification can be older than a refund, so it
       * never lowers what is known.
       */
      refunded: number;
      /** The payment method, such as `card` or `bizum`. */
      means: string | null;
    }
  /** Nothing was paid, and nothing can be. */
  | { state: "ended"; why: "expired" | "cancelled" | "failed"; message: string | null }
  /** Not known: a fault of the connection, or of the provider. It is not a failure. */
  | { state: "unknown"; message: string };

/** A report that arrived at the address for reports. */
export interface Notification {
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  /** The body, byte for byte, as signatures need it. */
  body: Uint8Array;
}

export type VerifiedNotification =
  /** `reading`: what the signed report itself says. Null: the report says only that something changed, and `read` says what. */
  | { outcome: "verified"; providerId: string; reading: PaymentReading | null }
  /** A report about something else, which is answered with success and not processed. */
  | { outcome: "ignored" }
  /** Unsigned, wrongly signed, too old, or malformed. */
  | { outcome: "refused"; message: string };

export type RefundOutcome =
  /** `providerId`: the provider's id of the refund. A refund that a provider has accepted is on its way. */
  | { outcome: "refunded"; providerId: string }
  | { outcome: "refused"; message: string }
  | { outcome: "unknown"; message: string };

/** An amount that is sent back. Refunds of one payment are sent one after another. */
export interface RefundRequest {
  amount: Money;
  /** Repeated calls with one key send the amount once. At most 64 characters. */
  key: string;
  /** Minor units that refunds with other keys have sent back. A provider without keys of its own sees by it what arrived. */
  refundedBefore: number;
}

/** A payment at its provider. */
export interface StoredPayment {
  id: string;
  number: string;
  providerId: string;
  amount: Money;
  startedAt: Date;
  expiresAt: Date;
}

/** A provider with one operator's settings. No method throws for what the provider does, and each ends within `paymentTimeoutMs`. */
export interface PaymentProvider {
  start(request: PaymentRequest): Promise<StartedPayment>;
  read(payment: StoredPayment): Promise<PaymentReading>;
  verify(notification: Notification): Promise<VerifiedNotification>;
  /** Ends an open payment, so that nobody can pay it. Returns what holds afterwards: `paid` if the guest was faster. */
  expire(payment: StoredPayment): Promise<PaymentReading>;
  /** Sends an amount back. */
  refund(payment: StoredPayment, refund: RefundRequest): Promise<RefundOutcome>;
}

/** Time limit of one call, in milliseconds. */
export const paymentTimeoutMs = 10_000;

export interface PaymentContext {
  clock: () => Date;
  /** Sends requests to the provider. */
  send: SendRequest;
  /** Whether private addresses may be called. */
  allowPrivate: boolean;
  /** What the sandbox kind needs from the service. Null: the service offers no sandbox kind. */
  sandbox: SandboxStore | null;
  /**
   * Addresses of providers by kind, in place of their own, without a slash at the end. Tests set them. No setting has them, so that nobody
   * can be led to send a secret to another host.
   */
  addresses?: Readonly<Record<string, string>>;
}

/** The sandbox kind is its own provider: the service stores its payments and serves its page. */
export interface SandboxStore {
  /** Returns the address of the page on which a guest chooses the outcome. */
  pageUrl(providerId: string): string;
  /**
   * Changes a payment while it is locked, so that changes run one after another. `change` gets the stored payment, or null, and returns what
   * is stored instead. Returns what `change` returned. A payment is JSON.
   */
  change(
    providerId: string,
    change: (stored: SandboxPayment | null) => SandboxPayment | null,
  ): Promise<SandboxPayment | null>;
}

/** A payment at the sandbox's provider. */
export interface SandboxPayment {
  amount: Money;
  description: string;
  lang: string;
  returnUrl: string;
  notifyUrl: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Signs the reports of this payment. */
  secret: string;
  /** `paying`: the guest's bank decides after the payment's end. */
  state: "open" | "paying" | "paid" | "declined" | "cancelled" | "expired";
  /** Null until it is paid. */
  paid: Money | null;
  refunds: { key: string; minor: number }[];
}

export interface PaymentKind {
  /** The kind's name. It never changes. */
  kind: string;
  label: OfficeText;
  lead: OfficeText;
  /** The settings that an operator enters, declared as the settings of suppliers are. */
  settings: Type.TObject;
  /** The names of the settings that are secrets. */
  secrets: readonly string[];
  /** Shortest time in minutes that the provider lets a guest pay. */
  leastMinutes: number;
  /** ISO 4217 codes. Null: every currency. */
  currencies: readonly string[] | null;
  /** True: it is for sandboxes and the demo, and moves no money. */
  isTest: boolean;
  /** Whether these settings are of the provider's test mode, in which no money moves. */
  inTestMode(settings: Record<string, unknown>): boolean;
  /** Makes a provider. Its settings fit `settings`, with the secrets as an operator entered them. */
  create(settings: Record<string, unknown>, context: PaymentContext): PaymentProvider;
}

/** Declares a kind: `create` and `inTestMode` get settings of the declared types. */
export function paymentKind<Settings extends Type.TProperties>(
  declared: Omit<PaymentKind, "settings" | "secrets" | "create" | "inTestMode"> & {
    settings: Settings;
    inTestMode(settings: Type.Static<Type.TObject<Settings>>): boolean;
    create(settings: Type.Static<Type.TObject<Settings>>, context: PaymentContext): PaymentProvider;
  },
): PaymentKind {
  const secrets = Object.keys(declared.settings).filter((name) => isSecret(declared.settings[name]!));
  return {
    ...declared,
    create: declared.create as PaymentKind["create"],
    inTestMode: declared.inTestMode as PaymentKind["inTestMode"],
    settings: Type.Object(declared.settings, { additionalProperties: false }),
    secrets,
  };
}
