import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useNotify } from "../ui/notices.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
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
  const notify = useNotify();
  const queries = useQueryClient();
  const { attempt } = useRequestOnClick();
  const rights = useRights();
  const assign = (use: Given, to: Taker | null, undo?: () => void) =>
    attempt(async () => {
      const { eventId, position, resourceId } = use;
      await api("resources.assign", { id: eventId, body: { position, from: resourceId, to: to?.id ?? null } });
      const event = eventName(use);
      notify(to ? t("resources.week.given", { event, name: to.name }) : t("resources.event.returned", { event }), {
        type: "success",
        ...(undo && { undo }),
      });
      await queries.invalidateQueries();
    });
  /** `from`: the name of the present resource. */
  const give = (use: Given, to: Taker | null, from?: string) => {
    const { resourceId, seats, people } = use;
    const former = resourceId === null ? null : { id: resourceId, name: from ?? "" };
    // An event with guests cannot be without its resource again, and units that joined others cannot be told from them.
    const isFinal = (former === null && seats + people > 0) || (to?.units ?? 0) > 0;
    return assign(use, to, isFinal ? undefined : () => void assign({ ...use, resourceId: to?.id ?? null }, former));
  };
  return { give, mayGive: rights.has("resources.assign") };
}
