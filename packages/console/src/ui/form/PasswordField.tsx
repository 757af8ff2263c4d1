import VisibilityIcon from "@mui/icons-material/Visibility";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";

/** A password field that can show its text. */
export function PasswordField({ slotProps, ...props }: TextFieldProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const label = t(shown ? "frame.hidePassword" : "frame.showPassword");
  const eye = (
    <InputAdornment position="end">
      <IconButton edge="end" aria-label={label} title={label} onClick={() => setShown(!shown)}>
        {shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      slotProps={{ ...slotProps, input: { endAdornment: eye } }}
    />
  );
}
