import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import FlagIcon from "@mui/icons-material/Flag";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "../../api/client.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.ts";
import { NotFoundPage } from "../../frame/pages.tsx";
import { useText } from "../../i18n/index.ts";
import { Loading } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { Problem } from "../../ui/page/Problem.tsx";
import { TwoColumns } from "../../ui/page/TwoColumns.tsx";
import { CopyButton } from "../../ui/secrets/CopyButton.tsx";
import { OrderActions } from "../OrderActions.tsx";
import type { Order } from "../order.ts";
import { StatusChip, TestChip } from "../StatusChip.tsx";
import { Answers } from "./Answers.tsx";
import { Callbacks } from "./Callbacks.tsx";
import { Booking, Traveller, VoucherCard } from "./facts.tsx";
import { Story } from "./Story.tsx";
import { Tickets } from "./Tickets.tsx";

/** One order: what was sold to whom, what happened to it, and what can be done. It keeps itself up to date. */
export function OrderPage() {
  const { id = "" } = useParams();
  const api = useApi();
  // Not react-admin's own reading of records: that takes a line of a list for the whole order.
  const { data, error, isPending } = useQuery({
    queryKey: ["order", id],
    queryFn: () => api("orders.show", { id }),
    refetchInterval: 10_000,
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error && !data) return <Problem error={error} />;
  if (isPending) return <Loading lines={10} />;
  return <Known order={data} />;
}

function Known({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const { sold } = order;
  return (
    <Page
      title={order.reference}
      above={
        <Button size="small" startIcon={<ArrowBackIcon />} onClick={() => navigate(-1)} sx={{ mb: 0.5, ml: -0.5 }}>
          {t("orders.page.back")}
        </Button>
      }
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
            <Story order={order} />
            <VoucherCard voucher={order.voucher} />
            <Callbacks callbacks={order.callbacks} />
          </Stack>
        </TwoColumns>
      </Stack>
    </Page>
  );
}
