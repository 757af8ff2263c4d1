import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { ChangeEffects } from "../../changes/ChangeEffects.tsx";
import { ChangeTable } from "../../changes/ChangeTable.tsx";
import { changedRecords } from "../../changes/changes.ts";
import { useLargeChanges } from "../../changes/useLargeChanges.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { Section } from "../../ui/page/layout.tsx";
import { PreviewPanel } from "../../ui/preview/preview.tsx";
import { Secondary } from "../../ui/text.tsx";
import type { BulkResult } from "./bulk.ts";
import type { ChangeValues } from "./form.ts";
import type { ChangeFlow } from "./useChange.ts";

/** The preview of a change, and its result. `chosen`: number of events chosen one by one. */
export function Outcome({
  flow,
  values,
  chosen,
}: {
  flow: ChangeFlow;
  values: ChangeValues;
  chosen: number | undefined;
}) {
  const t = useText();
  const { count } = useFormat();
  const largeChanges = useLargeChanges();
  const { phase, shown, saved } = flow;
  const numbers = (result: { result: BulkResult } | null) => {
    const n = result ? changedRecords(result.result.changes, ["events"]) : 0;
    return { smart_count: n, n: count(n) };
  };
  const n = numbers(shown).smart_count;
  return (
    <Box sx={{ minWidth: 0, position: { lg: "sticky" }, top: 72 }}>
      <Section title={t(phase === "done" ? "events.outcome.done" : "events.outcome.title")}>
        <PreviewPanel
          flow={flow}
          hint={t("events.outcome.hint")}
          conflict={saved ? t("events.outcome.conflictPartly", numbers(saved)) : t("events.outcome.conflict")}
          stale={flow.input?.values !== values}
          button={n > 0 ? t("events.outcome.make", numbers(shown)) : null}
          askAgain={({ result }) => largeChanges(result.changes)}
          before={({ result }) =>
            phase === "done" || !shown ? (
              <Made done={result} />
            ) : (
              <>
                <Reach result={result} />
                {!saved && chosen !== undefined && <LeftOut n={chosen - result.selected} />}
                {n > 0 && <ChangeEffects changes={result.changes} />}
                <Rounding result={result} />
              </>
            )
          }
        >
          {({ result }) => <ChangeTable changes={result.changes} />}
        </PreviewPanel>
      </Section>
    </Box>
  );
}

/** The number of selected events, and how many of them do not change. */
function Reach({ result }: { result: BulkResult }) {
  const t = useText();
  const { count } = useFormat();
  const n = changedRecords(result.changes, ["events"]);
  const same = Math.max(0, result.selected - n);
  if (result.selected === 0) return <Alert severity="warning">{t("events.outcome.noneMeant")}</Alert>;
  if (n === 0) return <Alert severity="info">{t("changes.none")}</Alert>;
  return (
    <Typography role="status">
      <strong>{t("events.outcome.changes", { smart_count: n, n: count(n) })}</strong>
      {same > 0 && ` ${t("events.outcome.same", { smart_count: same, n: count(same) })}`}
    </Typography>
  );
}

/** Chosen events that can no longer be changed. */
function LeftOut({ n }: { n: number }) {
  const t = useText();
  const { count } = useFormat();
  if (n <= 0) return null;
  return <Alert severity="warning">{t("events.outcome.left", { smart_count: n, n: count(n) })}</Alert>;
}

function Rounding({ result: { rounding, changes } }: { result: BulkResult }) {
  const t = useText();
  if (!changes.records.some(({ fields }) => fields.some(({ field }) => field === "prices"))) return null;
  const list = Object.entries(rounding).map(([code, digits]) => `${code} ${digits}`);
  return <Secondary>{t("events.outcome.rounding", { list: list.join(", ") })}</Secondary>;
}

function Made({ done }: { done: BulkResult }) {
  const t = useText();
  const { count } = useFormat();
  const n = changedRecords(done.changes, ["events"]);
  return (
    <>
      <Alert severity="success" role="status">
        {t("events.outcome.made", { smart_count: n, n: count(n) })}
      </Alert>
      <ChangeEffects changes={done.changes} />
      <Button component={Link} to="/events" variant="outlined" sx={{ alignSelf: "flex-start" }}>
        {t("events.outcome.toCalendar")}
      </Button>
    </>
  );
}
