import { Alert, Box, Button, FormHelperText, Stack, Typography } from "@mui/material";
import { memo, useCallback, useId, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { ExpandButton } from "../../ui/ExpandButton.tsx";
import { Weekdays } from "../../ui/form/Weekdays.tsx";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { ErrorCount, fieldId, useErrorCount, useFieldError } from "../form/fieldErrors.tsx";
import { FieldGroup, SeatsInput, TextInput } from "../form/fields.tsx";
import type { ScheduleDraft, TicketDraft } from "../model/draft.ts";
import { copyForNextSeason } from "../model/proposals.ts";
import { scheduleText } from "../model/sentences.ts";
import { inputBinder, type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { isTime, parseTimes, timesText } from "../model/times.ts";
import type { ProductType } from "../product.ts";
import { PriceFields } from "./PriceFields.tsx";
import { ScheduleExceptions } from "./ScheduleExceptions.tsx";

interface ScheduleCardProps {
  at: string;
  /** The index of the schedule in its item. */
  nth: number;
  /** Its place in order of date, from 1. */
  place: number;
  schedule: ScheduleDraft;
  type: ProductType;
  tickets: readonly TicketDraft[];
  currencyCode: string;
  open: boolean;
  onOpen: (key: string, open: boolean) => void;
  /** Changes the schedules of the item. */
  onChange: ProductChange<ScheduleDraft[]>;
}

/** One schedule: its season, days and times, seats, prices and exceptions. */
export const ScheduleCard = memo(function ScheduleCard(props: ScheduleCardProps) {
  const { at, nth, place, schedule, type, tickets, currencyCode, open, onOpen, onChange } = props;
  const t = useText();
  const format = useFormat();
  const id = useId();
  const error = useFieldError(at);
  // Errors are never collapsed.
  const shown = useErrorCount(at) > 0 || open;
  const change: ProductChange<ScheduleDraft> = useCallback(
    (make) => onChange((all) => replaceAt(all, nth, make)),
    [onChange, nth],
  );
  const set = (fields: Partial<ScheduleDraft>) => change((now) => ({ ...now, ...fields }));
  const field = inputBinder(at, schedule, set);
  const sentence = (
    <Typography
      role="status"
      variant="body2"
      sx={{ px: 1.5, py: 1, borderRadius: 1.5, bgcolor: "info.light", color: "info.dark", fontWeight: 600 }}
    >
      {scheduleText(schedule, type, t, format)}
    </Typography>
  );
  return (
    <Box
      component="section"
      aria-labelledby={id}
      id={fieldId(at)}
      tabIndex={-1}
      sx={{ border: 1, borderColor: "divider", borderRadius: 2, p: { xs: 1.5, sm: 2 }, outline: "none !important" }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mb: 1.5 }}>
        <Typography id={id} variant="h3" component="h5" sx={{ flex: 1 }}>
          {t("productForm.schedule.nth", { n: place })}
        </Typography>
        <ErrorCount paths={[at]} />
        <ExpandButton
          open={shown}
          label={t("productForm.item.open", { name: t("productForm.schedule.nth", { n: place }) })}
          onToggle={() => onOpen(schedule.key, !open)}
        />
      </Stack>
      {shown ? (
        <Stack sx={{ gap: 2 }}>
          {error && <Alert severity="error">{error}</Alert>}
          <Box sx={fieldGrid("11rem")}>
            <TextInput {...field("from")} required type="date" label={t("productForm.schedule.from")} />
            <TextInput
              {...field("to")}
              required
              type="date"
              label={t(type === "dateless" ? "productForm.schedule.until" : "productForm.schedule.to")}
            />
            <SeatsInput at={at} label={t("productForm.schedule.capacity")} value={schedule} onChange={set} />
          </Box>
          {type !== "dateless" && (
            <ScheduledDays at={at} chosen={schedule.weekdays} onChange={(weekdays) => set({ weekdays })} />
          )}
          {type === "scheduled" && <Times at={at} times={schedule.times} onChange={(times) => set({ times })} />}
          <FieldGroup label={t("productForm.schedule.prices")} lead={t("productForm.schedule.pricesLead")}>
            <PriceFields
              at={`${at}/prices`}
              tickets={tickets}
              prices={schedule.prices}
              currencyCode={currencyCode}
              onChange={(prices) => set({ prices })}
            />
          </FieldGroup>
          {sentence}
          {(type !== "dateless" || schedule.exceptions.length > 0) && (
            <ScheduleExceptions
              at={at}
              schedule={schedule}
              type={type}
              tickets={tickets}
              currencyCode={currencyCode}
              change={change}
            />
          )}
          <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
            {type !== "dateless" && (
              <Button
                size="small"
                onClick={() => onChange((all) => [...all, copyForNextSeason(all[nth]!)])}
                aria-label={t("productForm.schedule.copyOf", { n: place })}
              >
                {t("productForm.schedule.copy")}
              </Button>
            )}
            <Button
              size="small"
              color="error"
              onClick={() => onChange((all) => removeAt(all, nth))}
              aria-label={t("productForm.schedule.removeOf", { n: place })}
            >
              {t("products.entries.remove")}
            </Button>
          </Stack>
        </Stack>
      ) : (
        sentence
      )}
    </Box>
  );
});

function ScheduledDays({
  at,
  chosen,
  onChange,
}: {
  at: string;
  chosen: number[];
  onChange: (chosen: number[]) => void;
}) {
  const t = useText();
  const error = useFieldError(`${at}/weekdays`);
  return (
    <FieldGroup label={t("productForm.schedule.weekdays")}>
      <Weekdays id={fieldId(`${at}/weekdays`)} chosen={chosen} onChange={onChange} />
      {error && <FormHelperText error>{error}</FormHelperText>}
    </FieldGroup>
  );
}

/** The start times in one field. It shows what was typed until the operator leaves it, then the times in order. */
function Times({ at, times, onChange }: { at: string; times: string[]; onChange: (times: string[]) => void }) {
  const t = useText();
  const [typed, setTyped] = useState(timesText(times));
  // Another kind of product brings other times.
  const isOwn = timesText(parseTimes(typed)) === timesText(times);
  const change = (text: string) => {
    setTyped(text);
    onChange(parseTimes(text));
  };
  return (
    <Box onBlur={() => setTyped(timesText(times.every(isTime) ? [...times].sort() : times))} sx={{ maxWidth: "30rem" }}>
      <TextInput
        at={`${at}/times`}
        required
        label={t("productForm.schedule.times")}
        lead={t("productForm.schedule.timesLead")}
        value={isOwn ? typed : timesText(times)}
        onChange={change}
        max={400}
      />
    </Box>
  );
}
