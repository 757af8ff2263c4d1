import BlockIcon from "@mui/icons-material/Block";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import Chip from "@mui/material/Chip";
import type { ReactElement } from "react";
import { useText } from "../i18n/index.ts";
import type { Status } from "./order.ts";

type Tone = "success" | "warning" | "error" | "default";

const looks: Record<Status, { tone: Tone; icon: ReactElement }> = {
  waitsupplier: { tone: "warning", icon: <HourglassEmptyIcon /> },
  complete: { tone: "success", icon: <CheckCircleIcon /> },
  waitcancel: { tone: "warning", icon: <HourglassTopIcon /> },
  cancelled: { tone: "default", icon: <CancelIcon /> },
  rejected: { tone: "error", icon: <BlockIcon /> },
};

/** An order's status, by word, sign and colour. */
export function StatusChip({ status, size = "small" }: { status: Status; size?: "small" | "medium" }) {
  const t = useText();
  const { tone, icon } = looks[status];
  const soft =
    tone === "default" ? { bgcolor: "action.selected" } : { bgcolor: `${tone}.light`, color: `${tone}.dark` };
  return (
    <Chip
      size={size}
      icon={icon}
      label={t(`orders.status.${status}`)}
      sx={{ fontWeight: 600, ...soft, "& .MuiChip-icon": { color: "inherit" } }}
    />
  );
}

/** Marks an order that only tries things out. */
export function TestChip() {
  const t = useText();
  return <Chip size="small" variant="outlined" label={t("orders.test")} sx={{ fontWeight: 600 }} />;
}
