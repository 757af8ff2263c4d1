import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { CityFilter } from "../events/CityFilter.tsx";
import { ProductPicker } from "../events/ProductPicker.tsx";
import { useText } from "../i18n/index.ts";
import { DownloadLink } from "../ui/files/DownloadLink.tsx";
import { DayField } from "../ui/form/DayField.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { Select } from "../ui/form/Select.tsx";
import { Section } from "../ui/page/Section.tsx";

const everything = { productId: "", item: "", cityCode: "", from: "", to: "", availability: "" };

/** Exports events with their capacity, sales and prices as a spreadsheet. */
export function ExportEvents() {
  const t = useText();
  const [filter, setFilter] = useState(everything);
  const set = (changes: { [K in keyof typeof everything]?: string | undefined }) =>
    setFilter({
      ...filter,
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? ""])),
    });
  return (
    <Section title={t("exchange.events.title")}>
      <Stack sx={{ gap: 1.5 }}>
        <Typography sx={{ color: "text.secondary" }}>{t("exchange.events.lead")}</Typography>
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
              helperText={name === "from" && t("exchange.events.fromLead")}
              onChange={(day) => set({ [name]: day })}
            />
          ))}
          <Select
            label={t("events.filter.status")}
            value={filter.availability}
            any={t("events.filter.everyStatus")}
            choices={choicesOf(["available", "sold-out", "black-out"] as const, (status) =>
              t(`events.status.${status}`),
            )}
            onChange={(availability) => set({ availability })}
          />
          <CityFilter cityCode={filter.cityCode} onChange={set} />
        </Box>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <DownloadLink
            operation="events.export"
            query={{ format: "xlsx", ...filter }}
            label={t("exchange.events.saveXlsx")}
          />
          <DownloadLink
            operation="events.export"
            query={{ format: "csv", ...filter }}
            label={t("exchange.events.saveCsv")}
            variant="outlined"
          />
        </Stack>
      </Stack>
    </Section>
  );
}
