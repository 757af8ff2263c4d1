import { Typography } from "@mui/material";
import { useParams } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { StatementFiles } from "../partners/statements/StatementFiles.tsx";
import {
  StatementFacts,
  StatementLines,
  StatementState,
  StatementTable,
} from "../partners/statements/StatementTable.tsx";
import { FactList, SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";

const addressOf = (id: string): string => `/own/statements/${id}`;

/** The statements of the own partner. */
export function OwnStatementsPage() {
  const t = useText();
  const query = useAnswer("own.statements");
  return (
    <Page title={t("statements.title")} width={1100}>
      <SectionCard title={t("statements.title")}>
        <QueryResult query={query} lines={6}>
          {({ data }) =>
            data.length === 0 ? (
              <Typography role="status" sx={{ color: "text.secondary", py: 1 }}>
                {t("ownPartner.statements.none")}
              </Typography>
            ) : (
              <StatementTable statements={data} addressOf={addressOf} />
            )
          }
        </QueryResult>
      </SectionCard>
    </Page>
  );
}

/** One statement, with its orders and its files. */
export function OwnStatementPage() {
  const { id = "" } = useParams();
  const query = useAnswer("own.statement", { id });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(shown) => <Loaded shown={shown} />}
    </QueryResult>
  );
}

function Loaded({ shown: { statement, lines } }: { shown: ApiAnswer<"own.statement"> }) {
  const t = useText();
  const format = useFormat();
  const { id, number, issuedAt, invoiceNumber, currencyCode } = statement;
  return (
    <Page
      title={t("statements.statement", { number })}
      above={<BackLink path="/own/statements" label={t("statements.title")} />}
      lead={<StatementState statement={statement} />}
      actions={<StatementFiles id={id} operation="own.statementFile" />}
    >
      <SectionCard title={t("ownPartner.account")} gap={1}>
        <StatementFacts of={statement} />
        <FactList
          facts={[
            { name: t("statements.field.issuedAt"), value: format.instant(issuedAt) },
            invoiceNumber && { name: t("statements.field.invoice"), value: invoiceNumber },
          ]}
        />
      </SectionCard>
      <SectionCard title={t("statements.lines")}>
        <StatementLines lines={lines} currencyCode={currencyCode} orderAddress={(order) => `/own/orders/${order}`} />
      </SectionCard>
    </Page>
  );
}
