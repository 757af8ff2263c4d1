import MoreVertIcon from "@mui/icons-material/MoreVert";
import { Button, MenuItem } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router";
import { useApi } from "../api/useApi.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { saveAs } from "../ui/download.tsx";
import { MenuButton } from "../ui/MenuButton.tsx";
import { useNotify } from "../ui/notices.tsx";
import { belowRecord } from "../ui/page/Page.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { useMarkNoShow } from "./attendance.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import {
  canBeChanged,
  canBeContacted,
  canBePlacedAgain,
  canBeRefunded,
  hasWaitingAmendment,
  type Order,
  type OrderAction,
  orderTitle,
  possibleDecisions,
} from "./order.ts";
import { useOrderRights } from "./parts.tsx";
import { RefundDialog } from "./refunds/RefundDialog.tsx";

/** The actions that the status of the order and the operator's role allow. */
export function OrderActions({ order }: { order: Order }) {
  const t = useText();
  const may = useOrderRights();
  const rights = useRights();
  const exportOrder = useExport(order);
  const { mark } = useMarkNoShow();
  const [chosen, setChosen] = useState<OrderAction | "refund" | null>(null);
  const decisions = possibleDecisions(order.status, hasWaitingAmendment(order)).filter(may);
  const others = (
    [
      canBeContacted(order) && "contactSupplier",
      noShowAction(order, rights.has("orders.markNoShow")),
      "note",
      canBeRefunded(order) && "refund",
      order.callbacks.length > 0 && "resend",
      "export",
      !order.erasedAt && "erase",
    ] as const
  ).filter((action) => action !== false && (isOfNoShow(action) || may(action))) as MenuAction[];
  return (
    <>
      {canBeChanged(order) && rights.has("orders.quoteAmendment") && (
        <Button variant="outlined" component={Link} to={`/orders/${order.id}/change`} state={belowRecord}>
          {t("amendment.button")}
        </Button>
      )}
      {canBePlacedAgain(order) && rights.has("orders.create") && (
        <Button variant="contained" component={Link} to={`/orders/create?again=${order.id}`} state={belowRecord}>
          {t("sale.again.button")}
        </Button>
      )}
      {decisions.map((action, nth) => (
        <Button
          key={action}
          variant={nth === 0 && action !== "cancel" ? "contained" : "outlined"}
          color={action === "cancel" ? "error" : "primary"}
          onClick={() => setChosen(action)}
        >
          {t(`orders.action.${action}.button`)}
        </Button>
      ))}
      {others.length > 0 && (
        <MenuButton
          button={(props) => (
            <Button {...props} variant="outlined" endIcon={<MoreVertIcon />}>
              {t("frame.action.more")}
            </Button>
          )}
        >
          {(close) =>
            others.map((action) => (
              <MenuItem
                key={action}
                onClick={() => {
                  close();
                  if (action === "export") void exportOrder();
                  else if (isOfNoShow(action)) mark({ id: order.id, name: orderTitle(order) }, action === "noShow");
                  else setChosen(action);
                }}
                sx={action === "erase" ? { color: "error.main" } : undefined}
              >
                {labelOf(action, order, t)}
              </MenuItem>
            ))
          }
        </MenuButton>
      )}
      {chosen === "refund" && <RefundDialog order={order} onClose={() => setChosen(null)} />}
      {chosen && chosen !== "refund" && (
        <OrderDialog action={chosen} order={order} isOwn={order.payment !== null} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

type MenuAction = OrderAction | "refund" | "export" | NoShowAction;
type NoShowAction = "noShow" | "came";

const isOfNoShow = (action: string): action is NoShowAction => action === "noShow" || action === "came";

/** Guests who were admitted can be no no-shows. */
function noShowAction({ attendance, people }: Order, may: boolean): NoShowAction | false {
  const { noShow, admitted, canBeMarked } = attendance;
  if (!may || !canBeMarked) return false;
  return noShow > 0 ? "came" : admitted < people && "noShow";
}

function labelOf(action: MenuAction, { refunds }: Order, t: Translate): string {
  if (isOfNoShow(action)) return t(action === "noShow" ? "attendance.mark" : "attendance.came");
  if (action === "refund") return t(refunds.length === 0 ? "refunds.recordFirst" : "refunds.recordOther");
  return t(`orders.action.${action}.button`);
}

/** Downloads all stored data of the order as a file. */
function useExport({ id, reference }: Order): () => Promise<void> {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const { attempt } = useRequestOnClick();
  return () =>
    attempt(async () => {
      const record = await api("orders.export", { id });
      saveAs(`${reference}.json`, new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
      notify(t("orders.action.export.done"), { type: "success" });
    });
}
