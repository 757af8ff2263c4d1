import UndoIcon from "@mui/icons-material/Undo";
import { Alert, Button, Stack } from "@mui/material";
import { useEffect, useState } from "react";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { EntryValues, OperationName } from "../audit/AuditList.tsx";
import { auditSubjectText } from "../audit/subject.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { FactList, LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { PreviewDialog } from "../ui/preview.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { usePreview } from "../ui/usePreview.ts";
import { useSavedNotice } from "../ui/useSavedNotice.ts";
import { ChangedValue, changedFieldName } from "./ChangedValue.tsx";
import { ChangeEffects } from "./ChangeEffects.tsx";
import { ChangeTable } from "./ChangeTable.tsx";
import { changeSubject } from "./changes.ts";
import { type UndoPreview, useUndoChanges } from "./useUndoChanges.ts";

type Change = ApiAnswer<"changes.show">;

/** A change of products and events, and what undoing it would change. */
export function ChangeReport() {
  const t = useText();
  return (
    <RecordPage operation="changes.show">
      {(change) => (
        <Page
          title={t("changes.report")}
          lead={<OperationName id={change.operation} />}
          above={<BackLink path="/changes" label={t("changes.list.title")} />}
          actions={change.mayUndo && <UndoButton change={change} />}
        >
          <ChangeFacts change={change} />
          <SectionCard title={t("changes.title")}>
            <EntryValues before={null} after={withoutCause(change.after)} />
          </SectionCard>
        </Page>
      )}
    </RecordPage>
  );
}

/** Of an undone change, the page does not show which change it undoes as a value. */
function withoutCause(after: Change["after"]): unknown {
  if (typeof after !== "object" || after === null) return after;
  const { undoes: _, first: __, ...rest } = after as Record<string, unknown>;
  return rest;
}

function ChangeFacts({ change: { at, operator, subject, products } }: { change: Change }) {
  const t = useText();
  const format = useFormat();
  return (
    <SectionCard title={t("changes.report")}>
      <FactList
        facts={[
          { name: t("audit.subject"), value: auditSubjectText(subject, t, format), wide: true },
          { name: t("products.title"), value: format.count(products) },
          { name: t("audit.operator"), value: operator, wide: true },
          { name: t("audit.at"), value: <InstantText at={at} /> },
        ]}
      />
    </SectionCard>
  );
}

function UndoButton({ change }: { change: Change }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<UndoIcon />} onClick={() => setOpen(true)}>
        {t("changes.undo.button")}
      </Button>
      {open && <UndoDialog id={String(change.id)} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Previews undoing a change, and undoes exactly what was previewed. */
function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  const send = (dryRun: boolean, body: { state?: string }) =>
    api("changes.undo", { id, query: { dryRun, listed: dryRun ? 500 : 0 }, body });
  const flow = usePreview<object, UndoPreview>({
    preview: () => send(true, {}),
    save: (_, { state }) => send(false, { state }),
    again: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one preview when the dialog opens.
  useEffect(() => void flow.preview({}), []);
  const onSave = async () => {
    const saved = await flow.save();
    if (!saved) return;
    onClose();
    reportSaved(t("changes.undo.done"), undoChanges([saved.changes?.changeId ?? null]));
  };
  const isPossible = flow.shown === null || flow.shown.changes !== null;
  return (
    <PreviewDialog
      title={t("changes.undo.button")}
      lead={t("changes.undo.lead")}
      flow={flow}
      maxWidth="md"
      button={isPossible ? t("changes.undo.yes") : null}
      onSave={() => void onSave()}
      onClose={onClose}
    >
      {(shown) => <UndoEffects shown={shown} />}
    </PreviewDialog>
  );
}

function UndoEffects({ shown: { changes, kept, moreKept, lost } }: { shown: UndoPreview }) {
  const t = useText();
  return (
    <Stack sx={{ gap: 1.5 }}>
      {changes === null && <Alert severity="info">{t("problems.nothing-to-undo")}</Alert>}
      {lost.length > 0 && <Alert severity="warning">{t("changes.undo.lost", { list: lost.join(", ") })}</Alert>}
      {kept.length > 0 && (
        <Alert severity="warning">
          <strong>{t("changes.undo.kept", { smart_count: kept.length + moreKept })}</strong>
          <KeptValues kept={kept} />
        </Alert>
      )}
      {changes && <ChangeEffects changes={changes} />}
      {changes && <ChangeTable changes={changes} />}
    </Stack>
  );
}

/** The values that somebody changed since: now, and what they were before the change. */
function KeptValues({ kept }: { kept: UndoPreview["kept"] }) {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  return (
    <PlainList label={t("changes.undo.kept", { smart_count: kept.length })}>
      {kept.map(({ subject, name, field, former, present }) => {
        const found = changeSubject({ kind: "events", subject, name } as Parameters<typeof changeSubject>[0]);
        const [part, code] = field.split("/");
        const label =
          part === "prices" && code
            ? ticketName(code)
            : field === "item" || field === "dates"
              ? t(field === "item" ? "changes.kind.items" : "changes.kind.events")
              : changedFieldName(field, t);
        return (
          <LinedItem
            key={`${subject} ${field}`}
            columns={{ xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" }}
          >
            <div>
              {found.eventOn ? format.local(found.eventOn) : found.name}
              {found.eventOn && <SecondaryText>{found.name}</SecondaryText>}
            </div>
            <div>
              {label}: <ChangedValue field={code ? "" : field} value={present} />
              <SecondaryText>
                {t("changes.before")}: <ChangedValue field={code ? "" : field} value={former} />
              </SecondaryText>
            </div>
          </LinedItem>
        );
      })}
    </PlainList>
  );
}
