import { Button, ButtonGroup, Stack } from "@mui/material";
import { useEffect, useState } from "react";
import { daysBetween } from "../format/days.ts";
import { useText } from "../i18n/index.ts";
import { DayField } from "./form/controls.tsx";
import { type Period, periodPresets } from "./period.ts";

/** Maximum number of days of a report. */
const maxDays = 400;

/** Chooses the period of a report: the last days, or a range of dates. */
export function PeriodChoice({ period, shown }: { period: Period; shown?: { from: string; to: string } | undefined }) {
  const t = useText();
  const { days, choose, between } = period;
  const [typed, setTyped] = useState({ from: "", to: "" });
  const { from, to } = shown ?? period.dates;
  useEffect(() => {
    setTyped({ from, to });
  }, [from, to]);
  const length = typed.from && typed.to ? daysBetween(typed.from, typed.to) : 1;
  const wrong = length < 1 ? t("frame.period.backwards") : length > maxDays ? t("frame.period.tooLong") : undefined;
  const day = (name: "from" | "to") => (
    <DayField
      label={t(`frame.period.${name}`)}
      value={typed[name]}
      error={wrong !== undefined}
      onChange={(chosen) => {
        const changed = { ...typed, [name]: chosen };
        setTyped(changed);
        if (!changed.from || !changed.to) return;
        const counted = daysBetween(changed.from, changed.to);
        if (counted >= 1 && counted <= maxDays) between(changed.from, changed.to);
      }}
      sx={{ width: { xs: "calc(50% - 4px)", sm: 140 } }}
      helperText={name === "from" && wrong}
    />
  );
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t("frame.period.label")}
      sx={{ flexWrap: "wrap", columnGap: 1, rowGap: 1.5 }}
    >
      <ButtonGroup variant="outlined" sx={{ height: 37 }}>
        {periodPresets.map((preset) => (
          <Button
            key={preset}
            aria-pressed={days === preset}
            variant={days === preset ? "contained" : "outlined"}
            onClick={() => choose(preset)}
          >
            {preset === 365 ? t("frame.period.year") : t("frame.period.days", { smart_count: preset })}
          </Button>
        ))}
      </ButtonGroup>
      {day("from")}
      {day("to")}
    </Stack>
  );
}
