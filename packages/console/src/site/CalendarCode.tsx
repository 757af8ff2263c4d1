import { Box } from "@mui/material";
import { useState } from "react";
import type { PartnerLanguage } from "../api/languages.ts";
import { ProductAutocomplete, type ProductChoice } from "../events/pickers.tsx";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { fieldGrid, SectionCard } from "../ui/page/layout.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { useLanguageName } from "./language-name.ts";
import { calendarCode, type Site } from "./site.ts";

/** The lines that show a product's calendar on another site. */
export function CalendarCode({ site: { url, settings } }: { site: Site }) {
  const t = useText();
  const languageName = useLanguageName();
  const [product, setProduct] = useState<ProductChoice | null>(null);
  const [chosen, setLang] = useState<PartnerLanguage | undefined>(settings.languages[0]);
  const lang = chosen ?? settings.languages[0]!;
  const code = product && calendarCode(url, product, lang);
  return (
    <SectionCard title={t("site.calendar.title")} gap={2}>
      <SecondaryText>{t("site.calendar.lead")}</SecondaryText>
      <Box sx={fieldGrid()}>
        <ProductAutocomplete
          label={t("site.calendar.product")}
          value={product}
          onChange={(_, found) => setProduct(found)}
        />
        <Select
          label={t("orders.field.language")}
          value={lang}
          choices={choicesOf(settings.languages, languageName)}
          onChange={(next) => next && setLang(next)}
        />
      </Box>
      {code && (
        <>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={t("site.calendar.title")}
            sx={{
              m: 0,
              p: 1.5,
              overflowX: "auto",
              borderRadius: 1,
              bgcolor: "action.hover",
              fontFamily: mono,
              fontSize: 13,
            }}
          >
            {code}
          </Box>
          <div>
            <CopyButton wide text={code} label={t("site.calendar.copy")} />
          </div>
        </>
      )}
    </SectionCard>
  );
}
