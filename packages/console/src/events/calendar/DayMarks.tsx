import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useFigures } from "../../format/useFigures.ts";
import { useText } from "../../i18n/index.ts";
import type { DayTotals } from "../event.ts";
import { looks } from "../StatusChip.tsx";

const kinds = [
  { status: "sold-out", field: "soldOut" },
  { status: "black-out", field: "blackOut" },
  { status: "removed", field: "removed" },
] as const;

/** The number of events of a day that cannot be booked, by reason: an icon and a number for each. */
export function DayMarks({ day }: { day: DayTotals }) {
  const t = useText();
  const { count } = useFigures();
  const found = kinds.filter(({ field }) => day[field] > 0);
  if (found.length === 0) return null;
  return (
    <Stack direction="row" component="span" sx={{ flexWrap: "wrap", columnGap: 1, rowGap: 0 }}>
      {found.map(({ status, field }) => {
        const { tone, Icon } = looks[status];
        return (
          <Box
            key={status}
            component="span"
            title={t(`events.status.${status}`)}
            sx={{
              display: "inline-flex",
              alignItems: "center",
              gap: 0.25,
              fontSize: "0.75rem",
              fontWeight: 600,
              color: tone === "default" ? "text.secondary" : `${tone}.dark`,
            }}
          >
            <Icon aria-hidden={false} titleAccess={t(`events.status.${status}`)} sx={{ fontSize: 14 }} />
            {count(day[field])}
          </Box>
        );
      })}
    </Stack>
  );
}
