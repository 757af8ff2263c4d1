import ConfirmationNumberIcon from "@mui/icons-material/ConfirmationNumber";
import EventBusyIcon from "@mui/icons-material/EventBusy";
import GroupRemoveIcon from "@mui/icons-material/GroupRemove";
import PaymentsIcon from "@mui/icons-material/Payments";
import PhoneIcon from "@mui/icons-material/Phone";
import PriceChangeIcon from "@mui/icons-material/PriceChange";
import UndoIcon from "@mui/icons-material/Undo";
import { Box, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { reportAddress } from "../bulk/bulk.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { addDays, today } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { eventName, lackingEventsAddress } from "../resources/resource.ts";
import { useRights, useStoreZone } from "../session/hooks.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import type { DashboardReport } from "./report.ts";

interface WorkLine {
  name: string;
  icon: ReactNode;
  count: number;
  text: string;
  to: string;
  more?: string;
  /** What the number counts, each with a link to its page. */
  parts?: { key: string; text: string; to: string }[];
}

type Part = NonNullable<WorkLine["parts"]>[number];

/** Number of parts that a line names. */
const maxNamed = 2;

/** Work that the operator has to do, each with its number and a link to its list. A line with nothing to do is not shown. */
export function OpenWork({
  balances,
  refunds,
  withdrawals,
}: Pick<DashboardReport, "balances" | "refunds" | "withdrawals">) {
  const t = useText();
  const format = useFormat();
  const all = [
    ...[useClashedEvents(), useTooFew(), useUntold(), useUnsizedTickets(), useSupplierPrices()],
    ...[useWithdrawals(withdrawals), useDueRefunds(refunds), useBalances(balances), useLowLimits()],
  ];
  const lines = all.filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <SectionCard title={t("dashboard.work")}>
      <PlainList label={t("dashboard.work")}>
        {lines.map(({ name, icon, count, text, to, more, parts = [] }) => (
          <LinedItem
            key={name}
            dense
            icon={icon}
            align="start"
            actions={<Typography sx={{ fontWeight: 700 }}>{format.count(count)}</Typography>}
          >
            <PageLink to={to} sx={{ fontWeight: 600 }}>
              {text}
            </PageLink>
            {more && <SecondaryText>{more}</SecondaryText>}
            {parts.length > 0 && <Parts parts={parts} />}
          </LinedItem>
        ))}
      </PlainList>
    </SectionCard>
  );
}

/** The first parts of a line of work, each in one line. */
function Parts({ parts }: { parts: readonly Part[] }) {
  const t = useText();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", fontSize: "0.8125rem" }}>
      {parts.slice(0, maxNamed).map(({ key, text, to }) => (
        <Box component="li" key={key}>
          <PageLink to={to} noWrap title={text} sx={{ display: "block" }}>
            {text}
          </PageLink>
        </Box>
      ))}
      {parts.length > maxNamed && (
        <SecondaryText component="li">{t("products.complete.more", { n: parts.length - maxNamed })}</SecondaryText>
      )}
    </Box>
  );
}

/** Coming events with guests whose resources are missing or taken. */
function useClashedEvents(): WorkLine {
  const t = useText();
  const { local, count } = useFormat();
  const weekEnd = addDays(today(useStoreZone()), 7);
  const clashes = useAnswer("resources.clashes", {}, { refetchInterval: 60_000 }).data?.clashes ?? [];
  const events = [...new Map(clashes.map((clash) => [clash.eventId, clash])).values()];
  const soon = events.filter(({ from }) => from.slice(0, 10) <= weekEnd).length;
  const planAddress = (from: string) => `/resource-plan?day=${from.slice(0, 10)}`;
  return {
    name: "clashes",
    icon: <EventBusyIcon color="warning" />,
    count: events.length,
    text: t("resources.week.clashes", { smart_count: events.length }),
    to: lackingEventsAddress,
    ...(events.length > 1 && { more: t("dashboard.inAWeek", { n: count(soon) }) }),
    parts: events.map((clash) => ({
      key: clash.eventId,
      text: t("resources.clashLine", { event: eventName(clash), at: local(clash.from), smart_count: clash.people }),
      to: planAddress(clash.from),
    })),
  };
}

/** Coming events with fewer guests than they need. */
function useTooFew(): WorkLine {
  const t = useText();
  const { local, count } = useFormat();
  const { data = [], total = 0 } =
    useAnswer("events.day", { query: { tooFew: true } }, { refetchInterval: 60_000 }).data ?? {};
  return {
    name: "tooFew",
    icon: <GroupRemoveIcon color="warning" />,
    count: total,
    text: t("day.tooFewEvents", { smart_count: total }),
    to: eventAddress(data[0]?.id ?? ""),
    parts: data.map((event) => ({
      key: event.id,
      text: t("day.tooFewLine", {
        event: eventName(event),
        at: local(event.eventOn),
        n: count(event.people),
        minimum: count(event.minimumGuests ?? 0),
      }),
      to: eventAddress(event.id),
    })),
  };
}

/** Orders whose guests nobody has told of a change: no letter arrived, and nobody called them. */
function useUntold(): WorkLine {
  const t = useText();
  const { local } = useFormat();
  const may = useRights().has("bulkActions.toCall");
  const actions = useAnswer("bulkActions.toCall", may ? {} : null, { refetchInterval: 60_000 }).data?.data ?? [];
  const count = actions.reduce((sum, { orders }) => sum + orders, 0);
  return {
    name: "untold",
    icon: <PhoneIcon color="warning" />,
    count,
    text: t("bulk.report.untold", { smart_count: count }),
    to: reportAddress(actions[0]?.id ?? ""),
    parts: actions.map(({ id, kind, productName, eventOn, moreEvents, orders }) => ({
      key: id,
      text: `${t(`bulk.title.${kind}`)}: ${productName}, ${local(eventOn)}${
        moreEvents > 0 ? ` ${t("bulk.moreEvents", { smart_count: moreEvents })}` : ""
      } (${orders})`,
      to: reportAddress(id),
    })),
  };
}

/** Ticket types that seem to be for several people while nobody has said for how many. */
function useUnsizedTickets(): WorkLine {
  const t = useText();
  const may = useRights().has("ticketTypes.update");
  const types = useAnswer("ticketTypes.list", may ? {} : null).data?.data ?? [];
  const asking = types.filter(({ asksSize }) => asksSize);
  return {
    name: "unsizedTickets",
    icon: <ConfirmationNumberIcon color="warning" />,
    count: asking.length,
    text: t("ticketTypes.asked", { smart_count: asking.length }),
    to: "/ticket-types",
    more: asking.map(({ code }) => code).join(", "),
  };
}

/** Prices of suppliers that changed too much to be copied. */
function useSupplierPrices(): WorkLine {
  const t = useText();
  const may = useRights().has("suppliers.prices");
  const query = may ? { query: { perPage: 1 } } : null;
  const { total = 0 } = useAnswer("suppliers.prices", query, { refetchInterval: 60_000 }).data ?? {};
  return {
    name: "supplierPrices",
    icon: <PriceChangeIcon color="warning" />,
    count: total,
    text: t("suppliers.prices.waiting", { smart_count: total }),
    to: "/suppliers",
  };
}

/** Partners that are near their limit or over it. */
function useLowLimits(): WorkLine {
  const t = useText();
  const query = { limit: "low", sort: "name", perPage: maxNamed } as const;
  const { data = [], total = 0 } = useAnswer("partners.list", { query }, { refetchInterval: 60_000 }).data ?? {};
  return {
    name: "lowLimits",
    icon: <PaymentsIcon color="warning" />,
    count: total,
    text: t("partners.lowLimits", { smart_count: total }),
    to: filteredListAddress("partners", { limit: "low" }),
    more: data.map(({ name }) => name).join(", "),
  };
}

/** Guests of an own site who withdrew from a contract without a date. */
function useWithdrawals(open: DashboardReport["withdrawals"]): WorkLine {
  const t = useText();
  const pageOf = (orderId = "") => `/orders/${orderId}/show`;
  return {
    name: "withdrawals",
    icon: <UndoIcon color="warning" />,
    count: open.length,
    text: t("dashboard.withdrawals", { smart_count: open.length }),
    to: pageOf(open[0]?.orderId),
    parts: open.map(({ orderId, name }) => ({ key: orderId, text: name, to: pageOf(orderId) })),
  };
}

/** Refunds that are due and not recorded as paid. */
function useDueRefunds({ refunds, amount, currencyCode }: DashboardReport["refunds"]): WorkLine {
  const t = useText();
  const format = useFormat();
  return {
    name: "refunds",
    icon: <UndoIcon color="warning" />,
    count: refunds,
    text: t("refunds.dueNow", { smart_count: refunds, amount: format.amount(amount, currencyCode) }),
    to: filteredListAddress("refunds", { state: "due" }),
  };
}

/** Orders on account that are not paid in full. */
function useBalances(balances: DashboardReport["balances"]): WorkLine {
  const { orders, amount, todayOrders, today, overdueOrders, overdue, currencyCode } = balances;
  const t = useText();
  const format = useFormat();
  return {
    name: "balances",
    icon: <PaymentsIcon color={overdueOrders > 0 ? "warning" : "action"} />,
    count: orders,
    text: t("balance.balances", { smart_count: orders, amount: format.amount(amount, currencyCode) }),
    to: filteredListAddress("orders", { balanceDue: "true" }),
    ...(todayOrders + overdueOrders > 0 && {
      more: [
        todayOrders > 0 && t("balance.today", { smart_count: todayOrders, amount: format.amount(today, currencyCode) }),
        overdueOrders > 0 &&
          t("balance.overdueOrders", { smart_count: overdueOrders, amount: format.amount(overdue, currencyCode) }),
      ]
        .filter(Boolean)
        .join(" "),
    }),
  };
}
