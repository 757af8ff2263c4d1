import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { PlainDialog } from "../../ui/dialog/PlainDialog.tsx";
import { useKeysOn } from "./useQueueKeys.ts";

/** The keyboard shortcuts of the queue, and the switch that turns single keys off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [on, setOn] = useKeysOn();
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
          control={<Switch checked={on} onChange={(_, checked) => setOn(checked)} />}
          label={t("orders.keys.on")}
        />
        <FormHelperText>{t("orders.keys.onLead")}</FormHelperText>
      </div>
    </PlainDialog>
  );
}
