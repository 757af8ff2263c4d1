import BlockIcon from "@mui/icons-material/Block";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import DoNotDisturbOnIcon from "@mui/icons-material/DoNotDisturbOn";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import Stack from "@mui/material/Stack";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketNames } from "../ticketTypes/useTicketNames.ts";
import { Secondary, SoftChip } from "../ui/text.tsx";
import type { EventLine, EventStatus } from "./event.ts";

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

/** The name of an event where nothing else identifies it. */
export function useEventName(): (line: EventLine) => string {
  const format = useFormat();
  return ({ eventOn, productName, itemName }) => `${format.local(eventOn)}, ${productName}, ${itemName}`;
}

/** The status that partners read, and the operator's setting if it differs. */
export function EventState({
  line: { availability, setting, capacity },
}: {
  line: Pick<EventLine, "availability" | "setting" | "capacity">;
}) {
  const t = useText();
  // A sold-out event normally has the setting `available`: that difference is not shown.
  const differs = setting !== availability && !(availability === "sold-out" && capacity !== null);
  return (
    <Stack sx={{ gap: 0.25, alignItems: "flex-start" }}>
      <StatusChip status={availability} />
      {differs && <Secondary span>{t("events.set", { status: t(`events.status.${setting}`) })}</Secondary>}
    </Stack>
  );
}

/** The first prices in the product's currency, one below the other, and the number of further prices. */
export function Prices({ line: { prices, currencyCode } }: { line: EventLine }) {
  const { decimal } = useFormat();
  const ticketName = useTicketNames();
  const others = prices.slice(2);
  return (
    <Secondary
      component="div"
      title={others.map(({ code, amount }) => `${ticketName(code)} ${decimal(amount)}`).join(", ") || undefined}
    >
      {prices.slice(0, 2).map(({ code, amount }) => (
        <div key={code}>
          {ticketName(code)} {decimal(amount)} {currencyCode}
        </div>
      ))}
      {others.length > 0 && `+${others.length}`}
    </Secondary>
  );
}
