import { Alert, AlertTitle, Stack, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { BeforeAfter } from "../../changes/DifferenceList.tsx";
import { Amount } from "../../format/Amount.tsx";
import { useDeadline, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { fieldProblemsOf } from "../../ui/form/FieldSummary.tsx";
import { FactList, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { PreviewForm, PreviewPanel } from "../../ui/preview.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { MethodChoice } from "../MethodChoice.tsx";
import { reasonReadersText } from "../OrderDialog.tsx";
import { hasWaitingAmendment, type Order } from "../order.ts";
import { RefundTerms, useTicketsText } from "../parts.tsx";
import { QuestionInputs } from "../questions.tsx";
import { useSaleRefusals } from "../refusals.ts";
import { AmendedTickets, ContactFields, EventFields } from "./fields.tsx";
import {
  type AmendmentFlow,
  type AmendmentQuote,
  type AmendmentValues,
  amendmentFieldIds,
  amendmentValues,
  type DifferenceMethod,
  differencePayments,
  hasSurcharge,
  initialDifferenceMethod,
  useAmendment,
} from "./useAmendment.ts";

/** The page on which an operator amends an order: first a quote, then its acceptance. */
export const AmendmentPage = () => (
  <RecordPage edited operation="orders.show">
    {(order) => <ChangeForm order={order} />}
  </RecordPage>
);

function ChangeForm({ order }: { order: Order }) {
  const t = useText();
  const [defaults] = useState(() => amendmentValues(order));
  const [values, setValues] = useState(defaults);
  const [why, setWhy] = useState("");
  const [method, setMethod] = useState(() => initialDifferenceMethod(order));
  const { flow, asked } = useAmendment(order, why, method);
  const set = (some: Partial<typeof values>) => setValues((now) => ({ ...now, ...some }));
  const part = { order, values, onChange: set, problems: fieldProblemsOf(flow.error) };
  return (
    <Page
      title={t("amendment.title", { reference: order.reference })}
      lead={t("amendment.lead")}
      above={<BackLink path={`/orders/${order.id}/show`} label={t("amendment.back")} />}
    >
      <PreviewForm
        defaults={defaults}
        values={values}
        flow={flow}
        onPreview={() => flow.preview(values)}
        label={t("amendment.quote")}
        title={t("amendment.outcome")}
        outcome={
          <QuotePanel
            {...{ order, flow, why, method }}
            stale={flow.input !== values}
            onWhy={setWhy}
            onMethod={setMethod}
          />
        }
      >
        <SectionCard title={t("orders.field.event")}>
          <EventFields {...part} />
        </SectionCard>
        <SectionCard title={t("products.ticket.title")}>
          <AmendedTickets {...part} />
        </SectionCard>
        <SectionCard title={t("amendment.contact")}>
          <ContactFields {...part} />
        </SectionCard>
        {asked.length > 0 && (
          <SectionCard title={t("orders.page.answers")}>
            <QuestionInputs asked={asked} answers={values.answers} onChange={(answers) => set({ answers })} />
          </SectionCard>
        )}
      </PreviewForm>
    </Page>
  );
}

/** The quote of a change, its acceptance, and the result. */
function QuotePanel({
  order,
  flow,
  stale,
  why,
  onWhy,
  method,
  onMethod,
}: {
  order: Order;
  flow: AmendmentFlow;
  stale: boolean;
  why: string;
  onWhy: (why: string) => void;
  method: DifferenceMethod | "";
  onMethod: (method: DifferenceMethod) => void;
}) {
  const t = useText();
  const format = useFormat();
  const after = flow.shown?.after;
  return (
    <PreviewPanel
      flow={flow}
      hint={t("amendment.hint")}
      conflict={t("amendment.conflict")}
      stale={stale}
      button={flow.shown?.quoteId ? t("amendment.accept") : null}
      done={flow.saved && <Done order={flow.saved} />}
      before={() =>
        flow.shown && (
          <Stack sx={{ gap: 2 }}>
            <Quoted order={order} quote={flow.shown} values={flow.input} />
            {after && hasSurcharge(after) && (
              <Stack sx={{ gap: 1 }}>
                <Typography sx={{ fontWeight: 600 }}>
                  {t("amendment.pays", { amount: format.amount(after.difference, after.currencyCode) })}
                </Typography>
                <MethodChoice
                  id={amendmentFieldIds.method}
                  methods={differencePayments(order)}
                  value={method}
                  nameOf={(one) => (one === "partner" ? t("amendment.partnerPays") : t(`sale.method.${one}`))}
                  onChange={onMethod}
                  problems={fieldProblemsOf(flow.error)}
                />
              </Stack>
            )}
            {flow.shown.quoteId && (
              <TextField
                label={t("orders.action.why")}
                helperText={reasonReadersText(order.payment !== null, t)}
                value={why}
                onChange={({ target }) => onWhy(target.value)}
                slotProps={{ htmlInput: { maxLength: 500 } }}
              />
            )}
          </Stack>
        )
      }
    />
  );
}

function Done({ order }: { order: Order }) {
  const t = useText();
  const waits = hasWaitingAmendment(order);
  return (
    <>
      <Alert severity={waits ? "info" : "success"}>{t(waits ? "amendment.waits" : "amendment.changed")}</Alert>
      <PageLink to={`/orders/${order.id}/show`} sx={{ alignSelf: "flex-start" }}>
        {t("orders.keys.open")}
      </PageLink>
    </>
  );
}

function Quoted({
  order,
  quote,
  values,
}: {
  order: Order;
  quote: AmendmentQuote;
  /** The input of the quote. */
  values: AmendmentValues | null;
}) {
  const t = useText();
  const format = useFormat();
  const party = useTicketsText();
  const deadline = useDeadline();
  const { after, errors, refunds, tickets, expiresAt } = quote;
  const reasons = useSaleRefusals(errors);
  const isOnAccount = order.partnerTerms?.collects === "partner";
  if (!after)
    return (
      <Alert severity="error">
        <AlertTitle>{t("amendment.impossible")}</AlertTitle>
        <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
          {reasons.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Alert>
    );
  const { eventOn, itemName, seats, totalUsd, currencyCode } = after;
  const money = (amount: string, usd: string | number) => (
    <Amount amount={amount} currencyCode={currencyCode} usd={usd} />
  );
  const before = { event: order.sold && `${format.local(order.sold.eventOn)}, ${order.sold.itemName}` };
  const isOtherEvent = before.event !== `${format.local(eventOn)}, ${itemName}`;
  const changed = (former: string | null, next: string) =>
    former === next ? next : <BeforeAfter before={former} after={next} />;
  const contact = (["email", "phoneNumber"] as const).flatMap((field) => {
    const [former, next] = [order.event[field], values?.[field].trim() ?? order.event[field]];
    const name = t(field === "email" ? "orders.field.email" : "orders.field.phone");
    return former === next ? [] : [{ name, wide: true, value: changed(former || null, next || "–") }];
  });
  return (
    <>
      <FactList
        facts={[
          {
            name: t("orders.field.event"),
            wide: true,
            value: changed(before.event, `${format.local(eventOn)}, ${itemName}`),
          },
          {
            name: t("products.ticket.title"),
            wide: true,
            value: changed(party(order.event.tickets), party(tickets)),
          },
          { name: t("field.people"), value: changed(`${order.people}`, `${after.people}`) },
          {
            name: t("orders.field.total"),
            wide: true,
            value: (
              <>
                {changed(format.amount(order.amounts.total, currencyCode), format.amount(after.total, currencyCode))}
                {currencyCode !== "USD" && <SecondaryText>{format.money(totalUsd)}</SecondaryText>}
              </>
            ),
          },
          { name: t("amendment.difference"), value: <b>{money(after.difference, after.differenceUsd)}</b> },
          { name: t(isOtherEvent ? "amendment.seatsThere" : "amendment.seats"), value: seats },
          ...contact,
          { name: t("amendment.expires"), wide: true, value: expiresAt && deadline(expiresAt) },
        ]}
      />
      {Number(after.differenceUsd) < 0 && (
        <>
          <Alert severity="info">
            {Number(after.refundUsd) > 0
              ? t(isOnAccount ? "amendment.refundToPartner" : "amendment.refundDue", {
                  amount: format.amount(after.refund, currencyCode),
                  method: t("refunds.method.account"),
                })
              : t("amendment.noRefund")}
          </Alert>
          <RefundTerms tiers={refunds.map((tier) => ({ ...tier, currencyCode }))} zone={order.sold?.timeZone} isQuote />
        </>
      )}
    </>
  );
}
