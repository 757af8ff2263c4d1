import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import FlagIcon from "@mui/icons-material/Flag";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import { Box, Button, Stack, Typography } from "@mui/material";
import { type ReactNode, Suspense, useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { type OrderAction, type OrderLine, possibleDecisions } from "../orders/order.ts";
import { useOrderRights } from "../orders/parts.tsx";
import { partyText } from "../products/ticket-size.ts";
import { mono } from "../theme/themes.ts";
import { later } from "../ui/later.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { deskPartnerId } from "../ui/partner-name.ts";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import type { DashboardReport } from "./report.ts";

const OrderDialog = later(() => import("../orders/OrderDialog.tsx"), "OrderDialog");

/** The orders that wait for a decision, with a link to the queue. */
export function WaitingOrderList({ orders, at }: { orders: DashboardReport["orders"]; at: number }) {
  const t = useText();
  const format = useFormat();
  const { waitsupplier, waitcancel, flagged, oldestWaitingAt } = orders;
  const nothing = waitsupplier + waitcancel + flagged === 0;
  return (
    <SectionCard
      title={t("dashboard.waiting.title")}
      aside={
        <PageLink to="/queue" sx={{ fontWeight: 600 }}>
          {t("dashboard.waiting.queue")}
        </PageLink>
      }
    >
      {nothing ? (
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", py: 1 }}>
          <CheckCircleIcon color="success" />
          <Typography>{t("dashboard.waiting.none")}</Typography>
        </Stack>
      ) : (
        <Box
          component="ul"
          sx={{
            m: 0,
            p: 0,
            pb: 0.5,
            listStyle: "none",
            display: "flex",
            flexWrap: "wrap",
            columnGap: 2.5,
            rowGap: 0.5,
          }}
        >
          <Count
            icon={<FlagIcon color="warning" />}
            text={t("orders.flagged")}
            count={flagged}
            to={filteredListAddress("orders", { flagged: "true" })}
          />
          <Count
            icon={<HourglassEmptyIcon color="info" />}
            text={t("orders.status.waitsupplier")}
            count={waitsupplier}
            to="/queue"
          />
          <Count
            icon={<HourglassTopIcon color="info" />}
            text={t("orders.status.waitcancel")}
            count={waitcancel}
            to="/queue"
          />
          {oldestWaitingAt && (
            <SecondaryText component="li">
              {t("dashboard.waiting.oldest", { since: format.since(oldestWaitingAt, at) })}
            </SecondaryText>
          )}
        </Box>
      )}
      <WaitingOrders />
    </SectionCard>
  );
}

/** A number of orders with a link to them; nothing for none. */
function Count({ icon, text, count, to }: { icon: ReactNode; text: string; count: number; to: string }) {
  const format = useFormat();
  if (count === 0) return null;
  return (
    <Stack component="li" direction="row" sx={{ gap: 0.75, alignItems: "center" }}>
      {icon}
      <PageLink to={to}>{text}</PageLink>
      <Typography component="span" sx={{ fontWeight: 700 }}>
        {format.count(count)}
      </Typography>
    </Stack>
  );
}

/** Maximum number of orders shown. The queue shows all orders. */
const shown = 2;

/** The first waiting orders, each with its most likely decision. */
function WaitingOrders() {
  const t = useText();
  const format = useFormat();
  const may = useOrderRights();
  const { data } = useAnswer("orders.list", { query: { waiting: true, perPage: shown } }, { refetchInterval: 30_000 });
  const orders = data?.data ?? [];
  const [chosen, setChosen] = useState<{ action: OrderAction; order: OrderLine } | null>(null);
  if (orders.length === 0) return null;
  return (
    <>
      <Box sx={{ borderTop: 1, borderColor: "divider" }}>
        <PlainList>
          {orders.map((order) => {
            const action = possibleDecisions(order.status)[0];
            return (
              <LinedItem
                key={order.id}
                dense
                actions={
                  action &&
                  action !== "cancel" &&
                  may(action) && (
                    <Button
                      size="small"
                      variant="outlined"
                      aria-label={`${t(`orders.action.${action}.button`)}: ${order.reference}`}
                      onClick={() => setChosen({ action, order })}
                    >
                      {t(action === "confirmCancel" ? "orders.queue.confirmCancel" : `orders.action.${action}.button`)}
                    </Button>
                  )
                }
              >
                <PageLink to={`/orders/${order.id}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
                  {order.reference}
                </PageLink>{" "}
                {order.leadName ?? (order.email || t("orders.nameless"))}
                <SecondaryText noWrap title={order.productName}>
                  {order.productName} · {format.local(order.eventOn)} · {partyText(order, t)}
                </SecondaryText>
              </LinedItem>
            );
          })}
        </PlainList>
      </Box>
      {chosen && (
        <Suspense fallback={null}>
          <OrderDialog {...chosen} isOwn={chosen.order.partner === deskPartnerId} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  );
}
