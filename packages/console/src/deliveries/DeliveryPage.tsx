import ReplayIcon from "@mui/icons-material/Replay";
import { Box, Stack, Typography } from "@mui/material";
import { useApi } from "../api/useApi.ts";
import { Instant } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { Attempts, outcomeOf, Sent, saysOf } from "../orders/page/Callbacks.tsx";
import { StatusChip, TestChip } from "../orders/parts.tsx";
import { useRights } from "../session/hooks.ts";
import { FormButton } from "../ui/dialog/FormDialog.tsx";
import { usePartnerName } from "../ui/form/usePartnerNames.ts";
import { RecordPage } from "../ui/page/Loaded.tsx";
import { Facts, Section, TwoColumns } from "../ui/page/layout.tsx";
import { BackTo, Page } from "../ui/page/Page.tsx";
import { PageLink } from "../ui/text.tsx";
import { DeliveryState } from "./DeliveryList.tsx";
import { type Delivery, numberOf } from "./delivery.ts";

/** One callback: its content, and each attempt with its answer. */
export const DeliveryPage = () => (
  <RecordPage operation="deliveries.show" refetchInterval={10_000}>
    {(delivery) => <LoadedDelivery delivery={delivery} />}
  </RecordPage>
);

function LoadedDelivery({ delivery }: { delivery: Delivery }) {
  const t = useText();
  const rights = useRights();
  const partnerName = usePartnerName();
  const { reference, orderId, partner, externalReference, createdAt, nextAt, settledAt, log } = delivery;
  return (
    <Page
      title={t("deliveries.one", { reference, n: numberOf(delivery) })}
      above={<BackTo path="/deliveries" label={t("deliveries.title")} />}
      lead={
        <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <DeliveryState state={delivery.state} />
          {delivery.amended > 0 ? saysOf(delivery, t) : <StatusChip status={delivery.status} />}
          {delivery.test && <TestChip />}
        </Stack>
      }
      actions={rights.has("deliveries.replay") && <Replay delivery={delivery} />}
    >
      <Section title={t("deliveries.page.what")}>
        <Facts
          facts={[
            {
              name: t("deliveries.field.order"),
              value: <PageLink to={`/orders/${orderId}/show`}>{reference}</PageLink>,
            },
            { name: t("orders.field.partner"), value: partnerName(partner) },
            ...(externalReference ? [{ name: t("orders.field.partnerReference"), value: externalReference }] : []),
            { name: t("deliveries.field.created"), value: <Instant at={createdAt} /> },
            ...(settledAt ? [{ name: t("deliveries.field.settled"), value: <Instant at={settledAt} /> }] : []),
            ...(nextAt ? [{ name: t("deliveries.field.next"), value: <Instant at={nextAt} /> }] : []),
          ]}
        />
      </Section>
      <TwoColumns ratio={[1, 1]}>
        <Section title={t("deliveries.page.attempts")}>
          {log.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("deliveries.notSent")}</Typography>}
          <Attempts log={log} />
        </Section>
        <Section gap={1.5} title={t("deliveries.page.sent")}>
          <Sent callback={delivery} />
        </Section>
      </TwoColumns>
    </Page>
  );
}

function Replay({ delivery: { id, url } }: { delivery: Delivery }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      button={{ variant: "outlined", startIcon: <ReplayIcon /> }}
      label={t("deliveries.replay.button")}
      title={t("deliveries.replay.title")}
      lead={
        <>
          {t("deliveries.replay.lead")}
          <Box component="span" sx={{ display: "block", mt: 1, overflowWrap: "anywhere", fontWeight: 600 }}>
            {url}
          </Box>
        </>
      }
      save={() => api("deliveries.replay", { id })}
      notice={(attempt) => ({
        type: attempt.httpStatus !== null && Math.floor(attempt.httpStatus / 100) === 2 ? "success" : "warning",
        text: t("deliveries.replay.done", { outcome: outcomeOf(attempt, t) }),
      })}
    />
  );
}
