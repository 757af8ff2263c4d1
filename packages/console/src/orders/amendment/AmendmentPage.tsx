import { Alert, AlertTitle, Stack, TextField } from "@mui/material";
import { useState } from "react";
import { BeforeAfter } from "../../changes/DifferenceList.tsx";
import { Instant, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { problemsOf } from "../../ui/form/FieldSummary.tsx";
import { RecordPage } from "../../ui/page/Loaded.tsx";
import { Facts, Section } from "../../ui/page/layout.tsx";
import { BackTo, Page } from "../../ui/page/Page.tsx";
import { PreviewForm, PreviewPanel } from "../../ui/preview/preview.tsx";
import { PageLink } from "../../ui/text.tsx";
import { isChanging, type Order } from "../order.ts";
import { Refunds, useParty } from "../parts.tsx";
import { Questions } from "../questions.tsx";
import { AmendedTickets, Contact, EventFields } from "./fields.tsx";
import { type AmendmentFlow, type AmendmentQuote, amendmentValues, useAmendment } from "./useAmendment.ts";

/** An operator changes an order: a quote, then its acceptance. */
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
  const { flow, asked } = useAmendment(order, why);
  const set = (some: Partial<typeof values>) => setValues((now) => ({ ...now, ...some }));
  const part = { order, values, onChange: set, problems: problemsOf(flow.error) };
  return (
    <Page
      title={t("amendment.title", { reference: order.reference })}
      lead={t("amendment.lead")}
      above={<BackTo path={`/orders/${order.id}/show`} label={t("amendment.back")} />}
    >
      <PreviewForm
        defaults={defaults}
        values={values}
        flow={flow}
        onPreview={() => flow.preview(values)}
        label={t("amendment.quote")}
        title={t("amendment.outcome")}
        outcome={<QuotePanel order={order} flow={flow} stale={flow.input !== values} why={why} onWhy={setWhy} />}
      >
        <Section title={t("orders.field.event")}>
          <EventFields {...part} />
        </Section>
        <Section title={t("orders.page.tickets")}>
          <AmendedTickets {...part} />
        </Section>
        <Section title={t("amendment.contact")}>
          <Contact {...part} />
        </Section>
        {asked.length > 0 && (
          <Section title={t("orders.page.answers")}>
            <Questions asked={asked} answers={values.answers} onChange={(answers) => set({ answers })} />
          </Section>
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
}: {
  order: Order;
  flow: AmendmentFlow;
  stale: boolean;
  why: string;
  onWhy: (why: string) => void;
}) {
  const t = useText();
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
            <Quoted order={order} quote={flow.shown} />
            {flow.shown.quoteId && (
              <TextField
                label={t("orders.action.why")}
                helperText={t("orders.action.whyLead")}
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
  const waits = isChanging(order);
  return (
    <>
      <Alert severity={waits ? "info" : "success"}>{t(waits ? "amendment.waits" : "amendment.changed")}</Alert>
      <PageLink to={`/orders/${order.id}/show`} sx={{ alignSelf: "flex-start" }}>
        {t("orders.keys.open")}
      </PageLink>
    </>
  );
}

function Quoted({ order, quote }: { order: Order; quote: AmendmentQuote }) {
  const t = useText();
  const format = useFormat();
  const party = useParty();
  const { after, errors, refunds, tickets, expiresAt } = quote;
  if (!after)
    return (
      <Alert severity="error">
        <AlertTitle>{t("amendment.impossible")}</AlertTitle>
        <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
          {[...new Set(errors.map(({ message }) => message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Alert>
    );
  const { eventOn, itemName, seats, totalUsd, differenceUsd, refundUsd } = after;
  const before = { event: order.sold && `${format.local(order.sold.eventOn)}, ${order.sold.itemName}` };
  const changed = (former: string | null, next: string) =>
    former === next ? next : <BeforeAfter before={former} after={next} />;
  return (
    <>
      <Facts
        facts={[
          {
            name: t("orders.field.event"),
            wide: true,
            value: changed(before.event, `${format.local(eventOn)}, ${itemName}`),
          },
          { name: t("orders.page.tickets"), wide: true, value: changed(party(order.event.tickets), party(tickets)) },
          {
            name: t("orders.field.total"),
            wide: true,
            value: changed(format.money(order.event.totalUsd.value), format.money(totalUsd)),
          },
          { name: t("amendment.difference"), value: <b>{format.money(differenceUsd)}</b> },
          { name: t("amendment.seats"), value: seats },
          { name: t("amendment.expires"), value: expiresAt && <Instant at={expiresAt} /> },
        ]}
      />
      {Number(differenceUsd) < 0 && (
        <Refunds tiers={refunds} lead={t("amendment.refundNow", { amount: format.money(refundUsd) })} />
      )}
    </>
  );
}
