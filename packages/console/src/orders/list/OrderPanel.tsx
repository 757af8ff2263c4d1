import { Stack, Typography } from "@mui/material";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { NoShowChip } from "../attendance.tsx";
import { OrderActions } from "../OrderActions.tsx";
import { BookingFacts, OrderTickets, TravellerFacts } from "../page/facts.tsx";
import { OrderMoney } from "../page/OrderMoney.tsx";
import { StatusChip, TestChip } from "../parts.tsx";
import { OtherOrderAlert } from "../SameGuest.tsx";

/** An order beside the list: its status, its actions and its facts. */
export function OrderPanel({ id }: { id: string }) {
  const format = useFormat();
  const query = useAnswer("orders.show", { id });
  return (
    <QueryResult query={query} loading={<Loading of="facts" lines={6} />}>
      {(order) => (
        <>
          {order.sold && (
            <Typography>
              {order.sold.productName} · {format.local(order.sold.eventOn)}
            </Typography>
          )}
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
            <StatusChip status={order.status} size="medium" />
            <NoShowChip noShow={order.attendance.noShow} people={order.people} size="medium" />
            {order.test && <TestChip />}
          </Stack>
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            <OrderActions order={order} />
          </Stack>
          <OtherOrderAlert order={order} />
          <TravellerFacts order={order} />
          <OrderTickets order={order} />
          <OrderMoney order={order} />
          <BookingFacts order={order} />
        </>
      )}
    </QueryResult>
  );
}
