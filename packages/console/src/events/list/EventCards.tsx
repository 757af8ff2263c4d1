import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { useFormat } from "../../format/format.ts";
import { useText } from "../../i18n/index.ts";
import { Load } from "../calendar/Load.tsx";
import type { Choose, Chosen, EventLine } from "../event.ts";
import { EventState, Prices, useEventName } from "./parts.tsx";

/** Events one below the other, for a narrow screen. */
export function EventCards({ chosen, choose }: { chosen: Chosen; choose: Choose | null }) {
  const t = useText();
  const format = useFormat();
  const nameOf = useEventName();
  const { data = [] } = useListContext<EventLine>();
  const all = data.every(({ id }) => chosen.has(id));
  return (
    <>
      {choose && (
        <FormControlLabel
          control={<Checkbox size="small" checked={all} onChange={() => choose(data, !all)} />}
          label={t("events.choose.page")}
          sx={{ mx: 1, my: 0.5 }}
        />
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.map((line) => (
          <Box
            component="li"
            key={line.id}
            sx={{
              display: "flex",
              alignItems: "flex-start",
              p: 1.5,
              pl: choose ? 0.5 : 1.5,
              borderTop: 1,
              borderColor: "divider",
            }}
          >
            {choose && (
              <Checkbox
                size="small"
                checked={chosen.has(line.id)}
                onChange={(_, on) => choose([line], on)}
                slotProps={{ input: { "aria-label": nameOf(line) } }}
                sx={{ mt: -0.75 }}
              />
            )}
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
              <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
                <Typography component="span" sx={{ fontWeight: 700 }}>
                  {format.local(line.eventOn)}
                </Typography>
                <EventState line={line} />
              </Stack>
              <Typography>{line.productName}</Typography>
              <Typography variant="body2" sx={{ color: "text.secondary", mb: 0.5 }}>
                {line.itemName}
              </Typography>
              <Load load={line.load} sold={line.sold} capacity={line.capacity} />
              <Prices line={line} />
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}
