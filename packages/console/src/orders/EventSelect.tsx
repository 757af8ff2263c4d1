import type { ReactNode } from "react";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { Select } from "../ui/form/controls.tsx";

type EventLine = ListRecord<"events.list">;

/** Reads the events of a product on a day. Reads nothing until both are chosen. */
export function useEvents(productId: string | null, day: string): EventLine[] | undefined {
  const isDay = productId !== null && /^\d{4}-\d{2}-\d{2}$/.test(day);
  return useAnswer("events.list", isDay ? { query: { productId, from: day, to: day, perPage: 500 } } : null).data?.data;
}

/** Reads the next events of a product, or of one of its items, that can be sold. `from`: a local day; by default from now on. */
export function useNextEvents(
  productId: string | null,
  { item, from }: { item?: string; from?: string } = {},
): EventLine[] | undefined {
  const query = {
    state: "available",
    sort: "eventOn",
    perPage: 5,
    ...(item && { item }),
    ...(from && { from }),
  } as const;
  return useAnswer("events.list", productId === null ? null : { query: { ...query, productId } }).data?.data;
}

/** Lets an operator choose an event of a day by its time, item and free seats. `own`: the event that can be chosen in any state. `forDesk`: the desk sells the
 * event. */
export function EventSelect({
  events,
  value,
  own,
  forDesk = false,
  onChange,
  ...field
}: {
  events: readonly EventLine[] | undefined;
  value: string;
  own?: string;
  forDesk?: boolean;
  onChange: (eventId: string) => void;
  id?: string;
  error?: boolean;
  helperText?: ReactNode;
}) {
  const t = useText();
  const choices = (events ?? [])
    .filter(({ id, state }) => (state !== "removed" && state !== "unpublished") || id === own)
    .map(({ id, eventOn, itemName, state, left, deskSells }) => {
      const seats = left === null ? null : t("amendment.left", { smart_count: left });
      const offer = state === "available" || (forDesk && deskSells) ? seats : t(`events.status.${state}`);
      // A field above shows the day. Midnight means no time.
      const time = eventOn.endsWith("T00:00:00") ? null : eventOn.slice(11, 16);
      return { id, name: [time, itemName, offer].filter(Boolean).join(" · ") };
    });
  // Until the events are loaded, the field would show the id of the chosen event.
  const known = choices.some(({ id }) => id === value);
  return (
    <Select
      label={t("orders.field.event")}
      value={known ? value : ""}
      any={events?.length === 0 ? t("amendment.noEvents") : t("amendment.choose")}
      choices={choices}
      onChange={onChange}
      {...field}
    />
  );
}
