import type { SvgIconComponent } from "@mui/icons-material";
import BlockIcon from "@mui/icons-material/Block";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import DoNotDisturbOnIcon from "@mui/icons-material/DoNotDisturbOn";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import Chip from "@mui/material/Chip";
import { useText } from "../i18n/index.ts";
import type { EventStatus } from "./event.ts";

export const looks: Record<EventStatus, { tone: "success" | "warning" | "error" | "default"; Icon: SvgIconComponent }> =
  {
    available: { tone: "success", Icon: CheckCircleIcon },
    "sold-out": { tone: "error", Icon: DoNotDisturbOnIcon },
    "black-out": { tone: "warning", Icon: BlockIcon },
    removed: { tone: "default", Icon: VisibilityOffIcon },
  };

/** Whether an event can be sold, by word, sign and colour. */
export function StatusChip({ status }: { status: EventStatus }) {
  const t = useText();
  const { tone, Icon } = looks[status];
  const soft =
    tone === "default" ? { bgcolor: "action.selected" } : { bgcolor: `${tone}.light`, color: `${tone}.dark` };
  return (
    <Chip
      size="small"
      icon={<Icon />}
      label={t(`events.status.${status}`)}
      sx={{ fontWeight: 600, ...soft, "& .MuiChip-icon": { color: "inherit" } }}
    />
  );
}
