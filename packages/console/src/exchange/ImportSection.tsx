import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { changedRecords } from "../changes/changes.ts";
import { useText } from "../i18n/index.ts";
import { FileDrop } from "../ui/FileDrop.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Section } from "../ui/Section.tsx";
import { Unsaved } from "../ui/Unsaved.tsx";
import { useFigures } from "../ui/useFigures.ts";
import { useRights } from "../ui/useRights.ts";
import { takes } from "./file.ts";
import { Mistakes } from "./Mistakes.tsx";
import { type Import, useImport } from "./useImport.ts";

/** A file of ours or a table of events comes in: looked at first, imported when it is good. */
export function ImportSection() {
  const t = useText();
  const may = useRights();
  const given = useImport();
  const { phase, file, unfit, error } = given;
  const endings = Object.entries(takes).filter(([, { operation }]) => may.has(operation));
  if (endings.length === 0) return null;
  return (
    <Section title={t("exchange.import.title")}>
      <Unsaved when={phase === "importing"} />
      <Stack sx={{ gap: 2 }}>
        <FileDrop
          label={t(file ? "exchange.import.another" : "exchange.import.choose")}
          lead={t("exchange.import.lead")}
          accept={endings.map(([ending]) => `.${ending}`).join(",")}
          disabled={phase === "reading" || phase === "importing"}
          onFile={(one) => void given.choose(one)}
        />
        {unfit && <Alert severity="error">{t(`exchange.unfit.${unfit}`)}</Alert>}
        {file && (
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {t(takes[file.kind].operation === "catalogue.import" ? "exchange.kind.catalogue" : "exchange.kind.events")}:{" "}
            {file.name}
          </Typography>
        )}
        {phase === "reading" && <Loading lines={4} />}
        <Problem error={error} />
        <Told given={given} />
      </Stack>
    </Section>
  );
}

function Told({ given }: { given: Import }) {
  const t = useText();
  const { count } = useFigures();
  const { phase, told, file, overtaken } = given;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase !== "told" && phase !== "done") return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [phase]);
  if (!told || !file) return null;
  const { changes, mistakes, rows, skipped } = told;
  const n = changes ? changedRecords(changes) : 0;
  return (
    <Stack ref={box} tabIndex={-1} sx={{ gap: 1.5, outline: "none !important" }}>
      {overtaken && <Alert severity="warning">{t("exchange.import.overtaken")}</Alert>}
      {phase === "done" ? (
        <Alert severity="success" role="status">
          {t("exchange.import.done", { smart_count: n, n: count(n) })}
        </Alert>
      ) : (
        <Typography role="status">
          <strong>{n === 0 ? t("changes.none") : t("exchange.import.would", { smart_count: n, n: count(n) })}</strong>
          {rows !== null && ` ${t("exchange.import.rows", { smart_count: rows, n: count(rows) })}`}
          {skipped > 0 && ` ${t("exchange.import.skipped", { smart_count: skipped, n: count(skipped) })}`}
        </Typography>
      )}
      <Mistakes mistakes={mistakes} sheet={file.kind !== "json"} />
      {changes && n > 0 && <ChangeEffects changes={changes} />}
      {phase !== "done" && n > 0 && mistakes.length === 0 && (
        <Button
          variant="contained"
          loading={phase === "importing"}
          onClick={() => void given.run()}
          sx={{ alignSelf: "flex-start" }}
        >
          {t("exchange.import.run", { smart_count: n, n: count(n) })}
        </Button>
      )}
      {phase !== "done" && mistakes.length > 0 && (
        <Typography sx={{ color: "text.secondary" }}>{t("exchange.import.mend")}</Typography>
      )}
      {changes && <ChangeTable changes={changes} />}
    </Stack>
  );
}
