import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useText } from "../../i18n/index.ts";
import { looks } from "../StatusChip.tsx";
import { LoadBar } from "./Load.tsx";

/** The meaning of the calendar's symbols. */
export function Legend() {
  const t = useText();
  return (
    <Stack
      direction="row"
      component="ul"
      aria-label={t("events.calendar.legend")}
      sx={{
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 2.5,
        rowGap: 0.5,
        listStyle: "none",
        m: 0,
        px: 2,
        py: 1.25,
        fontSize: "0.8125rem",
        color: "text.secondary",
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
        <Box sx={{ width: 36 }}>
          <LoadBar load={0.6} />
        </Box>
        {t("events.calendar.load")}
      </Box>
      {(["sold-out", "black-out", "removed"] as const).map((status) => {
        const { tone, Icon } = looks[status];
        return (
          <Box key={status} component="li" sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
            <Icon aria-hidden sx={{ fontSize: 16, color: tone === "default" ? "text.secondary" : `${tone}.dark` }} />
            {t(`events.status.${status}`)}
          </Box>
        );
      })}
    </Stack>
  );
}
