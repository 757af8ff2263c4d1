import ReplayIcon from "@mui/icons-material/Replay";
import { Alert, Chip, Stack, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { dayOfInstant, startOfDay } from "../format/days.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { attemptOutcomeText, callbackSubjectText, callbackTones } from "../orders/page/OrderCallbacks.tsx";
import { TestChip } from "../orders/parts.tsx";
import { useRights, useStoreZone } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DialogButton } from "../ui/dialogs.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { DayField } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { usePartnerName, usePartnerNames } from "../ui/form/usePartnerNames.ts";
import { FilterBar, InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { useListContext } from "../ui/list/useList.ts";
import { ProblemAlert } from "../ui/page/states.tsx";
import { PageLink } from "../ui/text.tsx";
import { type CallbackLine, callbackNumber, callbackStates } from "./callback.ts";

const addressOf = ({ id }: CallbackLine): string => `/callbacks/${id}/show`;

/** Every callback, the newest first. */
export function CallbackList() {
  const t = useText();
  const partnerName = usePartnerName();
  return (
    <ListPage
      resource="callbacks"
      title={t("callbacks.title")}
      lead={t("callbacks.lead")}
      empty={t("callbacks.empty")}
      sort={{ field: "createdAt", order: "DESC" }}
      filters={<CallbackFilters />}
      actions={<ReplayButton />}
    >
      <RecordList<CallbackLine>
        to={addressOf}
        columns={[
          { label: t("callbacks.field.order"), value: (one) => <Name of={one} /> },
          { label: t("callbacks.field.says"), card: "bare", value: (line) => callbackSubjectText(line, t) },
          {
            label: t("orders.field.partner"),
            most: "13rem",
            card: "bare",
            value: ({ partner }) => partnerName(partner),
          },
          {
            label: t("field.state"),
            card: "bare",
            value: ({ state }) => <CallbackStateChip state={state} />,
          },
          { label: t("callbacks.field.attempts"), sort: "attempts", figure: true, value: ({ attempts }) => attempts },
          {
            label: t("callbacks.field.newest"),
            main: true,
            value: ({ outcome, httpStatus }) =>
              outcome === null ? t("callbacks.notSent") : attemptOutcomeText({ outcome, httpStatus }, t),
          },
          {
            label: t("callbacks.field.created"),
            sort: "createdAt",
            value: ({ createdAt }) => <InstantText at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}

function ReplayButton() {
  const t = useText();
  const rights = useRights();
  const { filterValues } = useListContext();
  if (!rights.has("callbacks.replayRange")) return null;
  return (
    <DialogButton
      variant="outlined"
      startIcon={<ReplayIcon />}
      label={t("callbacks.range.button")}
      dialog={(close) => <ReplayRange filter={filterValues} onClose={close} />}
    />
  );
}

function Name({ of }: { of: CallbackLine }) {
  const t = useText();
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: "center", display: "inline-flex" }}>
      <PageLink
        to={addressOf(of)}
        aria-label={t("callbacks.one", { reference: of.reference, n: callbackNumber(of) })}
        sx={{ fontFamily: mono, fontWeight: 700 }}
      >
        {of.reference} · {callbackNumber(of)}
      </PageLink>
      {of.test && <TestChip />}
    </Stack>
  );
}

export function CallbackStateChip({ state }: { state: CallbackLine["state"] }) {
  const t = useText();
  return <Chip color={callbackTones[state]} label={t(`orders.callback.state.${state}`)} />;
}

/** Frequent status codes. An operator can set other codes in the page's address. */
const statuses = ["200", "204", "400", "401", "403", "404", "410", "429", "500", "502", "503"];

/** The filters of callbacks. */
function CallbackFilters() {
  const t = useText();
  const partners = usePartnerNames();
  return (
    <FilterBar
      first={<SearchFilter placeholder={t("callbacks.searchLead")} />}
      more={{
        usual: ["q", "partner", "state"],
        filters: (
          <>
            <SelectFilter
              source="httpStatus"
              label={t("orders.callback.answer")}
              any={t("callbacks.anyAnswer")}
              choices={[{ id: "0", name: t("callbacks.noAnswer") }, ...choicesOf(statuses, (status) => status)]}
            />
            <TestFilter />
            <InstantFilter source="from" label={t("callbacks.from")} />
            <InstantFilter source="to" label={t("callbacks.to")} until />
          </>
        ),
      }}
    >
      <SelectFilter source="partner" label={t("orders.field.partner")} any={t("find.anyPartner")} choices={partners} />
      <SelectFilter
        source="state"
        label={t("field.state")}
        any={t("callbacks.anyState")}
        choices={choicesOf(callbackStates, (state) => t(`orders.callback.state.${state}`))}
      />
    </FilterBar>
  );
}

/** Maximum number of callbacks that the service sends again in one request. */
const most = 200;

type Filter = Record<string, string | undefined>;

/** Sends all callbacks again that match the period and the list's filters, after showing their number. */
function ReplayRange({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const [bounds, setBounds] = useState({ from: filter.from ?? "", to: filter.to ?? "" });
  const wanted = { ...filter, ...bounds };
  const zone = useStoreZone();
  const backwards = bounds.from !== "" && bounds.to !== "" && bounds.from >= bounds.to;
  const isPeriod = bounds.from !== "" && !backwards;
  const count = useAnswer("callbacks.list", isPeriod ? { query: { ...wanted, perPage: 1 } } : null, {
    placeholderData: keepPreviousData,
  });
  const total = count.data?.total ?? 0;
  const fits = total > 0 && total <= most;
  const ready = isPeriod && count.data !== undefined && !count.isPlaceholderData;
  return (
    <FormDialog
      title={t("callbacks.range.title")}
      lead={t("callbacks.range.lead")}
      submit={t("callbacks.range.submit", { n: ready ? format.count(total) : "…" })}
      disabled={!ready || !fits}
      save={() => api("callbacks.replayRange", { body: bodyOf(wanted) })}
      notice={({ sent, received, skipped }) => ({
        type: received === sent && skipped === 0 ? "success" : "warning",
        text:
          skipped > 0
            ? t("callbacks.range.doneSkipped", { sent, received, skipped })
            : t("orders.action.resend.done", { sent, received }),
      })}
      onClose={onClose}
    >
      {Object.keys(filter).some((name) => name !== "from" && name !== "to") && (
        <Typography>{t("callbacks.range.filtered")}</Typography>
      )}
      <ProblemAlert error={count.error} />
      <DayField
        required
        label={t("callbacks.from")}
        value={dayOfInstant(bounds.from, zone)}
        onChange={(day) => setBounds({ ...bounds, from: startOfDay(day, zone) })}
      />
      <DayField
        label={t("callbacks.to")}
        value={dayOfInstant(bounds.to, zone, -1)}
        error={backwards}
        helperText={backwards && t("frame.period.backwards")}
        onChange={(day) => setBounds({ ...bounds, to: startOfDay(day, zone, 1) })}
      />
      <Alert severity={ready && !fits ? "warning" : "info"} role="status">
        {bounds.from === ""
          ? t("callbacks.range.needsFrom")
          : !ready
            ? t("frame.loading")
            : total === 0
              ? t("problems.nothing-matches")
              : fits
                ? t("callbacks.range.count", { smart_count: total })
                : t("callbacks.range.tooMany", { n: format.count(total) })}
      </Alert>
    </FormDialog>
  );
}

/** Converts the filters of the address, which are text, to the types of the request. */
function bodyOf({ test, httpStatus, ...texts }: Filter): RequestBody<"callbacks.replayRange"> {
  const set = Object.entries(texts).filter(([, value]) => value !== undefined && value !== "");
  return {
    ...(Object.fromEntries(set) as unknown as RequestBody<"callbacks.replayRange">),
    ...(test && { test: test === "true" }),
    ...(httpStatus && { httpStatus: Number(httpStatus) }),
  };
}
