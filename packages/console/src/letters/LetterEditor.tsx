import { Box, Button, Chip, Stack, TextField, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { textOrDefault, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { UnsavedChangesWarning } from "../ui/form/UnsavedChangesWarning.tsx";
import { useNotify } from "../ui/notices.tsx";
import { SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { savingOwnRevisions, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { LetterInputs } from "./LetterText.tsx";
import { type CurrentText, type GuestLetter, isPartnerKind } from "./letter.ts";

type Work = "preview" | "save" | "try" | "remove";
type Preview = ApiAnswer<"letters.preview"> & { order: string };

/** The text of a letter in one language: write, preview, try, save. */
export function LetterEditor({
  letter: { kind, placeholders },
  text: read,
  productId,
  mail,
}: {
  letter: Pick<GuestLetter, "kind" | "placeholders">;
  text: CurrentText;
  productId: string | undefined;
  mail: boolean;
}) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const may = useRights().has("letters.update");
  const body = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState({ subject: read.subject, body: read.body });
  const [revision, setRevision] = useState(read.revision);
  const [saved, setSaved] = useState(text);
  const [order, setOrder] = useState("");
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState<Work | null>(null);
  const { lang } = read;
  const isPartner = isPartnerKind(kind);
  const of = { kind, lang };
  const product = productId === undefined ? {} : { productId };
  const isChanged = text.subject !== saved.subject || text.body !== saved.body;
  const during = async (what: Work, work: () => Promise<void>) => {
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
  const readAgain = () => queries.invalidateQueries({ queryKey: ["letters.list"] });
  const present = ({ data }: ApiAnswer<"letters.list">) =>
    data.find((one) => one.kind === kind)!.texts.find((one) => one.lang === lang)!;
  const write = async (words: typeof text, revision: number) => {
    await api("letters.update", { ...of, body: { ...product, ...words, revision } });
    setRevision(revision + 1);
    setText(words);
    setSaved(words);
    await readAgain();
  };
  const save = () =>
    during("save", async () => {
      await write(text, revision);
      const readPresent = async () => present(await api("letters.list", { query: product }));
      const again = savingOwnRevisions<typeof text, { revision: number }>(revision, readPresent, (words, now) =>
        write(words, now.revision),
      );
      reportSaved(t("letters.saved"), swapBack(saved, text, again));
    });
  const tried = () => ({ ...text, ...(order.trim() && { order: order.trim() }) });
  const show = () =>
    during("preview", async () =>
      setPreview({ ...(await api("letters.preview", { ...of, body: tried() })), order: order.trim() }),
    );
  const tryOut = () =>
    during("try", async () => {
      const { to } = await api("letters.try", { ...of, body: tried() });
      notify(t("letters.tried", { to }), { type: "success" });
    });
  const remove = () =>
    during("remove", async () => {
      await api("letters.delete", { ...of, query: product });
      const now = present(await api("letters.list", { query: product }));
      setText({ subject: now.subject, body: now.body });
      setSaved({ subject: now.subject, body: now.body });
      setRevision(now.revision);
      notify(t("letters.removed"), { type: "success" });
      await readAgain();
    });
  const add = (name: string) => {
    const at = body.current?.selectionStart ?? text.body.length;
    const end = body.current?.selectionEnd ?? at;
    setText({ ...text, body: `${text.body.slice(0, at)}{${name}}${text.body.slice(end)}` });
    body.current?.focus();
  };
  return (
    <TwoColumns ratio={[1, 1]}>
      <SectionCard title={t("field.text")}>
        <UnsavedChangesWarning when={isChanged} />
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
            <SecondaryText sx={{ mb: 0.75 }}>
              {t(isPartner ? "terms.letters.placeholdersLead" : "letters.placeholdersLead")}
            </SecondaryText>
            <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap" }}>
              {placeholders.map((name) => (
                <Chip
                  key={name}
                  label={textOrDefault(
                    t,
                    `terms.letters.placeholder.${name}`,
                    textOrDefault(t, `letters.placeholder.${name}`, `{${name}}`),
                  )}
                  title={`{${name}}`}
                  disabled={!may}
                  onClick={() => add(name)}
                />
              ))}
            </Stack>
          </Box>
          {may && !isPartner && (
            <TextField
              label={t("letters.order")}
              helperText={t("letters.orderLead")}
              value={order}
              onChange={({ target }) => setOrder(target.value)}
              slotProps={{ htmlInput: { maxLength: 64 } }}
              sx={{ maxWidth: "20rem" }}
            />
          )}
          <ProblemAlert
            error={error}
            action={
              <ConflictAction
                error={error}
                read={() => api("letters.list", { query: product })}
                onRead={(answer) => {
                  const now = present(answer);
                  setRevision(now.revision);
                  setPreview({ subject: now.subject, body: now.body, html: "", order: "" });
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
              <Button variant="outlined" loading={pending === "preview"} onClick={() => void show()}>
                {t("events.change.preview")}
              </Button>
              <Button variant="outlined" disabled={!mail} loading={pending === "try"} onClick={() => void tryOut()}>
                {t("letters.tryOut")}
              </Button>
              {productId !== undefined && revision > 0 ? (
                <Button loading={pending === "remove"} onClick={() => void remove()}>
                  {t("letters.removeText")}
                </Button>
              ) : (
                <Button onClick={() => setText({ ...read.original })}>{t("letters.original")}</Button>
              )}
            </Stack>
          )}
        </Stack>
      </SectionCard>
      {preview && (
        <SectionCard title={t("events.change.preview")}>
          <MailPreview
            letter={preview}
            lead={preview.order ? t("letters.previewOrder", { order: preview.order }) : t("letters.previewLead")}
          />
        </SectionCard>
      )}
    </TwoColumns>
  );
}

/** An e-mail as a guest's mail program shows it: laid out, and as plain text. */
function MailPreview({
  letter: { subject, body, html },
  lead,
}: {
  letter: { subject: string; body: string; html: string };
  lead: string;
}) {
  const t = useText();
  return (
    <Stack role="status" sx={{ gap: 1 }}>
      <SecondaryText>{lead}</SecondaryText>
      <Typography sx={{ fontWeight: 700, overflowWrap: "anywhere" }}>{subject}</Typography>
      {html !== "" && (
        // The frame allows no scripts, forms and navigation.
        <Box
          component="iframe"
          sandbox=""
          title={subject}
          srcDoc={html}
          sx={{ width: "100%", height: 560, border: 1, borderColor: "divider", borderRadius: 1 }}
        />
      )}
      <details open={html === ""}>
        <Box component="summary" sx={{ cursor: "pointer", color: "text.secondary", py: 0.5 }}>
          {t("letters.plain")}
        </Box>
        <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{body}</Typography>
      </details>
    </Stack>
  );
}
