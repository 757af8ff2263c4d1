import { ToggleButton, ToggleButtonGroup } from "@mui/material";
import { allWeekdays } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";

/** Chooses weekdays by their ISO numbers. */
export function Weekdays({
  id,
  chosen,
  onChange,
}: {
  id?: string;
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}) {
  const { weekday } = useFormat();
  return (
    <ToggleButtonGroup
      {...(id && { id, tabIndex: -1 })}
      size="small"
      value={chosen}
      onChange={(_, days: number[]) => onChange([...days].sort())}
      sx={{ display: "grid", gridTemplateColumns: "repeat(7, minmax(0, 1fr))", maxWidth: 480 }}
    >
      {allWeekdays.map((day) => (
        <ToggleButton
          key={day}
          value={day}
          aria-label={weekday(day, "long")}
          sx={{
            px: { xs: 0, sm: 0.5 },
            fontSize: { xs: "0.625rem", sm: "0.8125rem" },
            fontWeight: 600,
            color: "text.secondary",
          }}
        >
          {weekday(day, "short")}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
