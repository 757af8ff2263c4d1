import TextField, { type TextFieldProps } from "@mui/material/TextField";

/** A day, `yyyy-MM-dd`; empty text: none. */
export const DayField = ({
  onChange,
  ...rest
}: Omit<TextFieldProps, "onChange"> & { onChange: (day: string) => void }) => (
  <TextField
    type="date"
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
    {...rest}
  />
);
