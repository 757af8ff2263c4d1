import FlagIcon from "@mui/icons-material/Flag";
import GroupsIcon from "@mui/icons-material/Groups";
import PaymentsIcon from "@mui/icons-material/Payments";
import { Alert, Stack } from "@mui/material";
import { exactSum } from "../../format/exact.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { OrderPayments } from "../../payments/OrderPayments.tsx";
import { TwoColumns } from "../../ui/page/layout.tsx";
import { BackInHistory, Page } from "../../ui/page/Page.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { CopyButton } from "../../ui/secrets/CopyButton.tsx";
import { SoftChip } from "../../ui/text.tsx";
import { NoShowChip } from "../attendance.tsx";
import { OrderActions } from "../OrderActions.tsx";
import { isActiveOrder, type Order, orderTitle, refundsDue } from "../order.ts";
import { StatusChip, TestChip } from "../parts.tsx";
import { RefundSection } from "../refunds/RefundSection.tsx";
import { OtherOrderAlert } from "../SameGuest.tsx";
import { Amendments } from "./Amendments.tsx";
import { BookingFacts, GuestAnswers, OrderTickets, TravellerFacts, VoucherCard } from "./facts.tsx";
import { GuestPage, WithdrawalAlert } from "./GuestPage.tsx";
import { OrderHistory } from "./History.tsx";
import { OrderLetters } from "./Letters.tsx";
import { OrderMoney, useBalanceText } from "./OrderMoney.tsx";
import { SendVoucher } from "./SendVoucher.tsx";

/** One order: the booking, its history and its actions. The page reads it again every ten seconds. */
export const OrderPage = () => (
  <RecordPage operation="orders.show" refetchInterval={10_000}>
    {(order) => <LoadedOrder order={order} />}
  </RecordPage>
);

function LoadedOrder({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const { sold } = order;
  const balanceText = useBalanceText();
  const due = exactSum(refundsDue(order).map(({ due }) => due));
  return (
    <Page
      title={orderTitle(order)}
      above={<BackInHistory label={t("frame.action.back")} otherwise="/orders" />}
      lead={
        <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.5, mt: 0.5, alignItems: "center", flexWrap: "wrap" }}>
          <span>
            {sold?.productName} · {sold && format.local(sold.eventOn)}
          </span>
          <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <StatusChip status={order.status} size="medium" />
            <NoShowChip noShow={order.attendance.noShow} people={order.people} size="medium" />
            {order.test && <TestChip />}
            {due > 0 && (
              <SoftChip
                tone="warning"
                size="medium"
                icon={<PaymentsIcon />}
                label={t("refunds.dueOf", { amount: format.amount(`${due}`, order.amounts.currencyCode) })}
              />
            )}
            {order.account && Number(order.account.balanceDue) > 0 && (
              <SoftChip tone="warning" size="medium" icon={<PaymentsIcon />} label={balanceText(order.account)} />
            )}
            {order.answersToCome && isActiveOrder(order) && (
              <SoftChip tone="warning" size="medium" icon={<GroupsIcon />} label={t("balance.answersToCome")} />
            )}
            <CopyButton text={order.reference} label={t("orders.page.copyReference")} />
          </Stack>
        </Stack>
      }
      actions={<OrderActions order={order} />}
    >
      {order.flag && (
        <Alert severity="warning" icon={<FlagIcon />} sx={{ fontWeight: 600 }}>
          {t(`orders.flag.${order.flag}`)}
        </Alert>
      )}
      <WithdrawalAlert order={order} />
      <OtherOrderAlert order={order} />
      {order.unprintable.length > 0 && isActiveOrder(order) && (
        <Alert severity="warning">{t("orders.page.unprintable", { letters: order.unprintable.join(" ") })}</Alert>
      )}
      {order.erasedAt && (
        <Alert severity="info">{t("orders.page.erased", { at: format.instant(order.erasedAt) })}</Alert>
      )}
      <TwoColumns ratio={[1, 1]}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <BookingFacts order={order} />
          <OrderTickets order={order} />
          <Amendments changes={order.changes} />
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <OrderMoney order={order} />
          {order.account && <OrderPayments order={order} />}
          <RefundSection order={order} />
          <TravellerFacts order={order} />
          <GuestAnswers answers={order.event.answers} />
          <VoucherCard voucher={order.voucher}>
            <SendVoucher order={order} />
          </VoucherCard>
          <GuestPage order={order} />
          <OrderLetters letters={order.letters} />
          <OrderHistory order={order} />
        </Stack>
      </TwoColumns>
    </Page>
  );
}
