import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { useText } from "../i18n/index.ts";
import { useNotify } from "./notices.tsx";
import { useRequestOnClick } from "./page/states.tsx";

/** Undoes a save. Returns what undoes the undo; null: nothing was undone here, such as when a page shows the reason. */
export type TakeBack = () => Promise<TakeBack | null>;

/** Returns a function that reports a save in a notice, which offers to undo it. An undone save is offered again. */
export function useSavedNotice(): (text: string, back?: TakeBack | null) => void {
  const t = useText();
  const notify = useNotify();
  const queries = useQueryClient();
  const { attempt } = useRequestOnClick();
  return function report(text, back) {
    const undo = () =>
      void attempt(async () => {
        const again = await back!();
        await queries.invalidateQueries();
        if (again) report(t("lists.undone"), again);
      });
    notify(text, { type: "success", ...(back && { undo }) });
  };
}

/** Saves the former values and, if that is undone, the new values again. `save` refuses a record that changed since. */
export const swapBack =
  <Values>(former: Values, saved: Values, save: (values: Values) => Promise<unknown>): TakeBack =>
  async () => {
    await save(former);
    return swapBack(saved, former, save);
  };

const changedMeanwhile = () => new ApiError(409, { code: "changed-meanwhile" });

/**
 * Saves a record of which only this window's saves may have made revisions since `revision`. A save that changes nothing may make no
 * revision.
 */
export function savingOwnRevisions<Values, Present extends { revision: number }>(
  revision: number,
  read: () => Promise<Present>,
  save: (values: Values, present: Present) => Promise<unknown>,
): (values: Values) => Promise<void> {
  let latest = revision + 1;
  return async (values) => {
    const present = await read();
    if (present.revision > latest) throw changedMeanwhile();
    await save(values, present);
    latest = present.revision + 1;
  };
}

/** Saves a record without revisions, if it still has the values that were saved last. */
export function savingOwnValues<Values>(
  saved: Values,
  read: () => Promise<Values>,
  save: (values: Values) => Promise<unknown>,
): (values: Values) => Promise<void> {
  let latest = JSON.stringify(saved);
  return async (values) => {
    if (JSON.stringify(await read()) !== latest) throw changedMeanwhile();
    await save(values);
    latest = JSON.stringify(await read());
  };
}
