import CheckIcon from "@mui/icons-material/Check";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import { Button, IconButton, Tooltip } from "@mui/material";
import { type MouseEvent, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { useNotify } from "../../ui/notices.tsx";

/** Copies a text. With `wide` the button has a label, otherwise an icon. */
export function CopyButton({ text, label, wide = false }: { text: string; label: string; wide?: boolean }) {
  const t = useText();
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  const onClick = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const done = await copy(text, currentTarget);
    setCopied(done);
    if (done) notify(t("frame.action.copied"), { type: "success" });
    else {
      selectNear(currentTarget, text);
      notify(t("frame.action.notCopied"), { type: "error" });
    }
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

/** Returns whether the text is in the clipboard. */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser refused, for example because the page may not use the clipboard.
  }
  // Without https, scripts have no clipboard API; the older command still works.
  const field = Object.assign(document.createElement("textarea"), { value: text });
  // A dialog keeps the focus inside itself.
  (button.parentElement ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  button.focus();
  return done;
}

/** Selects the text where the page shows it, nearest to the button first. */
function selectNear(button: HTMLElement, text: string): void {
  for (let near = button.parentElement; near; near = near.parentElement) {
    const field = [...near.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].find(
      ({ value }) => value === text,
    );
    if (field) {
      field.select();
      return;
    }
    const shown = [...near.querySelectorAll("*")].find(
      (one) => !one.contains(button) && one.textContent?.trim() === text.trim(),
    );
    if (shown) {
      getSelection()?.selectAllChildren(shown);
      return;
    }
  }
}
