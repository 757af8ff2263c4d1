import { Alert, Stack, Typography } from "@mui/material";
import { useState } from "react";
import type { ApiAnswer } from "../../api/types.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { Select } from "../../ui/form/controls.tsx";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { UnreadRows } from "./FileCard.tsx";

type Compared = ApiAnswer<"partners.differences">;
type Difference = Compared["differences"][number];

const kinds = ["missing-here", "missing-there", "amount", "status", "twice", "paid-but-cancelled", "unpaid"] as const;
const perPage = 25;

/** The differences between a partner's count and the operator's orders, by kind, each with what explains it. */
export function Differences({
  compared: { rows, differences, unexplained, problems },
  currencyCode,
}: {
  compared: Compared;
  currencyCode: string;
}) {
  const t = useText();
  const [kind, setKind] = useState<Difference["kind"] | "">("");
  const present = kinds.flatMap((one) => {
    const n = differences.filter((difference) => difference.kind === one).length;
    return n > 0 ? [{ id: one, name: `${t(`settling.count.kinds.${one}`)} (${n})` }] : [];
  });
  // After another file the kind may be gone.
  const shown = present.some(({ id }) => id === kind) ? differences.filter((one) => one.kind === kind) : differences;
  if (differences.length === 0)
    return (
      <>
        <Alert severity={problems.length === 0 ? "success" : "info"}>{t("settling.count.none")}</Alert>
        <UnreadRows problems={problems} />
      </>
    );
  return (
    <SectionCard title={t("settling.count.summary", { smart_count: differences.length })} gap={1.5}>
      <Typography role="status">
        {t("settling.count.rows", { smart_count: rows })}
        {unexplained > 0 && `; ${t("settling.count.unexplained", { n: unexplained })}`}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <Select
          label={t("settling.count.kind")}
          any={t("settling.count.anyKind")}
          value={kind}
          choices={present}
          onChange={setKind}
          sx={{ width: 260 }}
        />
      </Stack>
      <Table differences={shown} currencyCode={currencyCode} />
      <UnreadRows problems={problems} />
    </SectionCard>
  );
}

function Table({ differences, currencyCode }: { differences: readonly Difference[]; currencyCode: string }) {
  const t = useText();
  const format = useFormat();
  const { shown, paging } = usePages(differences, perPage);
  const side = (name: string, of: (one: Difference) => [amount: string | null, day: string | null]) => ({
    name,
    figure: true,
    value: (one: Difference) => {
      const [amount, day] = of(one);
      return (
        <>
          {amount === null ? "–" : format.amount(amount, currencyCode)}
          {day !== null && (
            <SecondaryText span sx={{ display: "block" }}>
              {format.date(day)}
            </SecondaryText>
          )}
        </>
      );
    },
  });
  return (
    <>
      <DataTable
        label={t("settling.count.kind")}
        height="none"
        stacked
        rows={shown}
        keyOf={({ kind, row, reference }) => `${kind} ${row} ${reference}`}
        columns={[
          {
            name: t("settling.count.reference"),
            value: ({ kind, orderId, reference, externalReference, row }) => (
              <>
                {orderId ? <PageLink to={`/orders/${orderId}/show`}>{reference}</PageLink> : reference}
                <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
                  {[
                    ...(externalReference ? [externalReference] : []),
                    ...(row === null ? [] : [t("settling.file.row", { n: row })]),
                  ].join(" · ")}
                </SecondaryText>
                <Typography component="span" variant="body2" sx={{ display: "block" }}>
                  <b>{t(`settling.count.kinds.${kind}`)}</b>:{" "}
                  {t(kind === "missing-here" && orderId ? "settling.count.outside" : `settling.count.kindLead.${kind}`)}
                </Typography>
              </>
            ),
          },
          side(t("settling.count.theirs"), ({ theirAmount, theirDay }) => [theirAmount, theirDay]),
          side(t("settling.count.ours"), ({ ourAmount, ourDay }) => [ourAmount, ourDay]),
          {
            name: t("settling.count.explanation"),
            value: ({ explanation }) =>
              explanation === null ? (
                <SecondaryText span>{t("settling.count.unclear")}</SecondaryText>
              ) : (
                t(`settling.count.explained.${explanation}`)
              ),
          },
        ]}
      />
      {paging}
    </>
  );
}
