import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Body } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { DayField } from "../ui/form/controls.tsx";
import { dayOf, startOfDay } from "../ui/list/days.ts";
import { Problem } from "../ui/page/states.tsx";

/** The most callbacks that the service sends again in one request. */
const most = 200;

type Filter = Record<string, string | undefined>;

/** Sends all callbacks again that match the period and the list's filters, after it shows their number. */
export function ReplayRange({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
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
  const total = count.data?.total ?? 0;
  const fits = total > 0 && total <= most;
  const ready = bounds.from !== "" && !backwards && count.data !== undefined && !count.isPlaceholderData;
  return (
    <FormDialog
      title={t("deliveries.range.title")}
      lead={t("deliveries.range.lead")}
      submit={t("deliveries.range.submit", { n: ready ? format.count(total) : "…" })}
      disabled={!ready || !fits}
      save={() => api("deliveries.replayRange", { body: bodyOf(wanted) })}
      notice={({ sent, received, skipped }) => ({
        type: received === sent && skipped === 0 ? "success" : "warning",
        text:
          skipped > 0
            ? t("deliveries.range.doneSkipped", { sent, received, skipped })
            : t("deliveries.range.done", { sent, received }),
      })}
      onClose={onClose}
    >
      {Object.keys(filter).some((name) => name !== "from" && name !== "to") && (
        <Typography>{t("deliveries.range.filtered")}</Typography>
      )}
      <Problem error={count.error} />
      <DayField
        required
        label={t("deliveries.from")}
        value={dayOf(bounds.from)}
        onChange={(day) => setBounds({ ...bounds, from: startOfDay(day) })}
      />
      <DayField
        label={t("deliveries.to")}
        value={dayOf(bounds.to, -1)}
        error={backwards}
        helperText={backwards && t("frame.period.backwards")}
        onChange={(day) => setBounds({ ...bounds, to: startOfDay(day, 1) })}
      />
      <Alert severity={ready && !fits ? "warning" : "info"} role="status">
        {bounds.from === ""
          ? t("deliveries.range.needsFrom")
          : !ready
            ? t("frame.loading")
            : total === 0
              ? t("deliveries.range.nothing")
              : fits
                ? t("deliveries.range.count", { smart_count: total })
                : t("deliveries.range.tooMany", { n: format.count(total) })}
      </Alert>
    </FormDialog>
  );
}

/** Converts the filters of the address, which are text, to the types of the request. */
function bodyOf({ test, httpStatus, ...texts }: Filter): Body<"deliveries.replayRange"> {
  const set = Object.entries(texts).filter(([, value]) => value !== undefined && value !== "");
  return {
    ...(Object.fromEntries(set) as unknown as Body<"deliveries.replayRange">),
    ...(test && { test: test === "true" }),
    ...(httpStatus && { httpStatus: Number(httpStatus) }),
  };
}
