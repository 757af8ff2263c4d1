import { Box, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { type Translate, useText } from "../../i18n/index.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { ErrorSummary } from "../../ui/form/FieldSummary.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SubmitButton, useSubmit } from "../../ui/form/submit.tsx";
import { UnsavedForm, useAfterSaving } from "../../ui/form/UnsavedChangesWarning.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { TwoColumns } from "../../ui/page/layout.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { StartFields } from "./TermsFields.tsx";
import { type StartValues, startOf } from "./terms.ts";

/** Options of a read on which a form is based: a later answer would not reach it. */
export const readOnce = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** The form of a new version of terms or of a price list, with its start, beside the prices that it makes. It leads to `to`. */
export function VersionForm<Values extends StartValues>({
  first,
  save,
  notice,
  to,
  submit,
  preview,
  children,
}: {
  first: Values;
  /** `validFrom`: the instant at which the version begins; null: now. */
  save: (values: Values, validFrom: ReturnType<typeof startOf>) => Promise<unknown>;
  notice: string;
  to: string;
  submit: string;
  preview: ReactNode;
  /** The fields above the start. */
  children: ReactNode;
}) {
  const t = useText();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const zone = useStoreZone();
  const [defaults] = useState(first);
  const [saved, setSaved] = useState(false);
  const { error, isMarked, onSubmit, onMarked } = useSubmit<Values>(async (values) => {
    await save(values, startOf(values, zone));
    notify(notice, { type: "success" });
    setSaved(true);
  });
  useAfterSaving(saved, () => {
    void queries.invalidateQueries();
    navigate(to, { replace: true });
  });
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <UnsavedForm saved={saved} />
      <TwoColumns ratio={[1, 1]}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ErrorSummary labelOf={(source) => labelOf(source, t)} />
          <ProblemAlert error={error} isMarked={isMarked} />
          {children}
          <StartFields />
          <SubmitButton label={submit} />
        </Stack>
        <Box sx={{ minWidth: 0, position: { lg: "sticky" }, top: 72 }}>{preview}</Box>
      </TwoColumns>
    </Form>
  );
}

const labels = {
  "content.limit.amount": "terms.field.amount",
  "content.limit.currencyCode": "terms.field.limitCurrency",
  "content.limit.warnBelow": "terms.field.warnBelow",
  "content.collects": "terms.field.collects",
  "content.noShow": "terms.field.noShow",
  "content.percent": "terms.field.percent",
  "content.paymentDays": "terms.field.paymentDays",
  validFrom: "terms.field.validFrom",
  priceListId: "terms.field.priceList",
} as const;

/** Returns the label of a field that has an error. A line is named by its number. */
function labelOf(source: string, t: Translate): string {
  const line = /^lines\.(\d+)/.exec(source);
  if (line) return `${t("terms.preview.line")} ${Number(line[1]) + 1}`;
  return source in labels ? t(labels[source as keyof typeof labels]) : t("terms.title");
}
