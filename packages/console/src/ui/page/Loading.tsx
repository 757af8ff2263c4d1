import { Box, Card, Skeleton, Stack } from "@mui/material";
import { keyframes } from "@mui/material/styles";
import type { ReactNode } from "react";
import { useText } from "../../i18n/index.ts";
import { motionDurations } from "../../theme/tokens.ts";

/** The shape of what loads: text, the rows of a list, names and values, the fields of a form, or the days of a calendar. */
type Shape = "lines" | "rows" | "facts" | "fields" | "days";

/** The delay before a placeholder, so that a quick answer shows none. */
const appear = keyframes({ from: { opacity: 0 } });
const appearAfterMs = 150;

/** A placeholder in the shape of the expected content: `lines` rows, facts, fields, weeks or lines of text. */
export function Loading({ of = "lines", lines = 4 }: { of?: Shape; lines?: number }) {
  const t = useText();
  return (
    <Box
      role="status"
      aria-label={t("frame.loading")}
      sx={{ animation: `${appear} ${motionDurations.usual}ms ${appearAfterMs}ms backwards` }}
    >
      {shapes[of](lines)}
    </Box>
  );
}

/** A card that loads, with its heading. */
export const LoadingCard = (props: { of?: Shape; lines?: number }) => (
  <Card sx={{ p: 2 }}>
    <Bar width="9rem" height="1.25em" />
    <Box sx={{ mt: 1.5 }}>
      <Loading {...props} />
    </Box>
  </Card>
);

const shapes: Record<Shape, (lines: number) => ReactNode> = {
  lines: (lines) => (
    <Stack sx={{ gap: 1.25, py: 0.5 }}>
      {times(lines, (n) => (
        <Bar key={n} width={widthOf(n)} />
      ))}
    </Stack>
  ),
  rows: (lines) =>
    times(lines, (n) => (
      <Box
        key={n}
        sx={{
          display: "grid",
          gridTemplateColumns: {
            xs: "minmax(0, 1fr) 3.5rem",
            md: "minmax(0, 3fr) minmax(0, 2fr) minmax(0, 2fr) 3.5rem",
          },
          columnGap: 2,
          alignItems: "center",
          py: 1.25,
          ...(n > 0 && { borderTop: 1, borderColor: "divider" }),
        }}
      >
        <Stack sx={{ gap: 0.75 }}>
          <Bar width={widthOf(n)} />
          <Bar width="40%" height="0.6em" sx={{ display: { md: "none" } }} />
        </Stack>
        <Bar width={widthOf(n + 2)} sx={{ display: { xs: "none", md: "block" } }} />
        <Bar width={widthOf(n + 3)} sx={{ display: { xs: "none", md: "block" } }} />
        <Bar width="100%" />
      </Box>
    )),
  facts: (lines) => (
    <Box
      sx={{
        display: "grid",
        gap: 1.75,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr))",
      }}
    >
      {times(lines, (n) => (
        <Stack key={n} sx={{ gap: 0.75 }}>
          <Bar width="45%" height="0.6em" />
          <Bar width={widthOf(n)} />
        </Stack>
      ))}
    </Box>
  ),
  fields: (lines) => (
    <Stack sx={{ gap: 2 }}>
      {times(lines, (n) => (
        <Box
          key={n}
          sx={{
            display: "flex",
            alignItems: "center",
            height: 40,
            px: 1.75,
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
          }}
        >
          <Bar width={`${25 + 10 * (n % 3)}%`} />
        </Box>
      ))}
    </Stack>
  ),
  days: (lines) => (
    <>
      <Box sx={{ display: { xs: "none", md: "grid" }, gridTemplateColumns: "repeat(7, minmax(0, 1fr))" }}>
        {times(7 * lines, (n) => (
          <Stack key={n} sx={{ gap: 1, height: 84, p: 1, border: 0.5, borderColor: "divider" }}>
            <Bar width="1.25rem" />
            <Bar width={widthOf(n)} height="0.6em" />
          </Stack>
        ))}
      </Box>
      <Box sx={{ display: { md: "none" } }}>{shapes.rows(2 * lines)}</Box>
    </>
  ),
};

const times = (count: number, make: (n: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Line widths that vary like lines of text. */
const widthOf = (n: number): string => `${[82, 58, 70, 46, 64][n % 5]}%`;

const Bar = ({ height = "0.8em", sx, ...rest }: { width: string; height?: string; sx?: object }) => (
  <Skeleton variant="rounded" height={height} sx={{ maxWidth: 1, borderRadius: 0.5, ...sx }} {...rest} />
);
