import BlockIcon from "@mui/icons-material/Block";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import { Chip, Typography } from "@mui/material";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { useRights } from "../session/hooks.ts";
import { SecondaryText, SoftChip } from "../ui/text.tsx";
import { type Order, type OrderAction, type OrderStatus, operationOfAction } from "./order.ts";

// Amber is reserved for flags, because every order in the queue waits.
const looks = {
  waitsupplier: { tone: "info", icon: <HourglassEmptyIcon /> },
  complete: { tone: "success", icon: <CheckCircleIcon /> },
  waitcancel: { tone: "info", icon: <HourglassTopIcon /> },
  cancelled: { tone: "default", icon: <CancelIcon /> },
  rejected: { tone: "error", icon: <BlockIcon /> },
} as const;

/** The status of an order. */
export function StatusChip({ status, size = "small" }: { status: OrderStatus; size?: "small" | "medium" }) {
  const t = useText();
  return <SoftChip {...looks[status]} size={size} label={t(`orders.status.${status}`)} />;
}

/** Marks a test order. */
export function TestChip() {
  const t = useText();
  return <Chip label={t("orders.test")} sx={{ fontWeight: 600 }} />;
}

/** Returns a function that tells whether the operator may do an action. */
export function useOrderRights(): (action: OrderAction | "export" | "refund") => boolean {
  const rights = useRights();
  return (action) => {
    if (action === "refund") return rights.has("orders.recordRefund");
    return rights.has(action === "export" ? "orders.export" : operationOfAction(action));
  };
}

/** Gives a selection of tickets in one line: `2 × Adult, 1 × Child`. */
export function useTicketsText(): (tickets: readonly { code: string; quantity: number }[]) => string {
  const ticketName = useTicketNames();
  return (tickets) => tickets.map(({ code, quantity }) => `${quantity} × ${ticketName(code)}`).join(", ");
}

/** The payment method of an order of the operator's own desk. `paid`: the amount of this payment, if it is not the whole total. */
export function PaymentText({
  payment: { method, by, at, note, reason, catalogueUsd },
  paid,
}: {
  payment: NonNullable<Order["payment"]>;
  paid?: string | undefined;
}) {
  const t = useText();
  const format = useFormat();
  const amount = catalogueUsd && format.money(catalogueUsd);
  return (
    <>
      <b>{[t(`sale.method.${method}`), ...(paid === undefined ? [] : [paid])].join(" · ")}</b>
      <SecondaryText span sx={{ display: "block" }}>
        {t("sale.takenBy", { at: format.instant(at), by })}
      </SecondaryText>
      {note && (
        <SecondaryText span sx={{ display: "block" }}>
          {note}
        </SecondaryText>
      )}
      {amount && (
        <SecondaryText span sx={{ display: "block" }}>
          {reason ? t("sale.insteadOf", { reason, amount }) : t("sale.catalogueTotal", { amount })}
        </SecondaryText>
      )}
    </>
  );
}

interface Tier {
  percent: number;
  until: string;
  refund?: string;
  currencyCode?: string;
}

/** The refund terms of an order at purchase. With amounts: the refund terms of a quote. */
export function RefundTerms({
  tiers,
  zone,
  isQuote = false,
}: {
  tiers: readonly Tier[];
  /** The time zone of the event; undefined if it is not known. */
  zone: string | undefined;
  isQuote?: boolean;
}) {
  const t = useText();
  const cityOf = useZoneCity();
  const format = useFormat();
  const now = Date.now();
  const present = tiers.find(({ until }) => now <= Date.parse(until));
  const textOf = ({ percent, until, refund, currencyCode = "USD" }: Tier) => {
    const terms = { percent, at: zone ? format.instantIn(until, zone) : format.instant(until) };
    return refund === undefined
      ? t("amendment.tier", terms)
      : t("amendment.tierAmount", { ...terms, amount: format.amount(refund, currencyCode) });
  };
  return (
    <div>
      <Typography variant="overline" component="h3" sx={{ color: "text.secondary" }}>
        {t(isQuote ? "amendment.refund" : "amendment.refunds")}
      </Typography>
      <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
        {tiers.map((tier) => (
          <li key={tier.until} style={tier === present ? { fontWeight: 600 } : undefined}>
            {textOf(tier)}
            {tier === present && ` (${t("amendment.now")})`}
          </li>
        ))}
        <li>{t(tiers.length === 0 ? "amendment.nothing" : "amendment.afterwards")}</li>
      </ul>
      {isQuote && zone && <SecondaryText>{t("day.zone", { zone: cityOf(zone) })}</SecondaryText>}
    </div>
  );
}
