import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { idFromName } from "../format/ids.ts";
import { useText } from "../i18n/index.ts";
import { useSignedInOperator } from "../session/hooks.ts";
import { BooleanField } from "../ui/form/choices.tsx";
import { Form } from "../ui/form/Form.tsx";
import { useProposal } from "../ui/form/IdField.tsx";
import { SubmitButton, useSubmit } from "../ui/form/submit.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { UnsavedForm, useAfterSaving } from "../ui/form/UnsavedChangesWarning.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { useSavedNotice } from "../ui/useSavedNotice.ts";
import { AddressFields } from "./AddressFields.tsx";
import { type AddressValues, addressOf } from "./site.ts";

interface NewSiteValues extends AddressValues {
  name: string;
  code: string;
  setPages: boolean;
}

const codeFromName = (name: string): string => idFromName(name).toUpperCase();

/** Creates a further site. */
export function NewSitePage() {
  const t = useText();
  return (
    <Page
      title={t("site.create.button")}
      lead={t("site.create.lead")}
      width={860}
      above={<BackLink path="/sites" label={t("whiteLabels.ownTitle")} />}
    >
      <NewSiteForm isFirst={false} />
    </Page>
  );
}

/** Creates a site. `isFirst`: the pages of the products are proposed to be on it. */
export function NewSiteForm({ isFirst }: { isFirst: boolean }) {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const reportSaved = useSavedNotice();
  const { me } = useSignedInOperator();
  const name = isFirst ? (me?.operatorName ?? "") : "";
  const [defaults] = useState<NewSiteValues>({
    ...{ name, code: codeFromName(name), where: "path", path: "/tours", host: "", setPages: isFirst },
  });
  const [made, setMade] = useState<string | null>(null);
  const { error, isMarked, onSubmit, onMarked } = useSubmit<NewSiteValues>(async (values) => {
    const { name, code, setPages } = values;
    const body = { name: name.trim(), code: code.trim(), ...addressOf(values), setPages };
    const site = await api("sites.create", { body });
    reportSaved(t("site.create.done", { name: site.name }));
    void queries.invalidateQueries();
    setMade(site.id);
  });
  useAfterSaving(made !== null, () => navigate(`/sites/${encodeURIComponent(made!)}/show`, { replace: true }));
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <SectionCard title={t("site.create.title")} gap={2}>
        <UnsavedForm saved={made !== null} />
        <AddressFields />
        <Names />
        <BooleanField source="setPages" label={t("site.create.pages")} helperText={t("site.create.pagesLead")} />
        <ProblemAlert error={error} isMarked={isMarked} />
        <SubmitButton label={t("site.create.title")} />
      </SectionCard>
    </Form>
  );
}

function Names() {
  const t = useText();
  useProposal("code", codeFromName(useWatch({ name: "name" }) ?? ""));
  return (
    <>
      <TextField required source="name" label={t("field.name")} helperText={t("site.create.nameLead")} most={200} />
      <TextField
        required
        verbatim
        source="code"
        label={t("field.code")}
        helperText={t("site.create.codeLead")}
        validate={(code) => (/^\S+$/.test(code ?? "") ? undefined : t("whiteLabels.fault.code"))}
        most={64}
      />
    </>
  );
}
