import BlockIcon from "@mui/icons-material/Block";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import DoNotDisturbOnIcon from "@mui/icons-material/DoNotDisturbOn";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import { useText } from "../i18n/index.ts";
import { SoftChip } from "../ui/text.tsx";
import type { EventStatus } from "./event.ts";

export const looks = {
  available: { tone: "success", Icon: CheckCircleIcon },
  "sold-out": { tone: "error", Icon: DoNotDisturbOnIcon },
  "black-out": { tone: "warning", Icon: BlockIcon },
  removed: { tone: "default", Icon: VisibilityOffIcon },
} as const;

/** Whether an event can be sold. */
export function StatusChip({ status }: { status: EventStatus }) {
  const t = useText();
  const { tone, Icon } = looks[status];
  return <SoftChip tone={tone} icon={<Icon />} label={t(`events.status.${status}`)} />;
}
