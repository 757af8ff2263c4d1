import TextField from "@mui/material/TextField";
import { mono } from "../../theme/themes.ts";

/** A key or secret. The focus selects all of it. */
export const SecretField = ({ label, text }: { label: string; text: string }) => (
  <TextField
    label={label}
    value={text}
    multiline
    slotProps={{
      htmlInput: { readOnly: true, style: { fontFamily: mono, fontSize: 13, overflowWrap: "anywhere" } },
    }}
    onFocus={({ target }) => target.select()}
  />
);
