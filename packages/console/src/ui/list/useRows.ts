import { useMediaQuery } from "@mui/material";
import { useRef, useState } from "react";
import { useKeyShortcuts } from "../keys.ts";

type Key = string | number;

/** j and k move through the rows of a table, or show the next record in the panel. Escape closes the panel. */
export function useRows<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, hasPanel: boolean) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [key, setKey] = useState<Key | null>(null);
  // Beside the panel the list needs room for its first columns.
  const isWide = useMediaQuery("(min-width: 1200px)", { noSsr: true });
  const at = hasPanel && isWide ? rows.findIndex((row) => keyOf(row) === key) : -1;
  const lines = () => [...(body.current?.querySelectorAll<HTMLElement>(":scope > [data-row]") ?? [])];
  const focusRow = (nth: number) => {
    const row = lines()[nth];
    (row?.querySelector<HTMLElement>("[data-opens]") ?? row?.querySelector<HTMLElement>("a, button"))?.focus();
  };
  const step = (by: 1 | -1) => {
    const all = lines();
    const from = at >= 0 ? at : all.findIndex((line) => line.contains(document.activeElement));
    const next = Math.max(0, Math.min(from + by, rows.length - 1));
    if (at < 0) return focusRow(next);
    setKey(keyOf(rows[next]!));
    all[next]?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    setKey(null);
    // The table first shows all its columns again.
    requestAnimationFrame(() => focusRow(at));
  };
  useKeyShortcuts({ j: () => step(1), k: () => step(-1), ...(at >= 0 && { Escape: close }) });
  return { body, opened: rows[at], open: (row: Row) => setKey(keyOf(row)), close, canOpen: hasPanel && isWide };
}
