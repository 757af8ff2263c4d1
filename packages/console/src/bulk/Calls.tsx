import { Button, Typography } from "@mui/material";
import { useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { Loaded } from "../ui/page/Loaded.tsx";
import { LinedItem, PlainList, Section } from "../ui/page/layout.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { PhoneLink, Secondary } from "../ui/text.tsx";

/** Lists guests to call: no letter was sent to them, or the service does not know whether it arrived. The audit log records each view. */
export function Calls({ id, n }: { id: string; n: number }) {
  const t = useText();
  const may = useRights().has("bulkActions.calls");
  const [shown, setShown] = useState(false);
  return (
    <Section title={`${t("bulk.report.calls")} (${n})`}>
      <Secondary sx={{ mb: 1 }}>{t("bulk.report.callsLead")}</Secondary>
      {may && !shown && (
        <Button variant="outlined" onClick={() => setShown(true)}>
          {t("bulk.report.showCalls")}
        </Button>
      )}
      {shown && <List id={id} />}
    </Section>
  );
}

function List({ id }: { id: string }) {
  const t = useText();
  const query = useAnswer("bulkActions.calls", { id }, { refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <Loaded query={query}>
      {({ calls }) => (
        <PlainList label={t("bulk.report.calls")}>
          {calls.map(({ orderId, reference, leadName, lang, phoneNumber, letter, text }) => (
            <LinedItem
              key={orderId}
              align="start"
              actions={text && <CopyButton text={text} label={`${t("bulk.report.copy")}: ${reference}`} />}
            >
              <Typography component="div" sx={{ fontWeight: 600 }}>
                {leadName ?? reference} ·{" "}
                {phoneNumber === "" ? t("bulk.report.noPhone") : <PhoneLink number={phoneNumber} />}
              </Typography>
              <Secondary>
                {[
                  leadName !== null && reference,
                  t(`orders.lang.${lang}`),
                  letter !== "call" && t(`bulk.letter.${letter}`),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Secondary>
              <Typography variant="body2" sx={{ whiteSpace: "pre-line", mt: 0.5 }}>
                {text}
              </Typography>
            </LinedItem>
          ))}
        </PlainList>
      )}
    </Loaded>
  );
}
