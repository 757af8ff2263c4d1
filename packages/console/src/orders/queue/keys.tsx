import { Box, Button, FormControlLabel, FormHelperText, Switch } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { PlainDialog } from "../../ui/dialog/dialogs.tsx";
import { keyShortcutsPreference, useKeyShortcuts } from "../../ui/keys.ts";
import { useSharedValue } from "../../ui/shared.ts";

/**
 * Keyboard shortcuts of the queue: j and k move between orders, c and d decide about the order that has the focus, ? opens the
 * help. Enter follows the focused link.
 */
export function useQueueKeys(
  list: { current: HTMLElement | null },
  { confirm, decline, help }: { confirm: (index: number) => void; decline: (index: number) => void; help: () => void },
): void {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-order]") ?? [])];
  const at = () => links().findIndex((link) => link.closest("li")?.contains(document.activeElement));
  useKeyShortcuts({
    j: () => links()[Math.min(at() + 1, links().length - 1)]?.focus(),
    k: () => links()[Math.max(at() - 1, 0)]?.focus(),
    c: () => confirm(Math.max(at(), 0)),
    d: () => decline(Math.max(at(), 0)),
    "?": help,
  });
}

/** The keyboard shortcuts of the queue, and the switch that turns single keys off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const on = useSharedValue(keyShortcutsPreference);
  const keys = [
    ["j", t("orders.keys.next")],
    ["k", t("orders.keys.previous")],
    ["↵", t("orders.keys.open")],
    ["c", t("orders.keys.confirm")],
    ["d", t("orders.keys.decline")],
    ["?", t("orders.keys.help")],
  ];
  return (
    <PlainDialog
      maxWidth="xs"
      title={t("orders.keys.title")}
      buttons={
        <Button autoFocus onClick={onClose}>
          {t("frame.action.close")}
        </Button>
      }
      onClose={onClose}
    >
      <Box component="dl" sx={{ display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 1.25, m: 0 }}>
        {keys.map(([key, does]) => (
          <Box key={key} sx={{ display: "contents" }}>
            <dt>
              <Box
                component="kbd"
                sx={{ fontFamily: mono, px: 1, py: 0.25, border: 1, borderColor: "divider", borderRadius: 1 }}
              >
                {key}
              </Box>
            </dt>
            <Box component="dd" sx={{ m: 0 }}>
              {does}
            </Box>
          </Box>
        ))}
      </Box>
      <div>
        <FormControlLabel
          control={<Switch checked={on} onChange={(_, checked) => keyShortcutsPreference.set(checked)} />}
          label={t("orders.keys.on")}
        />
        <FormHelperText>{t("orders.keys.onLead")}</FormHelperText>
      </div>
    </PlainDialog>
  );
}
