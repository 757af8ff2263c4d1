import { Box, Stack, type Theme, useTheme } from "@mui/material";
import { themeColours } from "../../theme/tokens.ts";
import { SecondaryText } from "../text.tsx";

/** The colour of a series; each has enough contrast in both themes. */
export type SeriesTone = "main" | "accent" | "bad" | "good" | "quiet";

export const seriesColor = ({ palette }: Theme, tone: SeriesTone): string =>
  ({
    main: palette.primary.main,
    accent: palette.secondary.main,
    bad: palette.error.main,
    good: palette.success.main,
    quiet: themeColours[palette.mode].quiet,
  })[tone];

export interface ChartSeries<Row> {
  name: string;
  tone: SeriesTone;
  value: (row: Row) => number;
  /** Series with the same stack are stacked. */
  stack?: string;
}

/** The meaning of the colours. */
export function ChartLegend({ series }: { series: readonly Pick<ChartSeries<never>, "name" | "tone">[] }) {
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 2, rowGap: 0.5, mb: 1 }}>
      {series.map(({ name, tone }) => (
        <Stack key={name} direction="row" sx={{ gap: 0.75, alignItems: "center" }}>
          <Swatch tone={tone} />
          <SecondaryText span>{name}</SecondaryText>
        </Stack>
      ))}
    </Stack>
  );
}

export function Swatch({ tone }: { tone: SeriesTone }) {
  const theme = useTheme();
  return (
    <Box
      aria-hidden
      component="span"
      sx={{ width: 10, height: 10, borderRadius: 0.5, bgcolor: seriesColor(theme, tone) }}
    />
  );
}
