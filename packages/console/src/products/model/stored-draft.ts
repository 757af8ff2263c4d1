import { useEffect, useRef, useState } from "react";
import type { ProductSource } from "../product.ts";
import { emptyProductDraft, newTicketSize, type ProductDraft } from "./draft.ts";
import { itemFields, recordDraft } from "./fields.ts";
import { type PriceDraft, type PricesDraft, plainPrice } from "./prices.ts";

/** Unsaved values, stored in the browser tab: the values survive the end of the session and a reload. */

export interface StoredDraft {
  draft: ProductDraft;
  /** The revision with which the draft started, and its content. */
  revision: number;
  base: ProductSource | null;
  /** The time of storing, in ISO 8601. */
  at: string;
}

const nameOf = (id: string | null): string => `paseo.product.${id ?? "new"}`;

function read(id: string | null): StoredDraft | null {
  try {
    const found: StoredDraft | null = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? "null");
    // A draft of an earlier console may lack fields.
    if (!found) return null;
    const draft = { ...emptyProductDraft(), ...found.draft };
    const items = draft.items.map((item) => ({
      ...item,
      listing: item.listing ?? recordDraft(itemFields),
      ticketRules: item.ticketRules.map((rule) => ({ ...newTicketSize(), ...rule })),
      schedules: item.schedules.map((schedule) => ({
        ...schedule,
        prices: storedPrices(schedule.prices),
        exceptions: schedule.exceptions.map((one) => ({ ...one, prices: one.prices && storedPrices(one.prices) })),
      })),
      events: item.events.map((event) => ({ ...event, prices: storedPrices(event.prices) })),
    }));
    return { ...found, draft: { ...draft, items } };
  } catch {
    return null;
  }
}

/** An earlier console stored only the amount of a price. */
const storedPrices = (prices: Record<string, PriceDraft | string>): PricesDraft =>
  Object.fromEntries(
    Object.entries(prices).map(([key, price]) => [key, typeof price === "string" ? plainPrice(price) : price]),
  );

function store(id: string | null, typed: Omit<StoredDraft, "at">): void {
  const stored: StoredDraft = { ...typed, at: new Date().toISOString() };
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(stored));
  } catch {
    // If the tab cannot store anything, typing must still work.
  }
}

function forget(id: string | null): void {
  sessionStorage.removeItem(nameOf(id));
}

/** Returns the draft that was stored when the form was opened. Stores `typed` from then on, unless it is null. */
export function useStoredDraft(
  id: string | null,
  typed: Omit<StoredDraft, "at"> | null,
): { found: StoredDraft | null; drop: () => void } {
  const [found, setFound] = useState(() => read(id));
  const began = useRef(false);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
    // Unchanged values are not stored.
    if (!typed && began.current) forget(id);
    if (!typed) return;
    began.current = true;
    const timer = setTimeout(() => store(id, typed), 400);
    return () => clearTimeout(timer);
  }, [id, typed]);
  // The form can close before the delay ends.
  useEffect(
    () => () => {
      if (latest.current) store(id, latest.current);
    },
    [id],
  );
  const drop = () => {
    forget(id);
    setFound(null);
  };
  return { found, drop };
}
