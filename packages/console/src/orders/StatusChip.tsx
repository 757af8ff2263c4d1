import BlockIcon from "@mui/icons-material/Block";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import Chip from "@mui/material/Chip";
import { useText } from "../i18n/index.ts";
import { SoftChip } from "../ui/text/SoftChip.tsx";
import type { Status } from "./order.ts";

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
