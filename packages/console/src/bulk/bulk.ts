import type { ApiAnswer } from "../api/types.ts";
import type { EventLine } from "../events/event.ts";

export type ActionPreview = ApiAnswer<"bulkActions.preview">;
export type ActionReport = ApiAnswer<"bulkActions.show">;
export type ReportOrder = ActionReport["orders"][number];
export type BulkActionKind = ActionReport["kind"];
export type GuestLanguage = ReportOrder["lang"];
export type LetterDraft = { subject: string; body: string };
export type LettersByLanguage = Partial<Record<GuestLanguage, LetterDraft>>;

export const bulkActionKinds = ["move", "cancel", "inform"] as const satisfies readonly BulkActionKind[];

/** An event whose orders an action concerns. */
export type ActedEvent = Pick<
  EventLine,
  "id" | "eventOn" | "productId" | "productName" | "item" | "itemName" | "setting"
>;

/** Maximum number of events of one action. */
export const maxActedEvents = 100;

/** Returns the address of the page on which an action on the orders of an event is previewed. */
export const actionAddress = (eventId: string, kind: BulkActionKind): string => `/events/${eventId}/act/${kind}`;
/** The address of the page on which an action on several events is previewed. The browser's history state has the events. */
export const eventsActionAddress = (kind: BulkActionKind): string => `/events/act/${kind}`;
export const reportAddress = (id: string): string => `/bulk-actions/${id}/show`;

/** Orders that were selected in the manifest. The browser's history state passes them on, because their ids would not fit in an address. */
export interface OrderSelection {
  orderIds?: string[];
}

/** Events that were selected in the list, or whose facts have changed. */
export interface EventSelection {
  events?: ActedEvent[];
  news?: "facts";
  /** Of a move of several events: the event to which the orders of each move. */
  targets?: { eventId: string; targetId: string }[];
}

/** Returns the selection for a letter to guests about changed facts of these events. */
export const letterAboutFacts = ({ events }: { events: ActedEvent[] }): EventSelection => ({ events, news: "facts" });

/** Returns whether the operator still has to call the guest: no letter certainly arrived, and nobody has called. */
export const mustCallGuest = ({ letter }: ReportOrder): boolean =>
  letter === "call" || letter === "delayed" || letter === "failed" || letter === "unknown";

/** Returns the selection that moves the orders of events to the events at their new time. */
export const moveToNewTimes = (moves: readonly { event: ActedEvent; to: { id: string } }[]): EventSelection => ({
  events: moves.map(({ event }) => event),
  targets: moves.map(({ event, to }) => ({ eventId: event.id, targetId: to.id })),
});

/** Returns the outcome of an order: the name of its text in `bulk.outcome`. */
export function actionOutcomeOf(kind: BulkActionKind, { state, status, change, letter }: ReportOrder) {
  if (state === "refused") return "refused";
  if (state === "waiting") return "waiting";
  if (kind === "inform") {
    if (letter === "due") return "letterDue";
    return letter === "sent" || letter === "called" ? "informed" : "uninformed";
  }
  if (kind === "cancel") return status === "cancelled" ? "cancelled" : status === "waitcancel" ? "cancelling" : "kept";
  return change === "accepted" ? "moved" : change === "waitsupplier" ? "asked" : "declined";
}
