import BlockIcon from "@mui/icons-material/Block";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import { Typography } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { SecondaryText, SoftChip } from "../../ui/text.tsx";
import type { Amendment } from "../order.ts";
import { useTicketsText } from "../parts.tsx";

const looks = {
  waitsupplier: { tone: "warning", Icon: HourglassTopIcon },
  accepted: { tone: "success", Icon: CheckCircleIcon },
  declined: { tone: "error", Icon: BlockIcon },
  withdrawn: { tone: "default", Icon: CancelIcon },
} as const;

/** The accepted amendments of an order, and their results. */
export function Amendments({ changes }: { changes: readonly Amendment[] }) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <SectionCard title={t("changes.title")}>
      <PlainList ordered gap={2}>
        {changes.map((change) => (
          <One key={change.id} change={change} />
        ))}
      </PlainList>
    </SectionCard>
  );
}

function One({ change }: { change: Amendment }) {
  const t = useText();
  const format = useFormat();
  const party = useTicketsText();
  const { status, actor, acceptedAt, eventOn, itemName, tickets, currencyCode, payment } = change;
  const { tone, Icon } = looks[status];
  const amount = (text: string) => format.amount(text, currencyCode);
  const amounts = [
    `${t("orders.field.total")} ${amount(change.total)}`,
    `${t("amendment.difference")} ${amount(change.difference)}`,
    ...(Number(change.differenceUsd) < 0 ? [`${t("amendment.refund")} ${amount(change.refund)}`] : []),
    ...(payment ? [t(`sale.method.${payment.method}`)] : []),
  ];
  return (
    <li>
      <SoftChip tone={tone} icon={<Icon />} label={t(`amendment.status.${status}`)} />
      <Typography sx={{ fontWeight: 600, mt: 0.5 }}>
        {format.local(eventOn)}, {itemName}
      </Typography>
      <Typography variant="body2">{party(tickets)}</Typography>
      <Typography variant="body2">{amounts.join(" · ")}</Typography>
      {currencyCode !== "USD" && <SecondaryText>{format.money(change.totalUsd)}</SecondaryText>}
      {actor && acceptedAt && (
        <SecondaryText>{t(`amendment.by.${actor}`, { at: format.instant(acceptedAt) })}</SecondaryText>
      )}
    </li>
  );
}
