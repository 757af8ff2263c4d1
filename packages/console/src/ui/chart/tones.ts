import type { Theme } from "@mui/material/styles";

/** The colour of a series; each has enough contrast in both themes. */
export type Tone = "main" | "accent" | "bad" | "good" | "quiet";

export const colorOf = ({ palette }: Theme, tone: Tone): string =>
  ({
    main: palette.primary.main,
    accent: palette.secondary.main,
    bad: palette.error.main,
    good: palette.success.main,
    quiet: palette.mode === "dark" ? "#6d838c" : "#7d939c",
  })[tone];

export interface Series<Row> {
  name: string;
  tone: Tone;
  value: (row: Row) => number;
  /** Series with the same stack are stacked. */
  stack?: string;
}
