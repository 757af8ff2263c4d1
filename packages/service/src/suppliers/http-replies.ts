import type { AnsweredRequest, RequestOutcome } from "../outgoing/request.ts";
import { asRecord, confirmationOf, retryAfter, toOneLine } from "./answer-texts.ts";
import { parseBounded } from "./bounded-json.ts";
import type { MessageType } from "./messages.ts";
import type { SupplierOutcome } from "./supplier.ts";

/** Interprets a supplier's HTTP answer. Only known outcomes decide; every other answer counts as unknown. */

export interface SupplierReply {
  type: MessageType;
  result: RequestOutcome;
}

/** Valid outcomes of each call. A supplier answers `not-asked` if it has no such order. */
const words: Record<MessageType, ReadonlyMap<unknown, SupplierOutcome["outcome"]>> = {
  "order.request": meant("confirmed", "declined", "cancelled", "unknown"),
  "order.status": meant("confirmed", "declined", "cancelled", "unknown").set("not-asked", "not-received"),
  "order.cancel": meant("cancelled", "declined", "unknown").set("not-asked", "not-received"),
  "order.change": meant("confirmed", "declined", "cancelled", "unknown"),
};

function meant(...outcomes: SupplierOutcome["outcome"][]): Map<unknown, SupplierOutcome["outcome"]> {
  return new Map(outcomes.map((outcome) => [outcome, outcome]));
}

const maxSeconds = 86_400;
/** Maximum number of values in an answer. */
const maxValues = 10_000;

/**
 * Returns the outcome of a call that may have arrived. The body's `outcome` counts with a 2xx or 4xx status, except 202 (not decided
 * yet). A 4xx without an outcome is unknown. It does not show whether the supplier refused the order, refused the signature, or no longer
 * uses this address.
 */
export function readReply({ type, result }: SupplierReply): SupplierOutcome {
  if (result.outcome === "failed") return { outcome: "unknown", message: result.detail };
  const body = result.cut ? null : asRecord(parseBounded(result.body, maxValues));
  const again = nextCall(result, body);
  const undecided = (message: string | null): SupplierOutcome => ({ outcome: "unknown", message, ...again });
  const message = toOneLine(body?.message);
  if (result.status === 202) return undecided(message);
  const outcome = mayDecide(result.status) ? words[type].get(body?.outcome) : undefined;
  if (outcome === undefined) return undecided(unreadable(result, message));
  if (outcome !== "confirmed") return { outcome, message, ...again };
  return { outcome, ...confirmationOf(body?.confirmation, message), ...again };
}

const mayDecide = (status: number): boolean => (status >= 200 && status < 300) || (status >= 400 && status < 500);

/** Returns the body's `askAgainInSeconds`, or else Retry-After, in seconds. */
function nextCall({ headers }: AnsweredRequest, body: Record<string, unknown> | null): { askAgainInSeconds?: number } {
  const seconds = body?.askAgainInSeconds ?? retryAfter(headers["retry-after"]);
  return typeof seconds === "number" && seconds >= 1
    ? { askAgainInSeconds: Math.min(Math.floor(seconds), maxSeconds) }
    : {};
}

function unreadable({ status, body, cut }: AnsweredRequest, message: string | null): string {
  const begins = message ?? toOneLine(body, 200);
  const what = cut ? "an answer that is too long" : "no outcome that can be read";
  return `HTTP ${status} with ${what}${begins === null ? "." : `: ${begins}`}`;
}
