import { Alert, Box, Button, Card, Chip, Stack, Tab, Tabs } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Answer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { Unsaved } from "../ui/form/Unsaved.tsx";
import { useNotify } from "../ui/notices.tsx";
import { Loaded } from "../ui/page/Loaded.tsx";
import { Section, TwoColumns } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/states.tsx";
import { Secondary } from "../ui/text.tsx";
import { LetterExample, LetterInputs } from "./LetterText.tsx";
import { NoMailServer } from "./NoMailServer.tsx";

type Letters = Answer<"letters.list">;
type Letter = Letters["data"][number];
type Lang = Letter["lang"];

/** The text of the e-mail with a voucher, in each language. */
export function LetterPage() {
  const t = useText();
  const [lang, setLang] = useState<Lang>("es");
  const query = useAnswer("letters.list", {}, { refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <Page title={t("letters.title")} lead={t("letters.lead")} width={1100}>
      <Loaded query={query}>
        {(letters) => (
          <Stack sx={{ gap: 2 }}>
            {!letters.mail && (
              <Alert severity="warning">
                <NoMailServer />
              </Alert>
            )}
            <Card>
              <Tabs value={lang} onChange={(_, next: Lang) => setLang(next)} aria-label={t("frame.language")}>
                {letters.data.map((one) => (
                  <Tab key={one.lang} value={one.lang} label={t(`frame.languages.${one.lang}`)} />
                ))}
              </Tabs>
            </Card>
            <Editor
              key={lang}
              letter={letters.data.find((one) => one.lang === lang)!}
              placeholders={letters.placeholders}
            />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Editor({ letter, placeholders }: { letter: Letter; placeholders: string[] }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const may = useRights().has("letters.update");
  const body = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState({ subject: letter.subject, body: letter.body });
  const [revision, setRevision] = useState(letter.revision);
  const [saved, setSaved] = useState(text);
  const [preview, setPreview] = useState<{ subject: string; body: string } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState<"preview" | "save" | null>(null);
  const { lang } = letter;
  const isChanged = text.subject !== saved.subject || text.body !== saved.body;
  const during = async (what: "preview" | "save", work: () => Promise<void>) => {
    setPending(what);
    setError(null);
    try {
      await work();
    } catch (reason) {
      setError(reason);
    } finally {
      setPending(null);
    }
  };
  const save = () =>
    during("save", async () => {
      await api("letters.update", { lang, body: { ...text, revision } });
      setRevision(revision + 1);
      setSaved(text);
      notify(t("letters.saved"), { type: "success" });
      await queries.invalidateQueries({ queryKey: ["letters.list"] });
    });
  const add = (name: string) => {
    const at = body.current?.selectionStart ?? text.body.length;
    const end = body.current?.selectionEnd ?? at;
    setText({ ...text, body: `${text.body.slice(0, at)}{${name}}${text.body.slice(end)}` });
    body.current?.focus();
  };
  return (
    <TwoColumns ratio={[1, 1]}>
      <Section title={t("letters.body")}>
        <Unsaved when={isChanged} />
        <Stack
          component="form"
          noValidate
          sx={{ gap: 2, pt: 0.5 }}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <LetterInputs text={text} onChange={setText} disabled={!may} minRows={12} inputRef={body} />
          <Box role="group" aria-label={t("letters.placeholders")}>
            <Secondary sx={{ mb: 0.75 }}>{t("letters.placeholdersLead")}</Secondary>
            <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap" }}>
              {placeholders.map((name) => (
                <Chip key={name} label={`{${name}}`} disabled={!may} onClick={() => add(name)} />
              ))}
            </Stack>
          </Box>
          <Problem
            error={error}
            action={
              <ConflictAction
                error={error}
                read={() => api("letters.list")}
                onRead={({ data }) => {
                  const now = data.find((one) => one.lang === lang)!;
                  setRevision(now.revision);
                  setPreview({ subject: now.subject, body: now.body });
                  setError(null);
                }}
              />
            }
          />
          {may && (
            <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
              <Button type="submit" variant="contained" disabled={!isChanged} loading={pending === "save"}>
                {t("frame.action.save")}
              </Button>
              <Button
                variant="outlined"
                loading={pending === "preview"}
                onClick={() =>
                  void during("preview", async () => setPreview(await api("letters.preview", { lang, body: text })))
                }
              >
                {t("events.change.preview")}
              </Button>
              <Button onClick={() => setText({ ...letter.original })}>{t("letters.original")}</Button>
            </Stack>
          )}
        </Stack>
      </Section>
      {preview && (
        <Section title={t("events.change.preview")}>
          <Stack role="status" sx={{ gap: 1 }}>
            <LetterExample lead={t("letters.previewLead")} letter={preview} />
          </Stack>
        </Section>
      )}
    </TwoColumns>
  );
}
