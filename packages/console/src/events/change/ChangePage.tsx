import { Alert, Box, Button, Typography } from "@mui/material";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { useAnswer } from "../../api/useAnswer.ts";
import { ChangeEffects, TellGuests } from "../../changes/ChangeEffects.tsx";
import { ChangeTable } from "../../changes/ChangeTable.tsx";
import { countChangedRecords } from "../../changes/changes.ts";
import { UndoLink } from "../../changes/UndoLink.tsx";
import { useLargeChanges } from "../../changes/useLargeChanges.ts";
import { useUndoChanges } from "../../changes/useUndoChanges.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { fieldProblemsOf } from "../../ui/form/FieldSummary.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { BackInHistory, Page } from "../../ui/page/Page.tsx";
import { PagePlaceholder } from "../../ui/page/PagePlaceholder.tsx";
import { PreviewForm, PreviewPanel } from "../../ui/preview.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { useSavedNotice } from "../../ui/useSavedNotice.ts";
import type { EventLine } from "../event.ts";
import { useEventName } from "../parts.tsx";
import type { BulkResult } from "./bulk.ts";
import { ChangeFields, SelectionFields } from "./fields.tsx";
import { type ChangeValues, emptyChangeValues, withoutChange } from "./form.ts";
import { type EventsChangeFlow, useEventsChange } from "./useEventsChange.ts";

/** One change to many events, with a preview of each event. */
export function ChangePage() {
  const [parameters] = useSearchParams();
  const productId = parameters.get("productId");
  const { data: product, isLoading } = useAnswer("products.show", productId ? { id: productId } : null);
  if (isLoading) return <PagePlaceholder />;
  const from = parameters.get("from") ?? "";
  const cityCode = parameters.get("cityCode") ?? "";
  const values: ChangeValues = {
    ...emptyChangeValues,
    // The page changes all products only if the operator asked for all of them.
    scope: productId ? "products" : cityCode ? "city" : parameters.get("scope") === "all" ? "all" : "products",
    products: product ? [{ id: product.id, ...product.source }] : [],
    item: parameters.get("item") ?? "",
    cityCode,
    from,
    to: parameters.get("to") ?? "",
  };
  return <ChangeForm defaults={values} />;
}

function ChangeForm({ defaults }: { defaults: ChangeValues }) {
  const t = useText();
  const { state } = useLocation();
  const events = (state as { events?: EventLine[] } | null)?.events ?? null;
  const [values, setValues] = useState(defaults);
  const change = useEventsChange(events);
  const { count } = useFormat();
  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  const save = async () => {
    const saved = await change.save();
    // The same change must not be made twice by one more press.
    if (saved) {
      setValues(withoutChange);
      const n = countChangedRecords(saved.result.changes, ["events"]);
      reportSaved(t("events.outcome.made", { smart_count: n, n: count(n) }), undoChanges(saved.result.changeIds));
    }
    return saved;
  };
  const flow = { ...change, save };
  const problems = fieldProblemsOf(flow.error);
  return (
    <Page
      title={t("events.change.button")}
      lead={t("events.change.lead")}
      above={<BackInHistory label={t("frame.action.back")} otherwise="/events" />}
    >
      <PreviewForm
        defaults={defaults}
        values={values}
        flow={flow}
        onPreview={() => flow.preview({ values })}
        title={t(flow.phase === "done" ? "events.outcome.done" : "events.change.preview")}
        outcome={<Outcome flow={flow} values={values} chosen={events?.length} />}
      >
        <SectionCard title={t("events.title")}>
          {events ? (
            <ChosenEvents events={events} />
          ) : (
            <SelectionFields values={values} onChange={setValues} problems={problems} />
          )}
        </SectionCard>
        <SectionCard title={t("changes.title")}>
          <ChangeFields values={values} onChange={setValues} problems={problems} />
        </SectionCard>
      </PreviewForm>
    </Page>
  );
}

/** The events that were chosen in the list, by product. */
function ChosenEvents({ events }: { events: readonly EventLine[] }) {
  const t = useText();
  const { count } = useFormat();
  const nameOf = useEventName();
  const sorted = [...events].sort((a, b) => (a.eventOn < b.eventOn ? -1 : 1));
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {t("events.chosen", { smart_count: events.length, n: count(events.length) })}
      </Typography>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t("events.title")}
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 220, overflowY: "auto", overflowWrap: "anywhere" }}
      >
        {sorted.map((line) => (
          <li key={line.id}>
            <Typography variant="body2" component="span">
              {nameOf(line)}
            </Typography>
          </li>
        ))}
      </Box>
    </>
  );
}

/** The preview of a change, and its result. `chosen`: number of events chosen one by one. */
function Outcome({
  flow,
  values,
  chosen,
}: {
  flow: EventsChangeFlow;
  values: ChangeValues;
  chosen: number | undefined;
}) {
  const t = useText();
  const { count } = useFormat();
  const largeChanges = useLargeChanges();
  const { phase, shown, saved } = flow;
  const numbers = (result: { result: BulkResult } | null) => {
    const n = result ? countChangedRecords(result.result.changes, ["events"]) : 0;
    return { smart_count: n, n: count(n) };
  };
  const n = numbers(shown).smart_count;
  return (
    <PreviewPanel
      flow={flow}
      hint={t("events.outcome.hint")}
      conflict={saved ? t("events.outcome.conflictPartly", numbers(saved)) : t("events.outcome.conflict")}
      stale={flow.input?.values !== values}
      button={n > 0 ? t("events.outcome.make", numbers(shown)) : null}
      askAgain={({ result }) => largeChanges(result.changes)}
      before={({ result }) =>
        phase === "done" || !shown ? (
          <Made done={result} />
        ) : (
          <>
            <Reach result={result} />
            {!saved && chosen !== undefined && <LeftOut n={chosen - result.selected} />}
            {n > 0 && <ChangeEffects changes={result.changes} />}
            {flow.input?.values.prices.some(({ roundTo }) => !roundTo) && <Rounding result={result} />}
          </>
        )
      }
    >
      {({ result }) => <ChangeTable changes={result.changes} />}
    </PreviewPanel>
  );
}

/** The number of selected events, and how many of them do not change. */
function Reach({ result }: { result: BulkResult }) {
  const t = useText();
  const { count } = useFormat();
  const n = countChangedRecords(result.changes, ["events"]);
  const same = Math.max(0, result.selected - n);
  if (result.selected === 0) return <Alert severity="warning">{t("events.outcome.noneMeant")}</Alert>;
  if (n === 0) return <Alert severity="info">{t("changes.none")}</Alert>;
  return (
    <Typography role="status">
      <strong>{t("events.outcome.changes", { smart_count: n, n: count(n) })}</strong>
      {same > 0 && ` ${t("events.outcome.same", { smart_count: same, n: count(same) })}`}
    </Typography>
  );
}

/** Chosen events that can no longer be changed. */
function LeftOut({ n }: { n: number }) {
  const t = useText();
  const { count } = useFormat();
  if (n <= 0) return null;
  return <Alert severity="warning">{t("events.outcome.left", { smart_count: n, n: count(n) })}</Alert>;
}

function Rounding({ result: { rounding, changes } }: { result: BulkResult }) {
  const t = useText();
  if (!changes.records.some(({ fields }) => fields.some(({ field }) => field === "prices"))) return null;
  const list = Object.entries(rounding).map(([code, digits]) => `${code} ${digits}`);
  return <SecondaryText>{t("events.outcome.rounding", { list: list.join(", ") })}</SecondaryText>;
}

function Made({ done }: { done: BulkResult }) {
  const t = useText();
  const { count } = useFormat();
  const n = countChangedRecords(done.changes, ["events"]);
  return (
    <>
      <Alert severity="success" role="status">
        {t("events.outcome.made", { smart_count: n, n: count(n) })}
      </Alert>
      <ChangeEffects changes={done.changes} />
      <TellGuests changes={done.changes} />
      <UndoLink changeIds={done.changeIds} />
      <Button component={Link} to="/events" variant="outlined" sx={{ alignSelf: "flex-start" }}>
        {t("events.outcome.toCalendar")}
      </Button>
    </>
  );
}
