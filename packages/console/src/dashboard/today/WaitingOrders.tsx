import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useGetList } from "react-admin";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { OrderDialog } from "../../orders/OrderDialog.tsx";
import { decisionsOf, type OrderAction, type OrderLine } from "../../orders/order.ts";
import { useOrderRights } from "../../orders/parts.tsx";
import { mono } from "../../theme/themes.ts";
import { PageLink, Secondary } from "../../ui/text.tsx";

/** Orders that are shown; the queue has all. */
const shown = 4;

/** The first waiting orders, each with its most likely decision. */
export function WaitingOrders() {
  const t = useText();
  const format = useFormat();
  const may = useOrderRights();
  const { data = [] } = useGetList<OrderLine>(
    "orders",
    { filter: { waiting: true }, pagination: { page: 1, perPage: shown } },
    { refetchInterval: 30_000 },
  );
  const [chosen, setChosen] = useState<{ action: OrderAction; order: OrderLine } | null>(null);
  if (data.length === 0) return null;
  return (
    <>
      <Box component="ul" sx={{ listStyle: "none", m: 0, mt: 1, p: 0 }}>
        {data.map((order) => {
          const action = decisionsOf(order.status)[0];
          return (
            <Box
              component="li"
              key={order.id}
              sx={{ display: "flex", gap: 1, alignItems: "center", py: 1, borderTop: 1, borderColor: "divider" }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
                <Typography component="div">
                  <PageLink to={`/orders/${order.id}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
                    {order.reference}
                  </PageLink>{" "}
                  {order.leadName ?? order.email}
                </Typography>
                <Secondary>
                  {order.productName} · {format.local(order.eventOn)} ·{" "}
                  {t("orders.people", { smart_count: order.seats })}
                </Secondary>
              </Box>
              {action && action !== "cancel" && may(action) && (
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={`${t(`orders.action.${action}.button`)}: ${order.reference}`}
                  onClick={() => setChosen({ action, order })}
                >
                  {t(action === "confirmCancel" ? "orders.queue.confirmCancel" : `orders.action.${action}.button`)}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {chosen && <OrderDialog action={chosen.action} order={chosen.order} onClose={() => setChosen(null)} />}
    </>
  );
}
