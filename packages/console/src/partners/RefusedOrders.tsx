import { TextField, Typography } from "@mui/material";
import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { CsvButton, type CsvSource } from "../ui/download.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import type { Period } from "../ui/period.ts";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { useDebouncedValue } from "../ui/useDebouncedValue.ts";
import { NamedRefusals, type Partner } from "./facts.tsx";

/** A partner's orders that were refused, the latest first: with what the partner sent, for its questions. */
export function RefusedOrders({ partner, period: { from, to } }: { partner: Partner; period: Period }) {
  const [q, setQ] = useState("");
  const request = { id: partner.id, query: { from, to, ...(q && { q }) } };
  const answer = useAnswer("partners.refusedOrders", request, { placeholderData: keepPreviousData });
  return <RefusedReport answer={answer} csv={{ operation: "partners.refusedOrders", request }} onFind={setQ} />;
}

type RefusedRow = Omit<ListRecord<"partners.refusedOrders">, "partner" | "partnerId">;

/** `own`: the reader is the partner, which has no page of the event, and needs the hints. */
export function RefusedReport({
  answer: { data, error },
  csv,
  own = false,
  onFind,
}: {
  answer: Pick<UseQueryResult<{ data: RefusedRow[] }>, "data" | "error">;
  csv: CsvSource;
  own?: boolean;
  onFind: (q: string) => void;
}) {
  const t = useText();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text is another request.
  useEffect(() => onFind(q), [q]);
  const title = t("partners.refusedOrders.title");
  return (
    <SectionCard title={title} aside={<CsvButton of={title} {...csv} />}>
      <SecondaryText sx={{ mb: 1.5 }}>
        {t(own ? "ownPartner.requests.refused" : "partners.refusedOrders.lead")}
      </SecondaryText>
      <TextField
        label={t("partners.refusedOrders.find")}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { maxLength: 200, autoCapitalize: "none", spellCheck: false } }}
        sx={{ mb: 1.5, maxWidth: 420 }}
        fullWidth
      />
      <ProblemAlert error={error} />
      {!data && !error && <Loading lines={3} />}
      {data && data.data.length === 0 && (
        <Typography role="status" sx={{ color: "text.secondary", py: 2, textAlign: "center" }}>
          {t("partners.refusedOrders.none")}
        </Typography>
      )}
      {data && data.data.length > 0 && (
        <DataTable
          label={title}
          rows={data.data}
          keyOf={({ id }) => id}
          stacked
          columns={[
            { name: t("partners.refusedOrders.time"), value: ({ at }) => <InstantText at={at} /> },
            {
              name: t(own ? "ownPartner.orders.yours" : "partners.refusedOrders.reference"),
              value: ({ externalReference }) => externalReference ?? "–",
            },
            {
              name: t("partners.refusedOrders.event"),
              value: ({ eventId, productName, eventOn }) => {
                if (!productName || !eventId || !eventOn) return t("partners.refusedOrders.unknown");
                const text = `${productName}, ${format.local(eventOn)}`;
                return own ? text : <PageLink to={eventAddress(eventId)}>{text}</PageLink>;
              },
            },
            {
              name: t("partners.refusedOrders.codes"),
              value: ({ reasons }) => <NamedRefusals reasons={reasons} withHint={own} />,
            },
          ]}
        />
      )}
    </SectionCard>
  );
}
