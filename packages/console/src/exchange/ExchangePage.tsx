import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  Stack,
  TextField,
  Typography,
} from "@mui/material";
import { useState } from "react";
import { eventStates } from "../events/event.ts";
import { CityFilter, ProductPicker } from "../events/pickers.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { DownloadLink } from "../ui/download.tsx";
import { DayField, Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ImportSection } from "./ImportSection.tsx";

const takes = { json: "catalogue.import", csv: "events.import", xlsx: "events.import" } as const;
const kindsOf = (t: Translate) => ({
  json: t("importExport.kind.catalogue"),
  csv: t("importExport.kind.events"),
  xlsx: t("importExport.kind.events"),
});

/** Exports and imports the catalogue as files. */
export function ExchangePage() {
  const t = useText();
  return (
    <Page title={t("importExport.title")} lead={t("importExport.lead")}>
      <TwoColumns ratio={[6, 5]}>
        <ImportSection takes={takes} lead={t("importExport.import.lead")} kinds={kindsOf(t)} />
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ExportEvents />
          <ExportCatalogue />
        </Stack>
      </TwoColumns>
    </Page>
  );
}

const everything = { productId: "", item: "", cityCode: "", from: "", to: "", state: "" };

/** Exports events with their capacity, sales and prices as a spreadsheet. */
function ExportEvents() {
  const t = useText();
  const [filter, setFilter] = useState(everything);
  const set = (changes: { [K in keyof typeof everything]?: string | undefined }) =>
    setFilter({
      ...filter,
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? ""])),
    });
  return (
    <SectionCard gap={1.5} title={t("importExport.events.title")}>
      <Typography sx={{ color: "text.secondary" }}>{t("importExport.events.lead")}</Typography>
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        <ProductPicker
          productId={filter.productId || undefined}
          item={filter.item || undefined}
          onChange={set}
          sx={{ gridColumn: "1 / -1" }}
        />
        {(["from", "to"] as const).map((name) => (
          <DayField
            key={name}
            label={t(`events.filter.${name}`)}
            value={filter[name]}
            helperText={name === "from" && t("importExport.events.fromLead")}
            onChange={(day) => set({ [name]: day })}
          />
        ))}
        <Select
          label={t("orders.field.status")}
          value={filter.state}
          any={t("orders.list.anyStatus")}
          choices={choicesOf(
            eventStates.filter((state) => state !== "removed"),
            (state) => t(`events.status.${state}`),
          )}
          onChange={(state) => set({ state })}
        />
        <CityFilter cityCode={filter.cityCode} onChange={set} />
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        <DownloadLink
          operation="events.export"
          query={{ format: "xlsx", ...filter }}
          label={t("ticketTypes.sheet.save")}
        />
        <DownloadLink
          operation="events.export"
          query={{ format: "csv", ...filter }}
          label={t("frame.action.csv")}
          variant="outlined"
        />
      </Stack>
    </SectionCard>
  );
}

const kinds = ["products", "ticketTypes", "pages", "currencies", "partners", "suppliers"] as const;

/** Exports the catalogue, or some kinds of its records, as a catalogue file. */
function ExportCatalogue() {
  const t = useText();
  const [chosen, setChosen] = useState<readonly (typeof kinds)[number][]>(kinds);
  const [cityCode, setCityCode] = useState("");
  const products = chosen.includes("products");
  return (
    <SectionCard gap={1.5} title={t("importExport.catalogue.title")}>
      <Typography sx={{ color: "text.secondary" }}>{t("importExport.catalogue.lead")}</Typography>
      <FormControl component="fieldset" error={chosen.length === 0}>
        <Typography component="legend" variant="body2">
          {t("importExport.catalogue.kinds")}
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
        {chosen.length === 0 && <FormHelperText>{t("importExport.catalogue.none")}</FormHelperText>}
      </FormControl>
      {products && (
        <TextField
          label={t("importExport.catalogue.city")}
          placeholder={t("events.filter.everyCity")}
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
          label={t("importExport.catalogue.save")}
        />
      )}
    </SectionCard>
  );
}
