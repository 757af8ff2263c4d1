import { Box, Card, LinearProgress, Typography, useMediaQuery } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useAnswer } from "../../api/useAnswer.ts";
import { isMonth, lastDay, monthAfter, today } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { Loading } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { TimeBar } from "../../ui/page/TimeBar.tsx";
import { EventViewLinks } from "../EventViewLinks.tsx";
import { eventStates } from "../event.ts";
import { CityFilter, ProductPicker } from "../pickers.tsx";
import { DayList, MonthGrid } from "./days.tsx";
import { allEvents, CalendarLegend, MonthTotals } from "./parts.tsx";

/** A month of events, of one product, one city or all, with availability and occupancy of each day. */
export function CalendarPage() {
  const t = useText();
  const wide = useMediaQuery("(min-width: 760px)");
  const [parameters, setParameters] = useSearchParams();
  const zone = useStoreZone();
  const parameter = (name: string) => parameters.get(name) ?? undefined;
  const format = useFormat();
  const wanted = parameters.get("month");
  const present = today(zone).slice(0, 7);
  const month = isMonth(wanted) ? wanted : present;
  const [productId, item, cityCode] = [parameter("productId"), parameter("item"), parameter("cityCode")];
  const state = eventStates.find((one) => one === parameter("state"));
  const narrowed = { productId, item, cityCode, state };
  const { data, error, isPending, isFetching } = useAnswer(
    "events.calendar",
    { query: { month, ...narrowed } },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  );
  const setFilter = (changes: Record<string, string | undefined>) =>
    setParameters((present) => {
      const all = Object.entries({ ...Object.fromEntries(present), ...changes });
      return all.filter((entry): entry is [string, string] => Boolean(entry[1]));
    });
  const showMonth = (next: string) => setFilter({ month: next, from: undefined, to: undefined });
  const Days = wide ? MonthGrid : DayList;
  // Until the operator chooses another month, the list has the days that it had before.
  const ofList = { from: parameter("from"), to: parameter("to") };
  const filter = {
    ...narrowed,
    ...(ofList.from || ofList.to ? ofList : { from: `${month}-01`, to: lastDay(month) }),
  };
  return (
    <Page
      gap={1.5}
      title={t("events.title")}
      lead={t("events.calendar.lead")}
      actions={<EventViewLinks view="calendar" filter={filter} />}
    >
      <Box
        role="search"
        sx={{ display: "grid", gap: 1.25, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 18rem), 1fr))" }}
      >
        <ProductPicker productId={productId} item={item} onChange={setFilter} />
        <CityFilter cityCode={cityCode} onChange={setFilter} />
        <Select
          label={t("orders.field.status")}
          value={state ?? ""}
          any={t("orders.list.anyStatus")}
          choices={choicesOf(eventStates, (one) => t(`events.status.${one}`))}
          onChange={(chosen) => setFilter({ state: chosen })}
        />
      </Box>
      <Card>
        <TimeBar
          heading={format.month(month)}
          before={t("events.calendar.previous")}
          after={t("events.calendar.next")}
          present={{
            label: t("events.calendar.thisMonth"),
            isShown: month === present,
            show: () => showMonth(present),
          }}
          onStep={(by) => showMonth(monthAfter(month, by))}
        />
        <Box sx={{ height: 4 }}>{isFetching && !isPending && <LinearProgress aria-hidden />}</Box>
        {error ? (
          <Box sx={{ p: 2 }}>
            <ProblemAlert error={error} />
          </Box>
        ) : isPending ? (
          <Box sx={{ p: 2 }}>
            <Loading of="days" lines={5} />
          </Box>
        ) : (
          <>
            <MonthTotals total={data.total} />
            {allEvents(data.total) === 0 && (
              <Typography role="status" sx={{ p: 3, textAlign: "center", color: "text.secondary" }}>
                {t(productId || cityCode || state ? "events.calendar.noneFound" : "events.calendar.empty")}
              </Typography>
            )}
            <Days calendar={data} filter={narrowed} />
            <CalendarLegend />
          </>
        )}
      </Card>
    </Page>
  );
}
