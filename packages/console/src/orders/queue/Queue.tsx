import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import KeyboardIcon from "@mui/icons-material/Keyboard";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useGetList } from "react-admin";
import { useText } from "../../i18n/index.ts";
import { Page } from "../../ui/page/Page.tsx";
import { Loading, Problem } from "../../ui/page/states.tsx";
import { Secondary } from "../../ui/text.tsx";
import { OrderDialog } from "../OrderDialog.tsx";
import { decisionsOf, type OrderAction, type OrderLine } from "../order.ts";
import { useOrderRights } from "../parts.tsx";
import { KeysHelp, useQueueKeys } from "./keys.tsx";
import { QueueRow } from "./QueueRow.tsx";

/** Number of orders shown. Others follow when these are decided. */
const shownAtOnce = 100;

/** The queue of waiting orders. It refreshes itself and can be used with the keyboard only. */
export function Queue() {
  const t = useText();
  const may = useOrderRights();
  const {
    data = [],
    total = 0,
    isPending,
    error,
  } = useGetList<OrderLine>(
    "orders",
    { filter: { waiting: true }, pagination: { page: 1, perPage: shownAtOnce } },
    { refetchInterval: 15_000 },
  );
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<{ action: OrderAction; order: OrderLine } | null>(null);
  const [help, setHelp] = useState(false);
  const focusNext = useFocusAfterDecision(list, data);
  const decide = (order: OrderLine, nth: number) => {
    const action = decisionsOf(order.status)[nth];
    if (action && action !== "cancel" && may(action)) setChosen({ action, order });
  };
  useQueueKeys(list, {
    enabled: chosen === null && !help,
    confirm: (index) => data[index] && decide(data[index], 0),
    decline: (index) => data[index] && decide(data[index], 1),
    help: () => setHelp(true),
  });
  return (
    <Page
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
      <Stack sx={{ gap: 1.5 }}>
        <Problem error={error} />
        {isPending && <Loading />}
        {!isPending && !error && (
          <Secondary role="status" sx={{ fontWeight: 600 }}>
            {total > 0 && t("orders.queue.waiting", { smart_count: total })}
            {total > data.length && ` · ${t("orders.queue.first", { n: data.length })}`}
          </Secondary>
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
      </Stack>
      {chosen && (
        <OrderDialog
          action={chosen.action}
          order={chosen.order}
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
