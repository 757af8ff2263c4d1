import { TextField, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { CsvButton } from "../ui/download.tsx";
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
  const t = useText();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), 300);
  const query = { from, to, ...(q && { q }) };
  const { data, error } = useAnswer(
    "partners.refusedOrders",
    { id: partner.id, query },
    { placeholderData: keepPreviousData },
  );
  const title = t("partners.refusedOrders.title");
  return (
    <SectionCard
      title={title}
      aside={<CsvButton of={title} operation="partners.refusedOrders" request={{ id: partner.id, query }} />}
    >
      <SecondaryText sx={{ mb: 1.5 }}>{t("partners.refusedOrders.lead")}</SecondaryText>
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
            { name: t("partners.refusedOrders.reference"), value: ({ externalReference }) => externalReference ?? "–" },
            {
              name: t("partners.refusedOrders.event"),
              value: ({ eventId, productName, eventOn }) =>
                productName && eventId && eventOn ? (
                  <PageLink to={eventAddress(eventId)}>{`${productName}, ${format.local(eventOn)}`}</PageLink>
                ) : (
                  t("partners.refusedOrders.unknown")
                ),
            },
            {
              name: t("partners.refusedOrders.codes"),
              value: ({ reasons }) => <NamedRefusals reasons={reasons} />,
            },
          ]}
        />
      )}
    </SectionCard>
  );
}
