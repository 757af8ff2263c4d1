import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Signatures as Standard Webhooks 1.0.0 wants them: HMAC-SHA256 over `id.timestamp.body`, in three headers, one
 * signature for each secret that counts, so that a secret can be changed while requests are under way.
 */

const secretPrefix = "whsec_";
const newSecretBytes = 32;
const leastSecretBytes = 24;
const mostSecretBytes = 64;
/** How far a request's timestamp may be from now, either way. */
export const toleranceSeconds = 300;

/** A new random secret, `whsec_` and base64. */
export function newSecret(): string {
  return secretPrefix + randomBytes(newSecretBytes).toString("base64");
}

/** Whether a text is a secret: `whsec_` and the base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  return keyOf(text) !== undefined;
}

export interface SignedHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * The headers that sign a request. `id` is the same in every attempt of one message, `timestamp` is the attempt's;
 * `body` must be, to the byte, what is sent.
 * @throws RangeError when the id is empty or has anything but letters, digits, `_` and `-` in it, the timestamp is no
 * time, or there is no secret.
 * @throws TypeError when a secret is none.
 */
export function sign(
  { id, timestamp, body }: { id: string; timestamp: Date; body: string | Uint8Array },
  secrets: readonly string[],
): SignedHeaders {
  if (!isId(id)) throw new RangeError("A webhook's id is letters, digits, _ and -.");
  if (secrets.length === 0) throw new RangeError("A webhook is signed with at least one secret.");
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  if (!isSeconds(seconds)) throw new RangeError("A webhook's timestamp is a time after 1970.");
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => signature(secret, id, seconds, body)).join(" "),
  };
}

export type Verdict =
  | { ok: true; id: string; timestamp: Date }
  | { ok: false; reason: "header-missing" | "header-malformed" | "too-old" | "too-new" | "signature-wrong" };

/**
 * Whether one of the request's signatures is by one of the secrets. `headers` are a received request's, with names in
 * lower case; `body` is its bytes as they came. The same request passes again within the tolerance: who must not act on
 * it twice remembers its id.
 * @throws TypeError when a secret is none.
 */
export function verify(
  { headers, body }: { headers: Readonly<Record<string, string | string[] | undefined>>; body: string | Uint8Array },
  secrets: readonly string[],
  now: Date,
): Verdict {
  const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures } = headers;
  if (!id || !seconds || !signatures) return { ok: false, reason: "header-missing" };
  if (typeof id !== "string" || typeof seconds !== "string" || typeof signatures !== "string")
    return { ok: false, reason: "header-malformed" };
  if (!isId(id) || !isSeconds(seconds)) return { ok: false, reason: "header-malformed" };
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(seconds);
  if (ageSeconds > toleranceSeconds) return { ok: false, reason: "too-old" };
  if (ageSeconds < -toleranceSeconds) return { ok: false, reason: "too-new" };
  const given = signatures.split(" ").map((one) => Buffer.from(one));
  const good = secrets.map((secret) => Buffer.from(signature(secret, id, seconds, body)));
  return good.some((one) => given.some((other) => one.length === other.length && timingSafeEqual(one, other)))
    ? { ok: true, id, timestamp: new Date(Number(seconds) * 1000) }
    : { ok: false, reason: "signature-wrong" };
}

/** No full stop: it is what separates the signed parts, and a request could be read in two ways. */
function isId(id: string): boolean {
  return /^[\w-]{1,256}$/.test(id);
}

const isSeconds = (text: string) => /^\d{1,11}$/.test(text);

function signature(secret: string, id: string, seconds: string, body: string | Uint8Array): string {
  const key = keyOf(secret);
  if (!key) throw new TypeError("A webhook's secret is whsec_ and the base64 of 24 to 64 bytes.");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64")}`;
}

function keyOf(secret: string): Buffer | undefined {
  if (!secret.startsWith(secretPrefix)) return undefined;
  const text = secret.slice(secretPrefix.length);
  const key = Buffer.from(text, "base64");
  // Node reads any text as base64; only what comes out the same was it.
  const whole = key.toString("base64") === text;
  return whole && key.length >= leastSecretBytes && key.length <= mostSecretBytes ? key : undefined;
}
