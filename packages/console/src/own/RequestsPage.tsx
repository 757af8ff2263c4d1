import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useLocale, useText } from "../i18n/index.ts";
import { RefusedReport } from "../partners/RefusedOrders.tsx";
import { ErrorReport, UsageReport } from "../partners/Requests.tsx";
import { PeriodChoice } from "../ui/PeriodChoice.tsx";
import { Page } from "../ui/page/Page.tsx";
import { usePeriod } from "../ui/period.ts";

/** What the own partner's system asked for: refused orders with hints, and requests by day. */
export function RequestsPage() {
  const t = useText();
  const period = usePeriod();
  const { from, to } = period;
  const [q, setQ] = useState("");
  const refused = { query: { from, to, ...(q && { q }) } };
  const [test, setTest] = useState(false);
  const mistakes = { query: { from, to, ...(test && { test }) } };
  const usage = { query: { from, to } };
  const former = { placeholderData: keepPreviousData };
  return (
    <Page title={t("ownPartner.requests.title")} lead={t("ownPartner.requests.lead")}>
      <PeriodChoice period={period} />
      <ErrorReport
        answer={useAnswer("own.mistakes", mistakes, former)}
        csv={{ operation: "own.mistakes", request: mistakes }}
        lang={useLocale()}
        test={test}
        onTest={setTest}
      />
      <RefusedReport
        own
        answer={useAnswer("own.refusedOrders", refused, former)}
        csv={{ operation: "own.refusedOrders", request: refused }}
        onFind={setQ}
      />
      <UsageReport
        answer={useAnswer("own.usage", usage, former)}
        csv={{ operation: "own.usage", request: usage }}
        period={period}
      />
    </Page>
  );
}
