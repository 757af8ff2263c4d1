import { Box, Stack, ToggleButton, ToggleButtonGroup, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type PartnerLanguage, partnerLanguages } from "../../../api/languages.ts";
import { useAnswer } from "../../../api/useAnswer.ts";
import { useLocale, useText } from "../../../i18n/index.ts";
import { Loading } from "../../../ui/page/Loading.tsx";
import { ProblemAlert } from "../../../ui/page/states.tsx";
import { useDebouncedValue } from "../../../ui/useDebouncedValue.ts";
import { type ProductDraft, sourceFromDraft } from "../../model/draft.ts";
import type { ProductSource } from "../../product.ts";
import { ContentView } from "./ContentView.tsx";

/** The product as travellers would read it in a language: what the service makes of the fields of the form. */
export function ListingPreview({ draft, base }: { draft: ProductDraft; base: ProductSource | null }) {
  const t = useText();
  const locale = useLocale();
  const [lang, setLang] = useState<PartnerLanguage>(
    () => partnerLanguages.find((one) => one === locale) ?? partnerLanguages[0]!,
  );
  const typed = useMemo(() => ({ ...sourceFromDraft(draft, base ?? undefined) }), [draft, base]);
  const source = useDebouncedValue(typed, pauseMs);
  const { data, error } = useAnswer(
    "products.preview",
    { body: { source, lang } },
    // Every pause in typing makes another request. Nobody needs the answers of the former requests.
    { placeholderData: keepPreviousData, gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  return (
    <Box component="section" aria-label={t("products.asSeen.title")}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, mb: 1, flexWrap: "wrap" }}>
        <Typography variant="overline" component="h2" sx={{ color: "text.secondary", flex: 1 }}>
          {t("products.asSeen.title")}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={lang}
          aria-label={t("products.asSeen.language")}
          onChange={(_, chosen: PartnerLanguage | null) => chosen && setLang(chosen)}
        >
          {partnerLanguages.map((one) => (
            <ToggleButton key={one} value={one} aria-label={t(`content.lang.${one}`)} sx={{ py: 0.25 }}>
              {one}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <ProblemAlert error={error} />
      {data ? <ContentView content={data} lang={lang} /> : !error && <Loading lines={8} />}
    </Box>
  );
}

/** How long the operator must pause before the preview follows. */
const pauseMs = 350;
