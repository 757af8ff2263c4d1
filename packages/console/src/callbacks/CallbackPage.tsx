import ReplayIcon from "@mui/icons-material/Replay";
import { Box, Stack, Typography } from "@mui/material";
import { useApi } from "../api/useApi.ts";
import { InstantText } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import {
  attemptOutcomeText,
  CallbackAttempts,
  CallbackContent,
  callbackSubjectText,
} from "../orders/page/OrderCallbacks.tsx";
import { StatusChip, TestChip } from "../orders/parts.tsx";
import { useRights } from "../session/hooks.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { usePartnerName } from "../ui/form/usePartnerNames.ts";
import { FactList, SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { PageLink } from "../ui/text.tsx";
import { CallbackStateChip } from "./CallbackList.tsx";
import { type CallbackRecord, callbackNumber } from "./callback.ts";

/** One callback: its content, and each attempt with its answer. */
export const CallbackPage = () => (
  <RecordPage operation="callbacks.show" refetchInterval={10_000}>
    {(callback) => <LoadedCallback callback={callback} />}
  </RecordPage>
);

function LoadedCallback({ callback }: { callback: CallbackRecord }) {
  const t = useText();
  const rights = useRights();
  const partnerName = usePartnerName();
  const { reference, orderId, partner, externalReference, createdAt, nextAt, settledAt, log } = callback;
  return (
    <Page
      title={t("callbacks.one", { reference, n: callbackNumber(callback) })}
      above={<BackLink path="/callbacks" label={t("callbacks.title")} />}
      lead={
        <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <CallbackStateChip state={callback.state} />
          {callback.amended > 0 ? callbackSubjectText(callback, t) : <StatusChip status={callback.status} />}
          {callback.test && <TestChip />}
        </Stack>
      }
      actions={rights.has("callbacks.replay") && <Replay callback={callback} />}
    >
      <SectionCard title={t("callbacks.page.what")}>
        <FactList
          facts={[
            {
              name: t("callbacks.field.order"),
              value: <PageLink to={`/orders/${orderId}/show`}>{reference}</PageLink>,
            },
            { name: t("orders.field.partner"), value: partnerName(partner) },
            externalReference && { name: t("orders.field.partnerReference"), value: externalReference },
            { name: t("callbacks.field.created"), value: <InstantText at={createdAt} /> },
            settledAt && { name: t("callbacks.field.settled"), value: <InstantText at={settledAt} /> },
            nextAt && { name: t("callbacks.field.next"), value: <InstantText at={nextAt} /> },
          ]}
        />
      </SectionCard>
      <TwoColumns ratio={[1, 1]}>
        <SectionCard title={t("callbacks.page.attempts")}>
          {log.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("callbacks.notSent")}</Typography>}
          <CallbackAttempts log={log} />
        </SectionCard>
        <SectionCard gap={1.5} title={t("callbacks.page.sent")}>
          <CallbackContent callback={callback} />
        </SectionCard>
      </TwoColumns>
    </Page>
  );
}

function Replay({ callback: { id, url } }: { callback: CallbackRecord }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      button={{ variant: "outlined", startIcon: <ReplayIcon /> }}
      label={t("callbacks.replay.button")}
      title={t("callbacks.replay.title")}
      lead={
        <>
          {t("callbacks.replay.lead")}
          <Box component="span" sx={{ display: "block", mt: 1, overflowWrap: "anywhere", fontWeight: 600 }}>
            {url}
          </Box>
        </>
      }
      save={() => api("callbacks.replay", { id })}
      notice={(attempt) => ({
        type: attempt.httpStatus !== null && Math.floor(attempt.httpStatus / 100) === 2 ? "success" : "warning",
        text: t("callbacks.replay.done", { outcome: attemptOutcomeText(attempt, t) }),
      })}
    />
  );
}
