import Stack from "@mui/material/Stack";
import { useText } from "../i18n/index.ts";
import { Page } from "../ui/page/Page.tsx";
import { TwoColumns } from "../ui/page/TwoColumns.tsx";
import { ExportCatalogue } from "./ExportCatalogue.tsx";
import { ExportEvents } from "./ExportEvents.tsx";
import { ImportSection } from "./ImportSection.tsx";

/** Exports and imports the catalogue as files. */
export function ExchangePage() {
  const t = useText();
  return (
    <Page title={t("exchange.title")} lead={t("exchange.lead")}>
      <TwoColumns ratio={[6, 5]}>
        <ImportSection />
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ExportEvents />
          <ExportCatalogue />
        </Stack>
      </TwoColumns>
    </Page>
  );
}
