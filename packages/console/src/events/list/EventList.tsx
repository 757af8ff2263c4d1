import { Box, Button, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router";
import { eventsActionAddress, maxActedEvents } from "../../bulk/bulk.ts";
import { today } from "../../format/days.ts";
import { ListedLocal, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights, useStoreZone } from "../../session/hooks.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { later } from "../../ui/later.ts";
import { DayFilter, FilterBar, SelectFilter, useFilters } from "../../ui/list/filters.tsx";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import type { RowSelection } from "../../ui/list/records.ts";
import { useListContext } from "../../ui/list/useList.ts";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { Occupancy } from "../calendar/parts.tsx";
import { EventViewLinks, eventAddress, eventsChangeAddress } from "../EventViewLinks.tsx";
import { type EventLine, eventStates, type SelectedEvents } from "../event.ts";
import { EventStateChip, useEventName } from "../parts.tsx";
import { CityFilter, EventItemField, EventProductField } from "../pickers.tsx";
import { CapacityInline, PricesInline } from "./inline.tsx";
import { useInlineChange } from "./useInlineChange.tsx";

const EventPanel = later(() => import("../../day/EventPanel.tsx"), "EventPanel");

/** Events with sold and remaining seats; events can be selected and changed together. */
export function EventList() {
  const t = useText();
  const format = useFormat();
  const nameOf = useEventName();
  const from = today(useStoreZone());
  const rights = useRights();
  const mayChange = rights.has("events.change");
  const maySelect = mayChange || rights.has("bulkActions.start");
  const [selected, setSelected] = useState<SelectedEvents>(new Map());
  const selection: RowSelection<EventLine> = {
    all: t("events.choose.page"),
    nameOf,
    has: ({ id }) => selected.has(id),
    set: (lines, on) => {
      const next = new Map(selected);
      for (const line of lines) on ? next.set(line.id, line) : next.delete(line.id);
      setSelected(next);
    },
  };
  const { change, asking } = useInlineChange();
  const inline = mayChange ? change : undefined;
  return (
    <ListPage
      resource="events"
      title={t("events.title")}
      sort={{ field: "eventOn", order: "ASC" }}
      filter={{ from }}
      perPage={50}
      filters={<EventFilters />}
      views
      actions={<ListViews />}
    >
      <SelectionBar selected={selected} onClear={() => setSelected(new Map())} />
      <RecordList<EventLine>
        selection={maySelect ? selection : undefined}
        to={({ id }) => eventAddress(id)}
        panel={{ nameOf, show: ({ id }) => <EventPanel key={id} id={id} /> }}
        columns={[
          {
            label: t("events.field.eventOn"),
            sort: "eventOn",
            value: ({ id, eventOn }) => (
              <PageLink to={eventAddress(id)} aria-label={format.local(eventOn)} sx={{ fontWeight: 600 }}>
                <ListedLocal on={eventOn} />
              </PageLink>
            ),
          },
          {
            id: "product",
            label: t("find.product"),
            main: true,
            card: "line",
            value: ({ productName }) => productName,
            second: ({ itemName }) => itemName,
          },
          {
            id: "state",
            label: t("orders.field.status"),
            sort: "state",
            card: "bare",
            most: "8.75rem",
            value: ({ state }) => <EventStateChip state={state} />,
            second: ({ missingResources }) => missingResources.join(", "),
          },
          {
            id: "sold",
            label: t("day.sold"),
            sort: "left",
            card: "bare",
            most: "7rem",
            value: ({ load, sold, held, capacity }) => (
              <Occupancy load={load} sold={sold} held={held} capacity={capacity} />
            ),
          },
          {
            id: "capacity",
            label: t("day.capacity"),
            sort: "capacity",
            figure: true,
            card: "none",
            value: (line) => <CapacityInline line={line} inline={inline} />,
          },
          {
            id: "prices",
            label: t("field.prices"),
            most: "10.5rem",
            card: "bare",
            value: (line) => <PricesInline line={line} inline={inline} />,
          },
        ]}
      />
      {asking}
    </ListPage>
  );
}

function ListViews() {
  const { filterValues } = useListContext();
  return <EventViewLinks view="list" filter={filterValues} />;
}

/** The filters of events. */
function EventFilters() {
  const t = useText();
  return (
    <FilterBar
      first={<ProductFilter />}
      more={{
        usual: ["productId", "from", "to", "state"],
        filters: (
          <>
            <CityOfEvents />
            <ItemFilter />
          </>
        ),
      }}
    >
      <DayFilter source="from" label={t("events.filter.from")} />
      <DayFilter source="to" label={t("events.filter.to")} />
      <SelectFilter
        source="state"
        label={t("orders.field.status")}
        any={t("orders.list.anyStatus")}
        choices={choicesOf(eventStates, (state) => t(`events.status.${state}`))}
      />
    </FilterBar>
  );
}

function ProductFilter() {
  const { values, set } = useFilters();
  return <EventProductField productId={values.productId} onChange={set} />;
}

function ItemFilter() {
  const { values, set } = useFilters();
  return <EventItemField productId={values.productId} item={values.item} onChange={set} />;
}

function CityOfEvents() {
  const { values, set } = useFilters();
  return <CityFilter cityCode={values.cityCode} onChange={set} />;
}

/** The number of selected events, and links to act on them. Without a selection, a link changes all events that match the filters. */
function SelectionBar({ selected, onClear }: { selected: SelectedEvents; onClear: () => void }) {
  const t = useText();
  const { count } = useFormat();
  const { filterValues, total = 0 } = useListContext();
  const mayChange = useRights().has("events.change");
  const { state, ...filter } = filterValues;
  const zone = useStoreZone();
  const any = selected.size > 0;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 1.5,
        rowGap: 0.5,
        px: 2,
        py: 0.5,
        minHeight: 40,
        borderBottom: 1,
        borderColor: "divider",
        ...(any && { bgcolor: "info.light", color: "info.dark", position: "sticky", top: 56, zIndex: 2 }),
      }}
    >
      <Typography role="status" component="span" sx={{ fontSize: "0.875rem", fontWeight: any ? 700 : 500 }}>
        {any
          ? t("events.chosen", { smart_count: selected.size, n: count(selected.size) })
          : t("events.found", { smart_count: total, n: count(total) })}
      </Typography>
      {any ? (
        <SelectionActions events={[...selected.values()]} onClear={onClear} />
      ) : !mayChange ? null : state ? (
        <SecondaryText span>{t("events.choose.byStatus")}</SecondaryText>
      ) : (
        <Button size="small" component={Link} to={eventsChangeAddress({ ...filter, scope: "all" })}>
          {t("events.change.all")}
        </Button>
      )}
      {!any && filterValues.from === today(zone) && (
        <SecondaryText
          span
          title={t("events.list.fromToday")}
          sx={{ flex: { xs: "1 1 100%", md: "1 1 0" }, minWidth: 0, ...cutFromTablet }}
        >
          {t("events.list.fromToday")}
        </SecondaryText>
      )}
    </Box>
  );
}

const cutFromTablet = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: { md: "nowrap" } } as const;

function SelectionActions({ events, onClear }: { events: EventLine[]; onClear: () => void }) {
  const t = useText();
  const rights = useRights();
  const mayAct = rights.has("bulkActions.start") && events.some(({ sold }) => sold > 0);
  return (
    <>
      {rights.has("events.change") && (
        <Button size="small" variant="contained" component={Link} to="/events/change" state={{ events }}>
          {t("events.change.chosen")}
        </Button>
      )}
      {mayAct &&
        (events.length > maxActedEvents ? (
          <SecondaryText span>{t("bulk.ofEvents.max", { n: maxActedEvents })}</SecondaryText>
        ) : (
          (["cancel", "inform"] as const).map((kind) => (
            <Button
              key={kind}
              size="small"
              variant="outlined"
              color="inherit"
              component={Link}
              to={eventsActionAddress(kind)}
              state={{ events }}
            >
              {t(`bulk.ofEvents.${kind}`)}
            </Button>
          ))
        ))}
      <Button size="small" onClick={onClear}>
        {t("events.choose.none")}
      </Button>
    </>
  );
}
