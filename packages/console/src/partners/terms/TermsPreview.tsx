import { Alert, Box, Button, Stack, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useApi } from "../../api/useApi.ts";
import { today } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useTicketNames } from "../../products/useTicketNames.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { DayField } from "../../ui/form/controls.tsx";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { PreviewBody, TermsPrice } from "./terms.ts";

const perPage = 25;

interface Shown {
  /** The form as it was. */
  of: string;
  prices: TermsPrice[];
}

/**
 * The prices that the terms of the surrounding form make, for a day. `bodyOf`: the terms of its values. `linesOnly`: shows only prices to which a
 * line applies.
 */
export function TermsPreview<Values>({
  bodyOf,
  linesOnly = false,
}: {
  bodyOf: (values: Values) => PreviewBody;
  linesOnly?: boolean;
}) {
  const t = useText();
  const api = useApi();
  const { trigger, getValues } = useFormContext();
  const present = JSON.stringify(useWatch());
  const [day, setDay] = useState(today(useStoreZone()));
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const show = async () => {
    // The first day of the terms is not needed for their prices.
    if (!(await trigger(["content", "lines"])) || !day) return;
    setReading(true);
    setError(null);
    try {
      const { data } = await api("partners.previewTerms", { body: { ...bodyOf(getValues() as Values), day } });
      const prices = linesOnly ? data.filter(({ line }) => line !== null) : data;
      setShown({ of: present, prices });
    } catch (reason) {
      setError(reason);
    }
    setReading(false);
  };
  return (
    <SectionCard title={t("terms.preview.title")} gap={1.5}>
      <SecondaryText>{t("terms.preview.lead")}</SecondaryText>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "flex-start" }}>
        <DayField label={t("terms.preview.day")} value={day} onChange={setDay} sx={{ width: 170 }} />
        <Button variant="outlined" loading={isReading} onClick={() => void show()} sx={{ minHeight: 40 }}>
          {t("terms.preview.button")}
        </Button>
      </Stack>
      <ProblemAlert error={error} />
      {shown && shown.of !== present && <Alert severity="info">{t("frame.preview.stale")}</Alert>}
      {shown && (
        <Prices prices={shown.prices} none={t(linesOnly ? "terms.preview.noneOfLines" : "terms.preview.none")} />
      )}
    </SectionCard>
  );
}

function Prices({ prices, none }: { prices: readonly TermsPrice[]; none: string }) {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLocaleLowerCase();
  const found = prices.filter((price) => `${price.productName} ${price.itemName}`.toLocaleLowerCase().includes(wanted));
  const { shown, paging } = usePages(found, perPage);
  if (prices.length === 0) return <Typography role="status">{none}</Typography>;
  return (
    <Box>
      {prices.length > perPage && (
        <TextField
          fullWidth
          label={t("terms.preview.find")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          sx={{ mb: 1 }}
        />
      )}
      <DataTable
        label={t("terms.preview.title")}
        height={560}
        stacked
        rows={shown}
        keyOf={({ itemId, ticket }) => `${itemId} ${ticket}`}
        columns={[
          {
            name: t("terms.preview.event"),
            value: ({ productName, itemName, eventOn, ticket, line, list }) => (
              <>
                {productName} · {ticketName(ticket)}
                <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
                  {itemName} · {format.local(eventOn)} ·{" "}
                  {line === null
                    ? t("terms.preview.general")
                    : t(list ? "terms.preview.ofList" : "terms.preview.ofLine", { n: line + 1 })}
                </SecondaryText>
              </>
            ),
          },
          {
            name: t("terms.preview.retail"),
            figure: true,
            value: ({ retail, currencyCode }) => format.amount(retail, currencyCode),
          },
          {
            name: t("terms.preview.commission"),
            figure: true,
            value: ({ commission, currencyCode }) => format.amount(commission, currencyCode),
          },
          {
            name: t("terms.preview.net"),
            figure: true,
            value: ({ net, currencyCode }) => <b>{format.amount(net, currencyCode)}</b>,
          },
        ]}
      />
      {paging}
    </Box>
  );
}
