import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useText } from "../i18n/index.ts";
import { DownloadLink } from "../ui/files/DownloadLink.tsx";
import { Section } from "../ui/page/Section.tsx";

const kinds = ["products", "pages", "currencies", "partners", "suppliers"] as const;

/** Exports the catalogue, or some kinds of its records, as a catalogue file. */
export function ExportCatalogue() {
  const t = useText();
  const [chosen, setChosen] = useState<readonly (typeof kinds)[number][]>(kinds);
  const [cityCode, setCityCode] = useState("");
  const products = chosen.includes("products");
  return (
    <Section title={t("exchange.catalogue.title")}>
      <Stack sx={{ gap: 1.5 }}>
        <Typography sx={{ color: "text.secondary" }}>{t("exchange.catalogue.lead")}</Typography>
        <FormControl component="fieldset" error={chosen.length === 0}>
          <Typography component="legend" variant="body2">
            {t("exchange.catalogue.kinds")}
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1 }}>
            {kinds.map((kind) => (
              <FormControlLabel
                key={kind}
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.includes(kind)}
                    onChange={(_, on) => setChosen(on ? [...chosen, kind] : chosen.filter((one) => one !== kind))}
                  />
                }
                label={t(`changes.kind.${kind}`)}
              />
            ))}
          </Box>
          {chosen.length === 0 && <FormHelperText>{t("exchange.catalogue.none")}</FormHelperText>}
        </FormControl>
        {products && (
          <TextField
            label={t("exchange.catalogue.city")}
            placeholder={t("exchange.catalogue.everyCity")}
            value={cityCode}
            onChange={({ target }) => setCityCode(target.value)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 64 } }}
            sx={{ maxWidth: 260 }}
          />
        )}
        {chosen.length > 0 && (
          <DownloadLink
            operation="catalogue.export"
            query={{
              ...(chosen.length < kinds.length && { kinds: chosen.join(",") }),
              ...(products && { cityCode: cityCode.trim() }),
            }}
            label={t("exchange.catalogue.save")}
          />
        )}
      </Stack>
    </Section>
  );
}
