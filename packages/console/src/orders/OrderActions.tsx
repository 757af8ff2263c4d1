import MoreVertIcon from "@mui/icons-material/MoreVert";
import { Button, Menu, MenuItem } from "@mui/material";
import { useState } from "react";
import { useNotify } from "react-admin";
import { Link } from "react-router";
import { useApi } from "../api/useApi.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useProblemText } from "../ui/page/states.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import { canBeChanged, canBeContacted, decisionsOf, isChanging, type Order, type OrderAction } from "./order.ts";
import { useOrderRights } from "./parts.tsx";

/** The actions that the status of the order and the operator's role allow. */
export function OrderActions({ order }: { order: Order }) {
  const t = useText();
  const may = useOrderRights();
  const rights = useRights();
  const exportOrder = useExport(order);
  const [chosen, setChosen] = useState<OrderAction | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const decisions = decisionsOf(order.status, isChanging(order)).filter(may);
  const others = (
    [
      canBeContacted(order) && "contactSupplier",
      "note",
      "refund",
      order.callbacks.length > 0 && "resend",
      "export",
      !order.erasedAt && "erase",
    ] as const
  ).filter((action) => action !== false && may(action)) as (OrderAction | "export")[];
  const begin = (action: OrderAction | "export") => {
    setAnchor(null);
    if (action === "export") exportOrder();
    else setChosen(action);
  };
  return (
    <>
      {canBeChanged(order) && rights.has("orders.quoteChange") && (
        <Button variant="outlined" component={Link} to={`/orders/${order.id}/change`}>
          {t("orderChange.button")}
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
        <Button
          variant="outlined"
          endIcon={<MoreVertIcon />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t("frame.action.more")}
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {others.map((action) => (
          <MenuItem
            key={action}
            onClick={() => begin(action)}
            sx={action === "erase" ? { color: "error.main" } : undefined}
          >
            {labelOf(action, t)}
          </MenuItem>
        ))}
      </Menu>
      {chosen && <OrderDialog action={chosen} order={order} onClose={() => setChosen(null)} />}
    </>
  );
}

function labelOf(action: OrderAction | "export", t: Translate): string {
  if (action === "refund") return t("orders.action.note.refund");
  return t(`orders.action.${action}.button`);
}

/** Downloads all stored data of the order as a file. */
function useExport({ id, reference }: Order): () => Promise<void> {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const problemText = useProblemText();
  return async () => {
    try {
      const record = await api("orders.export", { id });
      const file = new Blob([JSON.stringify(record, null, 2)], { type: "application/json" });
      const address = URL.createObjectURL(file);
      Object.assign(document.createElement("a"), { href: address, download: `${reference}.json` }).click();
      URL.revokeObjectURL(address);
      notify(t("orders.action.export.done"), { type: "success" });
    } catch (error) {
      notify(problemText(error), { type: "error" });
    }
  };
}
