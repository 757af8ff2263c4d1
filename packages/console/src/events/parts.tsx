import BlockIcon from "@mui/icons-material/Block";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import DoNotDisturbOnIcon from "@mui/icons-material/DoNotDisturbOn";
import DoNotDisturbOnOutlinedIcon from "@mui/icons-material/DoNotDisturbOnOutlined";
import EventBusyIcon from "@mui/icons-material/EventBusy";
import UnpublishedIcon from "@mui/icons-material/Unpublished";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import WarningIcon from "@mui/icons-material/WarningAmber";
import type { ReactNode } from "react";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { priceText, stepsText } from "../products/ticket-prices.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { ScreenReaderText, SecondaryText, SoftChip } from "../ui/text.tsx";
import type { EventLine, EventState } from "./event.ts";

export const eventStateLooks = {
  available: { tone: "success", Icon: CheckCircleIcon },
  ended: { tone: "default", Icon: EventBusyIcon },
  "no-resources": { tone: "error", Icon: WarningIcon },
  "sold-out": { tone: "error", Icon: DoNotDisturbOnIcon },
  "marked-sold-out": { tone: "warning", Icon: DoNotDisturbOnOutlinedIcon },
  "black-out": { tone: "warning", Icon: BlockIcon },
  removed: { tone: "default", Icon: VisibilityOffIcon },
  unpublished: { tone: "default", Icon: UnpublishedIcon },
} as const;

/** Shows whether an event can be sold, or the reason why not. */
export function EventStateChip({ state }: { state: EventState }) {
  const t = useText();
  const { tone, Icon } = eventStateLooks[state];
  return <SoftChip tone={tone} icon={<Icon />} label={t(`events.status.${state}`)} />;
}

/** Shows the state of an event, and names the resources that it lacks. */
export function EventStateText({ event }: { event: Pick<EventLine, "state" | "missingResources"> }) {
  return (
    <>
      <EventStateChip state={event.state} />
      {event.missingResources.length > 0 && <SecondaryText>{event.missingResources.join(", ")}</SecondaryText>}
    </>
  );
}

/** Names an event in a place where nothing else identifies it. */
export function useEventName(): (line: EventLine) => string {
  const format = useFormat();
  return ({ eventOn, productName, itemName }) => `${format.local(eventOn)}, ${productName}, ${itemName}`;
}

/** Maximum number of prices in a row of a list. */
const pricesInRow = 2;

/** The first prices in the product's currency, one below the other, and the number of further prices. */
export function EventPrices({
  line: { prices, currencyCode },
  show = (_price, text) => text,
}: {
  line: EventLine;
  /** Shows a price, for example as a field. */
  show?: (price: EventLine["prices"][number], text: string) => ReactNode;
}) {
  const t = useText();
  const { amount: amountText } = useFormat();
  const ticketName = useTicketNames();
  const inCurrency = (amount: string) => amountText(amount, currencyCode);
  const shown = prices.slice(0, pricesInRow);
  const stepped = shown.filter(({ steps }) => steps);
  const others = prices.slice(pricesInRow);
  return (
    <SecondaryText
      component="div"
      className="prices"
      title={
        [
          ...stepped.map((price) => `${ticketName(price.code)} ${stepsText(price, t, inCurrency)}`),
          ...others.map(({ code, ...price }) => `${ticketName(code)} ${priceText(price, t, inCurrency)}`),
        ].join(", ") || undefined
      }
    >
      {shown.map((price) => (
        <div key={price.code}>
          {ticketName(price.code)} {show(price, inCurrency(price.amount))}
          {price.steps && (
            <>
              <ScreenReaderText>, {stepsText(price, t, inCurrency)}</ScreenReaderText>
              <span aria-hidden>+{price.steps.length}</span>
            </>
          )}
        </div>
      ))}
      {others.length > 0 && t("events.morePrices", { smart_count: others.length })}
    </SecondaryText>
  );
}
