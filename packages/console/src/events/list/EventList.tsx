import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/useRights.ts";
import { ListPage } from "../../ui/list/ListPage.tsx";
import type { Choose, Chosen } from "../event.ts";
import { Views } from "../Views.tsx";
import { EventCards } from "./EventCards.tsx";
import { EventFilters } from "./EventFilters.tsx";
import { EventLines } from "./EventLines.tsx";
import { SelectionBar } from "./SelectionBar.tsx";

/** Events with what is sold and left, and the way to change those that are chosen. */
export function EventList() {
  const t = useText();
  const mayChange = useRights().has("events.change");
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const choose: Choose = (lines, on) => {
    const next = new Map(chosen);
    for (const line of lines) on ? next.set(line.id, line) : next.delete(line.id);
    setChosen(next);
  };
  return (
    <ListPage
      resource="events"
      title={t("events.title")}
      lead={t("events.list.lead")}
      sort={{ field: "eventOn", order: "ASC" }}
      perPage={50}
      filters={<EventFilters />}
      actions={<ListViews />}
    >
      {mayChange && <SelectionBar chosen={chosen} onClear={() => setChosen(new Map())} />}
      <Records chosen={chosen} choose={mayChange ? choose : null} />
    </ListPage>
  );
}

function ListViews() {
  const { filterValues } = useListContext();
  return <Views view="list" filter={filterValues} />;
}

function Records(props: { chosen: Chosen; choose: Choose | null }) {
  const wide = useMediaQuery("(min-width: 900px)");
  return wide ? <EventLines {...props} /> : <EventCards {...props} />;
}
