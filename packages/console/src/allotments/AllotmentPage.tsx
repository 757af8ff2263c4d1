import { useNavigate } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { AllotmentEvents } from "./AllotmentEvents.tsx";
import { AllotmentForm } from "./AllotmentForm.tsx";
import { allotmentName, allotmentValues, emptyAllotment, type SavedAllotment } from "./allotment.ts";

/** One allotment: its form, and what it has of each coming event. */
export const AllotmentPage = () => (
  <RecordPage edited operation="allotments.show">
    {(saved) => <LoadedAllotment saved={saved} />}
  </RecordPage>
);

function LoadedAllotment({ saved: { allotment, events } }: { saved: SavedAllotment }) {
  const t = useText();
  const navigate = useNavigate();
  const rights = useRights();
  const { data: product } = useAnswer("products.show", { id: allotment!.productId });
  if (!product) return <PagePlaceholder />;
  const values = allotmentValues(allotment!, { id: product.id, ...product.source });
  return (
    <Page title={allotmentName(allotment!)} above={<BackLink path="/allotments" label={t("allotments.title")} />}>
      {rights.has("allotments.update") && (
        <AllotmentForm defaults={values} allotment={allotment} onSaved={() => navigate("/allotments")} />
      )}
      <SectionCard title={t("events.title")}>
        <AllotmentEvents events={events} seats={allotment!.seats} />
      </SectionCard>
    </Page>
  );
}

/** Adds an allotment. */
export function NewAllotmentPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Page title={t("allotments.add")} above={<BackLink path="/allotments" label={t("allotments.title")} />}>
      <AllotmentForm defaults={emptyAllotment} allotment={null} onSaved={() => navigate("/allotments")} />
    </Page>
  );
}
