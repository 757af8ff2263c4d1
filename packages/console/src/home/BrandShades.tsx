import { Alert, Box, Stack, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { themeColours as pages } from "../theme/tokens.ts";
import { ProblemAlert } from "../ui/page/states.tsx";
import { useDebouncedValue } from "../ui/useDebouncedValue.ts";

type Checked = ApiAnswer<"brand.colours">;

/** Shows each shade that the service derives from the operator's colour, with a text on it. Names the places where the colour itself cannot be read. */
export function BrandShades({ colour }: { colour: string }) {
  const t = useText();
  const settled = useDebouncedValue(colour, 250);
  const { data, error } = useAnswer(
    "brand.colours",
    { query: { colour: settled } },
    { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );
  if (!data) return <ProblemAlert error={error} />;
  const { band, onBand, light, dark } = data.colours;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { sm: "repeat(3, minmax(0, 1fr))" } }}>
        <Shade ground={band} name={t("home.brand.onBand")} text={onBand} code={band} />
        <Shade
          ground={pages.light.background.paper}
          name={t("home.brand.onLight")}
          text={light.accent}
          code={light.accent}
        />
        <Shade
          ground={pages.dark.background.paper}
          name={t("home.brand.onDark")}
          text={dark.accent}
          code={dark.accent}
        />
      </Box>
      <Verdict checked={data} />
    </Stack>
  );
}

const Shade = ({ ground, name, text, code }: Record<"ground" | "name" | "text" | "code", string>) => (
  <Box sx={{ p: 1.5, borderRadius: 1, border: 1, borderColor: "divider", bgcolor: ground, color: text }}>
    <Typography sx={{ fontWeight: 650 }}>{name}</Typography>
    <Typography variant="body2">{code}</Typography>
  </Box>
);

/** Warns if the colour itself lacks the contrast that a text needs. */
function Verdict({ checked: { contrasts, least, colours } }: { checked: Checked }) {
  const t = useText();
  const { count } = useFormat();
  const shades = { band: colours.band, light: colours.light.accent, dark: colours.dark.accent };
  const missed = (["band", "light", "dark"] as const).filter((place) => contrasts[place] < least);
  // The contrast is rounded down, so that a low contrast never looks sufficient.
  const shown = (contrast: number) => count(Math.floor(contrast * 10) / 10);
  if (missed.length === 0) return <Alert severity="success">{t("home.brand.readable")}</Alert>;
  return (
    <Alert severity="info" role="status">
      {missed.map((place) => (
        <Box key={place}>
          {t(`home.brand.missed.${place}`, {
            contrast: shown(contrasts[place]),
            least: count(least),
            shade: shades[place],
          })}
        </Box>
      ))}
    </Alert>
  );
}
