import { Box, Stack } from "@mui/material";
import { useState } from "react";
import { lastDay, monthAfter } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DownloadLink } from "../ui/files/download.tsx";
import { DayField, Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";

const decimalMarks = ["comma", "point"] as const;
type Decimals = (typeof decimalMarks)[number];

/** The documents of a period as a file. The period is last month unless the operator chooses another period. */
export function AccountingExport({ today }: { today: string }) {
  const t = useText();
  const month = monthAfter(today.slice(0, 7), -1);
  const [{ from, to }, setPeriod] = useState({ from: `${month}-01`, to: lastDay(month) });
  const isWrong = from > to;
  // The decimal mark of this browser's language and country: Spanish has a comma in Spain and a point in Mexico.
  const usual = useFormat().typed("0.5").includes(",") ? "comma" : "point";
  const [decimals, setDecimals] = useState<Decimals>(usual);
  return (
    <Box className="on-screen">
      <SectionCard title={t("closing.accountant")} gap={2}>
        <SecondaryText>{t("closing.accountantLead")}</SecondaryText>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <DayField
            label={t("products.schedule.from")}
            value={from}
            error={isWrong}
            helperText={isWrong && t("closing.wrong")}
            onChange={(day) => day && setPeriod({ from: day, to })}
            sx={{ width: 160 }}
          />
          <DayField
            label={t("products.schedule.to")}
            value={to}
            onChange={(day) => day && setPeriod({ from, to: day })}
            sx={{ width: 160 }}
          />
          <Select
            label={t("closing.decimals")}
            value={decimals}
            choices={choicesOf(decimalMarks, (mark) => t(`closing.decimalMark.${mark}`))}
            onChange={(mark) => mark && setDecimals(mark)}
            sx={{ width: 240 }}
          />
        </Stack>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          {(["csv", "xlsx"] as const).map((format) => (
            <DownloadLink
              key={format}
              operation="documents.export"
              query={{ format, from, to, ...(format === "csv" && { decimals }) }}
              label={t(`closing.${format}`)}
              variant={format === "csv" ? "outlined" : "contained"}
            />
          ))}
        </Stack>
      </SectionCard>
    </Box>
  );
}
