import BlockIcon from "@mui/icons-material/Block";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import Chip from "@mui/material/Chip";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useTicketNames } from "../ticketTypes/useTicketNames.ts";
import { SoftChip } from "../ui/text.tsx";
import { type OrderAction, operationOf, type Status } from "./order.ts";

// Amber is for flags: in the queue every order waits.
const looks = {
  waitsupplier: { tone: "info", icon: <HourglassEmptyIcon /> },
  complete: { tone: "success", icon: <CheckCircleIcon /> },
  waitcancel: { tone: "info", icon: <HourglassTopIcon /> },
  cancelled: { tone: "default", icon: <CancelIcon /> },
  rejected: { tone: "error", icon: <BlockIcon /> },
} as const;

/** The status of an order. */
export function StatusChip({ status, size = "small" }: { status: Status; size?: "small" | "medium" }) {
  const t = useText();
  return <SoftChip {...looks[status]} size={size} label={t(`orders.status.${status}`)} />;
}

/** Marks a test order. */
export function TestChip() {
  const t = useText();
  return <Chip label={t("orders.test")} sx={{ fontWeight: 600 }} />;
}

/** The actions that the operator may do. */
export function useOrderRights(): (action: OrderAction | "export") => boolean {
  const rights = useRights();
  return (action) => rights.has(action === "export" ? "orders.export" : operationOf(action));
}

/** Gives a selection of tickets in one line: `2 × Adult, 1 × Child`. */
export function useParty(): (tickets: readonly { code: string; quantity: number }[]) => string {
  const ticketName = useTicketNames();
  return (tickets) => tickets.map(({ code, quantity }) => `${quantity} × ${ticketName(code)}`).join(", ");
}
