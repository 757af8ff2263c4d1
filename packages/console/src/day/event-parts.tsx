import { Card } from "@mui/material";
import { useSearchParams } from "react-router";
import { EventStateText } from "../events/parts.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { priceText } from "../products/ticket-prices.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { useRights } from "../session/hooks.ts";
import { DialogButton } from "../ui/dialogs.tsx";
import { FactList } from "../ui/page/layout.tsx";
import { EventChangeDialog, EventSalesDialog } from "./ChangeDialog.tsx";
import type { DayEvent } from "./day-event.ts";

/** The parts of an event that its page and the panel beside the list share. */

/** The state, the seats and the prices of an event. */
export function EventFigures({ event }: { event: DayEvent }) {
  const t = useText();
  const { count, amount, instant } = useFormat();
  const ticketName = useTicketNames();
  const { capacity, sold, people, admitted, left, prices, currencyCode, blocks, stockLeft } = event;
  const blocked = blocks.reduce((sum, { seats }) => sum + seats, 0);
  return (
    <Card sx={{ p: 2 }}>
      <FactList
        facts={[
          { name: t("orders.field.status"), value: <EventStateText event={event} /> },
          {
            name: t("day.sold"),
            value: (
              <>
                <b>{people === sold ? count(sold) : t("blocks.count", { smart_count: sold })}</b>
                {people !== sold && ` · ${t("orders.people", { smart_count: people })}`}
              </>
            ),
          },
          { name: t("day.admitted"), value: t("events.soldOf", { sold: count(admitted), capacity: count(people) }) },
          event.attendance?.closed && {
            name: t("attendance.title"),
            wide: true,
            value: t("attendance.closedBy", { at: instant(event.attendance.at), by: event.attendance.by }),
          },
          blocked > 0 && { name: t("blocks.title"), value: count(blocked) },
          { name: t("day.left"), value: left === null ? t("day.unlimited") : count(left) },
          { name: t("day.capacity"), value: capacity === null ? t("day.unlimited") : count(capacity) },
          {
            name: t("field.prices"),
            wide: true,
            value: prices
              .map(
                ({ code, stock: _, ...price }) =>
                  `${ticketName(code)} ${priceText(price, t, (text) => amount(text, currencyCode))}`,
              )
              .join(prices.some(({ steps }) => steps) ? "; " : ", "),
          },
          stockLeft.length > 0 && {
            name: t("day.stockLeft"),
            value: stockLeft
              .map(({ code, left: n }) => {
                const stock = prices.find((price) => price.code === code)?.stock ?? n;
                return `${ticketName(code)} ${t("events.soldOf", { sold: count(n), capacity: count(stock) })}`;
              })
              .join(", "),
          },
          { name: t("day.salesUntil"), value: <InstantText at={event.salesEndAt} zone={event.timeZone} /> },
        ]}
      />
    </Card>
  );
}

/** Changes of one event, each with a preview, for the roles that may change it. */
export function EventChanges({ event }: { event: DayEvent }) {
  const t = useText();
  const rights = useRights();
  // The search (Ctrl K) opens this page with the requested change.
  const [address] = useSearchParams();
  const sale = event.setting === "available" ? "close" : "open";
  if (!rights.has("events.change")) return null;
  return (
    <>
      <DialogButton
        key={address.get("do")}
        initiallyOpen={address.get("do") === sale}
        label={t(`day.${sale}.button`)}
        variant={event.state === "available" ? "outlined" : "contained"}
        dialog={(close) => <EventSalesDialog change={sale} event={event} onClose={close} />}
      />
      {(["capacityChange", "priceChange"] as const)
        .filter((change) => change === "capacityChange" || event.prices.length > 0)
        .map((change) => (
          <DialogButton
            key={change}
            label={t(`day.${change}.button`)}
            variant="outlined"
            dialog={(close) => <EventChangeDialog change={change} event={event} onClose={close} />}
          />
        ))}
    </>
  );
}
