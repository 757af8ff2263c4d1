import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { highErrorRate, type Partner } from "./partner.ts";

/** Small facts of a partner that its list and its page show alike. */

export function PartnerState({ partner }: { partner: Pick<Partner, "active"> }) {
  const t = useText();
  const { active } = partner;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={active ? "success" : "default"}
      label={t(active ? "partners.state.active" : "partners.state.inactive")}
    />
  );
}

export function Keys({ partner }: { partner: Partner }) {
  const t = useText();
  const { liveKeys, testKeys } = partner;
  if (liveKeys + testKeys === 0)
    return (
      <Typography component="span" variant="body2" sx={{ color: "text.secondary" }}>
        {t("partners.keys.none")}
      </Typography>
    );
  return (
    <Typography component="span" variant="body2">
      {[
        liveKeys > 0 && t("partners.keys.live", { smart_count: liveKeys }),
        testKeys > 0 && t("partners.keys.test", { smart_count: testKeys }),
      ]
        .filter(Boolean)
        .join(" · ")}
    </Typography>
  );
}

/** A rate that calls for a word with the partner is marked by a sign as well. */
export function ErrorRate({ partner }: { partner: Pick<Partner, "errorRate"> }) {
  const t = useText();
  const figures = useFigures();
  const { errorRate } = partner;
  if (errorRate === null) return "–";
  const high = errorRate >= highErrorRate;
  return (
    <Stack
      component="span"
      direction="row"
      sx={{
        display: "inline-flex",
        alignItems: "center",
        gap: 0.5,
        ...(high && { color: "warning.main", fontWeight: 600 }),
      }}
    >
      {high && <WarningAmberIcon sx={{ fontSize: 16 }} titleAccess={t("partners.highRate")} />}
      {figures.share(errorRate)}
    </Stack>
  );
}
