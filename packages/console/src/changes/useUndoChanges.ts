import { useNavigate } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useRights } from "../session/hooks.ts";
import type { TakeBack } from "../ui/useSavedNotice.ts";

export const changeAddress = (id: number): string => `/changes/${id}/show`;

export type UndoPreview = ApiAnswer<"changes.undo">;

/** Whether an operator must see what undoing does: something stays, or sold seats are concerned. */
const needsReview = ({ kept, lost, changes }: UndoPreview): boolean =>
  kept.length + lost.length > 0 ||
  (changes !== null &&
    changes.sold.overbookedEvents + changes.sold.removedEvents + changes.moves.length + changes.guests.orders > 0);

/**
 * Returns a function that undoes stored changes of products and events, the last one first. A change that an operator must review opens
 * its page in place of that.
 */
export function useUndoChanges(): (changeIds: readonly (number | null)[]) => TakeBack | null {
  const api = useApi();
  const navigate = useNavigate();
  const may = useRights().has("changes.undo");
  return function undoing(changeIds) {
    const ids = changeIds.filter((id) => id !== null);
    if (ids.length === 0 || !may) return null;
    return async () => {
      const undone: (number | null)[] = [];
      for (const id of ids.toReversed()) {
        const one = { id: String(id) };
        const shown = await api("changes.undo", { ...one, query: { dryRun: true, listed: 0 }, body: {} });
        if (needsReview(shown)) {
          void navigate(changeAddress(id));
          return null;
        }
        const { state } = shown;
        const { changes } = await api("changes.undo", { ...one, query: { listed: 0 }, body: { state } });
        undone.push(changes?.changeId ?? null);
      }
      return undoing(undone);
    };
  };
}
