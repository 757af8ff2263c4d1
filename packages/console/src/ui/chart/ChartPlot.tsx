import { Box, Paper } from "@mui/material";
import { type PointerEvent, type ReactNode, useState } from "react";

/** The plot area of a chart: axes, grid, and the details at the pointer. Positions are shares of the width, from 0 to 1. */

/** Returns round values for an axis from `low` to `high`, five at most. The first and the last value enclose `low` and `high`. */
export function roundAxisValues(low: number, high: number, whole = false): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = 10 ** Math.floor(Math.log10(span / 4));
  const fitting = [1, 2, 2.5, 5, 10].map((factor) => factor * rough).find((size) => span / size <= 4) ?? rough * 10;
  const step = whole ? Math.max(1, Math.ceil(fitting)) : fitting;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

interface Mark {
  at: number;
  label: string;
}

/** Returns at most `most` labels, at equal distances. */
export function spreadAxisLabels<T>(rows: readonly T[], most: number, markOf: (row: T, n: number) => Mark): Mark[] {
  const every = Math.ceil(rows.length / most);
  return rows.flatMap((row, n) => (n % every === 0 ? [markOf(row, n)] : []));
}

export function ChartPlot({
  label,
  height,
  values,
  tick,
  marks,
  points,
  details,
  children,
}: {
  label: string;
  /** The height in CSS pixels. */
  height: number;
  /** The labelled values of the vertical axis, in ascending order. */
  values: readonly number[];
  tick: (value: number) => string;
  /** The labels of the horizontal axis. */
  marks: readonly Mark[];
  /** The values of the points. */
  points: readonly number[];
  /** The details of a point under the pointer. */
  details: (point: number) => ReactNode;
  children: ReactNode;
}) {
  const [shown, setShown] = useState<number | null>(null);
  const at = shown === null ? undefined : points[shown];
  const choose = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = (clientX - left) / width;
    const distances = points.map((point) => Math.abs(point - place));
    setShown(distances.indexOf(Math.min(...distances)));
  };
  return (
    <Box
      role="img"
      aria-label={label}
      sx={{ display: "grid", gridTemplateColumns: "auto minmax(0, 1fr)", columnGap: 1, pt: 1, pr: 1.75, ...axis }}
    >
      <Box sx={{ display: "flex", flexDirection: "column-reverse", justifyContent: "space-between", my: "-0.6em" }}>
        {values.map((value) => (
          <Box key={value} sx={{ textAlign: "right", lineHeight: 1.2 }}>
            {tick(value)}
          </Box>
        ))}
      </Box>
      <Box
        onPointerMove={choose}
        onPointerLeave={() => setShown(null)}
        sx={{ position: "relative", height, borderBottom: 1, borderColor: "divider" }}
      >
        {values.slice(1).map((value, n) => (
          <Box
            key={value}
            sx={{ ...line, bottom: `${((n + 1) / (values.length - 1)) * 100}%`, borderTop: 1, borderColor: "divider" }}
          />
        ))}
        {children}
        {at !== undefined && (
          <Paper
            variant="outlined"
            sx={{
              position: "absolute",
              top: 0,
              zIndex: 1,
              px: 1.5,
              py: 1,
              width: "max-content",
              maxWidth: 260,
              pointerEvents: "none",
              ...(at > 0.5 ? { right: `${(1 - at) * 100 + 2}%` } : { left: `${at * 100 + 2}%` }),
            }}
          >
            {details(shown!)}
          </Paper>
        )}
      </Box>
      <Box sx={{ gridColumn: 2, position: "relative", height: "1.6em", mt: 0.5 }}>
        {marks.map((mark) => (
          <Box
            key={mark.at}
            component="span"
            sx={{
              position: "absolute",
              left: `${mark.at * 100}%`,
              transform: "translateX(-50%)",
              whiteSpace: "nowrap",
            }}
          >
            {mark.label}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const axis = { fontSize: 12, color: "text.secondary" };
const line = { position: "absolute", left: 0, right: 0 };
