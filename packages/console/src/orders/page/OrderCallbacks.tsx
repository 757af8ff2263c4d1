import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { Accordion, AccordionDetails, AccordionSummary, Box, Chip, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { InstantText, useFormat } from "../../format/format.tsx";
import { type Translate, textOrDefault, useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { FoldedSection } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { Callback, CallbackAttempt } from "../order.ts";

export const callbackTones = {
  waiting: "warning",
  delivered: "success",
  "given-up": "error",
  stopped: "default",
} as const;

/** The callbacks of an order, folded. Each callback shows its attempts and its body. */
export function OrderCallbacks({ callbacks }: { callbacks: Callback[] }) {
  const t = useText();
  const oldestFirst = callbacks.toSorted((a, b) => a.sequence - b.sequence || a.amended - b.amended);
  return (
    <FoldedSection summary={`${t("orders.page.callbacks")} (${callbacks.length})`}>
      {oldestFirst.map((callback, index) => (
        <One key={callback.id} nth={index + 1} callback={callback} />
      ))}
    </FoldedSection>
  );
}

function One({ nth, callback }: { nth: number; callback: Callback }) {
  const t = useText();
  const format = useFormat();
  const { state, nextAt, log } = callback;
  return (
    <Accordion
      disableGutters
      square
      elevation={0}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: "h3" } }}
      sx={{ "&::before": { display: "none" }, borderTop: 1, borderColor: "divider", bgcolor: "transparent" }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ px: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", pr: 1, flex: 1 }}>
          <Typography component="span" sx={{ flex: 1, fontWeight: 600 }}>
            {nth}. {callbackSubjectText(callback, t)}
          </Typography>
          <SecondaryText span>{t("orders.callback.attempts", { smart_count: log.length })}</SecondaryText>
          <Chip color={callbackTones[state]} label={t(`orders.callback.state.${state}`)} />
        </Stack>
      </AccordionSummary>
      <AccordionDetails sx={{ px: 0, pt: 0 }}>
        <Stack sx={{ gap: 1.5 }}>
          {nextAt && (
            <Typography variant="body2">{t("orders.callback.next", { at: format.instant(nextAt) })}</Typography>
          )}
          <CallbackAttempts log={log} />
          <CallbackContent callback={callback} />
        </Stack>
      </AccordionDetails>
    </Accordion>
  );
}

/** Names the subject of a callback: a status, or an amendment of the order. */
export const callbackSubjectText = ({ status, amended }: Pick<Callback, "status" | "amended">, t: Translate): string =>
  amended > 0 ? t("orders.history.changed") : t(`orders.status.${status}`);

/** The attempts to send a callback. */
export const CallbackAttempts = ({ log }: { log: readonly CallbackAttempt[] }) => (
  <Box component="ol" sx={{ m: 0, pl: 2.5, display: "grid", gap: 1 }}>
    {log.map((attempt) => (
      <li key={attempt.at}>
        <Attempt attempt={attempt} />
      </li>
    ))}
  </Box>
);

/** The content of a callback, and its address. */
export function CallbackContent({ callback: { url, body } }: { callback: Pick<Callback, "url" | "body"> }) {
  const t = useText();
  return (
    <>
      <Written name={t("field.address")}>{url}</Written>
      <Written name={t("orders.callback.body")}>{indented(body)}</Written>
    </>
  );
}

function Attempt({ attempt }: { attempt: CallbackAttempt }) {
  const t = useText();
  const { at, replay, ms, answer } = attempt;
  return (
    <>
      <Typography variant="body2">
        <b>{attemptOutcomeText(attempt, t)}</b> · <InstantText at={at} /> · {t("orders.callback.ms", { ms })}
        {replay && ` · ${t("orders.callback.replay")}`}
      </Typography>
      <SecondaryText sx={{ overflowWrap: "anywhere" }}>
        {attempt.outcome === "refused-address"
          ? t("orders.callback.privateAddress")
          : `${t("orders.callback.answer")}: ${answer || t("orders.callback.noAnswer")}`}
      </SecondaryText>
    </>
  );
}

export function attemptOutcomeText(
  { outcome, httpStatus }: Pick<CallbackAttempt, "outcome" | "httpStatus">,
  t: Translate,
): string {
  if (outcome === "answered") return t("orders.callback.outcome.answered", { status: httpStatus ?? "" });
  return textOrDefault(t, `orders.callback.outcome.${outcome}`, t("orders.callback.outcome.other", { outcome }));
}

const Written = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Typography variant="overline" component="p" sx={{ color: "text.secondary" }}>
      {name}
    </Typography>
    <Box
      component="pre"
      sx={{
        m: 0,
        p: 1.25,
        borderRadius: 1.5,
        bgcolor: "background.default",
        fontFamily: mono,
        fontSize: 12.5,
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
      }}
    >
      {children}
    </Box>
  </div>
);

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
