import { MenuItem, TextField, type TextFieldProps } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/index.ts";

export interface Choice<Id extends string = string> {
  id: Id;
  name: string;
}

export const requiredMark = { "aria-required": true };

/** A select outside forms. `any` is the label of the empty choice. A value outside the choices is shown unchanged. */
export function Select<Id extends string>({
  value,
  any,
  choices,
  onChange,
  slotProps,
  required = false,
  ...rest
}: Omit<TextFieldProps, "onChange" | "value" | "select"> & {
  value: Id | "";
  any?: string;
  choices: readonly Choice<Id>[];
  onChange: (value: Id | "") => void;
}) {
  const known = value === "" || choices.some(({ id }) => id === value);
  return (
    <TextField
      select
      value={value}
      onChange={({ target }) => onChange(target.value as Id | "")}
      slotProps={{
        ...slotProps,
        inputLabel: { shrink: true },
        select: { displayEmpty: true, ...(required && { SelectDisplayProps: requiredMark }), ...slotProps?.select },
      }}
      {...rest}
    >
      {any !== undefined && <MenuItem value="">{any}</MenuItem>}
      {!known && <MenuItem value={value}>{value}</MenuItem>}
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id} sx={{ whiteSpace: "normal" }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A day, `yyyy-MM-dd`; an empty text means no day. The field reports an unfinished year such as 0202 as no day. */
export function DayField({
  value = "",
  onChange,
  required = false,
  error = false,
  helperText,
  ...rest
}: Omit<TextFieldProps, "onChange" | "value"> & { value?: string; onChange: (day: string) => void }) {
  const t = useText();
  const [shown, setShown] = useState(value);
  const given = useRef(value);
  // A new day from the caller replaces the typed text. The empty day of an unfinished year does not replace it.
  useEffect(() => {
    if (value !== given.current) setShown(value);
    given.current = value;
  }, [value]);
  const isWrong = shown !== "" && !isPlausibleDay(shown);
  const change = (typed: string) => {
    setShown(typed);
    given.current = isPlausibleDay(typed) ? typed : "";
    if (given.current !== value) onChange(given.current);
  };
  return (
    <TextField
      type="date"
      value={shown}
      onChange={({ target }) => change(target.value)}
      error={error || isWrong}
      helperText={isWrong ? t("frame.wrongYear") : helperText}
      slotProps={{ inputLabel: { shrink: true }, ...(required && { htmlInput: requiredMark }) }}
      {...rest}
    />
  );
}

const isPlausibleDay = (day: string): boolean => /^(19|20|21)\d\d-\d\d-\d\d$/.test(day);
