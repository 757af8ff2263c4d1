import type { TextKey } from "../../i18n/texts.ts";
import type { Order, OrderStatus, TimelineActor, TimelineEntry } from "../order.ts";

/** The history of an order: its timeline and its callbacks. */

type NameOf<Key> = Key extends `orders.history.${infer Name}` ? Name : never;
/** The kind of an entry, which is the name of its text. Some kinds have further texts, which are excluded here. */
export type EntryKind = Exclude<
  NameOf<TextKey>,
  "placedUnknown" | "dispatchedDesk" | "dispatchedSimulator" | "by" | `byActor.${string}`
>;

export interface HistoryEntry {
  at: string;
  what: EntryKind;
  actor: TimelineActor;
  /** The operator's e-mail address, if the timeline has it. */
  by: string | null;
  /** A reason in free text. */
  why: string | null;
  /** An answer of the supplier or a note, unchanged. */
  message: string | null;
  /** The status that a callback reported. */
  status: OrderStatus | null;
}

/** Returns the entries, oldest first. */
export function orderHistory(order: Order): HistoryEntry[] {
  const placed: HistoryEntry = { ...nothing, at: order.createdAt, what: "placed", actor: "partner" };
  let status: OrderStatus = "waitsupplier";
  const happened = order.timeline.flatMap((recorded) => {
    const entry = entryOf(recorded, status);
    status = recorded.status ?? status;
    // The operator's own desk does not answer by itself: an operator decides.
    return entry.what === "answeredUnknown" && !order.supplier && !order.test ? [] : [entry];
  });
  const notified = order.callbacks.flatMap(({ log, status, amended, state }): HistoryEntry[] => {
    const received = log.find(({ replay, httpStatus }) => !replay && httpStatus !== null && httpStatus < 300);
    return state === "delivered" && received
      ? [{ ...nothing, at: received.at, what: amended > 0 ? "notifiedOfChange" : "notified", actor: "service", status }]
      : [];
  });
  // The sort is stable, so entries of the same instant keep the order of the timeline.
  return [placed, ...happened, ...notified].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const nothing = { by: null, why: null, message: null, status: null };

function entryOf({ at, kind, status, actor, why, message }: TimelineEntry, before: OrderStatus): HistoryEntry {
  const { by, reason } = actor === "operator" ? whoAndWhy(why) : { by: null, reason: inWords(why) };
  const entry = { at, actor, by, why: reason, message, status: null };
  switch (kind) {
    case "status":
      return { ...entry, what: changeOf(status, before) };
    case "answered":
      return { ...entry, why: null, what: answers[why ?? ""] ?? "answered" };
    case "refund-chosen":
      return { ...entry, what: "refundChosen" };
    case "note":
      return why === "contact-supplier"
        ? { ...entry, by: null, why: null, what: "contactedAgain" }
        : { ...entry, what: "note" };
    case "callback":
      return { ...entry, why: null, what: why === "callback-stopped" ? "callbackStopped" : "callbackGivenUp" };
    case "change-requested":
    case "changed":
    case "change-declined":
      return { ...entry, why: actor === "operator" ? entry.why : null, what: changes[kind] };
    case "admission-undone":
      return { ...entry, why: null, what: "admissionUndone" };
    case "admission-conflict":
      return { ...entry, why: null, message: null, what: "admissionConflict" };
    case "voucher":
      return { ...entry, why: null, what: actor === "operator" ? "voucherSent" : "voucher" };
    case "dispatched":
    case "flagged":
    case "redeemed":
    case "paid":
    case "refunded":
    case "erased":
      return { ...entry, why: kind === "flagged" ? why : null, what: kind };
  }
}

/** The event and the tickets of an order, before or after an amendment. */
export interface AmendedState {
  eventOn: string;
  tickets: { code: string; quantity: number }[];
}

/** Reads the service's description of an amendment. Returns null for other messages, such as an answer of the supplier. */
export function amendedStates(message: string): AmendedState[] | null {
  const states = message.split(" → ").map((text): AmendedState | null => {
    const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d), (.+), [\d.]+ USD$/.exec(text);
    if (!found) return null;
    const [, day, time, list] = found;
    const tickets = list!.split(", ").map((one) => one.split(" × "));
    return {
      eventOn: `${day}T${time}:00`,
      tickets: tickets.map(([quantity, code]) => ({ code: code ?? "", quantity: Number(quantity) })),
    };
  });
  return states.every((state) => state !== null) ? states : null;
}

const changes = {
  "change-requested": "changeRequested",
  changed: "changed",
  "change-declined": "changeDeclined",
} as const;

const answers: Record<string, EntryKind> = { unknown: "answeredUnknown", "not-received": "answeredNotReceived" };

function changeOf(status: OrderStatus | null, before: OrderStatus): EntryKind {
  if (status === "complete") return before === "waitcancel" ? "cancelRefused" : "confirmed";
  if (status === "waitcancel") return "cancelRequested";
  return status === "rejected" ? "declined" : "cancelled";
}

/** Removes the operator's address, which precedes the reason. */
function whoAndWhy(why: string | null): { by: string | null; reason: string | null } {
  const [, by = null, reason = null] = /^(\S+@\S+?)(?:: (.*))?$/s.exec(why ?? "") ?? [];
  return by ? { by, reason } : { by: null, reason: inWords(why) };
}

/** Returns a reason in free text. Returns null for reason codes of the service, because the title of the entry has the same meaning. */
const inWords = (why: string | null): string | null => (why === null || /^[a-z]+(-[a-z]+)*$/.test(why) ? null : why);
