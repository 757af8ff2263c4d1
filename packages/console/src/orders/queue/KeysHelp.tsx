import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { useKeysOn } from "./useQueueKeys.ts";

/** What the keyboard does in the queue, and the switch that turns single keys off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [on, setOn] = useKeysOn();
  const keys = [
    { keys: ["j"], does: t("orders.keys.next") },
    { keys: ["k"], does: t("orders.keys.previous") },
    { keys: ["↵"], does: t("orders.keys.open") },
    { keys: ["c"], does: t("orders.keys.confirm") },
    { keys: ["d"], does: t("orders.keys.decline") },
    { keys: ["?"], does: t("orders.keys.help") },
  ];
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="keys-help">
      <DialogTitle id="keys-help">{t("orders.keys.title")}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 1.25, m: 0, mb: 2 }}
        >
          {keys.map(({ keys, does }) => (
            <Box key={does} sx={{ display: "contents" }}>
              <Box component="dt">
                {keys.map((key) => (
                  <Box
                    key={key}
                    component="kbd"
                    sx={{
                      fontFamily: mono,
                      px: 1,
                      py: 0.25,
                      border: 1,
                      borderColor: "divider",
                      borderBottomWidth: 3,
                      borderRadius: 1,
                    }}
                  >
                    {key}
                  </Box>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {does}
              </Box>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          control={<Switch checked={on} onChange={(_, checked) => setOn(checked)} />}
          label={t("orders.keys.on")}
        />
        <FormHelperText>{t("orders.keys.onLead")}</FormHelperText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t("frame.action.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
