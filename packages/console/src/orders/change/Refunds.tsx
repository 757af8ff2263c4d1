import Typography from "@mui/material/Typography";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";

interface Tier {
  percent: number;
  until: string;
  refundUsd?: string;
}

/** The refund terms of an order as sold; with amounts, those of a quote. */
export function Refunds({ tiers, lead }: { tiers: readonly Tier[]; lead?: string }) {
  const t = useText();
  const format = useFormat();
  const now = Date.now();
  const present = tiers.find(({ until }) => now <= Date.parse(until));
  const textOf = ({ percent, until, refundUsd }: Tier) => {
    const terms = { percent, at: format.instant(until) };
    return refundUsd === undefined
      ? t("orderChange.tier", terms)
      : t("orderChange.tierAmount", { ...terms, amount: format.money(refundUsd) });
  };
  return (
    <div>
      <Typography variant="overline" component="h3" sx={{ color: "text.secondary" }}>
        {t(lead === undefined ? "orderChange.refunds" : "orderChange.refund")}
      </Typography>
      {lead !== undefined && <Typography sx={{ fontWeight: 600 }}>{lead}</Typography>}
      <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
        {tiers.map((tier) => (
          <li key={tier.until} style={tier === present ? { fontWeight: 600 } : undefined}>
            {textOf(tier)}
            {tier === present && ` (${t("orderChange.now")})`}
          </li>
        ))}
        <li>{t("orderChange.afterwards")}</li>
      </ul>
    </div>
  );
}
