import CheckCircleIcon from "@mui/icons-material/CheckCircleOutlined";
import ScheduleIcon from "@mui/icons-material/Schedule";
import { Stack } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useTicketsText } from "../../orders/parts.tsx";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { FactList } from "../../ui/page/layout.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { PageLink, SecondaryText, SoftChip } from "../../ui/text.tsx";
import { type Draft, type ListedStatement, type Statement, type StatementLine, statementAddress } from "./statement.ts";

const perPage = 25;

/** Statements, the latest first. `ofPartners`: with the partner of each. */
export function StatementTable({
  statements,
  ofPartners = false,
  addressOf = statementAddress,
}: {
  statements: readonly ListedStatement[];
  ofPartners?: boolean;
  addressOf?: (id: string) => string;
}) {
  const t = useText();
  const format = useFormat();
  const { shown, paging } = usePages(statements, perPage);
  return (
    <Stack>
      <DataTable
        label={t("statements.title")}
        height="none"
        stacked
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t("statements.field.number"),
            value: ({ id, number, partnerName }) => (
              <>
                <PageLink to={addressOf(id)}>{number}</PageLink>
                {ofPartners && (
                  <SecondaryText span sx={{ display: "block" }}>
                    {partnerName}
                  </SecondaryText>
                )}
              </>
            ),
          },
          {
            name: t("statements.field.period"),
            value: ({ firstOn, lastOn }) => `${format.date(firstOn)} – ${format.date(lastOn)}`,
          },
          {
            name: t("statements.field.total"),
            figure: true,
            wide: true,
            value: ({ total, currencyCode }) => format.amount(total, currencyCode),
          },
          {
            name: t("statements.field.balance"),
            figure: true,
            value: ({ balanceAfter, openAmount, currencyCode, state }) => (
              <>
                <b>{format.amount(balanceAfter, currencyCode)}</b>
                {/* A part is paid. */}
                {state !== "settled" && openAmount !== balanceAfter && (
                  <SecondaryText span sx={{ display: "block" }}>
                    {t("statements.field.open")}: {format.amount(openAmount, currencyCode)}
                  </SecondaryText>
                )}
              </>
            ),
          },
          { name: t("statements.field.state"), figure: true, value: (one) => <StatementState statement={one} /> },
        ]}
      />
      {paging}
    </Stack>
  );
}

export function StatementState({ statement: { state } }: { statement: Pick<Statement, "state"> }) {
  const t = useText();
  const isSettled = state === "settled";
  return (
    <SoftChip
      tone={isSettled ? "success" : "warning"}
      icon={isSettled ? <CheckCircleIcon /> : <ScheduleIcon />}
      label={t(`statements.state.${state}`)}
    />
  );
}

/** The amounts that a draft and a statement have. */
export function StatementFacts({ of }: { of: Omit<Draft, "lines" | "problem"> & { openAmount?: string } }) {
  const t = useText();
  const format = useFormat();
  const amount = (text: string) => format.amount(text, of.currencyCode);
  return (
    <FactList
      facts={[
        {
          name: t("statements.field.period"),
          wide: true,
          value: `${format.date(of.firstOn)} – ${format.date(of.lastOn)}`,
        },
        { name: t("statements.field.dueOn"), value: format.date(of.dueOn) },
        { name: t("statements.field.before"), value: amount(of.balanceBefore) },
        { name: t("statements.field.paid"), value: amount(of.paid) },
        { name: t("statements.field.total"), value: amount(of.total) },
        { name: t("statements.field.balance"), value: <b>{amount(of.balanceAfter)}</b> },
        of.openAmount !== undefined && { name: t("statements.field.open"), value: <b>{amount(of.openAmount)}</b> },
      ]}
    />
  );
}

/** The lines of a draft or statement. Each leads to its order. */
export function StatementLines({
  lines,
  currencyCode,
  orderAddress = (id) => `/orders/${id}/show`,
}: {
  lines: readonly StatementLine[];
  currencyCode: string;
  orderAddress?: (id: string) => string;
}) {
  const t = useText();
  const format = useFormat();
  const ticketsText = useTicketsText();
  const { shown, paging } = usePages(lines, perPage);
  if (lines.length === 0) return <SecondaryText>{t("statements.noLines")}</SecondaryText>;
  const figure = (field: "retail" | "commission" | "net" | "owed") => ({
    name: t(`statements.field.${field}`),
    figure: true,
    value: (line: StatementLine) => format.amount(line[field], currencyCode),
  });
  return (
    <Stack>
      <DataTable
        label={t("statements.lines")}
        height="none"
        stacked
        rows={shown}
        keyOf={({ orderId, kind }) => `${orderId} ${kind}`}
        columns={[
          {
            name: t("statements.field.order"),
            value: ({ orderId, reference, externalReference, kind, productName, eventOn, tickets, noShows }) => (
              <>
                <PageLink to={orderAddress(orderId)}>{reference}</PageLink>
                {externalReference && ` · ${externalReference}`} · {t(`statements.kind.${kind}`)}
                <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
                  {[
                    `${productName}, ${format.local(eventOn)}`,
                    ticketsText(tickets),
                    ...(noShows > 0 ? [t("statements.noShows", { smart_count: noShows })] : []),
                  ].join(" · ")}
                </SecondaryText>
              </>
            ),
          },
          figure("retail"),
          figure("commission"),
          figure("net"),
          { ...figure("owed"), value: ({ owed }) => <b>{format.amount(owed, currencyCode)}</b> },
        ]}
      />
      {paging}
    </Stack>
  );
}
