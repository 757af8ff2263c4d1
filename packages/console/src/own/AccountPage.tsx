import { Alert, Stack, Typography } from "@mui/material";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { StatusChip } from "../orders/parts.tsx";
import { LimitBar } from "../partners/statements/AccountCards.tsx";
import { StatementState } from "../partners/statements/StatementTable.tsx";
import { FactList, LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";

type Terms = ApiAnswer<"own.terms">;

/** The start page of a person of a partner: what is owed, what the limits leave, and the latest orders. */
export function AccountPage() {
  const query = useAnswer("own.show");
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(partner) => <Loaded partner={partner} />}
    </QueryResult>
  );
}

function Loaded({ partner: { name, active, callsPerMinute } }: { partner: ApiAnswer<"own.show"> }) {
  const t = useText();
  const format = useFormat();
  const query = useAnswer("own.terms");
  const last = useAnswer("own.statements").data?.data[0];
  return (
    <Page title={name} width={900}>
      {!active && <Alert severity="warning">{t("ownPartner.inactive")}</Alert>}
      <SectionCard title={t("ownPartner.account")} gap={1.5}>
        <QueryResult query={query} lines={3}>
          {({ balances, limit }) => (
            <>
              {balances.length === 0 && <Typography color="text.secondary">{t("ownPartner.nothing")}</Typography>}
              <FactList
                facts={[
                  ...balances.map((balance) => ({
                    name: balanceName(balance),
                    value: <Balance balance={balance} />,
                    wide: true,
                  })),
                  last && {
                    name: t("statements.last"),
                    wide: true,
                    value: (
                      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
                        <PageLink to={`/own/statements/${last.id}`}>{last.number}</PageLink>
                        {format.amount(last.balanceAfter, last.currencyCode)}
                        <StatementState statement={last} />
                      </Stack>
                    ),
                  },
                  {
                    name: t("ownPartner.rate"),
                    value: callsPerMinute === null ? t("ownPartner.noRate") : format.count(callsPerMinute),
                  },
                ]}
              />
              {limit && <LimitBar limit={limit} />}
            </>
          )}
        </QueryResult>
      </SectionCard>
      <LatestOrders />
    </Page>
  );

  function balanceName({ owed, currencyCode }: Terms["balances"][number]) {
    const sum = Number(owed);
    const name = t(sum > 0 ? "ownPartner.youOwe" : sum < 0 ? "ownPartner.owedToYou" : "ownPartner.nothing");
    return `${name} (${currencyCode})`;
  }
}

function Balance({ balance: { owed, stated, open, currencyCode } }: { balance: Terms["balances"][number] }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <Typography component="span" sx={{ fontSize: "1.375rem", fontWeight: 700 }}>
        {format.amount(owed.replace("-", ""), currencyCode)}
      </Typography>
      <SecondaryText span sx={{ display: "block" }}>
        {t("ownPartner.parts", {
          stated: format.amount(stated, currencyCode),
          open: format.amount(open, currencyCode),
        })}
      </SecondaryText>
    </>
  );
}

function LatestOrders() {
  const t = useText();
  const format = useFormat();
  const query = useAnswer("own.orders", { query: { perPage: 5, test: false } });
  return (
    <SectionCard title={t("ownPartner.latest")} aside={<PageLink to="/own/orders">{t("ownPartner.all")}</PageLink>}>
      <QueryResult query={query} lines={4}>
        {({ data }) => (
          <>
            {data.length === 0 && <Typography color="text.secondary">{t("ownPartner.orders.empty")}</Typography>}
            <PlainList>
              {data.map(({ id, reference, productName, eventOn, leadName, status }) => (
                <LinedItem key={id} actions={<StatusChip status={status} />}>
                  <PageLink to={`/own/orders/${id}`}>{reference}</PageLink>
                  <SecondaryText>
                    {[leadName, `${productName}, ${format.local(eventOn)}`].filter(Boolean).join(" · ")}
                  </SecondaryText>
                </LinedItem>
              ))}
            </PlainList>
          </>
        )}
      </QueryResult>
    </SectionCard>
  );
}
