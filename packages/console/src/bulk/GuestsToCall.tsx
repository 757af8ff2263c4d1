import { Button, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { PhoneLink, SecondaryText } from "../ui/text.tsx";

/**
 * Lists guests to tell: no letter was sent to them, or the service does not know whether it arrived. `n`: guests whom nobody has told;
 * `unreachable` of them have no telephone number either. The audit log records each view.
 */
export function GuestsToCall({
  id,
  n,
  unreachable,
  hasSeveralEvents,
}: {
  id: string;
  n: number;
  unreachable: number;
  hasSeveralEvents: boolean;
}) {
  const t = useText();
  const may = useRights().has("bulkActions.calls");
  const [shown, setShown] = useState(false);
  const counts = unreachable === 0 ? n : `${n}, ${t("bulk.report.noPhones", { smart_count: unreachable })}`;
  return (
    <SectionCard title={`${t("bulk.report.calls")} (${counts})`}>
      <SecondaryText sx={{ mb: 1 }}>{t("bulk.report.callsLead")}</SecondaryText>
      {may && !shown && (
        <Button variant="outlined" onClick={() => setShown(true)}>
          {t("bulk.report.showCalls")}
        </Button>
      )}
      {shown && <List id={id} namesEvent={hasSeveralEvents} />}
    </SectionCard>
  );
}

function List({ id, namesEvent }: { id: string; namesEvent: boolean }) {
  const t = useText();
  const { local } = useFormat();
  const query = useAnswer("bulkActions.calls", { id }, { refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <QueryResult query={query}>
      {({ calls }) => (
        <PlainList label={t("bulk.report.calls")}>
          {calls.map(
            ({ orderId, reference, leadName, eventOn, lang, phoneNumber, letter, calledAt, calledBy, text }) => (
              <LinedItem
                key={orderId}
                align="start"
                actions={
                  <>
                    <Called id={id} orderId={orderId} reference={reference} isCalled={letter === "called"} />
                    {text && <CopyButton text={text} label={`${t("bulk.report.copy")}: ${reference}`} />}
                  </>
                }
              >
                <Typography component="div" sx={{ fontWeight: 600 }}>
                  {leadName ?? reference} ·{" "}
                  {phoneNumber === "" ? t("bulk.report.noPhone") : <PhoneLink number={phoneNumber} />}
                </Typography>
                <SecondaryText>
                  {[
                    leadName !== null && reference,
                    namesEvent && local(eventOn),
                    t(`content.lang.${lang}`),
                    (letter === "failed" || letter === "unknown") && t(`bulk.letter.${letter}`),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </SecondaryText>
                {calledAt !== null && calledBy !== null && letter === "called" && (
                  <SecondaryText>
                    {t("bulk.report.calledBy", { by: calledBy })}, <InstantText at={calledAt} />
                  </SecondaryText>
                )}
                <Typography variant="body2" sx={{ whiteSpace: "pre-line", mt: 0.5 }}>
                  {text}
                </Typography>
              </LinedItem>
            ),
          )}
        </PlainList>
      )}
    </QueryResult>
  );
}

/** The button records that an operator told the guest, or removes this record. */
function Called({
  id,
  orderId,
  reference,
  isCalled,
}: {
  id: string;
  orderId: string;
  reference: string;
  isCalled: boolean;
}) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const { attempt, pending } = useRequestOnClick();
  const may = useRights().has("bulkActions.called");
  const label = t(isCalled ? "lists.undo" : "bulk.report.called");
  const record = () =>
    attempt(async () => {
      await api("bulkActions.called", { id, body: { orderId, called: !isCalled } });
      for (const operation of ["bulkActions.show", "bulkActions.calls", "bulkActions.list", "bulkActions.toCall"])
        await queries.invalidateQueries({ queryKey: [operation] });
    });
  return (
    may && (
      <Button
        size="small"
        variant={isCalled ? "text" : "outlined"}
        loading={pending}
        aria-label={`${label}: ${reference}`}
        onClick={() => void record()}
      >
        {label}
      </Button>
    )
  );
}
