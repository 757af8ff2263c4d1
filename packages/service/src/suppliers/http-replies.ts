import { forbiddenCharacter } from "@paseo/contract";
import type { Outcome } from "../domain/orders/dispatch/supplier.ts";
import type { Answered, RequestOutcome } from "../outgoing/request.ts";

/** Interprets a supplier's HTTP answer. Only known words decide; everything else counts as unknown. */

export interface Reply {
  type: "order.request" | "order.status" | "order.cancel";
  result: RequestOutcome;
}

/** Valid words for each call. `not-asked` in answer to a cancellation: no order exists. */
const words: Record<Reply["type"], ReadonlyMap<unknown, Outcome["outcome"]>> = {
  "order.request": meant("confirmed", "declined", "cancelled", "unknown"),
  "order.status": meant("confirmed", "declined", "cancelled", "unknown", "not-asked"),
  "order.cancel": meant("cancelled", "declined", "unknown").set("not-asked", "cancelled"),
};

function meant(...outcomes: Outcome["outcome"][]): Map<unknown, Outcome["outcome"]> {
  return new Map(outcomes.map((outcome) => [outcome, outcome]));
}

const mostConfirmation = 100;
const mostSaid = 500;
const mostAskAgainSeconds = 86_400;

/**
 * The outcome of a call that may have arrived. A status of 200 to 299 or 400 to 499 lets the body's `outcome` count, 202
 * aside, which is not decided yet. A bare 4xx decides nothing: whether the supplier refused the order, our signature or
 * an address that is no longer its own cannot be told from it, and asking for the status settles it.
 */
export function readReply({ type, result }: Reply): Outcome {
  if (result.outcome === "failed") return { outcome: "unknown", said: result.detail };
  const body = jsonObject(result);
  const again = askAgain(result, body);
  const undecided = (said: string | null): Outcome => ({ outcome: "unknown", said, ...again });
  const message = textOf(body?.message, mostSaid);
  if (result.status === 202) return undecided(message);
  const outcome = mayDecide(result.status) ? words[type].get(body?.outcome) : undefined;
  if (outcome === undefined) return undecided(unreadable(result, message));
  if (outcome !== "confirmed") return { outcome, said: message, ...again };
  const confirmation = confirmationOf(body?.confirmation);
  const said = confirmation === undefined ? [message, unfitConfirmation].filter(Boolean).join(" ") : message;
  return { outcome, confirmation: confirmation ?? null, said, ...again };
}

const mayDecide = (status: number): boolean => (status >= 200 && status < 300) || (status >= 400 && status < 500);

function jsonObject({ body, cut }: Answered): Record<string, unknown> | null {
  if (cut) return null;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `askAgainInSeconds` of the body, or else Retry-After, in seconds. */
function askAgain({ headers }: Answered, body: Record<string, unknown> | null): { askAgainInSeconds?: number } {
  const asked = body?.askAgainInSeconds ?? Number(/^\d{1,9}$/.exec(headers["retry-after"] ?? "")?.[0] ?? Number.NaN);
  return typeof asked === "number" && asked >= 1
    ? { askAgainInSeconds: Math.min(Math.floor(asked), mostAskAgainSeconds) }
    : {};
}

/** Undefined: there is one that cannot be used. */
function confirmationOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && text.length <= mostConfirmation && !/\p{Cc}/u.test(text) && !forbiddenCharacter(text)
    ? text
    : undefined;
}

const unfitConfirmation = `Its confirmation is no text of at most ${mostConfirmation} characters, and was left out.`;

/** A text of the other side on one line, fit to be stored. */
function textOf(value: unknown, most: number): string | null {
  if (typeof value !== "string") return null;
  const text = value.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return text === "" ? null : text.slice(0, most).toWellFormed();
}

function unreadable({ status, body, cut }: Answered, message: string | null): string {
  const begins = message ?? textOf(body, 200);
  const what = cut ? "an answer that is too long" : "no outcome that can be read";
  return `HTTP ${status} with ${what}${begins === null ? "." : `: ${begins}`}`;
}
