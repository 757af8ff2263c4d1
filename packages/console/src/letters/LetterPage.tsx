import { Alert, Box, Card, Stack, Tab, Tabs } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { ProductAutocomplete, useProduct } from "../events/pickers.tsx";
import { useText } from "../i18n/index.ts";
import { Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { LetterEditor } from "./LetterEditor.tsx";
import { LetterSwitch } from "./LetterSwitch.tsx";
import type { GuestLetter, GuestLetters, LetterKind, LetterLanguage } from "./letter.ts";
import { NoMailServer } from "./NoMailServer.tsx";

/**
 * The letters to guests: the switches that decide which letters are sent, and the texts in each language, for all products or for one
 * product.
 */
export function LetterPage() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const productId = search.get("product") ?? undefined;
  const product = useProduct(productId);
  const query = useAnswer(
    "letters.list",
    { query: { productId } },
    { refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  return (
    <Page title={t("letters.title")} lead={t("letters.lead")} width={1100}>
      <Box sx={{ maxWidth: "28rem" }}>
        <ProductAutocomplete
          label={t("find.product")}
          placeholder={t("find.anyProduct")}
          clearText={t("find.anyProduct")}
          value={productId && product ? { id: product.id, ...product.source } : null}
          onChange={(_, chosen) => setSearch(chosen ? { product: chosen.id } : {}, { replace: true })}
        />
      </Box>
      <QueryResult query={query}>
        {(letters) => <LoadedLetters key={productId ?? ""} letters={letters} productId={productId} />}
      </QueryResult>
    </Page>
  );
}

function LoadedLetters({ letters, productId }: { letters: GuestLetters; productId: string | undefined }) {
  const t = useText();
  const [kind, setKind] = useState<LetterKind>("confirmation");
  const [lang, setLang] = useState<LetterLanguage>("es");
  const letter = letters.data.find((one) => one.kind === kind)!;
  return (
    <Stack sx={{ gap: 2 }}>
      {!letters.mail && (
        <Alert severity="warning">
          <NoMailServer />
        </Alert>
      )}
      <Card>
        <Tabs
          value={kind}
          onChange={(_, next: LetterKind) => setKind(next)}
          aria-label={t("letters.list")}
          variant="scrollable"
          scrollButtons={false}
        >
          {letters.data.map((one) => (
            <Tab key={one.kind} value={one.kind} label={<KindLabel letter={one} />} />
          ))}
        </Tabs>
      </Card>
      <LetterSwitch key={`${kind} ${letter.revision}`} letter={letter} productId={productId} />
      <Card>
        <Tabs
          value={lang}
          onChange={(_, next: LetterLanguage) => setLang(next)}
          aria-label={t("orders.field.language")}
        >
          {letter.texts.map((one) => (
            <Tab key={one.lang} value={one.lang} label={t(`frame.languages.${one.lang}`)} />
          ))}
        </Tabs>
      </Card>
      <LetterEditor
        key={`${kind} ${lang}`}
        kind={kind}
        text={letter.texts.find((one) => one.lang === lang)!}
        productId={productId}
        placeholders={letters.placeholders}
        mail={letters.mail}
      />
    </Stack>
  );
}

function KindLabel({ letter: { kind, isOn } }: { letter: GuestLetter }) {
  const t = useText();
  return (
    <span>
      {t(`letters.kind.${kind}`)}
      <SecondaryText span sx={{ display: "block", fontWeight: isOn ? 700 : 400 }}>
        {t(isOn ? "letters.on" : "letters.off")}
      </SecondaryText>
    </span>
  );
}
