import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import { Secondary } from "../text.tsx";
import { colorOf, type Series, type Tone } from "./tones.ts";

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
