import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { FieldSummary } from "../ui/form/FieldSummary.tsx";
import { problemsOf } from "../ui/form/fieldProblems.ts";
import { Unsaved } from "../ui/form/Unsaved.tsx";
import { Section } from "../ui/page/Section.tsx";
import { PreviewPanel } from "../ui/preview/PreviewPanel.tsx";
import { CurrencyFields } from "./CurrencyFields.tsx";
import { type Currency, givenOf, newCurrency, type Written } from "./currency.ts";
import { EffectOf } from "./Effects.tsx";
import { useRate } from "./useRate.ts";
import { useSaving } from "./useSaving.ts";

/** Changes or creates a currency, after a preview of its effect on prices. */
export function CurrencyForm({ currency, onSaved }: { currency: Currency | null; onSaved: (code: string) => unknown }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const may = useRights().has(currency ? "currencies.update" : "currencies.create");
  const [begun] = useState(() => (currency ? givenOf(currency) : newCurrency));
  const [given, setGiven] = useState(begun);
  const [present, setPresent] = useState<Currency | null>(null);
  const flow = useSaving(currency, present?.revision ?? currency?.revision ?? 0);
  const problems = problemsOf(flow.error);
  const saved = flow.phase === "done";
  // After the warning about unsaved changes is gone.
  const done = useRef(onSaved);
  done.current = onSaved;
  useEffect(() => {
    if (!saved) return;
    notify(t("currencies.saved", { code: given.code }), { type: "success" });
    done.current(given.code);
  }, [saved, given.code, notify, t]);
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
            void flow.preview(given);
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
              variant={flow.phase === "ready" ? "outlined" : "contained"}
              loading={flow.phase === "previewing"}
              sx={{ alignSelf: "flex-start" }}
            >
              {t("events.change.preview")}
            </Button>
          )}
        </Stack>
      </Section>
      {may && (
        <Section title={t("events.outcome.title")}>
          {present && <Present currency={present} />}
          <PreviewPanel
            flow={flow}
            hint={t("currencies.hint")}
            stale={flow.input !== given}
            errorAction={
              currency && (
                <ConflictAction
                  error={flow.error}
                  read={() => api("currencies.show", { id: currency.code })}
                  onRead={(now) => {
                    setPresent(now);
                    flow.reset();
                  }}
                />
              )
            }
            button={t("frame.action.save")}
            before={(written) => <WrittenEffects written={written} />}
          />
        </Section>
      )}
    </Box>
  );
}

function WrittenEffects({ written: { effects, changes } }: { written: Written }) {
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

/** The currency as another operator saved it. */
function Present({ currency }: { currency: Currency }) {
  const t = useText();
  const { rate, markup } = useRate();
  return (
    <Alert severity="info">
      {t("currencies.present", { base: rate(currency.base), markup: markup(currency.markup), code: currency.code })}
    </Alert>
  );
}
