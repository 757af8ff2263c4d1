import Box from "@mui/material/Box";
import { useFigures } from "../../format/useFigures.ts";
import { useText } from "../../i18n/index.ts";
import { Facts } from "../../ui/page/Section.tsx";
import type { DayTotals } from "../event.ts";

/** The totals of a month. */
export function MonthTotals({ total }: { total: DayTotals }) {
  const t = useText();
  const { count, share } = useFigures();
  const facts = [
    { name: t("events.total.events"), value: count(total.events) },
    { name: t("events.total.sold"), value: count(total.sold) },
    { name: t("events.total.capacity"), value: count(total.capacity) },
    { name: t("events.total.load"), value: total.load === null ? "–" : share(total.load) },
    { name: t("events.total.soldOut"), value: count(total.soldOut) },
    { name: t("events.total.blackOut"), value: count(total.blackOut) },
  ];
  return (
    <Box
      sx={{
        px: { xs: 1.5, sm: 2 },
        py: 1.25,
        "& dl": { gridTemplateColumns: "repeat(auto-fill, minmax(6.5rem, 1fr))" },
      }}
    >
      <Facts facts={facts} />
    </Box>
  );
}
