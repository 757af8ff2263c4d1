import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { changedRecords } from "../changes/changes.ts";
import { useText } from "../i18n/index.ts";
import { Loading } from "../ui/Loading.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Section } from "../ui/Section.tsx";
import { useFigures } from "../ui/useFigures.ts";
import type { Told } from "./bulk.ts";
import type { ChangeState } from "./useChange.ts";

/** What a change would do, and what it did. `chosen`: how many events were chosen one by one. */
export function Outcome({ change, chosen }: { change: ChangeState; chosen: number | undefined }) {
  const t = useText();
  const { phase, told, done, error } = change;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase !== "told" && phase !== "done") return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [phase]);
  return (
    <Box ref={box} tabIndex={-1} sx={{ minWidth: 0, outline: "none !important", position: { lg: "sticky" }, top: 72 }}>
      <Section title={t(phase === "done" ? "events.outcome.done" : "events.outcome.title")}>
        <Stack sx={{ gap: 1.5 }}>
          {phase === "done" && done ? <Made done={done} /> : <NotYet change={change} chosen={chosen} />}
          <Problem error={error} />
          {(told ?? done) && phase !== "asking" && <ChangeTable changes={(told ?? done)!.changes} />}
          {phase === "none" && !error && (
            <Typography sx={{ color: "text.secondary" }}>{t("events.outcome.hint")}</Typography>
          )}
        </Stack>
      </Section>
    </Box>
  );
}

/** What it would do, and the button that makes it so. */
function NotYet({ change, chosen }: { change: ChangeState; chosen: number | undefined }) {
  const t = useText();
  const { count } = useFigures();
  const { phase, told, done, stale, overtaken } = change;
  if (phase === "asking") return <Loading lines={4} />;
  const n = told ? changedRecords(told.changes, ["events"]) : 0;
  return (
    <>
      {overtaken && (
        <Alert severity="warning">
          {done
            ? t("events.outcome.overtakenPartly", {
                smart_count: changedRecords(done.changes, ["events"]),
                n: count(changedRecords(done.changes, ["events"])),
              })
            : t("events.outcome.overtaken")}
        </Alert>
      )}
      {told && (
        <>
          <Reach told={told} />
          {!done && chosen !== undefined && <LeftOut n={chosen - told.selected} />}
          {n > 0 && <ChangeEffects changes={told.changes} />}
          <Rounding told={told} />
          {stale && <Alert severity="warning">{t("events.outcome.stale")}</Alert>}
          {n > 0 && (
            <Button
              variant="contained"
              disabled={stale}
              loading={phase === "making"}
              onClick={() => void change.make()}
              sx={{ alignSelf: "flex-start" }}
            >
              {t("events.outcome.make", { smart_count: n, n: count(n) })}
            </Button>
          )}
        </>
      )}
    </>
  );
}

/** How many events are meant, and how many of them are so already. */
function Reach({ told }: { told: Told }) {
  const t = useText();
  const { count } = useFigures();
  const n = changedRecords(told.changes, ["events"]);
  const same = Math.max(0, told.selected - n);
  if (told.selected === 0) return <Alert severity="warning">{t("events.outcome.noneMeant")}</Alert>;
  if (n === 0) return <Alert severity="info">{t("changes.none")}</Alert>;
  return (
    <Typography role="status">
      <strong>{t("events.outcome.changes", { smart_count: n, n: count(n) })}</strong>
      {same > 0 && ` ${t("events.outcome.same", { smart_count: same, n: count(same) })}`}
    </Typography>
  );
}

/** Chosen events that cannot be changed any more. */
function LeftOut({ n }: { n: number }) {
  const t = useText();
  const { count } = useFigures();
  if (n <= 0) return null;
  return <Alert severity="warning">{t("events.outcome.left", { smart_count: n, n: count(n) })}</Alert>;
}

function Rounding({ told: { rounding, changes } }: { told: Told }) {
  const t = useText();
  if (!changes.records.some(({ fields }) => fields.some(({ field }) => field === "prices"))) return null;
  const list = Object.entries(rounding).map(([code, digits]) => `${code} ${digits}`);
  return (
    <Typography variant="body2" sx={{ color: "text.secondary" }}>
      {t("events.outcome.rounding", { list: list.join(", ") })}
    </Typography>
  );
}

function Made({ done }: { done: Told }) {
  const t = useText();
  const { count } = useFigures();
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
