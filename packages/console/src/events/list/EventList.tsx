import Box from "@mui/material/Box";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useFormat } from "../../format/format.ts";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/useRights.ts";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { RecordList, type Selection } from "../../ui/list/RecordList.tsx";
import { PageLink } from "../../ui/text/PageLink.tsx";
import { Secondary } from "../../ui/text/Secondary.tsx";
import { Load } from "../calendar/Load.tsx";
import type { EventLine, SelectedEvents } from "../event.ts";
import { sessionAddress, Views } from "../Views.tsx";
import { EventFilters } from "./EventFilters.tsx";
import { EventState, Prices, useEventName } from "./parts.tsx";
import { SelectionBar } from "./SelectionBar.tsx";

/** Events with sold and remaining seats; events can be selected and changed together. */
export function EventList() {
  const t = useText();
  const format = useFormat();
  const nameOf = useEventName();
  const mayChange = useRights().has("events.change");
  const [selected, setSelected] = useState<SelectedEvents>(new Map());
  const selection: Selection<EventLine> = {
    all: t("events.choose.page"),
    nameOf,
    has: ({ id }) => selected.has(id),
    set: (lines, on) => {
      const next = new Map(selected);
      for (const line of lines) on ? next.set(line.id, line) : next.delete(line.id);
      setSelected(next);
    },
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
      {mayChange && <SelectionBar selected={selected} onClear={() => setSelected(new Map())} />}
      <RecordList<EventLine>
        selection={mayChange ? selection : undefined}
        columns={[
          {
            label: t("events.field.eventOn"),
            sort: "eventOn",
            value: ({ id, eventOn }) => (
              <PageLink to={sessionAddress(id)} sx={{ fontWeight: 700 }}>
                {format.local(eventOn)}
              </PageLink>
            ),
          },
          {
            label: t("events.field.product"),
            wrap: true,
            width: "34%",
            card: "bare",
            value: ({ productName, itemName }) => (
              <>
                {productName}
                <Secondary>{itemName}</Secondary>
              </>
            ),
          },
          {
            label: t("events.field.status"),
            sort: "availability",
            card: "bare",
            value: (line) => <EventState line={line} />,
          },
          {
            label: t("events.field.sold"),
            sort: "left",
            card: "bare",
            value: ({ load, sold, held, capacity }) => (
              <Box sx={{ minWidth: 130 }}>
                <Load load={load} sold={sold} held={held} capacity={capacity} />
              </Box>
            ),
          },
          { label: t("events.field.prices"), card: "bare", value: (line) => <Prices line={line} /> },
        ]}
      />
    </ListPage>
  );
}

function ListViews() {
  const { filterValues } = useListContext();
  return <Views view="list" filter={filterValues} />;
}
