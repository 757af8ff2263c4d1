import { Box, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { ChartPlot, roundAxisValues, spreadAxisLabels } from "../ui/chart/ChartPlot.tsx";
import type { PastRate } from "./currency.ts";

/** A chart of a rate over time, which is an image for screen readers. The table below it has the same figures. */
export function RateChart({ label, past }: { label: string; past: readonly PastRate[] }) {
  const { day, instant, rate } = useFormat();
  const points = past.map(({ at, rate }) => ({ at: Date.parse(at), rate: Number(rate) })).reverse();
  const first = points[0]!.at;
  // The line continues to the present.
  const span = Math.max(Date.now(), points.at(-1)!.at) - first || 1;
  const rates = points.map((point) => point.rate);
  const values = roundAxisValues(Math.min(...rates), Math.max(...rates));
  const [low, high] = [values[0]!, values.at(-1)!];
  const xOf = (at: number) => (at - first) / span;
  const yOf = (value: number) => (high - value) / (high - low);
  const steps = points.map((point) => `H${xOf(point.at) * 100}V${yOf(point.rate) * 100}`).join("");
  const atShare = (share: number) => ({ at: share, label: day(new Date(first + share * span).toISOString()) });
  return (
    <Box sx={{ mb: 1.5 }}>
      <ChartPlot
        label={label}
        height={150}
        values={values}
        tick={(value) => rate(value.toPrecision(5))}
        marks={spreadAxisLabels([0.1, 0.5, 0.9], 3, atShare)}
        points={points.map((point) => xOf(point.at))}
        details={(n) => (
          <Box sx={{ color: "text.primary" }}>
            <Typography variant="body2">{instant(new Date(points[n]!.at).toISOString())}</Typography>
            <Typography sx={{ fontWeight: 700 }}>{rate(String(points[n]!.rate))}</Typography>
          </Box>
        )}
      >
        <Box
          component="svg"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          sx={{
            position: "absolute",
            inset: 0,
            width: "100%",
            height: "100%",
            overflow: "visible",
            color: "primary.main",
          }}
        >
          <path
            d={`M0 ${yOf(points[0]!.rate) * 100}${steps}H100`}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </Box>
        {points.map((point) => (
          <Box
            key={point.at}
            sx={{ ...dot, left: `${xOf(point.at) * 100}%`, top: `${yOf(point.rate) * 100}%`, bgcolor: "primary.main" }}
          />
        ))}
      </ChartPlot>
    </Box>
  );
}

const dot = { position: "absolute", width: 6, height: 6, borderRadius: "50%", transform: "translate(-50%, -50%)" };
