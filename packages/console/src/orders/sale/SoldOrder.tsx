import { Alert, Button, Stack } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { newId } from "../../api/new-id.ts";
import { useApi } from "../../api/useApi.ts";
import { deviceName } from "../../door/device.ts";
import { today } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { ConfirmationNotice } from "../../letters/ConfirmationNotice.tsx";
import { OrderPayments } from "../../payments/OrderPayments.tsx";
import { unusualPartyText } from "../../products/ticket-size.ts";
import { useRights } from "../../session/hooks.ts";
import { FactList, SectionCard, TwoColumns } from "../../ui/page/layout.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { type Order, orderTitle } from "../order.ts";
import { VoucherCard } from "../page/facts.tsx";
import { DeskPayments, OrderTotal, useBalanceText } from "../page/OrderMoney.tsx";
import { SendVoucher } from "../page/SendVoucher.tsx";
import { useTicketsText } from "../parts.tsx";

/** The order that a sale became, with its voucher to print or send. `onNext`: begins another sale; null after a group's order. */
export function SoldOrder({ order, onNext }: { order: Order; onNext: (() => void) | null }) {
  const t = useText();
  const format = useFormat();
  const party = useTicketsText();
  const balanceText = useBalanceText();
  const rights = useRights();
  const { reference, status, sold, event, payment, account } = order;
  // After the sale the button disappears, and the browser moves the focus to the body.
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.focus(), []);
  const isComplete = status === "complete";
  const isDue = Number(account?.balanceDue ?? 0) > 0;
  const isToday = sold?.eventOn.slice(0, 10) === today(sold?.timeZone);
  return (
    <>
      <Alert ref={result} tabIndex={-1} severity={isComplete ? "success" : "info"}>
        {t(isComplete ? "sale.sold" : "sale.waits", { reference })}
      </Alert>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {onNext && (
          <Button variant="contained" onClick={onNext}>
            {t("sale.next")}
          </Button>
        )}
        {isComplete && isToday && onNext && <AdmitNow reference={reference} />}
        <Button variant={onNext ? "outlined" : "contained"} component={Link} to={`/orders/${order.id}/show`}>
          {t("orders.keys.open")}
        </Button>
      </Stack>
      {isComplete && <ConfirmationNotice email={event.email} productId={order.productId} />}
      <TwoColumns>
        <SectionCard title={orderTitle(order)}>
          <FactList
            facts={[
              { name: t("orders.field.activity"), wide: true, value: sold?.productName },
              { name: t("orders.field.event"), wide: true, value: sold && format.local(sold.eventOn) },
              {
                name: t("products.ticket.title"),
                wide: true,
                value: [party(event.tickets), unusualPartyText(order, event.tickets, t)].filter(Boolean).join(" · "),
              },
              {
                name: t("orders.field.total"),
                value: (
                  <b>
                    <OrderTotal order={order} />
                  </b>
                ),
              },
              payment && { name: t("sale.payment"), wide: true, value: <DeskPayments order={order} /> },
              account && {
                name: t("balance.title"),
                wide: true,
                value: (
                  <>
                    {isDue && <b>{balanceText(account)}</b>}
                    <SecondaryText span sx={{ display: "block" }}>
                      {t("balance.paid", { amount: format.amount(account.paid ?? "0", account.currencyCode) })}
                    </SecondaryText>
                  </>
                ),
              },
            ]}
          />
        </SectionCard>
        <Stack sx={{ gap: 2 }}>
          <VoucherCard voucher={order.voucher}>
            <SendVoucher order={order} />
          </VoucherCard>
          {isDue && rights.has("orders.payments") && <OrderPayments order={order} />}
        </Stack>
      </TwoColumns>
    </>
  );
}

/** Admits the guest of a walk-in sale, who is at the door. */
function AdmitNow({ reference }: { reference: string }) {
  const t = useText();
  const api = useApi();
  const admit = useMutation({
    mutationFn: () => api("vouchers.redeem", { body: { code: reference, device: deviceName(), admissionId: newId() } }),
  });
  if (!useRights().has("vouchers.redeem")) return null;
  const { data } = admit;
  if (data)
    return (
      <Alert severity={data.result === "valid" ? "success" : "warning"} role="status">
        {t(`door.result.${data.result === "valid" ? "admitted" : data.result}`)}
      </Alert>
    );
  return (
    <>
      <Button variant="outlined" loading={admit.isPending} onClick={() => admit.mutate()}>
        {t("sale.admitNow")}
      </Button>
      <ProblemAlert error={admit.error} />
    </>
  );
}
