import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import FlagIcon from "@mui/icons-material/Flag";
import KeyboardIcon from "@mui/icons-material/Keyboard";
import { Box, Button, Card, Chip, FormControlLabel, FormHelperText, Stack, Switch, Typography } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { partyText } from "../products/ticket-size.ts";
import { mono } from "../theme/themes.ts";
import { PlainDialog } from "../ui/dialogs.tsx";
import { keyShortcutsPreference, useKeyShortcuts } from "../ui/keys.ts";
import { LoadingCard } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { deskPartnerId, partnerNameText } from "../ui/partner-name.ts";
import { useSharedValue } from "../ui/shared.ts";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import { canBeContacted, type OrderAction, type OrderLine, possibleDecisions } from "./order.ts";
import { StatusChip, TestChip, useOrderRights } from "./parts.tsx";

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
          {format.amount(order.total, order.currencyCode)}
        </Typography>
        <SecondaryText span>
          {partyText(order, t)} · {format.since(order.createdAt, Date.now())}
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

/**
 * Keyboard shortcuts of the queue: j and k move between orders, c and d decide about the order that has the focus, ? opens the
 * help. Enter follows the focused link.
 */
function useQueueKeys(
  list: { current: HTMLElement | null },
  { confirm, decline, help }: { confirm: (index: number) => void; decline: (index: number) => void; help: () => void },
): void {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-order]") ?? [])];
  const at = () => links().findIndex((link) => link.closest("li")?.contains(document.activeElement));
  useKeyShortcuts({
    j: () => links()[Math.min(at() + 1, links().length - 1)]?.focus(),
    k: () => links()[Math.max(at() - 1, 0)]?.focus(),
    c: () => confirm(Math.max(at(), 0)),
    d: () => decline(Math.max(at(), 0)),
    "?": help,
  });
}

/** The keyboard shortcuts of the queue, and the switch that turns single keys off. */
function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const on = useSharedValue(keyShortcutsPreference);
  const keys = [
    ["j", t("orders.keys.next")],
    ["k", t("orders.keys.previous")],
    ["↵", t("orders.keys.open")],
    ["c", t("orders.keys.confirm")],
    ["d", t("orders.keys.decline")],
    ["?", t("orders.keys.help")],
  ];
  return (
    <PlainDialog
      maxWidth="xs"
      title={t("orders.keys.title")}
      buttons={
        <Button autoFocus onClick={onClose}>
          {t("frame.action.close")}
        </Button>
      }
      onClose={onClose}
    >
      <Box component="dl" sx={{ display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 1.25, m: 0 }}>
        {keys.map(([key, does]) => (
          <Box key={key} sx={{ display: "contents" }}>
            <dt>
              <Box
                component="kbd"
                sx={{ fontFamily: mono, px: 1, py: 0.25, border: 1, borderColor: "divider", borderRadius: 1 }}
              >
                {key}
              </Box>
            </dt>
            <Box component="dd" sx={{ m: 0 }}>
              {does}
            </Box>
          </Box>
        ))}
      </Box>
      <div>
        <FormControlLabel
          control={<Switch checked={on} onChange={(_, checked) => keyShortcutsPreference.set(checked)} />}
          label={t("orders.keys.on")}
        />
        <FormHelperText>{t("orders.keys.onLead")}</FormHelperText>
      </div>
    </PlainDialog>
  );
}
