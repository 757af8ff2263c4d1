import { MenuItem, TextField, type TextFieldProps } from "@mui/material";

export interface Choice<Id extends string = string> {
  id: Id;
  name: string;
}

export const marked = { "aria-required": true };

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
        select: { displayEmpty: true, ...(required && { SelectDisplayProps: marked }), ...slotProps?.select },
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

/** A day, `yyyy-MM-dd`; empty text: none. */
export const DayField = ({
  onChange,
  required = false,
  ...rest
}: Omit<TextFieldProps, "onChange"> & { onChange: (day: string) => void }) => (
  <TextField
    type="date"
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true }, ...(required && { htmlInput: marked }) }}
    {...rest}
  />
);
