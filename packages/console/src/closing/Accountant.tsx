import { Box, Stack } from "@mui/material";
import { useState } from "react";
import { lastDay, monthAfter } from "../format/days.ts";
import { useText } from "../i18n/index.ts";
import { DownloadLink } from "../ui/files/download.tsx";
import { DayField } from "../ui/form/controls.tsx";
import { Section } from "../ui/page/layout.tsx";
import { Secondary } from "../ui/text.tsx";

/** The documents of a period as a file; last month unless the operator chooses another. */
export function Accountant({ today }: { today: string }) {
  const t = useText();
  const month = monthAfter(today.slice(0, 7), -1);
  const [{ from, to }, setPeriod] = useState({ from: `${month}-01`, to: lastDay(month) });
  const isWrong = from > to;
  return (
    <Box className="on-screen">
      <Section title={t("closing.accountant")} gap={2}>
        <Secondary>{t("closing.accountantLead")}</Secondary>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <DayField
            label={t("closing.from")}
            value={from}
            error={isWrong}
            helperText={isWrong && t("closing.wrong")}
            onChange={(day) => day && setPeriod({ from: day, to })}
            sx={{ width: 160 }}
          />
          <DayField
            label={t("closing.to")}
            value={to}
            onChange={(day) => day && setPeriod({ from, to: day })}
            sx={{ width: 160 }}
          />
        </Stack>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          {(["csv", "xlsx"] as const).map((format) => (
            <DownloadLink
              key={format}
              operation="documents.export"
              query={{ format, from, to }}
              label={t(`closing.${format}`)}
              variant={format === "csv" ? "outlined" : "contained"}
            />
          ))}
        </Stack>
      </Section>
    </Box>
  );
}
