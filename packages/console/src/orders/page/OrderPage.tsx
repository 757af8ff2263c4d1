import FlagIcon from "@mui/icons-material/Flag";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useParams } from "react-router";
import { useFormat } from "../../format/format.ts";
import { useText } from "../../i18n/index.ts";
import { BackInHistory } from "../../ui/page/BackTo.tsx";
import { Loaded, useRecord } from "../../ui/page/Loaded.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { TwoColumns } from "../../ui/page/TwoColumns.tsx";
import { CopyButton } from "../../ui/secrets/CopyButton.tsx";
import { OrderActions } from "../OrderActions.tsx";
import type { Order } from "../order.ts";
import { StatusChip, TestChip } from "../StatusChip.tsx";
import { Answers } from "./Answers.tsx";
import { Callbacks } from "./Callbacks.tsx";
import { Changes } from "./Changes.tsx";
import { Booking, Traveller, VoucherCard } from "./facts.tsx";
import { History } from "./History.tsx";
import { SendVoucher } from "./SendVoucher.tsx";
import { Tickets } from "./Tickets.tsx";

/** One order: the booking, its history and its actions. The page reads it again every ten seconds. */
export function OrderPage() {
  const { id = "" } = useParams();
  const query = useRecord("orders.show", id, { refetchInterval: 10_000 });
  return (
    <Loaded query={query} lines={10}>
      {(order) => <LoadedOrder order={order} />}
    </Loaded>
  );
}

function LoadedOrder({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const { sold } = order;
  return (
    <Page
      title={order.reference}
      above={<BackInHistory label={t("orders.page.back")} />}
      lead={
        <Stack sx={{ gap: 1, mt: 0.5 }}>
          <span>
            {sold?.productName} · {sold && format.local(sold.eventOn)}
          </span>
          <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <StatusChip status={order.status} size="medium" />
            {order.test && <TestChip />}
            <CopyButton text={order.reference} label={t("orders.page.copyReference")} />
          </Stack>
        </Stack>
      }
      actions={<OrderActions order={order} />}
    >
      <Stack sx={{ gap: 2 }}>
        {order.flag && (
          <Alert severity="warning" icon={<FlagIcon />} sx={{ fontWeight: 600 }}>
            {t(`orders.flag.${order.flag}`)}
          </Alert>
        )}
        {order.erasedAt && (
          <Alert severity="info">{t("orders.page.erased", { at: format.instant(order.erasedAt) })}</Alert>
        )}
        <TwoColumns>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            <Booking order={order} />
            <Tickets order={order} />
            <Traveller order={order} />
            <Answers answers={order.event.answers} />
          </Stack>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            <Changes changes={order.changes} />
            <History order={order} />
            <VoucherCard voucher={order.voucher}>
              <SendVoucher order={order} />
            </VoucherCard>
            <Callbacks callbacks={order.callbacks} />
          </Stack>
        </TwoColumns>
      </Stack>
    </Page>
  );
}
