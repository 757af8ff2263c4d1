import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Checkbox, FormControlLabel, IconButton, Stack } from "@mui/material";
import { memo, useCallback, useMemo, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { PlainList } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { useErrorCount } from "../form/fieldErrors.tsx";
import { ChoiceInput, FieldGroup, ListEntry, SeatsInput, TextInput } from "../form/fields.tsx";
import { scheduleTimes } from "../model/calendar.ts";
import type { ScheduleDraft, ScheduleExceptionDraft, TicketDraft } from "../model/draft.ts";
import { newKey } from "../model/keys.ts";
import type { PricesDraft } from "../model/prices.ts";
import { inputBinder, type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import type { ProductType } from "../product.ts";
import { PriceFields } from "./PriceFields.tsx";

/** Number shown before "Show all". */
const shownAtFirst = 6;

/** The exceptions of a schedule. */
export function ScheduleExceptions({
  at,
  schedule,
  type,
  tickets,
  currencyCode,
  change,
}: {
  at: string;
  schedule: ScheduleDraft;
  type: ProductType;
  tickets: readonly TicketDraft[];
  currencyCode: string;
  change: ProductChange<ScheduleDraft>;
}) {
  const t = useText();
  const [showAll, setShowAll] = useState(false);
  // Wrong exceptions are never hidden, nor are new ones, which are last.
  const wrong = useErrorCount(`${at}/exceptions`) > 0;
  const { exceptions } = schedule;
  const [before] = useState(exceptions.length);
  const all = showAll || wrong;
  const times = useMemo(() => scheduleTimes({ times: schedule.times }, type), [schedule.times, type]);
  const isShown = (n: number) => all || n < shownAtFirst || n >= before;
  const hidden = exceptions.filter((_, n) => !isShown(n)).length;
  const set = useCallback(
    (n: number, fields: Partial<ScheduleExceptionDraft>) =>
      change((now) => ({ ...now, exceptions: replaceAt(now.exceptions, n, (one) => ({ ...one, ...fields })) })),
    [change],
  );
  const remove = useCallback(
    (n: number) => change((now) => ({ ...now, exceptions: removeAt(now.exceptions, n) })),
    [change],
  );
  return (
    <FieldGroup
      label={t("productForm.exception.title")}
      {...(exceptions.length === 0 && { lead: t("productForm.exception.none") })}
    >
      <PlainList gap={1.5}>
        {exceptions.map(
          (exception, n) =>
            isShown(n) && (
              <ExceptionRow
                key={exception.key}
                at={`${at}/exceptions/${n}`}
                nth={n}
                exception={exception}
                times={times}
                usual={schedule.unlimited ? t("productForm.schedule.unlimited") : schedule.capacity}
                usualPrices={schedule.prices}
                type={type}
                tickets={tickets}
                currencyCode={currencyCode}
                onChange={set}
                onRemove={remove}
              />
            ),
        )}
      </PlainList>
      <Stack direction="row" sx={{ gap: 1, mt: exceptions.length > 0 ? 1 : 0, flexWrap: "wrap", alignItems: "center" }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() => change((now) => ({ ...now, exceptions: [...now.exceptions, newException("")] }))}
        >
          {t("productForm.exception.add")}
        </Button>
        {hidden > 0 && (
          <Button size="small" onClick={() => setShowAll(true)}>
            {t("productForm.exception.more", { n: exceptions.length })}
          </Button>
        )}
        {type === "scheduled" && exceptions.length > 0 && (
          <SecondaryText>{t("productForm.exception.hint")}</SecondaryText>
        )}
      </Stack>
    </FieldGroup>
  );
}

/** Makes a new exception, which takes its day off sale. */
export const newException = (date: string): ScheduleExceptionDraft => ({
  key: newKey(),
  date,
  time: "",
  availability: "removed",
  capacity: "",
  unlimited: false,
  prices: null,
});

interface ExceptionRowProps {
  at: string;
  nth: number;
  exception: ScheduleExceptionDraft;
  /** The usual times, seats and prices of the schedule. */
  times: readonly string[];
  usual: string;
  usualPrices: PricesDraft;
  type: ProductType;
  tickets: readonly TicketDraft[];
  currencyCode: string;
  onChange: (nth: number, fields: Partial<ScheduleExceptionDraft>) => void;
  onRemove: (nth: number) => void;
}

/** An exception: its day, its time and the changes. */
const ExceptionRow = memo(function ExceptionRow(props: ExceptionRowProps) {
  const { at, nth, exception, usual, usualPrices, type, tickets, currencyCode } = props;
  const onChange = (fields: Partial<ScheduleExceptionDraft>) => props.onChange(nth, fields);
  const t = useText();
  const format = useFormat();
  const field = inputBinder(at, exception, onChange);
  const { date, time, availability, prices } = exception;
  const name = date ? format.date(date) : t("productForm.exception.title");
  const times = [...new Set([...props.times, ...(time ? [time] : [])])];
  const gone = availability === "removed" || availability === "black-out" || availability === "sold-out";
  return (
    <ListEntry
      at={at}
      name={name}
      least="11rem"
      fields={
        <>
          <TextInput {...field("date")} required type="date" label={t("productForm.exception.date")} />
          {type === "scheduled" && (
            <ChoiceInput
              {...field("time")}
              label={t("productForm.exception.time")}
              any={t("productForm.exception.allTimes")}
              choices={choicesOf(times, (one) => one)}
            />
          )}
          <ChoiceInput
            {...field("availability")}
            label={t("productForm.exception.availability")}
            choices={choicesOf(
              [
                "removed",
                "black-out",
                "sold-out",
                "",
                ...(availability === "available" ? [availability] : []),
              ] as const,
              (one) => t(one ? `events.status.${one}` : "productForm.exception.asUsual"),
            )}
          />
        </>
      }
      remove={
        <IconButton
          aria-label={t("productForm.exception.removeOf", { date: name })}
          onClick={() => props.onRemove(nth)}
        >
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      }
    >
      {(!gone || exception.capacity !== "" || exception.unlimited || prices) && (
        <Stack sx={{ gap: 1.5 }}>
          <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, alignItems: { sm: "center" } }}>
            <Box sx={{ width: { sm: "18rem" } }}>
              <SeatsInput
                at={at}
                required={false}
                label={t("productForm.exception.capacity")}
                placeholder={usual}
                value={exception}
                onChange={onChange}
              />
            </Box>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={prices !== null}
                  onChange={(_, on) => onChange({ prices: on ? { ...usualPrices } : null })}
                />
              }
              label={t("productForm.exception.otherPrices")}
            />
          </Stack>
          {prices && (
            <PriceFields
              at={`${at}/prices`}
              tickets={tickets}
              prices={prices}
              currencyCode={currencyCode}
              onChange={(next) => onChange({ prices: next })}
            />
          )}
        </Stack>
      )}
    </ListEntry>
  );
});
