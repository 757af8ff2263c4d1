import MoreVertIcon from "@mui/icons-material/MoreVert";
import { Button, Divider, MenuItem } from "@mui/material";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { actionAddress, bulkActionKinds } from "../bulk/bulk.ts";
import { today } from "../format/days.ts";
import { useText } from "../i18n/index.ts";
import { NewOrder } from "../orders/sale/NewOrder.tsx";
import { useRights } from "../session/hooks.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { belowRecord } from "../ui/page/Page.tsx";
import { SeatBlockDialog } from "./Blocks.tsx";
import { EventChangeDialog, EventSalesDialog } from "./ChangeDialog.tsx";
import type { DayEvent } from "./day-event.ts";

type Chosen = "block" | "close" | "open" | "capacityChange" | "priceChange";

/** The actions on an event: the most likely one as a button, all others in a menu. */
export function EventActions({ event }: { event: DayEvent }) {
  const t = useText();
  const rights = useRights();
  const navigate = useNavigate();
  // The search (Ctrl K) opens this page with the requested change.
  const [address] = useSearchParams();
  const toggle = event.setting === "available" ? "close" : "open";
  const [chosen, setChosen] = useState<Chosen | null>(address.get("do") === toggle ? toggle : null);
  const isOnSale = event.state === "available";
  // Walk-in guests come on the day of the event. Before that day, guests call or write.
  const isToday = event.eventOn.slice(0, 10) === today(event.timeZone);
  const mayChange = rights.has("events.change");
  const close = () => setChosen(null);
  const dialogs = [
    isOnSale && rights.has("blocks.create") && ("block" as const),
    mayChange && ("capacityChange" as const),
    mayChange && event.prices.length > 0 && ("priceChange" as const),
    mayChange && toggle === "close" && toggle,
  ].filter((one) => one !== false) as Chosen[];
  const labelOf = (one: Chosen) => (one === "block" ? t("blocks.button") : t(`day.${one}.button`));
  const sells = event.deskSells && rights.has("orders.create");
  const bulk = event.sold > 0 && rights.has("bulkActions.start") ? bulkActionKinds : [];
  return (
    <>
      {event.deskSells && <NewOrder eventId={event.id} walkIn={isToday} />}
      {mayChange && toggle === "open" && (
        <Button variant="contained" onClick={() => setChosen("open")}>
          {labelOf("open")}
        </Button>
      )}
      {dialogs.length + bulk.length > 0 && (
        <MenuButton
          button={(props) => (
            <Button {...props} variant="outlined" endIcon={<MoreVertIcon />}>
              {t("frame.action.more")}
            </Button>
          )}
        >
          {(closeMenu) => [
            sells && (
              <MenuItem
                key="order"
                component={Link}
                to={`/orders/create?${new URLSearchParams({ eventId: event.id, ...(!isToday && { walkIn: "yes" }) })}`}
              >
                {t(isToday ? "sale.button" : "sale.walkIn")}
              </MenuItem>
            ),
            ...dialogs.map((one) => (
              <MenuItem
                key={one}
                onClick={() => {
                  closeMenu();
                  setChosen(one);
                }}
              >
                {labelOf(one)}
              </MenuItem>
            )),
            bulk.length > 0 && <Divider key="line" component="li" />,
            ...bulk.map((kind) => (
              <MenuItem key={kind} onClick={() => void navigate(actionAddress(event.id, kind), { state: belowRecord })}>
                {t(`bulk.action.${kind}`)}
              </MenuItem>
            )),
          ]}
        </MenuButton>
      )}
      {chosen === "block" && <SeatBlockDialog event={event} onClose={close} />}
      {(chosen === "close" || chosen === "open") && <EventSalesDialog change={chosen} event={event} onClose={close} />}
      {(chosen === "capacityChange" || chosen === "priceChange") && (
        <EventChangeDialog change={chosen} event={event} onClose={close} />
      )}
    </>
  );
}
