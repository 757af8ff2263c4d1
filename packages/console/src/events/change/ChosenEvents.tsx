import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFigures } from "../../format/useFigures.ts";
import { useText } from "../../i18n/index.ts";
import type { EventLine } from "../event.ts";
import { useEventName } from "../list/parts.tsx";

/** The events that were chosen in the list, by product. */
export function ChosenEvents({ events }: { events: readonly EventLine[] }) {
  const t = useText();
  const { count } = useFigures();
  const nameOf = useEventName();
  const sorted = [...events].sort((a, b) => (a.eventOn < b.eventOn ? -1 : 1));
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {t("events.chosen", { smart_count: events.length, n: count(events.length) })}
      </Typography>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t("events.change.which")}
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 220, overflowY: "auto", overflowWrap: "anywhere" }}
      >
        {sorted.map((line) => (
          <li key={line.id}>
            <Typography variant="body2" component="span">
              {nameOf(line)}
            </Typography>
          </li>
        ))}
      </Box>
    </>
  );
}
