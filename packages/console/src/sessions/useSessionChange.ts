import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { type BulkResult, type Change, make, previewOf, type Shown } from "../events/change/bulk.ts";
import { useText } from "../i18n/index.ts";
import { type Preview, usePreview } from "../ui/preview/usePreview.ts";
import type { Session } from "./session.ts";

export type SessionChange = "close" | "open" | "capacityChange" | "priceChange";

/** A change of one session: previewed, then saved exactly as previewed. */
export function useSessionChange(
  change: SessionChange,
  { productId, item, eventOn }: Session,
  onClose: () => void,
): { flow: Preview<Change, Shown, BulkResult>; save: () => Promise<void> } {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const flow = usePreview<Change, Shown, BulkResult>({
    preview: (wanted) =>
      previewOf(api, [{ productIds: [productId], selection: { events: [{ productId, item, eventOn }] } }], wanted),
    async save(_wanted, shown) {
      const { result, error } = await make(api, shown);
      if (error) throw error;
      return result!;
    },
    again: true,
  });
  const save = async () => {
    if (!(await flow.save())) return;
    notify(t(`day.${change}.done`), { type: "success" });
    onClose();
  };
  return { flow, save };
}
