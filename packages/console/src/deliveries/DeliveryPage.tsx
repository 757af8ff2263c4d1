import ReplayIcon from "@mui/icons-material/Replay";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { Link as RouterLink, useParams } from "react-router";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { Instant } from "../format/Instant.tsx";
import { NotFoundPage } from "../frame/pages.tsx";
import { useText } from "../i18n/index.ts";
import { Attempt, indented, outcomeOf, Written } from "../orders/page/Callbacks.tsx";
import { StatusChip, TestChip } from "../orders/StatusChip.tsx";
import { useRights } from "../session/useRights.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { BackTo } from "../ui/page/BackTo.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Facts, Section } from "../ui/page/Section.tsx";
import { DeliveryState } from "./DeliveryList.tsx";
import type { Delivery } from "./delivery.ts";

/** One callback: what was sent, each attempt, and what was answered. */
export function DeliveryPage() {
  const { id = "" } = useParams();
  const api = useApi();
  const { data, error, isPending } = useQuery({
    queryKey: ["deliveries", "one", id],
    queryFn: () => api("deliveries.show", { id }),
    refetchInterval: 10_000,
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error && !data) return <Problem error={error} />;
  if (isPending) return <Loading lines={8} />;
  return <Known delivery={data} />;
}

function Known({ delivery }: { delivery: Delivery }) {
  const t = useText();
  const rights = useRights();
  const [confirming, setConfirming] = useState(false);
  const { reference, sequence, orderId, partner, externalReference, createdAt, nextAt, settledAt, log } = delivery;
  return (
    <Page
      title={t("deliveries.one", { reference, n: sequence })}
      above={<BackTo path="/deliveries" label={t("deliveries.title")} />}
      lead={
        <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <DeliveryState state={delivery.state} />
          <StatusChip status={delivery.status} />
          {delivery.test && <TestChip />}
        </Stack>
      }
      actions={
        rights.has("deliveries.replay") && (
          <Button variant="outlined" startIcon={<ReplayIcon />} onClick={() => setConfirming(true)}>
            {t("deliveries.replay.button")}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Section title={t("deliveries.page.what")}>
          <Facts
            facts={[
              {
                name: t("deliveries.field.order"),
                value: (
                  <Link component={RouterLink} to={`/orders/${orderId}/show`}>
                    {reference}
                  </Link>
                ),
              },
              { name: t("orders.field.partner"), value: partner },
              ...(externalReference ? [{ name: t("orders.field.partnerReference"), value: externalReference }] : []),
              { name: t("deliveries.field.created"), value: <Instant at={createdAt} /> },
              ...(settledAt ? [{ name: t("deliveries.field.settled"), value: <Instant at={settledAt} /> }] : []),
              ...(nextAt ? [{ name: t("deliveries.field.next"), value: <Instant at={nextAt} /> }] : []),
            ]}
          />
        </Section>
        <Box
          sx={{
            display: "grid",
            gap: 2,
            alignItems: "start",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 1fr)" },
          }}
        >
          <Section title={t("deliveries.page.attempts")}>
            {log.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("deliveries.notSent")}</Typography>}
            <Box component="ol" sx={{ m: 0, pl: 2.5, display: "grid", gap: 1.25 }}>
              {log.map((attempt) => (
                <li key={attempt.at}>
                  <Attempt attempt={attempt} />
                </li>
              ))}
            </Box>
          </Section>
          <Section title={t("deliveries.page.sent")}>
            <Stack sx={{ gap: 1.5 }}>
              <Written name={t("orders.callback.address")}>{delivery.url}</Written>
              <Written name={t("orders.callback.body")}>{indented(delivery.body)}</Written>
            </Stack>
          </Section>
        </Box>
      </Stack>
      {confirming && <Replay delivery={delivery} onClose={() => setConfirming(false)} />}
    </Page>
  );
}

function Replay({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => api("deliveries.replay", { id: delivery.id }),
    onSuccess: (attempt) => {
      const received = attempt.httpStatus !== null && attempt.httpStatus >= 200 && attempt.httpStatus < 300;
      notify(t("deliveries.replay.done", { outcome: outcomeOf(attempt, t) }), {
        type: received ? "success" : "warning",
      });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["deliveries"] }),
  });
  return (
    <ActionDialog
      title={t("deliveries.replay.title")}
      lead={
        <>
          {t("deliveries.replay.lead")}
          <Box component="span" sx={{ display: "block", mt: 1, overflowWrap: "anywhere", fontWeight: 600 }}>
            {delivery.url}
          </Box>
        </>
      }
      submit={t("deliveries.replay.button")}
      pending={replay.isPending}
      error={replay.error}
      onSubmit={replay.mutate}
      onClose={onClose}
    />
  );
}
