import { Box, Stack, type Theme, useTheme } from "@mui/material";
import { colour } from "../../theme/tokens.ts";
import { Secondary } from "../text.tsx";

/** The colour of a series; each has enough contrast in both themes. */
export type Tone = "main" | "accent" | "bad" | "good" | "quiet";

export const colorOf = ({ palette }: Theme, tone: Tone): string =>
  ({
    main: palette.primary.main,
    accent: palette.secondary.main,
    bad: palette.error.main,
    good: palette.success.main,
    quiet: colour[palette.mode].quiet,
  })[tone];

export interface Series<Row> {
  name: string;
  tone: Tone;
  value: (row: Row) => number;
  /** Series with the same stack are stacked. */
  stack?: string;
}

/** The meaning of the colours. */
export function Legend({ series }: { series: readonly Pick<Series<never>, "name" | "tone">[] }) {
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 2, rowGap: 0.5, mb: 1 }}>
      {series.map(({ name, tone }) => (
        <Stack key={name} direction="row" sx={{ gap: 0.75, alignItems: "center" }}>
          <Swatch tone={tone} />
          <Secondary span>{name}</Secondary>
        </Stack>
      ))}
    </Stack>
  );
}

export function Swatch({ tone }: { tone: Tone }) {
  const theme = useTheme();
  return (
    <Box
      aria-hidden
      component="span"
      sx={{ width: 10, height: 10, borderRadius: 0.5, bgcolor: colorOf(theme, tone) }}
    />
  );
}
