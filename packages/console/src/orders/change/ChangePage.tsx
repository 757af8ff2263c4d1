import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";
import { FieldSummary, problemsOf } from "../../ui/form/FieldSummary.tsx";
import { Unsaved } from "../../ui/form/Unsaved.tsx";
import { RecordPage } from "../../ui/page/Loaded.tsx";
import { Section, TwoColumns } from "../../ui/page/layout.tsx";
import { BackTo, Page } from "../../ui/page/Page.tsx";
import type { Order } from "../order.ts";
import { Contact, Questions, SessionFields, TicketFields } from "./fields.tsx";
import { valuesOf } from "./form.ts";
import { QuotePanel } from "./QuotePanel.tsx";
import { useChange } from "./useChange.ts";

/** An operator changes an order: a quote, then its acceptance. */
export const ChangePage = () => (
  <RecordPage edited operation="orders.show">
    {(order) => <ChangeForm order={order} />}
  </RecordPage>
);

function ChangeForm({ order }: { order: Order }) {
  const t = useText();
  const [defaults] = useState(() => valuesOf(order));
  const [values, setValues] = useState(defaults);
  const [why, setWhy] = useState("");
  const { flow, asked } = useChange(order, why);
  const set = (some: Partial<typeof values>) => setValues((now) => ({ ...now, ...some }));
  const part = { order, values, onChange: set, problems: problemsOf(flow.error) };
  return (
    <Page
      title={t("orderChange.title", { reference: order.reference })}
      lead={t("orderChange.lead")}
      above={<BackTo path={`/orders/${order.id}/show`} label={t("orderChange.back")} />}
    >
      <Unsaved when={values !== defaults && flow.phase !== "done"} />
      <TwoColumns ratio={[5, 6]}>
        <Stack
          component="form"
          noValidate
          sx={{ gap: 2, minWidth: 0 }}
          onSubmit={(event) => {
            event.preventDefault();
            void flow.preview(values);
          }}
        >
          <FieldSummary problems={part.problems} />
          <Section title={t("orderChange.session")}>
            <SessionFields {...part} />
          </Section>
          <Section title={t("orders.page.tickets")}>
            <TicketFields {...part} />
          </Section>
          <Section title={t("orderChange.contact")}>
            <Contact {...part} />
          </Section>
          {asked.length > 0 && (
            <Section title={t("orders.page.answers")}>
              <Questions {...part} asked={asked} />
            </Section>
          )}
          <Button
            type="submit"
            variant={flow.phase === "ready" ? "outlined" : "contained"}
            loading={flow.phase === "previewing"}
            sx={{ alignSelf: "flex-start" }}
          >
            {t("orderChange.quote")}
          </Button>
        </Stack>
        <QuotePanel order={order} flow={flow} stale={flow.input !== values} why={why} onWhy={setWhy} />
      </TwoColumns>
    </Page>
  );
}
