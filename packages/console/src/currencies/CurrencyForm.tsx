import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { useText } from "../i18n/index.ts";
import { FieldSummary } from "../ui/FieldSummary.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Overtaken } from "../ui/Overtaken.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Section } from "../ui/Section.tsx";
import { Unsaved } from "../ui/Unsaved.tsx";
import { useRights } from "../ui/useRights.ts";
import { CurrencyFields } from "./CurrencyFields.tsx";
import { type Currency, givenOf, newCurrency, type Written } from "./currency.ts";
import { EffectOf } from "./Effects.tsx";
import { useRate } from "./useRate.ts";
import { useSaving } from "./useSaving.ts";

/** A currency to be changed, or a new one: what it does to prices is told before it is saved. */
export function CurrencyForm({ currency, onSaved }: { currency: Currency | null; onSaved: (code: string) => unknown }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const may = useRights().has(currency ? "currencies.update" : "currencies.create");
  const [begun] = useState(() => (currency ? givenOf(currency) : newCurrency));
  const [given, setGiven] = useState(begun);
  const [present, setPresent] = useState<Currency | null>(null);
  const [saved, setSaved] = useState(false);
  const saving = useSaving(given, currency, present?.revision ?? currency?.revision ?? 0);
  const { phase, told, stale, problems, error } = saving;
  const save = async () => {
    if (!(await saving.save())) return;
    notify(t("currencies.saved", { code: given.code }), { type: "success" });
    setSaved(true);
  };
  // Only once nothing stands against leaving any more.
  const done = useRef(onSaved);
  done.current = onSaved;
  useEffect(() => {
    if (saved) done.current(given.code);
  }, [saved, given.code]);
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 5fr) minmax(0, 6fr)" },
      }}
    >
      <Unsaved when={given !== begun && !saved} />
      <Section title={t("currencies.form")}>
        <Stack
          component="form"
          noValidate
          sx={{ gap: 2 }}
          onSubmit={(event) => {
            event.preventDefault();
            void saving.preview();
          }}
        >
          <FieldSummary problems={problems} />
          <CurrencyFields
            given={given}
            isNew={currency === null}
            readOnly={!may}
            problems={problems}
            onChange={setGiven}
          />
          {may && (
            <Button
              type="submit"
              variant={phase === "told" ? "outlined" : "contained"}
              loading={phase === "asking"}
              sx={{ alignSelf: "flex-start" }}
            >
              {t("events.change.preview")}
            </Button>
          )}
        </Stack>
      </Section>
      {may && (
        <Section title={t("events.outcome.title")}>
          <Stack sx={{ gap: 1.5 }}>
            {present && <Present currency={present} />}
            <Problem
              error={error}
              action={
                currency && (
                  <Overtaken
                    error={error}
                    read={() => api("currencies.show", { id: currency.code })}
                    onRead={(now) => {
                      setPresent(now);
                      saving.forget();
                    }}
                  />
                )
              }
            />
            {phase === "asking" && <Loading lines={3} />}
            {phase === "none" && !error && (
              <Typography sx={{ color: "text.secondary" }}>{t("currencies.hint")}</Typography>
            )}
            {told && (
              <>
                <Told told={told} />
                {stale && <Alert severity="warning">{t("events.outcome.stale")}</Alert>}
                <Button
                  variant="contained"
                  disabled={stale}
                  loading={phase === "saving"}
                  onClick={() => void save()}
                  sx={{ alignSelf: "flex-start" }}
                >
                  {t("frame.action.save")}
                </Button>
              </>
            )}
          </Stack>
        </Section>
      )}
    </Box>
  );
}

function Told({ told: { effects, changes } }: { told: Written }) {
  const t = useText();
  return (
    <Stack role="status" sx={{ gap: 1.5 }}>
      {effects.length === 0 && <Alert severity="info">{t("currencies.effect.none")}</Alert>}
      {effects.map((effect) => (
        <EffectOf key={effect.code} effect={effect} />
      ))}
      <ChangeEffects changes={changes} />
    </Stack>
  );
}

/** What somebody else made of it meanwhile. */
function Present({ currency }: { currency: Currency }) {
  const t = useText();
  const { rate, markup } = useRate();
  return (
    <Alert severity="info">
      {t("currencies.present", { base: rate(currency.base), markup: markup(currency.markup), code: currency.code })}
    </Alert>
  );
}
