import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { ChangeEffects } from "../../changes/ChangeEffects.tsx";
import { ChangeTable } from "../../changes/ChangeTable.tsx";
import { type Changes, changedRecords } from "../../changes/changes.ts";
import { useText } from "../../i18n/index.ts";
import { Secondary } from "../../ui/text/Secondary.tsx";

/** The effects of a change of a product: the totals, what stays, and details on demand. */
export function Effects({ changes }: { changes: Changes }) {
  const t = useText();
  const n = changedRecords(changes);
  const same = changes.counts.events.unchanged;
  return (
    <Stack sx={{ gap: 1.5 }}>
      {n === 0 && <Typography sx={{ fontWeight: 600 }}>{t("products.review.noRecords")}</Typography>}
      <ChangeEffects changes={changes} />
      {same > 0 && <Secondary>{t("products.review.unchangedDates", { smart_count: same })}</Secondary>}
      {n > 0 && (
        <Box component="details" open={n <= 12 && changes.counts.products.added === 0}>
          <Box component="summary" sx={{ cursor: "pointer", fontWeight: 600, py: 0.5 }}>
            {t("products.review.each", { n })}
          </Box>
          <ChangeTable changes={changes} />
        </Box>
      )}
    </Stack>
  );
}
