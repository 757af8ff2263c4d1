import { Alert, Box, Typography } from "@mui/material";
import { useState } from "react";
import { useRefusalText } from "../api/refusal-text.ts";
import { ChangeEffects, TellGuests } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { countChangedRecords } from "../changes/changes.ts";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { FileDrop } from "../ui/files/FileDrop.tsx";
import { UnsavedChangesWarning } from "../ui/form/UnsavedChangesWarning.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { TablePages } from "../ui/page/TablePages.tsx";
import { PreviewPanel } from "../ui/preview/preview.tsx";
import { type FileError, type ImportOperations, type ImportResult, useImport } from "./useImport.ts";

/** Imports a file after a preview: `takes` says which operation imports it. */
export function ImportSection({
  takes,
  lead,
  kinds,
}: {
  takes: ImportOperations;
  lead: string;
  kinds: Record<string, string>;
}) {
  const t = useText();
  const may = useRights();
  const { count } = useFormat();
  const largeChanges = useLargeChanges();
  const { flow, unfit, choose } = useImport(takes);
  const { phase, input: file } = flow;
  const endings = Object.entries(takes).filter(([, operation]) => may.has(operation));
  if (endings.length === 0) return null;
  const result = flow.shown ?? flow.saved;
  const n = result?.changes ? countChangedRecords(result.changes) : 0;
  const numbers = { smart_count: n, n: count(n) };
  const faultless = result?.errors.length === 0;
  return (
    <SectionCard gap={2} title={t("importExport.import.title")}>
      <UnsavedChangesWarning when={phase === "saving"} />
      <FileDrop
        label={t(file ? "importExport.import.another" : "importExport.import.choose")}
        lead={lead}
        accept={endings.map(([ending]) => `.${ending}`).join(",")}
        disabled={phase === "previewing" || phase === "saving"}
        onFiles={([one]) => void choose(one)}
      />
      {unfit && (
        <Alert severity="error">
          {t(`importExport.unfit.${unfit}`, { list: endings.map(([ending]) => `.${ending}`).join(", ") })}
        </Alert>
      )}
      {file && (
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          {kinds[file.kind]}: {file.name}
        </Typography>
      )}
      <PreviewPanel
        flow={flow}
        conflict={t("importExport.import.conflict")}
        button={n > 0 && faultless ? t("importExport.import.run", numbers) : null}
        askAgain={({ changes }) => (changes ? largeChanges(changes) : [])}
        done={
          <Alert severity="success" role="status">
            {t("importExport.import.done", numbers)}
          </Alert>
        }
        before={({ changes, errors }) => (
          <>
            {flow.shown && <Summary n={n} result={flow.shown} />}
            <FileErrors errors={errors} sheet={file?.kind !== "json"} />
            {changes && n > 0 && <ChangeEffects changes={changes} />}
            {changes && flow.phase === "done" && <TellGuests changes={changes} />}
          </>
        )}
      >
        {({ changes }) => (
          <>
            {!faultless && <Typography sx={{ color: "text.secondary" }}>{t("importExport.import.mend")}</Typography>}
            {changes && <ChangeTable changes={changes} />}
          </>
        )}
      </PreviewPanel>
    </SectionCard>
  );
}

function Summary({ n, result: { rows, skipped, errors } }: { n: number; result: ImportResult }) {
  const t = useText();
  const { count } = useFormat();
  return (
    <Typography role="status">
      {n > 0 && <strong>{t("importExport.import.would", { smart_count: n, n: count(n) })}</strong>}
      {n === 0 && errors.length === 0 && <strong>{t("changes.none")}</strong>}
      {rows !== null && ` ${t("importExport.import.rows", { smart_count: rows, n: count(rows) })}`}
      {skipped > 0 && ` ${t("importExport.import.skipped", { smart_count: skipped, n: count(skipped) })}`}
    </Typography>
  );
}

const perPage = 25;

/** All errors in a file, by line. */
function FileErrors({ errors, sheet }: { errors: readonly FileError[]; sheet: boolean }) {
  const t = useText();
  const refusalText = useRefusalText();
  const { count } = useFormat();
  const [page, setPage] = useState(0);
  if (errors.length === 0) return null;
  const shown = Math.min(page, Math.ceil(errors.length / perPage) - 1);
  return (
    <Box>
      <Alert severity="error">
        {t("importExport.errors", { smart_count: errors.length, n: count(errors.length) })}
      </Alert>
      <DataTable
        label={t("importExport.errorsTitle")}
        height="none"
        rows={errors.slice(shown * perPage, (shown + 1) * perPage)}
        keyOf={({ line, field, detail }) => `${line} ${field} ${detail}`}
        columns={[
          {
            name: t(sheet ? "importExport.row" : "importExport.line"),
            value: ({ line }) => <b>{line === null ? "–" : count(line)}</b>,
          },
          {
            name: t(sheet ? "importExport.column" : "importExport.field"),
            value: ({ field }) => <span style={{ fontFamily: mono, fontSize: 13 }}>{field || "–"}</span>,
          },
          { name: t("importExport.wrong"), value: refusalText },
        ]}
      />
      {errors.length > perPage && <TablePages count={errors.length} page={shown} perPage={perPage} onPage={setPage} />}
    </Box>
  );
}
