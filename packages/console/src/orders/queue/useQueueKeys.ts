import { useEffect, useRef } from "react";
import { useStore } from "react-admin";

/** Whether single-key shortcuts are on; stored in the browser. */
export const useKeysOn = () => useStore<boolean>("orders.keys", true);

/**
 * Keyboard shortcuts of the queue: j and k move between orders, c and d decide about the order that has the focus, ? opens the
 * help. Enter follows the focused link.
 */
export function useQueueKeys(
  list: { current: HTMLElement | null },
  actions: { enabled: boolean; confirm: (index: number) => void; decline: (index: number) => void; help: () => void },
): void {
  const [on] = useKeysOn();
  const present = useRef(actions);
  present.current = actions;
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      const { enabled, confirm, decline, help } = present.current;
      if (!enabled || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-order]") ?? [])];
      const at = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
      const keys: Record<string, () => void> = {
        j: () => links[Math.min(at + 1, links.length - 1)]?.focus(),
        k: () => links[Math.max(at - 1, 0)]?.focus(),
        c: () => confirm(Math.max(at, 0)),
        d: () => decline(Math.max(at, 0)),
        "?": help,
      };
      const run = keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on, list]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null;
