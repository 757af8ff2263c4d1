import { FormControlLabel, Stack, Switch, Tab, Tabs } from "@mui/material";
import { useState } from "react";
import { useText } from "../i18n/index.ts";
import { LetterExample, LetterInputs } from "../letters/LetterText.tsx";
import { fieldErrorProps, fieldProblemsOf } from "../ui/form/FieldSummary.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { ActionPreview, BulkActionKind, GuestLanguage, LetterDraft } from "./bulk.ts";
import { actionFieldIds, type BulkActionForm } from "./useBulkAction.ts";

/** The letters of an action, in each language of its guests. The preview fills them in for one guest. */
export function LetterFields({ kind, action }: { kind: BulkActionKind; action: BulkActionForm }) {
  const t = useText();
  const { flow, terms, setTerms } = action;
  const [shown, setShown] = useState<ActionPreview | null>(null);
  // The fields stay while the service makes a new preview.
  if (flow.shown && flow.shown !== shown) setShown(flow.shown);
  return (
    <SectionCard title={t("bulk.letters")}>
      <Stack sx={{ gap: 2 }}>
        <SecondaryText>{t("bulk.lettersLead")}</SecondaryText>
        {kind !== "inform" && (
          <FormControlLabel
            control={<Switch checked={terms.tell} onChange={(_, tell) => setTerms({ tell })} />}
            label={t("bulk.tell")}
          />
        )}
        {terms.tell && shown && shown.letters.length > 0 && <Languages preview={shown} action={action} />}
      </Stack>
    </SectionCard>
  );
}

function Languages({ preview: { letters, placeholders }, action }: { preview: ActionPreview; action: BulkActionForm }) {
  const t = useText();
  const [chosen, setChosen] = useState<GuestLanguage>(letters[0]!.lang);
  const letter = letters.find(({ lang }) => lang === chosen) ?? letters[0]!;
  return (
    <>
      <Tabs
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        value={letter.lang}
        onChange={(_, lang: GuestLanguage) => setChosen(lang)}
        aria-label={t("orders.field.language")}
      >
        {letters.map(({ lang, orders }) => (
          <Tab
            key={lang}
            value={lang}
            label={`${t(`content.lang.${lang}`)} · ${t("dashboard.orderCount", { smart_count: orders })}`}
          />
        ))}
      </Tabs>
      <Fields key={letter.lang} letter={letter} action={action} />
      <SecondaryText sx={{ overflowWrap: "anywhere" }}>
        {t("bulk.placeholders", { names: placeholders.map((name) => `{${name}}`).join(" ") })}
      </SecondaryText>
    </>
  );
}

function Fields({
  letter: { lang, example, problems, ...given },
  action: { wish, setWish, flow },
}: {
  letter: ActionPreview["letters"][number];
  action: BulkActionForm;
}) {
  const t = useText();
  const typed: LetterDraft = wish.letters[lang] ?? { subject: given.subject, body: given.body };
  const unchanged = flow.input === wish;
  const lacksNews = unchanged && problems.some(({ field }) => field === "body") && typed.body.includes("…");
  return (
    <>
      <LetterInputs
        text={typed}
        onChange={(text) => setWish({ letters: { ...wish.letters, [lang]: text } })}
        minRows={8}
        {...fieldErrorProps(fieldProblemsOf(flow.error), actionFieldIds.letter(lang))}
        {...(lacksNews && { helperText: t("bulk.news") })}
      />
      {example && unchanged && (
        <Stack role="group" aria-label={t("currencies.effect.example")} sx={{ gap: 0.5 }}>
          <LetterExample lead={t("currencies.effect.example")} letter={example} />
        </Stack>
      )}
    </>
  );
}
