import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import { memo } from "react";
import { useText } from "../../i18n/index.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { fieldId, useFieldError } from "../form/fieldErrors.tsx";
import { Choice, Seats, TextInput } from "../form/fields.tsx";
import type { ExceptionDraft, PricesDraft, TicketDraft } from "../model/draft.ts";
import { useWords } from "../model/words.ts";
import type { Availability, ProductType } from "../product.ts";
import { Prices } from "./Prices.tsx";

interface ExceptionRowProps {
  at: string;
  nth: number;
  exception: ExceptionDraft;
  /** The usual times, seats and prices of the schedule. */
  times: readonly string[];
  usual: string;
  usualPrices: PricesDraft;
  type: ProductType;
  tickets: readonly TicketDraft[];
  currencyCode: string;
  onChange: (nth: number, fields: Partial<ExceptionDraft>) => void;
  onRemove: (nth: number) => void;
}

/** An exception: its day, its time and the changes. */
export const ExceptionRow = memo(function ExceptionRow(props: ExceptionRowProps) {
  const { at, nth, exception, usual, usualPrices, type, tickets, currencyCode } = props;
  const onChange = (fields: Partial<ExceptionDraft>) => props.onChange(nth, fields);
  const t = useText();
  const words = useWords();
  const { date, time, availability, prices } = exception;
  const name = date ? words.shortDay(date) : t("products.exception.title");
  const times = [...new Set([...props.times, ...(time ? [time] : [])])];
  const error = useFieldError(at);
  const gone = availability === "removed" || availability === "black-out" || availability === "sold-out";
  return (
    <Stack
      component="li"
      id={fieldId(at)}
      tabIndex={-1}
      aria-label={name}
      sx={{ outline: "none !important", gap: 1.5, p: 1.5, borderRadius: 1.5, border: 1, borderColor: "divider" }}
    >
      <Box
        sx={{
          display: "grid",
          gap: 1.5,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr) 2.5rem", sm: "9.5rem 8rem minmax(0, 1fr) 2.5rem" },
          "& > :last-child": { gridArea: { xs: "1 / 2", sm: "auto" }, justifySelf: "end" },
        }}
      >
        <TextInput
          at={`${at}/date`}
          type="date"
          label={t("products.exception.date")}
          value={date}
          onChange={(typed) => onChange({ date: typed })}
        />
        {type === "scheduled" ? (
          <Choice
            at={`${at}/time`}
            label={t("products.exception.time")}
            value={time}
            onChange={(chosen) => onChange({ time: chosen })}
            any={t("products.exception.allTimes")}
            choices={choicesOf(times, (one) => one)}
          />
        ) : (
          <span />
        )}
        <Choice
          at={`${at}/availability`}
          label={t("products.exception.availability")}
          value={availability}
          onChange={(chosen) => onChange({ availability: chosen as Availability | "" })}
          choices={choicesOf(
            ["removed", "black-out", "sold-out", "", ...(availability === "available" ? [availability] : [])] as const,
            (one) => t(one ? `products.availability.${one}` : "products.exception.asUsual"),
          )}
        />
        <IconButton aria-label={t("products.exception.removeOf", { date: name })} onClick={() => props.onRemove(nth)}>
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
      {(!gone || exception.capacity !== "" || exception.unlimited || prices) && (
        <Stack sx={{ gap: 1.5 }}>
          <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, alignItems: { sm: "center" } }}>
            <Box sx={{ width: { sm: "18rem" } }}>
              <Seats
                at={at}
                label={t("products.exception.capacity")}
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
              label={t("products.exception.otherPrices")}
            />
          </Stack>
          {prices && (
            <Prices
              at={`${at}/prices`}
              tickets={tickets}
              prices={prices}
              currencyCode={currencyCode}
              onChange={(next) => onChange({ prices: next })}
            />
          )}
        </Stack>
      )}
    </Stack>
  );
});
