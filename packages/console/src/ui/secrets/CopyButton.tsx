import CheckIcon from "@mui/icons-material/Check";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import { Button, IconButton, Tooltip } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";
import { useNotify } from "../../ui/notices.tsx";

/** Copies a text. With `wide` the button has a label, otherwise an icon. */
export function CopyButton({ text, label, wide = false }: { text: string; label: string; wide?: boolean }) {
  const t = useText();
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  const onClick = async () => {
    await copy(text);
    setCopied(true);
    notify(t("frame.action.copied"), { type: "success" });
  };
  const icon = copied ? <CheckIcon fontSize="small" /> : <ContentCopyIcon fontSize="small" />;
  if (wide)
    return (
      <Button variant="contained" startIcon={icon} onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}

async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Without https, scripts have no clipboard API; the older command still works.
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
