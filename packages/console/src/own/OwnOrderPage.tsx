import { Alert, Link, Stack, Typography } from "@mui/material";
import { useParams } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { RefundTerms, StatusChip, TestChip, useTicketsText } from "../orders/parts.tsx";
import { FactList, LinedItem, PlainList, SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { filteredListAddress, PageLink, PhoneLink, SecondaryText } from "../ui/text.tsx";

type OwnOrder = ApiAnswer<"own.order">;

/** An order of the own partner. */
export function OwnOrderPage() {
  const { id = "" } = useParams();
  const query = useAnswer("own.order", { id }, { refetchInterval: 30_000 });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(order) => <Loaded order={order} />}
    </QueryResult>
  );
}

function Loaded({ order }: { order: OwnOrder }) {
  const t = useText();
  const { reference, status, test, leadName, answers, changes } = order;
  return (
    <Page
      title={reference}
      above={<BackLink path="/own/orders" label={t("ownPartner.orders.title")} />}
      lead={
        <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <StatusChip status={status} />
          {test && <TestChip />}
          {leadName}
        </Stack>
      }
      actions={
        order.voucherUrl && (
          <Link href={order.voucherUrl} target="_blank" rel="noreferrer">
            {t("ownPartner.orders.voucher")}
          </Link>
        )
      }
    >
      <Ended order={order} />
      <TwoColumns ratio={[1, 1]}>
        <Sold order={order} />
        <Money order={order} />
      </TwoColumns>
      {answers.length > 0 && (
        <SectionCard title={t("ownPartner.orders.answers")}>
          <FactList
            facts={answers.map(({ title, text, passenger }) => ({
              name: passenger === null ? title : `${passenger}. ${title}`,
              value: text,
            }))}
          />
        </SectionCard>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      <PageLink to={filteredListAddress("own/messages", { q: reference })}>{t("ownPartner.orders.messages")}</PageLink>
    </Page>
  );
}

/** Who ended the order, why, and what it refunds. */
function Ended({ order: { status, endedBy, reason, refundUsd } }: { order: OwnOrder }) {
  const t = useText();
  const format = useFormat();
  if (status !== "cancelled" && status !== "rejected") return null;
  return (
    <Alert severity="info">
      {[
        t(`ownPartner.orders.ended.${endedBy ?? "service"}`),
        reason,
        refundUsd !== null && t("ownPartner.orders.refund", { amount: format.money(refundUsd) }),
      ]
        .filter(Boolean)
        .join(" ")}
    </Alert>
  );
}

function Sold({ order }: { order: OwnOrder }) {
  const t = useText();
  const format = useFormat();
  const ticketsText = useTicketsText();
  const { productName, itemName, eventOn, timeZone, venue, address, tickets, email, phoneNumber } = order;
  return (
    <SectionCard title={t("ownPartner.orders.sold")}>
      <FactList
        facts={[
          { name: t("terms.line.product"), value: productName, wide: true },
          itemName !== productName && { name: t("orders.field.item"), value: itemName, wide: true },
          {
            name: t("orders.field.event"),
            value: <span title={timeZone ?? undefined}>{format.local(eventOn)}</span>,
          },
          { name: t("statements.field.tickets"), value: ticketsText(tickets) },
          venue !== null && {
            name: t("ownPartner.orders.place"),
            value: [venue, address].filter(Boolean).join(", "),
            wide: true,
          },
          order.externalReference && { name: t("ownPartner.orders.yours"), value: order.externalReference },
          order.confirmation && { name: t("orders.field.confirmation"), value: order.confirmation },
          email && { name: t("account.signIn.email"), value: email, wide: true },
          phoneNumber && { name: t("statements.company.phone"), value: <PhoneLink number={phoneNumber} /> },
          { name: t("ownPartner.orders.placed"), value: <InstantText at={order.createdAt} /> },
          order.admitted > 0 && { name: t("ownPartner.orders.admitted"), value: format.count(order.admitted) },
          order.noShow > 0 && { name: t("attendance.title"), value: format.count(order.noShow) },
        ]}
      />
    </SectionCard>
  );
}

function Money({ order: { totalUsd, partnerTerms, refunds, timeZone, status } }: { order: OwnOrder }) {
  const t = useText();
  const format = useFormat();
  const amounts = partnerTerms?.amounts;
  const amount = (field: "retail" | "commission" | "net") =>
    amounts && {
      name: t(`statements.field.${field}`),
      value: format.amount(amounts[field], amounts.currencyCode),
    };
  return (
    <SectionCard title={t("ownPartner.orders.money")} gap={1.5}>
      <FactList
        facts={[
          { name: t("ownPartner.orders.charged"), value: <b>{format.money(totalUsd)}</b> },
          amount("retail"),
          amount("commission"),
          amount("net"),
        ]}
      />
      {(status === "complete" || status === "waitsupplier") && (
        <RefundTerms tiers={refunds} zone={timeZone ?? undefined} />
      )}
    </SectionCard>
  );
}

function Changes({ changes }: { changes: OwnOrder["changes"] }) {
  const t = useText();
  const format = useFormat();
  const ticketsText = useTicketsText();
  return (
    <SectionCard title={t("ownPartner.orders.changes")}>
      <PlainList>
        {changes.map((change) => (
          <LinedItem key={change.id}>
            <Typography>
              {[change.itemName, format.local(change.eventOn), ticketsText(change.tickets)].join(" · ")}
            </Typography>
            <SecondaryText>
              {t(change.actor === "partner" ? "ownPartner.orders.byYou" : "ownPartner.orders.byOperator")}
              {change.acceptedAt && (
                <>
                  {" · "}
                  <InstantText at={change.acceptedAt} />
                </>
              )}
              {` · ${format.money(change.totalUsd)}`}
            </SecondaryText>
          </LinedItem>
        ))}
      </PlainList>
    </SectionCard>
  );
}
