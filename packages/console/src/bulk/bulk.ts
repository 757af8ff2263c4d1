import type { Answer } from "../api/types.ts";

export type ActionPreview = Answer<"bulkActions.preview">;
export type ActionReport = Answer<"bulkActions.show">;
export type ReportOrder = ActionReport["orders"][number];
export type Kind = ActionReport["kind"];
export type Lang = ReportOrder["lang"];
export type Letter = { subject: string; body: string };
export type Letters = Partial<Record<Lang, Letter>>;

export const kinds = ["move", "cancel", "tell"] as const satisfies readonly Kind[];

/** Returns the address of the page on which an action on the orders of an event is previewed. */
export const actionAddress = (eventId: string, kind: Kind): string => `/events/${eventId}/act/${kind}`;
export const reportAddress = (id: string): string => `/bulk-actions/${id}/show`;

/** Orders that were selected in the manifest. The browser's history state passes them on, because their ids would not fit in an address. */
export interface Selected {
  orderIds?: string[];
}

/** Returns whether the operator still has to call the guest: no letter certainly arrived, and nobody has called. */
export const isToCall = ({ letter }: ReportOrder): boolean =>
  letter === "call" || letter === "failed" || letter === "unknown";

/** Returns the outcome of an order: the name of its text in `bulk.outcome`. */
export function actionOutcomeOf(kind: Kind, { state, status, change, letter }: ReportOrder) {
  if (state === "refused") return "refused";
  if (state === "waiting") return "waiting";
  if (kind === "tell")
    return state === "telling" ? "telling" : letter === "sent" || letter === "called" ? "told" : "untold";
  if (kind === "cancel") return status === "cancelled" ? "cancelled" : status === "waitcancel" ? "cancelling" : "kept";
  return change === "accepted" ? "moved" : change === "waitsupplier" ? "asked" : "declined";
}
