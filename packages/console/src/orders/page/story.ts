import type { Actor, Order, Status, TimelineEntry } from "../order.ts";

/** The history of an order: its timeline and its callbacks. */

export type Happening =
  | "placed"
  | "dispatched"
  | "answered"
  | "answeredUnknown"
  | "answeredNotReceived"
  | "confirmed"
  | "declined"
  | "cancelRequested"
  | "cancelled"
  | "cancelRefused"
  | "flagged"
  | "voucher"
  | "redeemed"
  | "notified"
  | "callbackGivenUp"
  | "callbackStopped"
  | "note"
  | "contactedAgain"
  | "erased";

export interface Chapter {
  at: string;
  what: Happening;
  actor: Actor;
  /** The operator's e-mail address, if the timeline has it. */
  by: string | null;
  /** A reason in free text. */
  why: string | null;
  /** The other side's message, or a note. */
  message: string | null;
  /** The callbacks. */
  status: Status | null;
}

/** Oldest first. */
export function storyOf(order: Order): Chapter[] {
  const placed: Chapter = {
    ...nothing,
    at: order.createdAt,
    what: "placed",
    actor: "partner",
  };
  let status: Status = "waitsupplier";
  const happened = order.timeline.flatMap((entry) => {
    const chapter = chapterOf(entry, status);
    status = entry.status ?? status;
    // The own orders desk does not answer by itself: an operator decides.
    return chapter.what === "answeredUnknown" && !order.supplier && !order.test ? [] : [chapter];
  });
  const notified = order.callbacks.flatMap(({ log, status, state }): Chapter[] => {
    const received = log.find(({ replay, httpStatus }) => !replay && httpStatus !== null && httpStatus < 300);
    return state === "delivered" && received
      ? [{ ...nothing, at: received.at, what: "notified", actor: "service", status }]
      : [];
  });
  // Stable: what happened in the same instant stays in the order in which it was written.
  return [placed, ...happened, ...notified].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const nothing = { by: null, why: null, message: null, status: null };

function chapterOf({ at, kind, status, actor, why, message }: TimelineEntry, before: Status): Chapter {
  const { by, reason } = actor === "operator" ? whoAndWhy(why) : { by: null, reason: inWords(why) };
  const chapter = { at, actor, by, why: reason, message, status: null };
  switch (kind) {
    case "status":
      return { ...chapter, what: changeOf(status, before) };
    case "answered":
      return { ...chapter, why: null, what: answers[why ?? ""] ?? "answered" };
    case "note":
      return why === "contact-supplier"
        ? { ...chapter, by: null, why: null, what: "contactedAgain" }
        : { ...chapter, what: "note" };
    case "callback":
      return { ...chapter, why: null, what: why === "callback-stopped" ? "callbackStopped" : "callbackGivenUp" };
    case "dispatched":
    case "flagged":
    case "voucher":
    case "redeemed":
    case "erased":
      return { ...chapter, why: kind === "flagged" ? why : null, what: kind };
  }
}

const answers: Record<string, Happening> = { unknown: "answeredUnknown", "not-received": "answeredNotReceived" };

function changeOf(status: Status | null, before: Status): Happening {
  if (status === "complete") return before === "waitcancel" ? "cancelRefused" : "confirmed";
  if (status === "waitcancel") return "cancelRequested";
  return status === "rejected" ? "declined" : "cancelled";
}

/** The operator's address comes before the reason. */
function whoAndWhy(why: string | null): { by: string | null; reason: string | null } {
  const [, by = null, reason = null] = /^(\S+@\S+?)(?:: (.*))?$/s.exec(why ?? "") ?? [];
  return by ? { by, reason } : { by: null, reason: inWords(why) };
}

/** A reason that is one of the service's own words says nothing that the chapter does not say. */
const inWords = (why: string | null): string | null => (why === null || /^[a-z]+(-[a-z]+)*$/.test(why) ? null : why);
