import { useState } from "react";

/** Returns the record whose details are shown. */
export function useExpandedRecord() {
  const [shown, setShown] = useState<string | number | null>(null);
  return (id: string | number) => ({ open: shown === id, onToggle: () => setShown(shown === id ? null : id) });
}
