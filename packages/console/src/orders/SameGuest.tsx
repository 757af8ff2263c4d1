import { Alert, Button, type ButtonProps, MenuItem } from "@mui/material";
import { useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { PageLink } from "../ui/text.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import type { Order } from "./order.ts";

/** Two orders of one guest for one event. */

type Known = Pick<Order, "id" | "reference">;

/** Says on an order's page that its guest has another order for the event. */
export function OtherOrderAlert({ order }: { order: Order }) {
  const t = useText();
  const { otherOrder } = order;
  if (!otherOrder) return null;
  const [before, after] = t("sameGuest.lead", { other: "\n" }).split("\n");
  return (
    <Alert severity="warning" action={<CancelOne orders={[order, otherOrder]} color="inherit" />}>
      <b>{t("sameGuest.title")}.</b> {before}
      <PageLink to={`/orders/${otherOrder.id}/show`} underline="always">
        {otherOrder.reference}
      </PageLink>
      {after}
    </Alert>
  );
}

/** Cancels one of two orders, in the dialog that shows its refund. `of`: the guest, where a list has several such buttons. */
export function CancelOne({
  orders,
  of,
  ...button
}: { orders: readonly [Known, Known]; of?: string } & Omit<ButtonProps, "onClick">) {
  const t = useText();
  const rights = useRights();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: order } = useAnswer("orders.show", chosen === null ? null : { id: chosen });
  if (!rights.has("orders.cancel")) return null;
  return (
    <>
      <MenuButton
        button={(props) => (
          <Button
            size="small"
            {...button}
            {...props}
            {...(of && { "aria-label": t("sameGuest.cancelOneOf", { name: of }) })}
          >
            {t("sameGuest.cancelOne")}
          </Button>
        )}
      >
        {(close) =>
          orders.map(({ id, reference }) => (
            <MenuItem
              key={id}
              onClick={() => {
                close();
                setChosen(id);
              }}
            >
              {reference}
            </MenuItem>
          ))
        }
      </MenuButton>
      {order && order.id === chosen && (
        <OrderDialog action="cancel" order={order} isOwn={order.payment !== null} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
