import { Alert, Box, Button, Card, FormControlLabel, Stack, Switch, Tab, Tabs, TextField } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { ProductAutocomplete, useProduct } from "../events/pickers.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { Select } from "../ui/form/controls.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { savingOwnRevisions, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { LetterEditor } from "./LetterEditor.tsx";
import { type GuestLetter, type GuestLetters, isPartnerKind, type LetterKind, type LetterLanguage } from "./letter.ts";
import { NoMailServer } from "./NoMailServer.tsx";

/**
 * The letters to guests and partners: the switches that decide which letters are sent, and the texts in each language, for all products or for one
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
          aria-label={t("letters.listTitle")}
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
        letter={letter}
        text={letter.texts.find((one) => one.lang === lang)!}
        productId={productId}
        mail={letters.mail}
      />
    </Stack>
  );
}

/** The name of a kind of letter. */
const kindText = (kind: LetterKind, t: Translate): string =>
  isPartnerKind(kind) ? t(`terms.letters.kind.${kind}`) : t(`letters.kind.${kind}`);

/** When a letter is sent, and who gets none. */
const whenText = (kind: LetterKind, t: Translate): string =>
  isPartnerKind(kind)
    ? `${t(`terms.letters.when.${kind}`)} ${t("terms.letters.to")}`
    : `${t(`letters.when.${kind}`)} ${t("letters.leftOut")}`;

function KindLabel({ letter: { kind, isOn } }: { letter: GuestLetter }) {
  const t = useText();
  return (
    <span>
      {kindText(kind, t)}
      <SecondaryText span sx={{ display: "block", fontWeight: isOn ? 700 : 400 }}>
        {t(isOn ? "letters.on" : "letters.off")}
      </SecondaryText>
    </span>
  );
}

const maxHours = 720;

/** The switch that decides whether and when a letter is sent. A product follows the switch for all products, or has its own switch. */
function LetterSwitch({ letter, productId }: { letter: GuestLetter; productId: string | undefined }) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const may = useRights().has("letters.switch");
  const { attempt, pending } = useRequestOnClick();
  const { kind, isOn, own, revision } = letter;
  const [hours, setHours] = useState(letter.hours === null ? "" : `${letter.hours}`);
  const timed = kind === "reminder" || kind === "thanks" ? kind : null;
  const isWrong = timed !== null && !(/^\d+$/.test(hours) && Number(hours) >= 1 && Number(hours) <= maxHours);
  const product = productId === undefined ? {} : { productId };
  type Wanted = { isOn: boolean | null; hours?: number };
  const write = async (wanted: Wanted, revision: number) => {
    await api("letters.switch", { kind, body: { ...product, ...wanted, revision } });
    await queries.invalidateQueries({ queryKey: ["letters.list"] });
  };
  const readLetter = async () =>
    (await api("letters.list", { query: product })).data.find((one) => one.kind === kind) ?? letter;
  const save = (isOn: boolean | null, notice: "letters.switchedOn" | "letters.switchedOff" | "letters.switched") =>
    attempt(async () => {
      const wanted: Wanted = { isOn, ...(timed && isOn !== null && { hours: Number(hours) }) };
      // A product without its own switch follows the switch for all products.
      const former: Wanted =
        productId && !own ? { isOn: null } : { isOn: letter.isOn, ...(timed && { hours: letter.hours ?? 24 }) };
      await write(wanted, revision);
      const again = savingOwnRevisions(revision, readLetter, (values: Wanted, now) => write(values, now.revision));
      reportSaved(t(notice, { kind: kindText(kind, t) }), swapBack(former, wanted, again));
    });
  const toggle = (next: boolean) => void save(next, next ? "letters.switchedOn" : "letters.switchedOff");
  const disabled = !may || pending || isWrong;
  return (
    <SectionCard title={kindText(kind, t)}>
      <Stack sx={{ gap: 2 }}>
        <SecondaryText>{whenText(kind, t)}</SecondaryText>
        {productId === undefined ? (
          <FormControlLabel
            control={<Switch checked={isOn} disabled={disabled} onChange={(_, next) => toggle(next)} />}
            label={t("letters.sends")}
          />
        ) : (
          <Select
            label={t("letters.own")}
            value={own ? (isOn ? "on" : "off") : "follow"}
            disabled={disabled}
            choices={[
              { id: "follow", name: t("letters.follow") },
              { id: "on", name: t("letters.on") },
              { id: "off", name: t("letters.off") },
            ]}
            onChange={(next) => (next === "follow" ? void save(null, "letters.switched") : toggle(next === "on"))}
            sx={{ maxWidth: "20rem" }}
          />
        )}
        {timed && (productId === undefined || own) && (
          <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
            <TextField
              label={t(`letters.hours.${timed}`)}
              value={hours}
              disabled={!may}
              onChange={({ target }) => setHours(target.value.trim())}
              error={isWrong}
              helperText={isWrong ? t("letters.hours.wrong") : undefined}
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 3 } }}
              sx={{ width: "14rem" }}
            />
            {may && (
              <Button
                variant="outlined"
                loading={pending}
                disabled={isWrong || Number(hours) === letter.hours}
                onClick={() => void save(isOn, "letters.switched")}
                sx={{ minHeight: 40 }}
              >
                {t("frame.action.save")}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </SectionCard>
  );
}
