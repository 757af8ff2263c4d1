import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import type { Changes } from "../changes/changes.ts";
import { useText } from "../i18n/index.ts";
import { BackTo } from "../ui/BackTo.tsx";
import { FileDrop } from "../ui/FileDrop.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Page } from "../ui/Page.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Section } from "../ui/Section.tsx";
import { useFigures } from "../ui/useFigures.ts";
import type { Effect } from "./currency.ts";
import { EffectOf } from "./Effects.tsx";

interface Told {
  /** The newest day of the file. */
  date: string;
  missing: string[];
  state: string;
  changes: Changes;
  effects: Effect[];
}

interface Kept {
  phase: "none" | "reading" | "told" | "setting" | "done";
  file: { name: string; bytes: ArrayBuffer } | null;
  told: Told | null;
  /** Whether rates or markups changed after the file was looked at. */
  overtaken: boolean;
  error: unknown;
}

const nothing: Kept = { phase: "none", file: null, told: null, overtaken: false, error: null };

/** Rates by the European Central Bank's daily file. */
export function EcbPage() {
  const t = useText();
  const api = useApi();
  const client = useQueryClient();
  const [kept, setKept] = useState(nothing);
  const { phase, file, told, overtaken, error } = kept;
  const send = ({ bytes }: NonNullable<Kept["file"]>, query: { dryRun: true } | { state: string }) =>
    api("currencies.ecb", { query, file: { type: "application/xml", bytes } });
  const choose = async (chosen: File) => {
    try {
      await look({ name: chosen.name, bytes: await chosen.arrayBuffer() });
    } catch (reason) {
      setKept({ ...nothing, error: reason });
    }
  };
  const look = async (given: NonNullable<Kept["file"]>, overtaken = false) => {
    try {
      setKept({ ...nothing, phase: "reading", file: given });
      setKept({ ...nothing, phase: "told", file: given, told: await send(given, { dryRun: true }), overtaken });
    } catch (reason) {
      setKept({ ...nothing, error: reason });
    }
  };
  const set = async () => {
    if (!file || !told) return;
    setKept({ ...kept, phase: "setting", overtaken: false, error: null });
    try {
      const done = await send(file, { state: told.state });
      await client.invalidateQueries();
      setKept({ ...nothing, phase: "done", file, told: done });
    } catch (reason) {
      if (isConflict(reason)) await look(file, true);
      else setKept({ ...kept, phase: "told", overtaken: false, error: reason });
    }
  };
  return (
    <Page
      title={t("currencies.ecb.title")}
      lead={t("currencies.ecb.lead")}
      width={860}
      above={<BackTo path="/currencies" label={t("currencies.title")} />}
    >
      <Stack sx={{ gap: 2 }}>
        <FileDrop
          label={t(file ? "exchange.import.another" : "exchange.import.choose")}
          lead={t("currencies.ecb.file")}
          accept=".xml,application/xml,text/xml"
          disabled={phase === "reading" || phase === "setting"}
          onFile={(chosen) => void choose(chosen)}
        />
        <Problem error={error} />
        {phase === "reading" && <Loading lines={4} />}
        {told && (
          <>
            {overtaken && <Alert severity="warning">{t("currencies.ecb.overtaken")}</Alert>}
            {phase === "done" && (
              <Alert severity="success" role="status">
                {t("currencies.ecb.done", { smart_count: told.effects.length })}
              </Alert>
            )}
            <Head told={told} />
            {told.effects.length > 0 && phase !== "done" && (
              <Button
                variant="contained"
                loading={phase === "setting"}
                onClick={() => void set()}
                sx={{ alignSelf: "flex-start" }}
              >
                {t("currencies.ecb.set", { smart_count: told.effects.length })}
              </Button>
            )}
            {told.effects.map((effect) => (
              <Section key={effect.code} title={effect.code}>
                <EffectOf effect={effect} />
              </Section>
            ))}
          </>
        )}
      </Stack>
    </Page>
  );
}

function Head({ told: { date, missing, effects, changes } }: { told: Told }) {
  const t = useText();
  const { longDay } = useFigures();
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
