import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFigures } from "../../format/useFigures.ts";
import { useText } from "../../i18n/index.ts";

/** Occupancy from which an event counts as nearly full. */
const nearlyFull = 0.85;

/** Occupancy as a bar and in figures. */
export function Load({
  load,
  sold,
  held = 0,
  capacity,
}: {
  /** Share of the capacity that is sold; null without a limit. */
  load: number | null;
  sold: number;
  /** Seats of open holds. */
  held?: number;
  capacity: number | null;
}) {
  const t = useText();
  const { count, share } = useFigures();
  const over = load !== null && load > 1;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" component="div" sx={{ display: "flex", gap: 1, justifyContent: "space-between" }}>
        <span>
          {capacity === null
            ? t("events.soldUnlimited", { sold: count(sold) })
            : t("events.soldOf", { sold: count(sold), capacity: count(capacity) })}
          {held > 0 && ` · ${t("events.held", { held: count(held) })}`}
        </span>
        {load !== null && (
          <Box
            component="span"
            sx={{ fontWeight: load >= nearlyFull ? 700 : 400, color: over ? "error.main" : "inherit" }}
          >
            {share(load)}
          </Box>
        )}
      </Typography>
      <LoadBar load={load} />
    </Box>
  );
}

/** Only the bar. The figures must be beside it. */
export function LoadBar({ load }: { load: number | null }) {
  if (load === null) return null;
  const tone = load > 1 ? "error.main" : load >= nearlyFull ? "warning.main" : "success.main";
  return (
    <Box aria-hidden sx={{ height: 5, borderRadius: 3, bgcolor: "action.selected", overflow: "hidden", mt: 0.25 }}>
      <Box sx={{ width: `${Math.min(1, load) * 100}%`, height: 1, minWidth: load > 0 ? 3 : 0, bgcolor: tone }} />
    </Box>
  );
}
