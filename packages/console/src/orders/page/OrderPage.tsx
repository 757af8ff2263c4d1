import FlagIcon from "@mui/icons-material/Flag";
import MailIcon from "@mui/icons-material/Mail";
import PaymentsIcon from "@mui/icons-material/Payments";
import { Alert, Button, Stack } from "@mui/material";
import { SelectInput } from "react-admin";
import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { NoMailServer } from "../../letters/NoMailServer.tsx";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/dialog/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { RecordPage } from "../../ui/page/Loaded.tsx";
import { TwoColumns } from "../../ui/page/layout.tsx";
import { BackInHistory, Page } from "../../ui/page/Page.tsx";
import { CopyButton } from "../../ui/secrets/CopyButton.tsx";
import { SoftChip } from "../../ui/text.tsx";
import { OrderActions } from "../OrderActions.tsx";
import { type Order, refundsDue } from "../order.ts";
import { StatusChip, TestChip } from "../parts.tsx";
import { RefundSection } from "../refunds/RefundSection.tsx";
import { Callbacks } from "./Callbacks.tsx";
import { Changes } from "./Changes.tsx";
import { Answers, Booking, Tickets, Traveller, VoucherCard } from "./facts.tsx";
import { History } from "./History.tsx";

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
  const due = refundsDue(order).reduce((cents, { dueUsd }) => cents + Math.round(Number(dueUsd) * 100), 0) / 100;
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
            {due > 0 && (
              <SoftChip
                tone="warning"
                size="medium"
                icon={<PaymentsIcon />}
                label={t("refunds.dueOf", { amount: format.money(due) })}
              />
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
          <RefundSection order={order} />
          <Changes changes={order.changes} />
          <History order={order} />
          <VoucherCard voucher={order.voucher}>
            <SendVoucher order={order} />
          </VoucherCard>
          <Callbacks callbacks={order.callbacks} />
        </Stack>
      </TwoColumns>
    </Page>
  );
}

/** Sends a valid voucher by e-mail. */
function SendVoucher({ order: { id, reference, lang, event, status, voucher } }: { order: Order }) {
  const t = useText();
  const api = useApi();
  const may = useRights().has("orders.sendVoucher");
  const shown = may && status === "complete" && voucher !== null && !voucher.voidAt;
  const hasMail = useAnswer("home.show", shown ? {} : null).data?.setup.mail;
  if (!shown) return null;
  if (hasMail !== true)
    return (
      <>
        <Button variant="outlined" startIcon={<MailIcon />} disabled>
          {t("letters.send.button")}
        </Button>
        {hasMail === false && <NoMailServer />}
      </>
    );
  return (
    <FormButton
      button={{ variant: "outlined", startIcon: <MailIcon /> }}
      label={t("letters.send.button")}
      title={t("letters.send.title", { reference })}
      lead={t("letters.send.lead")}
      defaults={{ to: event.email, lang: lang as PartnerLanguage }}
      save={(values) => api("orders.sendVoucher", { id, body: { to: values.to.trim(), lang: values.lang } })}
      notice={({ to }) => t("letters.send.done", { to })}
    >
      <TextField
        autoFocus
        source="to"
        type="email"
        label={t("letters.send.to")}
        helperText={t("letters.send.toLead")}
        most={254}
        required
      />
      <SelectInput
        source="lang"
        label={t("letters.language")}
        choices={choicesOf(partnerLanguages, (one) => t(`frame.languages.${one}`))}
      />
    </FormButton>
  );
}
