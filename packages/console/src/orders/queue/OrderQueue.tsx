import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import FlagIcon from "@mui/icons-material/Flag";
import KeyboardIcon from "@mui/icons-material/Keyboard";
import { Box, Button, Card, Chip, Stack, Typography } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useAnswer } from "../../api/useAnswer.ts";
import { Amount } from "../../format/Amount.tsx";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { LoadingCard } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { deskPartnerId, partnerNameText } from "../../ui/partner-name.ts";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { OrderDialog } from "../OrderDialog.tsx";
import { canBeContacted, type OrderAction, type OrderLine, possibleDecisions } from "../order.ts";
import { StatusChip, TestChip, useOrderRights } from "../parts.tsx";
import { KeysHelp, useQueueKeys } from "./keys.tsx";

/** Maximum number of orders shown. Further orders appear when the operator decides the shown ones. */
const shownAtOnce = 100;

const none = { data: [], total: 0 };

/** The queue of waiting orders. It refreshes itself and can be used with the keyboard only. */
export function OrderQueue() {
  const t = useText();
  const may = useOrderRights();
  const answer = useAnswer(
    "orders.list",
    { query: { waiting: true, perPage: shownAtOnce } },
    { refetchInterval: 15_000 },
  );
  const { isPending, error } = answer;
  const { data, total } = answer.data ?? none;
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<{ action: OrderAction; order: OrderLine } | null>(null);
  const [help, setHelp] = useState(false);
  const focusNext = useFocusAfterDecision(list, data);
  const decide = (order: OrderLine, nth: number) => {
    const action = possibleDecisions(order.status)[nth];
    if (action && action !== "cancel" && may(action)) setChosen({ action, order });
  };
  useQueueKeys(list, {
    confirm: (index) => data[index] && decide(data[index], 0),
    decline: (index) => data[index] && decide(data[index], 1),
    help: () => setHelp(true),
  });
  return (
    <Page
      gap={1.5}
      title={t("orders.queue.title")}
      lead={t("orders.queue.lead")}
      actions={
        <Button
          startIcon={<KeyboardIcon />}
          onClick={() => setHelp(true)}
          sx={{ display: { xs: "none", md: "inline-flex" } }}
        >
          {t("orders.queue.keys")}
        </Button>
      }
    >
      <ProblemAlert error={error} />
      {isPending && <LoadingCard of="rows" lines={8} />}
      {!isPending && !error && (
        <SecondaryText role="status" sx={{ fontWeight: 600 }}>
          {total > 0 && t("orders.queue.waiting", { smart_count: total })}
          {total > data.length && ` · ${t("orders.queue.first", { n: data.length })}`}
        </SecondaryText>
      )}
      {!isPending && !error && total === 0 && <Nothing />}
      {data.length > 0 && (
        <Card>
          <Box
            component="ul"
            ref={list}
            sx={{ listStyle: "none", m: 0, p: 0, "& > li + li": { borderTop: 1, borderColor: "divider" } }}
          >
            {data.map((order) => (
              <QueueRow key={order.id} order={order} may={may} onAction={(action) => setChosen({ action, order })} />
            ))}
          </Box>
        </Card>
      )}
      {chosen && (
        <OrderDialog
          action={chosen.action}
          order={chosen.order}
          isOwn={chosen.order.partner === deskPartnerId}
          onDone={() => focusNext(data.findIndex(({ id }) => id === chosen.order.id))}
          onClose={() => setChosen(null)}
        />
      )}
      {help && <KeysHelp onClose={() => setHelp(false)} />}
    </Page>
  );
}

function Nothing() {
  const t = useText();
  return (
    <Card sx={{ p: 6, textAlign: "center" }}>
      <CheckCircleOutlineIcon sx={{ fontSize: 48, color: "success.main" }} />
      <Typography variant="h2" component="p" sx={{ mt: 1 }}>
        {t("orders.queue.empty")}
      </Typography>
      <Typography sx={{ color: "text.secondary" }}>{t("orders.queue.emptyLead")}</Typography>
    </Card>
  );
}

/** After a decision, the next order gets the focus. */
function useFocusAfterDecision(list: { current: HTMLElement | null }, data: readonly OrderLine[]) {
  const decided = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for every new state of the queue.
  useEffect(() => {
    if (decided.current === null || document.activeElement !== document.body) return;
    const links = list.current?.querySelectorAll<HTMLElement>("[data-order]") ?? [];
    links[Math.min(decided.current, links.length - 1)]?.focus();
    decided.current = null;
  }, [data, list]);
  return (index: number) => {
    decided.current = index;
  };
}

/** A waiting order, with its reason and its decisions. */
function QueueRow({
  order,
  may,
  onAction,
}: {
  order: OrderLine;
  may: (action: OrderAction) => boolean;
  onAction: (action: OrderAction) => void;
}) {
  const t = useText();
  const format = useFormat();
  const { reference, status, flag } = order;
  const decisions = possibleDecisions(status).filter((action) => action !== "cancel" && may(action));
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gap: { xs: 1, md: 2 },
        alignItems: "center",
        gridTemplateColumns: { md: "9.5rem minmax(0, 1fr) 9rem 13.5rem" },
        px: 2,
        py: 1.5,
        boxShadow: ({ palette }) => (flag ? `inset 5px 0 0 ${palette.warning.main}` : "none"),
        "&:hover": { bgcolor: "action.hover" },
        "&:focus-within": { bgcolor: "action.selected" },
      }}
    >
      <Stack
        direction={{ xs: "row", md: "column" }}
        sx={{ gap: 0.5, alignItems: { xs: "center", md: "flex-start" }, flexWrap: "wrap" }}
      >
        <PageLink
          to={`/orders/${order.id}/show`}
          data-order
          sx={{ fontFamily: mono, fontWeight: 700, fontSize: "0.9375rem" }}
        >
          {reference}
        </PageLink>
        {status === "waitsupplier" || status === "waitcancel" ? (
          <Chip
            label={t(`orders.queue.kind.${status}`)}
            variant={status === "waitcancel" ? "filled" : "outlined"}
            color={status === "waitcancel" ? "warning" : "default"}
            sx={{ fontWeight: 600 }}
          />
        ) : (
          <StatusChip status={status} />
        )}
        {order.test && <TestChip />}
      </Stack>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{order.productName}</Typography>
        <SecondaryText>
          {order.leadName ?? (order.email || t("orders.nameless"))} · {format.local(order.eventOn)} · {order.cityCode} ·{" "}
          {partnerNameText(order.partner, order.partnerName, t)}
          {order.externalReference && <span style={{ whiteSpace: "nowrap" }}> {order.externalReference}</span>}
        </SecondaryText>
        {flag && (
          <Stack direction="row" sx={{ gap: 0.75, mt: 0.5, color: "warning.dark", alignItems: "flex-start" }}>
            <FlagIcon fontSize="small" titleAccess={t("orders.flagged")} />
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t(`orders.flag.${flag}`)}
            </Typography>
          </Stack>
        )}
      </Box>
      <Box
        sx={{
          textAlign: { md: "right" },
          display: "flex",
          flexDirection: { xs: "row", md: "column" },
          gap: { xs: 1.5, md: 0 },
        }}
      >
        <Typography component="span" sx={{ fontWeight: 600 }}>
          <Amount amount={order.total} currencyCode={order.currencyCode} usd={order.totalUsd} />
        </Typography>
        <SecondaryText span>
          {t("orders.people", { smart_count: order.seats })} · {format.since(order.createdAt, Date.now())}
        </SecondaryText>
      </Box>
      <Stack direction="row" sx={{ gap: 1, justifyContent: { md: "flex-end" }, flexWrap: "wrap" }}>
        {decisions.map((action, nth) => (
          <Button
            key={action}
            size="small"
            variant={nth === 0 ? "contained" : "outlined"}
            aria-label={`${t(`orders.action.${action}.button`)}: ${reference}`}
            onClick={() => onAction(action)}
          >
            {/* The row shows what the action is about, so the label is short. The accessible name has the full label. */}
            {t(
              action === "confirmCancel" || action === "declineCancel"
                ? `orders.queue.${action}`
                : `orders.action.${action}.button`,
            )}
          </Button>
        ))}
        {decisions.length === 0 && canBeContacted(order) && may("contactSupplier") && (
          <Button
            size="small"
            variant="outlined"
            aria-label={`${t("orders.action.contactSupplier.button")}: ${reference}`}
            onClick={() => onAction("contactSupplier")}
          >
            {t("orders.action.contactSupplier.button")}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
