import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi } from "../../api/useApi.ts";
import { useLargeChanges } from "../../changes/useLargeChanges.ts";
import { useUndoChanges } from "../../changes/useUndoChanges.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useNotify } from "../../ui/notices.tsx";
import { useRequestOnClick } from "../../ui/page/states.tsx";
import { ConfirmLargeChange } from "../../ui/preview.tsx";
import { useSavedNotice } from "../../ui/useSavedNotice.ts";
import { type ChangePreview, type EventsChange, previewEventsChange, saveEventsChange } from "../change/bulk.ts";
import { stepForChosenEvents } from "../change/form.ts";
import type { EventLine } from "../event.ts";

/** Changes one event at once. `done`: the text of the notice. */
export type InlineChange = (line: EventLine, change: EventsChange, done: string) => Promise<void>;

/**
 * Changes single events without a preview page. It saves a change at once, and offers to undo it. A price that moves far, and a capacity
 * below what is sold or without a limit, is confirmed first.
 */
export function useInlineChange(): { change: InlineChange; asking: ReactNode } {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const { count } = useFormat();
  const { attempt } = useRequestOnClick();
  const queries = useQueryClient();
  const largeChanges = useLargeChanges();
  const [asked, setAsked] = useState<{ title?: string; texts: string[]; onYes: () => void } | null>(null);

  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  const save = async (shown: ChangePreview) => {
    const { result, error } = await saveEventsChange(api, shown);
    await queries.invalidateQueries();
    if (error) throw error;
    return result?.changeIds ?? [];
  };
  const change: InlineChange = (line, wanted, done) =>
    attempt(async () => {
      const shown = await previewEventsChange(api, [stepForChosenEvents([line])], wanted);
      if (shown.result.selected === 0) return notify(t("lists.inline.past"), { type: "error" });
      const finish = async () => reportSaved(done, undoChanges(await save(shown)));
      const { changes } = shown.result;
      const onYes = () => void attempt(finish);
      const large = largeChanges(changes, line.currencyCode);
      if (changes.sold.overbookedEvents > 0) {
        const counts = { sold: count(line.sold), capacity: count(wanted.capacity?.to ?? 0) };
        setAsked({ title: t("lists.inline.tooFewTitle"), texts: [t("lists.inline.tooFew", counts)], onYes });
      } else if (wanted.capacity?.to === null && line.capacity !== null) {
        const text = t("lists.inline.noLimit", { capacity: count(line.capacity) });
        setAsked({ title: t("lists.inline.noLimitTitle"), texts: [text], onYes });
      } else if (large.length > 0) setAsked({ texts: large, onYes });
      else await finish();
    });
  const asking = asked && <ConfirmLargeChange {...asked} onClose={() => setAsked(null)} />;
  return { change, asking };
}
