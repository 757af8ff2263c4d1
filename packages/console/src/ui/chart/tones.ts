import type { Theme } from "@mui/material/styles";

/** What a series is drawn in; all of them can be told from the ground by day and by night. */
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
  /** Series of one stack stand on one another. */
  stack?: string;
}
