import { useEffect, useRef } from "react";

/**
 * Moves the focus with the entries of a list: into the first field of a new entry, and to the button that adds when the focused
 * entry was removed. The returned ref is for the list; its last item is the new entry.
 */
export function useEntryFocus(length: number) {
  const list = useRef<HTMLDivElement>(null);
  const former = useRef(length);
  useEffect(() => {
    const grew = length === former.current + 1;
    const shrank = length < former.current;
    former.current = length;
    const { activeElement: active } = document;
    const button = list.current?.parentElement?.querySelector<HTMLElement>("[data-adds]");
    // When a focused button disappears, the browser moves the focus to the body. A restored draft must not take the focus from another field.
    const isHere = active === null || active === document.body || active === button;
    if (!isHere) return;
    if (grew)
      list.current
        ?.querySelector(":scope > ul > li:last-child")
        ?.querySelector<HTMLElement>("input, textarea, [role=combobox]")
        ?.focus();
    else if (shrank) button?.focus();
  }, [length]);
  return list;
}
