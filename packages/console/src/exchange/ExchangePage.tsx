import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useText } from "../i18n/index.ts";
import { Page } from "../ui/page/Page.tsx";
import { ExportCatalogue } from "./ExportCatalogue.tsx";
import { ExportEvents } from "./ExportEvents.tsx";
import { ImportSection } from "./ImportSection.tsx";

/** The catalogue as files, out and in again. */
export function ExchangePage() {
  const t = useText();
  return (
    <Page title={t("exchange.title")} lead={t("exchange.lead")}>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 6fr) minmax(0, 5fr)" },
        }}
      >
        <ImportSection />
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ExportEvents />
          <ExportCatalogue />
        </Stack>
      </Box>
    </Page>
  );
}
