import type { Language } from "@paseo/contract";

/** An action on many orders, as it is stored. */

export const bulkKinds = ["move", "cancel", "inform"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Subject and body with placeholders. */
export interface BulkLetter {
  subject: string;
  body: string;
}

export interface BulkContent {
  /** The operator's language, for refusals. */
  lang: Language;
  /** The event to which orders move. */
  targetId?: string;
  /** Of a move of several events: the event to which the orders of each move, by event id. */
  targets?: Record<string, string>;
  /** The refund of a cancellation. */
  refund?: "terms" | "full";
  /** The action ended the sale of the events. */
  closed?: true;
  /** Orders that were placed after the preview. */
  later?: string[];
  /** The reason for partners, and for the orders' timelines. */
  reason: string;
  /** Letters by language. Without letters, the service writes to no guest. */
  letters?: Partial<Record<Language, BulkLetter>>;
  /** What the letters are about: facts of the event have changed. */
  news?: "facts";
}
