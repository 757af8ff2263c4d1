import { Button, LinearProgress, Stack, Typography } from "@mui/material";
import { Link } from "react-router";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FactList, SectionCard } from "../../ui/page/layout.tsx";
import { belowRecord } from "../../ui/page/Page.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import type { TermsAnswer } from "../terms/terms.ts";
import { StatementState, StatementTable } from "./StatementTable.tsx";
import { statementAddress } from "./statement.ts";

/** What a partner owes by currency, what its limit leaves, and its last statement. */
export function AccountCard({ partnerId }: { partnerId: string }) {
  const t = useText();
  const format = useFormat();
  const query = useAnswer("partners.terms", { id: partnerId });
  const last = useAnswer("statements.list", { query: { partner: partnerId } }).data?.data[0];
  return (
    <SectionCard title={t("statements.account")} gap={1.5}>
      <QueryResult query={query} lines={3}>
        {({ balances, limit }) => (
          <>
            {balances.length === 0 && (
              <Typography sx={{ color: "text.secondary" }}>{t("statements.noAccount")}</Typography>
            )}
            <FactList
              facts={[
                ...balances.map((balance) => balanceFact(balance)),
                last && {
                  name: t("statements.last"),
                  value: (
                    <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
                      <PageLink to={statementAddress(last.id)}>{last.number}</PageLink>
                      {format.amount(last.balanceAfter, last.currencyCode)}
                      <StatementState statement={last} />
                    </Stack>
                  ),
                },
              ]}
            />
            {limit && <LimitBar limit={limit} />}
          </>
        )}
      </QueryResult>
    </SectionCard>
  );

  function balanceFact({ currencyCode, stated, open, owed }: TermsAnswer["balances"][number]) {
    const sum = Number(owed);
    const name = t(sum > 0 ? "statements.owes" : sum < 0 ? "statements.weOwe" : "statements.settled");
    return {
      name: `${name} (${currencyCode})`,
      value: (
        <>
          <Typography component="span" sx={{ fontSize: "1.375rem", fontWeight: 700 }}>
            {format.amount(String(owed).replace("-", ""), currencyCode)}
          </Typography>
          <SecondaryText span sx={{ display: "block" }}>
            {t("statements.parts", {
              stated: format.amount(stated, currencyCode),
              open: format.amount(open, currencyCode),
            })}
          </SecondaryText>
        </>
      ),
    };
  }
}

/** What a limit leaves: amber when it is low, red when the partner is over it. */
export function LimitBar({ limit }: { limit: NonNullable<TermsAnswer["limit"]> }) {
  const t = useText();
  const format = useFormat();
  const { kind, amount, left, isLow, currencyCode } = limit;
  const inCurrency = (text: string) => format.amount(text, currencyCode);
  const isOver = Number(left) < 0;
  const tone = isOver ? "error" : isLow ? "warning" : "success";
  const share = Number(amount) > 0 ? Math.max(0, Math.min(1, Number(left) / Number(amount))) : isOver ? 0 : 1;
  const name =
    kind === "credit" ? t("statements.limit.credit", { amount: inCurrency(amount) }) : t("statements.limit.prepaid");
  return (
    <Stack sx={{ gap: 0.5, maxWidth: 420 }}>
      <Typography>
        {name} ·{" "}
        <Typography component="span" sx={{ fontWeight: 700, ...(tone !== "success" && { color: `${tone}.main` }) }}>
          {isOver
            ? t("statements.over", { amount: inCurrency(left.replace("-", "")) })
            : t(isLow ? "statements.low" : "statements.left", { amount: inCurrency(left) })}
        </Typography>
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-hidden
        value={100 - share * 100}
        color={tone}
        sx={{ borderRadius: 1 }}
      />
    </Stack>
  );
}

/** The statements of a partner. */
export function StatementsCard({ partnerId }: { partnerId: string }) {
  const t = useText();
  const rights = useRights();
  const query = useAnswer("statements.list", { query: { partner: partnerId } });
  return (
    <SectionCard
      title={t("statements.title")}
      aside={
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
          {rights.has("partners.differences") && (
            <Button size="small" component={Link} to={`/partners/${partnerId}/count`} state={belowRecord}>
              {t("settling.count.button")}
            </Button>
          )}
          <Button
            size="small"
            variant="outlined"
            component={Link}
            to={`/partners/${partnerId}/statement`}
            state={belowRecord}
          >
            {t("statements.draft")}
          </Button>
        </Stack>
      }
    >
      <QueryResult query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Typography sx={{ color: "text.secondary", py: 1 }}>{t("statements.none")}</Typography>
          ) : (
            <StatementTable statements={data} />
          )
        }
      </QueryResult>
    </SectionCard>
  );
}
