import { type RefObject, useEffect, useRef } from "react";
import type { Preview } from "./usePreview.ts";

/** CSS pixels that the bar at the top of each page covers. */
const topBarHeight = 56;

/** Moves the focus to an element when a preview or a result arrives for which the operator asked. */
export function useFocusOnOutcome({
  phase,
  isAutomatic,
}: Pick<Preview<unknown, unknown>, "phase" | "isAutomatic">): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isWanted = (phase === "ready" || phase === "done") && !isAutomatic;
  useEffect(() => {
    if (!isWanted || !box.current) return;
    box.current.focus({ preventScroll: true });
    const { top } = box.current.getBoundingClientRect();
    // A panel that begins in view stays where it is, so the heading of the page stays in view too.
    if (top < topBarHeight || top > innerHeight / 2) box.current.scrollIntoView();
  }, [isWanted]);
  return box;
}
