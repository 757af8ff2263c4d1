import type { TextKey } from "../../i18n/texts.ts";
import type { Order, OrderFlag, OrderStatus, TimelineEntry } from "../order.ts";

/** The history of an order: its timeline and its callbacks. */

type NameOf<Key> = Key extends `orders.history.${infer Name}` ? Name : never;
/** The kind of an entry, which is the name of its text. Some kinds have further texts, which are excluded here. */
export type EntryKind = Exclude<
  NameOf<TextKey>,
  "placedUnknown" | "dispatchedDesk" | "dispatchedSimulator" | "by" | `byActor.${string}`
>;

export interface HistoryEntry extends Omit<TimelineEntry, "kind" | "why"> {
  what: EntryKind;
  /** Why the order was flagged. */
  flag: OrderFlag | null;
  /** The status that a callback reported. */
  status: OrderStatus | null;
}

/** Returns the entries, oldest first. */
export function orderHistory(order: Order): HistoryEntry[] {
  const seller = order.payment?.by ?? null;
  const placed: HistoryEntry = {
    ...nothing,
    ...{ at: order.createdAt, what: "placed", actor: seller ? "operator" : "partner", operator: seller },
  };
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
  return withoutRepeats([placed, ...happened, ...notified].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)));
}

/** One decision can write several entries with the operator's reason. Only the last of them shows it. */
const withoutRepeats = (entries: HistoryEntry[]): HistoryEntry[] =>
  entries.map((entry, n) => {
    const next = entries[n + 1];
    const isRepeated =
      next !== undefined && entry.what !== "note" && next.operator === entry.operator && next.message === entry.message;
    return isRepeated ? { ...entry, message: null } : entry;
  });

const nothing = { operator: null, flag: null, message: null, details: null, status: null };

function entryOf(recorded: TimelineEntry, before: OrderStatus): HistoryEntry {
  const { kind, why, ...entry } = recorded;
  const flag = kind === "flagged" ? (why as OrderFlag) : null;
  return { ...entry, what: kindOf(recorded, before), flag, status: null };
}

function kindOf(recorded: TimelineEntry, before: OrderStatus): EntryKind {
  const { kind, why, status, actor } = recorded;
  switch (kind) {
    case "status":
      return changeOf(status, before);
    case "answered":
      return answers[why ?? ""] ?? "answered";
    case "refund-chosen":
      return "refundChosen";
    case "placed-again":
      return recorded.details && "role" in recorded.details && recorded.details.role === "new"
        ? "placedAgain"
        : "placesAgain";
    case "note":
      return why === "contact-supplier" ? "contactedAgain" : "note";
    case "callback":
      return why === "callback-stopped" ? "callbackStopped" : "callbackGivenUp";
    case "voucher":
      return actor === "operator" ? "voucherSent" : "voucher";
    case "change-requested":
      return "changeRequested";
    case "change-declined":
      return "changeDeclined";
    case "no-show":
      return "noShow";
    case "admission-undone":
      return "admissionUndone";
    case "admission-conflict":
      return "admissionConflict";
    default:
      return kind;
  }
}

const answers: Record<string, EntryKind> = { unknown: "answeredUnknown", "not-received": "answeredNotReceived" };

function changeOf(status: OrderStatus | null, before: OrderStatus): EntryKind {
  if (status === "complete") return before === "waitcancel" ? "cancelRefused" : "confirmed";
  if (status === "waitcancel") return "cancelRequested";
  return status === "rejected" ? "declined" : "cancelled";
}
