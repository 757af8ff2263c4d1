import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { type TakeBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import type { ResourceUse } from "./ResourceUseBar.tsx";
import { eventName, type Resource } from "./resource.ts";

/** What an event has by one requirement. `resourceId` null: the units that it could not get. */
type Given = Pick<ResourceUse, "eventId" | "position" | "resourceId" | "productName" | "itemName" | "seats" | "people">;

/** `units`: those that the event has of the resource already. */
type Taker = Pick<Resource, "id" | "name"> & { units?: number };

/** Gives an event another resource of its pool. `to` null: an event without guests gives its resource back. */
export function useGiving() {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const { attempt } = useRequestOnClick();
  const rights = useRights();
  const give = (use: Given, to: Taker | null) =>
    attempt(async () => {
      const { eventId, position, resourceId, seats, people } = use;
      // An event with guests cannot be without its resource again, and units that joined others cannot be told from them.
      const isFinal = (resourceId === null && seats + people > 0) || (to?.units ?? 0) > 0;
      const assign = (from: string | null, to: string | null) =>
        api("resources.assign", { id: eventId, body: { position, from, to } });
      const giving =
        (from: string | null, to: string | null): TakeBack =>
        async () => {
          await assign(from, to);
          return giving(to, from);
        };
      await assign(resourceId, to?.id ?? null);
      const event = eventName(use);
      const done = to ? t("resources.week.given", { event, name: to.name }) : t("resources.event.returned", { event });
      reportSaved(done, isFinal ? null : giving(to?.id ?? null, resourceId));
      await queries.invalidateQueries();
    });
  return { give, mayGive: rights.has("resources.assign") };
}
