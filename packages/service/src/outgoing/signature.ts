import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Signs outgoing requests by Standard Webhooks 1.0.0, once with each valid secret, so that a secret can be rotated. */

/** Returns a new random secret: `whsec_` and base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

interface SignedHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Headers that sign a request. `id` is the same in all attempts of a message; `timestamp` is the attempt's time. `body` must be exactly the
 * bytes that are sent. @throws RangeError without a secret.
 */
export function signatureHeaders(
  { id, timestamp, body }: { id: string; timestamp: Date; body: string },
  secrets: readonly string[],
): SignedHeaders {
  if (secrets.length === 0) throw new RangeError("A webhook is signed with at least one secret.");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(" "),
  };
}
