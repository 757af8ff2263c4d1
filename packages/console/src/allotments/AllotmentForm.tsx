import { Stack } from "@mui/material";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useRefusalText } from "../api/refusal-text.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { fieldErrors } from "../ui/form/errors.ts";
import { ErrorSummary } from "../ui/form/FieldSummary.tsx";
import { type FieldTexts, Form } from "../ui/form/Form.tsx";
import { UnsavedForm, useAfterSaving } from "../ui/form/UnsavedChangesWarning.tsx";
import { useNotify } from "../ui/notices.tsx";
import { SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { PreviewButton, PreviewPanel } from "../ui/preview.tsx";
import { type Preview, usePreview } from "../ui/usePreview.ts";
import { AllotmentEvents, AllotmentFit } from "./AllotmentEvents.tsx";
import { AllotmentFields } from "./AllotmentFields.tsx";
import { type Allotment, type AllotmentValues, allotmentBody, type SavedAllotment } from "./allotment.ts";

type Flow = Preview<AllotmentValues, SavedAllotment>;

/** Changes or adds an allotment, after a preview of what it has of each event. */
export function AllotmentForm({
  defaults,
  allotment,
  onSaved,
}: {
  defaults: AllotmentValues;
  allotment: Allotment | null;
  onSaved: () => unknown;
}) {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const notify = useNotify();
  const [present, setPresent] = useState(allotment);
  const send = (dryRun: boolean, values: AllotmentValues): Promise<SavedAllotment> => {
    const body = allotmentBody(values);
    return present
      ? api("allotments.update", { id: present.id, query: { dryRun }, body: { ...body, revision: present.revision } })
      : api("allotments.create", { query: { dryRun }, body });
  };
  const flow: Flow = usePreview<AllotmentValues, SavedAllotment>({
    preview: (values) => send(true, values),
    save: (values) => send(false, values),
  });
  const onSubmit = async (values: AllotmentValues): Promise<FieldTexts> => {
    const error = await flow.preview(values);
    const ofFields = fieldErrors(error, values, refusalText);
    if (Object.keys(ofFields).length > 0) flow.reset();
    return ofFields;
  };
  const saved = flow.phase === "done";
  useAfterSaving(saved, () => {
    notify(t("allotments.saved"), { type: "success" });
    onSaved();
  });
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit}>
      <UnsavedForm saved={saved} />
      <TwoColumns ratio={[5, 6]}>
        <SectionCard title={t("allotments.form")}>
          <Stack sx={{ gap: 2, pt: 0.5 }}>
            <ErrorSummary labelOf={(source) => t(labels[source.split(".")[0] as keyof typeof labels])} />
            <AllotmentFields />
            <PreviewButton phase={flow.phase} />
          </Stack>
        </SectionCard>
        <SectionCard title={t("events.change.preview")}>
          <Outcome
            flow={flow}
            conflictAction={
              present && (
                <ConflictAction
                  error={flow.error}
                  read={() => api("allotments.show", { id: present.id })}
                  onRead={(now) => {
                    setPresent(now.allotment);
                    flow.reset();
                  }}
                />
              )
            }
          />
        </SectionCard>
      </TwoColumns>
    </Form>
  );
}

const labels = {
  name: "allotments.name",
  product: "events.filter.product",
  itemId: "allotments.item",
  kind: "allotments.kindTitle",
  seats: "allotments.seats",
  partnerIds: "allotments.partners",
  from: "allotments.from",
  to: "allotments.to",
  weekdays: "allotments.weekdays",
  times: "allotments.times",
  releaseHours: "allotments.releaseHours",
  closedDates: "allotments.closedDates",
} as const satisfies Record<keyof AllotmentValues, string>;

function Outcome({ flow, conflictAction }: { flow: Flow; conflictAction: React.ReactNode }) {
  const t = useText();
  const values = useWatch();
  const fits = flow.shown?.events.every(({ missing }) => missing === 0) ?? false;
  const seats = Number(flow.input?.seats ?? 0);
  return (
    <PreviewPanel
      flow={flow}
      hint={t("allotments.previewHint")}
      stale={JSON.stringify(flow.input) !== JSON.stringify(values)}
      errorAction={conflictAction}
      button={fits ? t("frame.action.save") : null}
      before={({ events }) => <AllotmentFit events={events} />}
    >
      {({ events }) => <AllotmentEvents events={events} seats={seats} />}
    </PreviewPanel>
  );
}
