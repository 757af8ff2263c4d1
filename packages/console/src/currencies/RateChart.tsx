import { Box, Paper, Typography, useTheme } from "@mui/material";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useFormat } from "../format/format.tsx";
import type { PastRate } from "./currency.ts";

/** A rate over time, an image for screen readers. The table below it has the same figures. */
export function RateChart({ label, past }: { label: string; past: readonly PastRate[] }) {
  const { palette } = useTheme();
  const { day, instant, rate } = useFormat();
  const points = past.map(({ at, rate }) => ({ at: Date.parse(at), rate: Number(rate) })).reverse();
  // The line continues to now.
  const shown = [...points, { at: Math.max(Date.now(), points.at(-1)!.at), rate: points.at(-1)!.rate }];
  const text = { fill: palette.text.secondary, fontSize: 12 };
  return (
    <Box role="img" aria-label={label} sx={{ mb: 1.5, "& .recharts-surface": { outline: "none", display: "block" } }}>
      <ResponsiveContainer width="100%" height={180}>
        <LineChart data={shown} accessibilityLayer={false} margin={{ top: 8, right: 14, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={["dataMin", "dataMax"]}
            tickFormatter={(at: number) => day(new Date(at).toISOString())}
            tick={text}
            tickLine={false}
            tickCount={4}
            minTickGap={48}
            stroke={palette.divider}
          />
          <YAxis
            width="auto"
            domain={["auto", "auto"]}
            tickFormatter={(value: number) => rate(value.toPrecision(5))}
            tick={text}
            tickLine={false}
            axisLine={false}
            tickCount={4}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const at = payload[0]?.payload as { at: number; rate: number } | undefined;
              if (!active || !at) return null;
              return (
                <Paper variant="outlined" sx={{ px: 1.5, py: 1 }}>
                  <Typography variant="body2">{instant(new Date(at.at).toISOString())}</Typography>
                  <Typography sx={{ fontWeight: 700 }}>{rate(String(at.rate))}</Typography>
                </Paper>
              );
            }}
          />
          <Line
            type="stepAfter"
            dataKey="rate"
            stroke={palette.primary.main}
            strokeWidth={2}
            dot={{ r: 3, fill: palette.primary.main }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </Box>
  );
}
