import { orderStatuses } from "@paseo/contract/codes";
import type { OrderStatus } from "@paseo/contract/messages";
import { PaseoError } from "./paseo-error.ts";

/** Callbacks: the service POSTs a notification to the CallbackUrl of an order at every change of its status. */

export interface Notification {
  type: "order.status";
  /** When the status changed, ISO 8601 UTC. */
  timestamp: string;
  data: {
    orderId: string;
    /** The service's order reference. */
    reference: string;
    /** The partner's order number from the booking. */
    externalReference: string | null;
    status: OrderStatus;
    /** The supplier's order number. */
    confirmation: string | null;
    /**
     * 1, 2, 3 … for each order. A notification may arrive twice: ignore a notification whose number is not above the
     * last one.
     */
    sequence: number;
    testMode: boolean;
    /** Address of the voucher of a complete order, a PDF. */
    voucherUrl: string | null;
    /** The refund of a cancelled order. */
    refundUsd?: { currencyCode: "USD"; value: number };
    /** Who cancelled a cancelled order. */
    endedBy?: "partner" | "supplier" | "operator";
    /** Why the operator ended the order, in its own words. */
    reason?: string;
  };
}

/** An amendment of an order ended. Only a partner that asked its operator for these notifications gets them. */
export interface ChangeNotification {
  type: "order.changed";
  /** When the amendment ended, ISO 8601 UTC. */
  timestamp: string;
  data: {
    orderId: string;
    /** The service's order reference. */
    reference: string;
    /** The partner's order number from the booking. */
    externalReference: string | null;
    /** Identifies the amendment: the id of the quote that was accepted. */
    quoteId: string;
    /** The status of the amendment. Only an accepted amendment changed the order. */
    status: "accepted" | "declined" | "withdrawn";
    /** Revision of the order after the amendment. */
    revision: number;
    /** Event and tickets of the amendment. The order has them only if `status` is `accepted`. */
    eventId: string;
    tickets: { code: string; quantity: number }[];
    totalUsd: { currencyCode: "USD"; value: number };
    /** Below zero when the order becomes cheaper. */
    differenceUsd: { currencyCode: string; value: number };
    refundUsd: { currencyCode: "USD"; value: number };
    confirmation: string | null;
    testMode: boolean;
    voucherUrl: string | null;
  };
}

/** The catalogue changed: read the changes since your versions. The service sends it at most once a second, and may lose it. */
export interface CatalogNotification {
  type: "catalog.changed";
  /** When the versions were read, ISO 8601 UTC. */
  timestamp: string;
  data: {
    updateVersion: number;
    deleteVersion: number;
    /** Products that changed, and the local days whose events changed. Null when there are too many, or when a rate changed. */
    products: { id: string; days: string[] }[] | null;
  };
}

/** The received request: a fetch Request with an unread body, or the headers and the raw body. */
export type ReceivedCallback =
  | Pick<Request, "headers" | "arrayBuffer">
  | { headers: Headers | Record<string, string | readonly string[] | undefined>; body: string | Uint8Array };

export interface VerifyOptions {
  /** Greatest difference of the signature time from now, in milliseconds. Default 5 minutes. */
  toleranceMs?: number | undefined;
  /** Default: the system clock. */
  now?: Date | undefined;
}

/** The request is not a valid, recent notification of the service. Answer it with a 400 and do nothing. */
export class CallbackRefused extends PaseoError {
  override name = "CallbackRefused";
  /**
   * `headers`: they are missing or malformed. `timestamp`: it is too old or too new. `signature`: no given secret made it. `body`: its type
   * is unknown.
   */
  readonly reason: "headers" | "timestamp" | "signature" | "body";

  constructor(reason: CallbackRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Returns the notification in a callback after it has verified the signature (Standard Webhooks, HMAC-SHA256, secrets
 * `whsec_…`) and its time. During a secret rotation, pass both secrets. The body must be the raw one. Throws
 * CallbackRefused, or a TypeError for an invalid secret or body.
 */
export const verifyCallback = async (
  received: ReceivedCallback,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Notification> => notificationIn<Notification>(await verifiedText(received, secrets, options), isOrderStatus);

/** Verifies a callback for a partner that also gets notifications of amendments: `type` names the kind. */
export const verifyOrderCallback = async (
  received: ReceivedCallback,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Notification | ChangeNotification> =>
  notificationIn<Notification | ChangeNotification>(
    await verifiedText(received, secrets, options),
    (given) => isOrderStatus(given) || isOrderChanged(given),
  );

/** Verifies a message about the catalogue, at the address that your operator registered for it. */
export const verifyCatalogChanged = async (
  received: ReceivedCallback,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<CatalogNotification> => notificationIn(await verifiedText(received, secrets, options), isCatalogChanged);

/** The body of a callback whose signature and time are valid. */
async function verifiedText(
  received: ReceivedCallback,
  secrets: string | readonly string[],
  { toleranceMs = 300_000, now = new Date() }: VerifyOptions,
): Promise<string> {
  const keys = [secrets].flat().map(keyBytes);
  if (keys.length === 0) throw new TypeError("verifyCallback needs a secret");
  const body = await bytesOf(received);
  const id = headerOf(received.headers, "webhook-id");
  const timestamp = headerOf(received.headers, "webhook-timestamp");
  // A full stop separates the signed parts, so an id with a full stop would be ambiguous.
  if (id.includes(".")) throw new CallbackRefused("headers", "The callback's webhook-id has a full stop");
  const signatures = signaturesIn(headerOf(received.headers, "webhook-signature"));
  checkTime(timestamp, toleranceMs, now);
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signatures, keys))) {
    throw new CallbackRefused("signature", "The callback is not signed with any of the secrets");
  }
  return new TextDecoder().decode(body);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The key in a secret, `whsec_` and base64. The message must not contain it. */
function keyBytes(secret: string): Bytes {
  const base64 = String(secret).replace(/^whsec_/, "");
  if (!base64Text.test(base64)) throw new TypeError("A callback secret is whsec_ followed by base64");
  return fromBase64(base64);
}

const base64Text = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;
const fromBase64 = (base64: string): Bytes => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function bytesOf(received: ReceivedCallback): Promise<Bytes> {
  if ("arrayBuffer" in received) return new Uint8Array(await received.arrayBuffer());
  const { body } = received;
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError("body must be the raw text or bytes of the callback, not a parsed value");
}

function headerOf(headers: ReceivedCallback["headers"], name: string): string {
  // This does not use instanceof, because frameworks bring their own Headers.
  const given =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const [text] = [given ?? ""].flat();
  if (!text) throw new CallbackRefused("headers", `The callback has no header ${name}`);
  return text;
}

/** The header has a signature `v1,<base64>` for each valid secret, separated by spaces. Other versions are ignored. */
function signaturesIn(header: string): Bytes[] {
  return header
    .split(" ")
    .flatMap((signature) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.[1] ?? [])
    .map(fromBase64);
}

function checkTime(timestamp: string, toleranceMs: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new CallbackRefused("headers", "The callback's webhook-timestamp is not a number of seconds");
  }
  const ageMs = now.getTime() - Number(timestamp) * 1000;
  // The condition also refuses everything when the tolerance is NaN.
  if (!(Math.abs(ageMs) <= toleranceMs)) {
    throw new CallbackRefused("timestamp", `The callback was signed ${ageMs > 0 ? "too long ago" : "in the future"}`);
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** Web Crypto's own verify compares in constant time. */
async function isSigned(signed: Bytes, signatures: Bytes[], keys: Bytes[]): Promise<boolean> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}

function notificationIn<T>(text: string, isKnown: (given: T | null) => boolean): T {
  const given = parseJson(text) as T | null;
  if (!isKnown(given))
    throw new CallbackRefused("body", "The callback is signed, but this client does not know the notification");
  return given!;
}

const isOrderStatus = (given: Notification | ChangeNotification | null): boolean =>
  given?.type === "order.status" &&
  typeof given.data?.orderId === "string" &&
  orderStatuses.includes(given.data.status) &&
  Number.isSafeInteger(given.data.sequence);

const isOrderChanged = (given: Notification | ChangeNotification | null): boolean =>
  given?.type === "order.changed" &&
  typeof given.data?.orderId === "string" &&
  ["accepted", "declined", "withdrawn"].includes(given.data.status) &&
  Number.isSafeInteger(given.data.revision);

const isCatalogChanged = (given: CatalogNotification | null): boolean =>
  given?.type === "catalog.changed" &&
  Number.isSafeInteger(given.data?.updateVersion) &&
  Number.isSafeInteger(given.data.deleteVersion);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
