import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { changedRecords } from "../changes/changes.ts";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { FileDrop } from "../ui/files/FileDrop.tsx";
import { Unsaved } from "../ui/form/Unsaved.tsx";
import { Section } from "../ui/page/Section.tsx";
import { PreviewPanel } from "../ui/preview/PreviewPanel.tsx";
import { FileErrors } from "./FileErrors.tsx";
import { takes } from "./file.ts";
import { type ImportResult, useImport } from "./useImport.ts";

/** Imports a catalogue file or a table of events, after a preview. */
export function ImportSection() {
  const t = useText();
  const may = useRights();
  const { count } = useFigures();
  const largeChanges = useLargeChanges();
  const { flow, unfit, choose } = useImport();
  const { phase, input: file } = flow;
  const endings = Object.entries(takes).filter(([, { operation }]) => may.has(operation));
  if (endings.length === 0) return null;
  const result = flow.shown ?? flow.saved;
  const n = result?.changes ? changedRecords(result.changes) : 0;
  const numbers = { smart_count: n, n: count(n) };
  const faultless = result?.errors.length === 0;
  return (
    <Section title={t("exchange.import.title")}>
      <Unsaved when={phase === "saving"} />
      <Stack sx={{ gap: 2 }}>
        <FileDrop
          label={t(file ? "exchange.import.another" : "exchange.import.choose")}
          lead={t("exchange.import.lead")}
          accept={endings.map(([ending]) => `.${ending}`).join(",")}
          disabled={phase === "previewing" || phase === "saving"}
          onFile={(one) => void choose(one)}
        />
        {unfit && <Alert severity="error">{t(`exchange.unfit.${unfit}`)}</Alert>}
        {file && (
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {t(takes[file.kind].operation === "catalogue.import" ? "exchange.kind.catalogue" : "exchange.kind.events")}:{" "}
            {file.name}
          </Typography>
        )}
        <PreviewPanel
          flow={flow}
          conflict={t("exchange.import.conflict")}
          button={n > 0 && faultless ? t("exchange.import.run", numbers) : null}
          askAgain={({ changes }) => (changes ? largeChanges(changes) : [])}
          done={
            <Alert severity="success" role="status">
              {t("exchange.import.done", numbers)}
            </Alert>
          }
          before={({ changes, errors }) => (
            <>
              {flow.shown && <Summary n={n} result={flow.shown} />}
              <FileErrors errors={errors} sheet={file?.kind !== "json"} />
              {changes && n > 0 && <ChangeEffects changes={changes} />}
            </>
          )}
        >
          {({ changes }) => (
            <>
              {!faultless && <Typography sx={{ color: "text.secondary" }}>{t("exchange.import.mend")}</Typography>}
              {changes && <ChangeTable changes={changes} />}
            </>
          )}
        </PreviewPanel>
      </Stack>
    </Section>
  );
}

function Summary({ n, result: { rows, skipped, errors } }: { n: number; result: ImportResult }) {
  const t = useText();
  const { count } = useFigures();
  return (
    <Typography role="status">
      {n > 0 && <strong>{t("exchange.import.would", { smart_count: n, n: count(n) })}</strong>}
      {n === 0 && errors.length === 0 && <strong>{t("changes.none")}</strong>}
      {rows !== null && ` ${t("exchange.import.rows", { smart_count: rows, n: count(rows) })}`}
      {skipped > 0 && ` ${t("exchange.import.skipped", { smart_count: skipped, n: count(skipped) })}`}
    </Typography>
  );
}
