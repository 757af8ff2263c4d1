import { Box, Stack, Typography, useTheme } from "@mui/material";
import type { ReactNode } from "react";
import { useFormat } from "../../format/format.tsx";
import { SecondaryText } from "../text.tsx";
import { ChartLegend, type ChartSeries, Swatch, seriesColor } from "./ChartLegend.tsx";
import { ChartPlot, roundAxisValues, spreadAxisLabels } from "./ChartPlot.tsx";

/** A bar chart by day, an image for screen readers. The page must show the same figures as a table. */
export function DayBars<Row>({
  label,
  rows,
  dayOf,
  series,
  tick,
  figure,
  most,
  whole = false,
  more,
  height = 190,
}: {
  label: string;
  rows: readonly Row[];
  /** `yyyy-MM-dd`. */
  dayOf: (row: Row) => string;
  series: readonly ChartSeries<Row>[];
  /** Formats a value at the axis, and at a bar. */
  tick: (value: number) => string;
  figure: (value: number) => string;
  /** Upper end of the axis; by default above the highest bar. */
  most?: number;
  /** Whether the axis shows only whole numbers. */
  whole?: boolean;
  /** More content of the details of a day. */
  more?: (row: Row) => ReactNode;
  /** Pixels. */
  height?: number;
}) {
  const theme = useTheme();
  const format = useFormat();
  const bars = barsOf(series);
  const heightOf = (row: Row, bar: readonly ChartSeries<Row>[]) => bar.reduce((sum, { value }) => sum + value(row), 0);
  const highest = Math.max(0, ...rows.flatMap((row) => bars.map((bar) => heightOf(row, bar))));
  const values = roundAxisValues(0, most ?? highest, whole);
  const end = values.at(-1)!;
  const middle = (n: number) => (n + 0.5) / rows.length;
  return (
    <>
      {series.length > 1 && <ChartLegend series={series} />}
      <ChartPlot
        label={label}
        height={height}
        values={values}
        tick={tick}
        marks={spreadAxisLabels(rows, 6, (row, n) => ({ at: middle(n), label: format.shortDay(dayOf(row)) }))}
        points={rows.map((_, n) => middle(n))}
        details={(n) => <Day row={rows[n]!} day={dayOf(rows[n]!)} series={series} figure={figure} more={more} />}
      >
        <Box sx={{ position: "absolute", inset: 0, display: "flex" }}>
          {rows.map((row) => (
            <Box
              key={dayOf(row)}
              sx={{ flex: "1 1 0", minWidth: 0, display: "flex", alignItems: "flex-end", justifyContent: "center" }}
            >
              {bars.map((bar) => (
                <Stack
                  key={bar[0]!.name}
                  style={{ height: `${(heightOf(row, bar) / end) * 100}%` }}
                  sx={{ flex: `0 1 ${82 / bars.length}%`, minWidth: 0, maxWidth: 28, flexDirection: "column-reverse" }}
                >
                  {bar.map(
                    ({ name, tone, value }) =>
                      value(row) > 0 && (
                        // Parts whose growth adds up to less than 1 would not fill the bar.
                        <Box
                          key={name}
                          data-bar
                          style={{ flex: value(row) / heightOf(row, bar), background: seriesColor(theme, tone) }}
                        />
                      ),
                  )}
                </Stack>
              ))}
            </Box>
          ))}
        </Box>
      </ChartPlot>
    </>
  );
}

/** The bars of a day: series with the same stack are one bar. */
function barsOf<Row>(series: readonly ChartSeries<Row>[]): ChartSeries<Row>[][] {
  const barOf = ({ name, stack }: ChartSeries<Row>) => stack ?? name;
  return [...new Set(series.map(barOf))].map((bar) => series.filter((one) => barOf(one) === bar));
}

function Day<Row>({
  row,
  day,
  series,
  figure,
  more,
}: {
  row: Row;
  day: string;
  series: readonly ChartSeries<Row>[];
  figure: (value: number) => string;
  more: ((row: Row) => ReactNode) | undefined;
}) {
  const format = useFormat();
  return (
    <Box sx={{ color: "text.primary" }}>
      <Typography variant="body2" sx={{ fontWeight: 700 }}>
        {format.longDay(day)}
      </Typography>
      {series.map(({ name, tone, value }) => (
        <Stack key={name} direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Swatch tone={tone} />
          <Typography variant="body2" sx={{ flex: 1 }}>
            {name}
          </Typography>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {figure(value(row))}
          </Typography>
        </Stack>
      ))}
      {more && <SecondaryText component="div">{more(row)}</SecondaryText>}
    </Box>
  );
}
