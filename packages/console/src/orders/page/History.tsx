import AddShoppingCartIcon from "@mui/icons-material/AddShoppingCart";
import BlockIcon from "@mui/icons-material/Block";
import CampaignIcon from "@mui/icons-material/Campaign";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import ConfirmationNumberIcon from "@mui/icons-material/ConfirmationNumber";
import FlagIcon from "@mui/icons-material/Flag";
import ForumIcon from "@mui/icons-material/Forum";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import HowToRegIcon from "@mui/icons-material/HowToReg";
import NotificationsOffIcon from "@mui/icons-material/NotificationsOff";
import PaymentsIcon from "@mui/icons-material/Payments";
import PersonOffIcon from "@mui/icons-material/PersonOff";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import ReplayIcon from "@mui/icons-material/Replay";
import ReportProblemIcon from "@mui/icons-material/ReportProblem";
import SendIcon from "@mui/icons-material/Send";
import StickyNote2Icon from "@mui/icons-material/StickyNote2";
import UndoIcon from "@mui/icons-material/Undo";
import { Box, Button, type SvgIcon, Typography } from "@mui/material";
import { useState } from "react";
import { InstantText, useFormat } from "../../format/format.tsx";
import { type Translate, useText } from "../../i18n/index.ts";
import { PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { partnerNameText } from "../../ui/partner-name.ts";
import { type ChipTone, PageLink, SecondaryText, softColors } from "../../ui/text.tsx";
import { hasWaitingAmendment, type Order } from "../order.ts";
import { useTicketsText } from "../parts.tsx";
import { type EntryKind, type HistoryEntry, orderHistory } from "./history-entries.ts";
import { OrderCallbacks } from "./OrderCallbacks.tsx";

const looks: Record<EntryKind, { icon: typeof SvgIcon; tone: ChipTone }> = {
  placed: { icon: AddShoppingCartIcon, tone: "info" },
  dispatched: { icon: SendIcon, tone: "default" },
  answered: { icon: ForumIcon, tone: "default" },
  answeredUnknown: { icon: ForumIcon, tone: "default" },
  answeredNotReceived: { icon: ForumIcon, tone: "warning" },
  confirmed: { icon: CheckCircleIcon, tone: "success" },
  declined: { icon: BlockIcon, tone: "error" },
  cancelRequested: { icon: HourglassTopIcon, tone: "warning" },
  cancelled: { icon: CancelIcon, tone: "error" },
  cancelRefused: { icon: CheckCircleIcon, tone: "success" },
  changeRequested: { icon: HourglassTopIcon, tone: "warning" },
  changed: { icon: CheckCircleIcon, tone: "success" },
  changeDeclined: { icon: BlockIcon, tone: "error" },
  flagged: { icon: FlagIcon, tone: "warning" },
  voucher: { icon: ConfirmationNumberIcon, tone: "info" },
  voucherSent: { icon: SendIcon, tone: "info" },
  redeemed: { icon: QrCodeScannerIcon, tone: "success" },
  admissionUndone: { icon: UndoIcon, tone: "default" },
  admissionConflict: { icon: ReportProblemIcon, tone: "error" },
  noShow: { icon: PersonOffIcon, tone: "warning" },
  came: { icon: HowToRegIcon, tone: "success" },
  notified: { icon: CampaignIcon, tone: "default" },
  notifiedOfChange: { icon: CampaignIcon, tone: "default" },
  callbackGivenUp: { icon: NotificationsOffIcon, tone: "warning" },
  callbackStopped: { icon: NotificationsOffIcon, tone: "warning" },
  note: { icon: StickyNote2Icon, tone: "info" },
  paid: { icon: PaymentsIcon, tone: "success" },
  refunded: { icon: PaymentsIcon, tone: "info" },
  refundChosen: { icon: PaymentsIcon, tone: "warning" },
  placedAgain: { icon: AddShoppingCartIcon, tone: "info" },
  placesAgain: { icon: AddShoppingCartIcon, tone: "info" },
  contactedAgain: { icon: ReplayIcon, tone: "default" },
  erased: { icon: PersonOffIcon, tone: "default" },
};

/**
 * The history of an order, from its start. An order that needs no decision shows its notes and its last entry until the operator
 * unfolds the rest.
 */
export function OrderHistory({ order }: { order: Order }) {
  const t = useText();
  const [isOpen, setOpen] = useState(
    order.flag !== null || order.status.startsWith("wait") || hasWaitingAmendment(order),
  );
  const all = orderHistory(order);
  const entries = isOpen ? all : all.filter(({ what }, index) => what === "note" || index === all.length - 1);
  return (
    <SectionCard
      title={t("orders.page.timeline")}
      aside={
        all.length > 1 && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t("day.fewer") : t("day.all", { n: all.length })}
          </Button>
        )
      }
    >
      <PlainList ordered>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end.
          <Line key={index} entry={entry} order={order} last={index === entries.length - 1} />
        ))}
      </PlainList>
      {order.callbacks.length > 0 && <OrderCallbacks callbacks={order.callbacks} />}
    </SectionCard>
  );
}

function Line({ entry, order, last }: { entry: HistoryEntry; order: Order; last: boolean }) {
  const t = useText();
  const detailsOf = useDetailsText();
  const details = entry.flag ? t(`orders.flag.${entry.flag}`) : detailsOf(entry.details);
  const { icon: Icon, tone } = looks[entry.what];
  return (
    <Box component="li" sx={{ display: "grid", gridTemplateColumns: "32px 1fr", columnGap: 1.5, position: "relative" }}>
      {!last && <Box sx={{ position: "absolute", left: 15, top: 32, bottom: 0, width: 2, bgcolor: "divider" }} />}
      <Box
        sx={{ width: 32, height: 32, borderRadius: "50%", display: "grid", placeItems: "center", ...softColors(tone) }}
      >
        <Icon sx={{ fontSize: 18 }} />
      </Box>
      <Box sx={{ pb: last ? 0 : 2, pt: 0.5, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, lineHeight: 1.35 }}>{titleOf(entry, order, t)}</Typography>
        <SecondaryText>
          <InstantText at={entry.at} /> {whoOf(entry, t)}
        </SecondaryText>
        {entry.details && "role" in entry.details && (
          <PageLink to={`/orders/${entry.details.orderId}/show`}>{entry.details.reference}</PageLink>
        )}
        {details && (
          <Typography variant="body2" sx={{ overflowWrap: "anywhere", mt: 0.25 }}>
            {details}
          </Typography>
        )}
        {entry.message && (
          <Typography
            variant="body2"
            component="blockquote"
            sx={{
              m: 0,
              mt: 0.5,
              pl: 1.25,
              borderLeft: 3,
              borderColor: "divider",
              overflowWrap: "anywhere",
              whiteSpace: "pre-line",
            }}
          >
            {entry.message}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** Writes an amendment, or the amount of a payment. What the amendment left unchanged is written once. */
function useDetailsText(): (details: HistoryEntry["details"]) => string | null {
  const t = useText();
  const format = useFormat();
  const party = useTicketsText();
  return (details) => {
    if (details === null || "forPartner" in details || "role" in details) return null;
    const { currencyCode } = details;
    if ("amount" in details)
      return `${format.amount(details.amount, currencyCode)} · ${t(`refunds.method.${details.method}`)}`;
    if ("chosen" in details)
      return `${format.amount(details.byTerms, currencyCode)} → ${format.amount(details.chosen, currencyCode)}`;
    const { before, after, paidBy } = details;
    const fromTo = (textOf: (state: typeof after) => string) => [...new Set([before, after].map(textOf))].join(" → ");
    const selections = fromTo(({ eventOn, itemName, tickets }) =>
      [format.local(eventOn), itemName, party(tickets)].filter(Boolean).join(", "),
    );
    const totals = fromTo(({ total }) => format.amount(total, currencyCode));
    return [
      selections,
      `${t("orders.field.total")} ${totals}`,
      ...(paidBy ? [`${t("amendment.difference")}: ${t(`sale.method.${paidBy}`)}`] : []),
    ].join(" · ");
  };
}

function titleOf({ what, status }: HistoryEntry, { partner, supplier, test }: Order, t: Translate): string {
  const named = { supplier: test ? t("orders.simulator") : (supplier?.name ?? t("field.ownDesk")) };
  if (what === "placed")
    return partner
      ? t("orders.history.placed", { partner: partnerNameText(partner.externalId, partner.name, t) })
      : t("orders.history.placedUnknown");
  if (what === "notified") return t("orders.history.notified", { status: status ? t(`orders.status.${status}`) : "" });
  if (what === "dispatched" && test) return t("orders.history.dispatchedSimulator");
  if (what === "dispatched" && !supplier) return t("orders.history.dispatchedDesk");
  if (what === "dispatched" || what === "answered" || what === "answeredNotReceived")
    return t(`orders.history.${what}`, named);
  return t(`orders.history.${what}`);
}

/** Names the actor, unless the title names the actor. */
function whoOf({ what, actor, operator }: HistoryEntry, t: Translate): string {
  if (operator) return t("orders.history.by", { who: operator });
  const decided: EntryKind[] = [
    "confirmed",
    "declined",
    "cancelRequested",
    "cancelled",
    "cancelRefused",
    "changeRequested",
    "changed",
    "changeDeclined",
    "contactedAgain",
    "note",
  ];
  return decided.includes(what) ? t(`orders.history.byActor.${actor}`) : "";
}
