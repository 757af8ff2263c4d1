import { useEffect, useRef } from "react";
import { createPreference, useSharedValue } from "./shared.ts";

/** Whether single-key shortcuts are on. */
export const keyShortcutsPreference = createPreference("keys", true);

/** Runs a function when its key is pressed, without Ctrl, Alt or Cmd, outside fields, menus and dialogs. */
export function useKeyShortcuts(keys: Record<string, () => void>): void {
  const on = useSharedValue(keyShortcutsPreference);
  const present = useRef(keys);
  present.current = keys;
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      const run = present.current[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on]);
}

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]") !==
    null;
