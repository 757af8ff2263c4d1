import { Alert, Typography } from "@mui/material";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { FileDrop } from "../ui/FileDrop.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PreviewPanel } from "../ui/preview.tsx";
import { usePreview } from "../ui/usePreview.ts";
import { RateChangeEffect } from "./Effects.tsx";

/** Sets rates from the European Central Bank's daily file. */
export function EcbPage() {
  const t = useText();
  const api = useApi();
  const send = (bytes: ArrayBuffer, query: { dryRun: true } | { state: string }) =>
    api("currencies.ecb", { query, file: { type: "application/xml", bytes } });
  const flow = usePreview({
    preview: (bytes: ArrayBuffer) => send(bytes, { dryRun: true }),
    save: (bytes, { state }) => send(bytes, { state }),
    again: true,
  });
  const { phase, shown, saved } = flow;
  const largeChanges = useLargeChanges();
  const choose = (file: File) => file.arrayBuffer().then(flow.preview, flow.reset);
  const n = (shown ?? saved)?.effects.length ?? 0;
  return (
    <Page
      title={t("currencies.ecb.button")}
      lead={t("currencies.ecb.lead")}
      width={860}
      above={<BackLink path="/currencies" label={t("currencies.title")} />}
    >
      <FileDrop
        label={t(flow.input ? "importExport.import.another" : "importExport.import.choose")}
        lead={t("currencies.ecb.file")}
        accept=".xml,application/xml,text/xml"
        disabled={phase === "previewing" || phase === "saving"}
        onFiles={([chosen]) => void choose(chosen)}
      />
      <PreviewPanel
        flow={flow}
        conflict={t("currencies.ecb.conflict")}
        askAgain={({ changes }) => largeChanges(changes)}
        button={n > 0 ? t("currencies.ecb.set", { smart_count: n }) : null}
        done={
          <Alert severity="success" role="status">
            {t("currencies.ecb.done", { smart_count: n })}
          </Alert>
        }
        before={(result) => <Head result={result} />}
      >
        {({ effects }) =>
          effects.map((effect) => (
            <SectionCard key={effect.code} title={effect.code}>
              <RateChangeEffect effect={effect} />
            </SectionCard>
          ))
        }
      </PreviewPanel>
    </Page>
  );
}

function Head({ result: { date, missing, effects, changes } }: { result: ApiAnswer<"currencies.ecb"> }) {
  const t = useText();
  const { longDay } = useFormat();
  return (
    <>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {t("currencies.ecb.of", { day: longDay(date) })} {effects.length === 0 && t("currencies.ecb.none")}
      </Typography>
      {missing.length > 0 && (
        <Alert severity="warning">{t("currencies.ecb.missing", { list: missing.join(", ") })}</Alert>
      )}
      {effects.length > 0 && <ChangeEffects changes={changes} />}
    </>
  );
}
