import Alert from "@mui/material/Alert";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import type { Body } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { dayOf, startOfDay } from "../orders/list/days.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";

/** The most that the service sends again at once. */
const most = 200;

type Filter = Record<string, string | undefined>;

/** Sends again all callbacks of a period that match the list's filters, after it shows their number. */
export function ReplayRange({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const figures = useFigures();
  const [bounds, setBounds] = useState({ from: filter.from ?? "", to: filter.to ?? "" });
  const wanted = { ...filter, ...bounds };
  const backwards = bounds.from !== "" && bounds.to !== "" && bounds.from >= bounds.to;
  const count = useQuery({
    queryKey: ["deliveries", "count", wanted],
    queryFn: () => api("deliveries.list", { query: { ...wanted, perPage: 1 } }),
    enabled: bounds.from !== "" && !backwards,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const replay = useMutation({
    mutationFn: () => api("deliveries.replayRange", { body: bodyOf(wanted) }),
    onSuccess: ({ sent, received, skipped }) => {
      const type = received === sent && skipped === 0 ? "success" : "warning";
      const values = { sent, received, skipped };
      const text =
        skipped > 0 ? t("deliveries.range.doneSkipped", values) : t("deliveries.range.done", { sent, received });
      notify(text, { type });
      refresh();
      onClose();
    },
  });
  const total = count.data?.total ?? 0;
  const fits = total > 0 && total <= most;
  const ready = bounds.from !== "" && !backwards && count.data !== undefined && !count.isPlaceholderData;
  const day = (name: "from" | "to", later: 0 | 1) => (
    <TextField
      type="date"
      label={t(`deliveries.${name}`)}
      value={dayOf(bounds[name], -later)}
      required={name === "from"}
      error={name === "to" && backwards}
      helperText={name === "to" && backwards ? t("frame.period.backwards") : undefined}
      onChange={({ target }) => setBounds({ ...bounds, [name]: startOfDay(target.value, later) })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  return (
    <ActionDialog
      title={t("deliveries.range.title")}
      lead={t("deliveries.range.lead")}
      submit={t("deliveries.range.submit", { n: ready ? figures.count(total) : "…" })}
      pending={replay.isPending}
      error={replay.error ?? count.error}
      onSubmit={() => ready && fits && replay.mutate()}
      onClose={onClose}
    >
      {Object.keys(filter).some((name) => name !== "from" && name !== "to") && (
        <Typography>{t("deliveries.range.filtered")}</Typography>
      )}
      {day("from", 0)}
      {day("to", 1)}
      <Alert severity={ready && !fits ? "warning" : "info"} role="status">
        {bounds.from === ""
          ? t("deliveries.range.needsFrom")
          : !ready
            ? t("frame.loading")
            : total === 0
              ? t("deliveries.range.nothing")
              : fits
                ? t("deliveries.range.count", { smart_count: total })
                : t("deliveries.range.tooMany", { n: figures.count(total) })}
      </Alert>
    </ActionDialog>
  );
}

/** The filters of the address are texts; a body has their kinds. */
function bodyOf({ test, httpStatus, ...texts }: Filter): Body<"deliveries.replayRange"> {
  const given = Object.entries(texts).filter(([, value]) => value !== undefined && value !== "");
  return {
    ...(Object.fromEntries(given) as unknown as Body<"deliveries.replayRange">),
    ...(test && { test: test === "true" }),
    ...(httpStatus && { httpStatus: Number(httpStatus) }),
  };
}
