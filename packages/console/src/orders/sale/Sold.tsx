import { Alert, Button, Stack } from "@mui/material";
import { Link } from "react-router";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { Facts, Section, TwoColumns } from "../../ui/page/layout.tsx";
import { Secondary } from "../../ui/text.tsx";
import type { Order } from "../order.ts";
import { VoucherCard } from "../page/facts.tsx";
import { SendVoucher } from "../page/SendVoucher.tsx";
import { PaymentText, useParty } from "../parts.tsx";

/** The order that a sale became, with its voucher to print or send. */
export function Sold({ order, onNext }: { order: Order; onNext: () => void }) {
  const t = useText();
  const format = useFormat();
  const party = useParty();
  const { reference, status, sold, event, payment } = order;
  const isComplete = status === "complete";
  return (
    <>
      <Alert severity={isComplete ? "success" : "info"}>
        {t(isComplete ? "sale.sold" : "sale.waits", { reference })}
      </Alert>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        <Button variant="contained" onClick={onNext}>
          {t("sale.next")}
        </Button>
        <Button variant="outlined" component={Link} to={`/orders/${order.id}/show`}>
          {t("orders.keys.open")}
        </Button>
      </Stack>
      <TwoColumns>
        <Section title={reference}>
          <Facts
            facts={[
              { name: t("orders.field.activity"), wide: true, value: sold?.productName },
              { name: t("orders.field.event"), wide: true, value: sold && format.local(sold.eventOn) },
              { name: t("orders.page.tickets"), wide: true, value: party(event.tickets) },
              { name: t("orders.field.total"), value: <Total order={order} /> },
              ...(payment ? [{ name: t("sale.payment"), wide: true, value: <PaymentText payment={payment} /> }] : []),
            ]}
          />
        </Section>
        <VoucherCard voucher={order.voucher}>
          <SendVoucher order={order} />
        </VoucherCard>
      </TwoColumns>
    </>
  );
}

/** The total in the currency of the sale, and in US dollars. */
function Total({ order: { terms, event } }: { order: Order }) {
  const format = useFormat();
  const prices = terms.tickets.flatMap((ticket) => ticket.prices);
  const currency = prices[0]?.currencyCode ?? "USD";
  // In ten-thousandths, the smallest unit of any currency, which avoids binary fractions.
  const total = prices.reduce(
    (sum, { unitPrice, quantity }) => sum + Math.round(Number(unitPrice) * 10_000) * quantity,
    0,
  );
  return (
    <>
      <b>{format.amount(String(total / 10_000), currency)}</b>
      {currency !== "USD" && (
        <Secondary span sx={{ display: "block" }}>
          {format.money(event.totalUsd.value)}
        </Secondary>
      )}
    </>
  );
}
