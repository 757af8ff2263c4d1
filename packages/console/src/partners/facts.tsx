import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import { Chip, Stack } from "@mui/material";
import type { ApiAnswer, ListRecord } from "../api/types.ts";
import { useFormat } from "../format/format.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { SecondaryText, SoftChip } from "../ui/text.tsx";

export type Partner = ListRecord<"partners.list">;
export type ApiKey = ListRecord<"keys.list">;
export type CatalogAddress = NonNullable<ApiAnswer<"partners.catalogAddress">["address"]>;
export type PartnerOffer = ApiAnswer<"partners.offer">;
/** Requests of a day, by operation. */
export type UsageRow = ListRecord<"partners.usage">;

/** From this error rate on, the operator should talk to the partner. */
const highErrorRate = 0.1;

/** Facts of a partner that its list and its page share. */

export function PartnerState({ partner }: { partner: Pick<Partner, "active"> }) {
  const t = useText();
  const state = partner.active ? "active" : "inactive";
  return <Chip color={partner.active ? "success" : "default"} label={t(`partners.state.${state}`)} />;
}

/** What is left of a limit that is near or used up. */
export function LowLimit({
  partner: { limitState, limitLeft, limitCurrencyCode },
}: {
  partner: Pick<Partner, "limitState" | "limitLeft" | "limitCurrencyCode">;
}) {
  const t = useText();
  const format = useFormat();
  if (limitState === null || limitState === "above") return null;
  const left = format.amount(limitLeft!, limitCurrencyCode!);
  return (
    <SoftChip
      tone={limitState === "over" ? "error" : "warning"}
      icon={<WarningAmberIcon />}
      label={t(`terms.limitState.chip.${limitState}`, { left })}
    />
  );
}

/** Writes how many keys of each kind a partner has. */
export function apiKeyCountText({ liveKeys, testKeys }: Partner, t: Translate): string {
  const kinds = [
    ...(liveKeys > 0 ? [t("partners.keys.live", { smart_count: liveKeys })] : []),
    ...(testKeys > 0 ? [t("partners.keys.test", { smart_count: testKeys })] : []),
  ];
  return kinds.join(" · ") || t("partners.keys.none");
}

/** Why an order was refused: the name of each code, with the code and what to tell the partner. */
export const NamedRefusals = ({
  reasons,
  withHint = false,
}: {
  reasons: ListRecord<"refusedOrders.list">["reasons"];
  withHint?: boolean;
}) => (
  <>
    {reasons.map(({ code, name, hint }) => (
      <div key={code}>
        {name} <code>{code}</code>
        {withHint && <SecondaryText>{hint}</SecondaryText>}
      </div>
    ))}
  </>
);

/** A high rate also has an icon: the operator should contact the partner. */
export function ErrorRate({ partner }: { partner: Pick<Partner, "errorRate"> }) {
  const t = useText();
  const format = useFormat();
  const { errorRate } = partner;
  if (errorRate === null) return "–";
  const high = errorRate >= highErrorRate;
  return (
    <Stack
      component="span"
      direction="row"
      sx={{
        display: "inline-flex",
        alignItems: "center",
        gap: 0.5,
        ...(high && { color: "warning.main", fontWeight: 600 }),
      }}
    >
      {high && <WarningAmberIcon sx={{ fontSize: 16 }} titleAccess={t("partners.highRate")} />}
      {format.share(errorRate)}
    </Stack>
  );
}
