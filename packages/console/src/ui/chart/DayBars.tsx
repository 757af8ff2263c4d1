import { Box, Paper, Stack, Typography, useTheme } from "@mui/material";
import type { ReactNode } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useFormat } from "../../format/format.tsx";
import { Secondary } from "../text.tsx";
import { colorOf, Legend, type Series, Swatch } from "./Legend.tsx";

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
}: {
  label: string;
  rows: readonly Row[];
  /** `yyyy-MM-dd`. */
  dayOf: (row: Row) => string;
  series: readonly Series<Row>[];
  /** Formats a value at the axis, and at a bar. */
  tick: (value: number) => string;
  figure: (value: number) => string;
  /** Upper end of the axis; by default above the highest bar. */
  most?: number;
  /** Only whole numbers at the axis. */
  whole?: boolean;
  /** More content of the tooltip. */
  more?: (row: Row) => ReactNode;
}) {
  const theme = useTheme();
  const format = useFormat();
  const text = { fill: theme.palette.text.secondary, fontSize: 12 };
  const shown = rows.map((row) => ({
    row,
    day: dayOf(row),
    ...Object.fromEntries(series.map(({ value }, n) => [`v${n}`, value(row)])),
  }));
  return (
    <Box role="img" aria-label={label} sx={{ "& .recharts-surface": { outline: "none", display: "block" } }}>
      {series.length > 1 && <Legend series={series} />}
      <ResponsiveContainer width="100%" height={230}>
        <BarChart
          data={shown}
          accessibilityLayer={false}
          margin={{ top: 8, right: 14, bottom: 0, left: 0 }}
          barCategoryGap="18%"
          barGap={1}
        >
          <CartesianGrid vertical={false} stroke={theme.palette.divider} />
          <XAxis
            dataKey="day"
            tickFormatter={format.shortDay}
            tick={text}
            tickLine={false}
            minTickGap={18}
            stroke={theme.palette.divider}
          />
          <YAxis
            width="auto"
            tickFormatter={tick}
            tick={text}
            tickLine={false}
            axisLine={false}
            allowDecimals={!whole}
            domain={[0, most ?? "auto"]}
          />
          <Tooltip
            cursor={{ fill: theme.palette.action.hover }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const at = payload[0]?.payload as { row: Row; day: string } | undefined;
              if (!active || !at) return null;
              return (
                <Paper variant="outlined" sx={{ px: 1.5, py: 1 }}>
                  <Typography variant="body2" sx={{ fontWeight: 700 }}>
                    {format.longDay(at.day)}
                  </Typography>
                  {series.map(({ name, tone, value }) => (
                    <Stack key={name} direction="row" sx={{ gap: 1, alignItems: "center" }}>
                      <Swatch tone={tone} />
                      <Typography variant="body2" sx={{ flex: 1 }}>
                        {name}
                      </Typography>
                      <Typography variant="body2" sx={{ fontWeight: 600 }}>
                        {figure(value(at.row))}
                      </Typography>
                    </Stack>
                  ))}
                  {more && <Secondary component="div">{more(at.row)}</Secondary>}
                </Paper>
              );
            }}
          />
          {series.map(({ name, tone, stack }, n) => (
            <Bar
              key={name}
              dataKey={`v${n}`}
              {...(stack && { stackId: stack })}
              fill={colorOf(theme, tone)}
              maxBarSize={28}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}
