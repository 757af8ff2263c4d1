import { Alert, Button, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useAnsweredRefusalText } from "../../api/refusal-text.ts";
import type { ApiAnswer } from "../../api/types.ts";
import { useText } from "../../i18n/index.ts";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField } from "../../ui/form/TextField.tsx";
import { FoldedSection, PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { FileColumns, useCsvFile } from "./csv-file.ts";

/** Chooses a CSV file. `children`: what must be chosen before. */
export function FileCard({
  title,
  chosen: { file, unfit, choose },
  disabled = false,
  onChange,
  children,
}: {
  title: string;
  chosen: ReturnType<typeof useCsvFile>;
  disabled?: boolean;
  /** Opens the columns of the file; missing while there are none. */
  onChange?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <SectionCard title={title} gap={1.5}>
      {children}
      <FileDrop
        label={t(file ? "settling.file.another" : "settling.file.choose")}
        lead={t("settling.file.lead")}
        accept=".csv,.txt,text/csv"
        disabled={disabled}
        onFiles={([one]) => void choose(one)}
      />
      {unfit && <Alert severity="error">{t(`settling.file.${unfit}`)}</Alert>}
      {file && (
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{file.name}</Typography>
          {onChange && (
            <Button size="small" onClick={onChange}>
              {t("settling.file.change")}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

/** A field of a mapping: which column it is, with samples of the column. `empty`: the label for no column. */
export function ColumnField({
  source,
  label,
  lead,
  empty,
  columns,
}: {
  source: string;
  label: string;
  lead?: string;
  empty?: string;
  columns: FileColumns["columns"];
}) {
  return (
    <SelectField
      source={source}
      label={label}
      {...(lead !== undefined && { helperText: lead })}
      {...(empty !== undefined && { empty })}
      choices={useColumnChoices(columns)}
    />
  );
}

/** The columns of a file as choices, each with samples. */
export function useColumnChoices(columns: FileColumns["columns"]) {
  const t = useText();
  return columns.map(({ heading, samples }) => ({
    id: heading,
    name: samples.length > 0 ? `${heading} (${t("settling.file.sample", { list: samples.join(", ") })})` : heading,
  }));
}

const dateOrders = ["dmy", "mdy", "ymd"] as const;
const decimalMarks = ["comma", "point"] as const;

/** How dates and amounts are written. */
export function WrittenFields() {
  const t = useText();
  return (
    <>
      <SelectField
        source="dates"
        label={t("settling.file.dates")}
        choices={choicesOf(dateOrders, (one) => t(`settling.file.order.${one}`))}
      />
      <SelectField
        source="decimals"
        label={t("settling.file.decimals")}
        choices={choicesOf(decimalMarks, (one) => t(`settling.file.mark.${one}`))}
      />
    </>
  );
}

/** Rows of a file that were not read, with the reasons. */
export function UnreadRows({ problems }: { problems: ApiAnswer<"bankFiles.read">["problems"] }) {
  const t = useText();
  const refusalText = useAnsweredRefusalText();
  if (problems.length === 0) return null;
  const rows = new Set(problems.map(({ row }) => row));
  return (
    <FoldedSection summary={t("settling.file.problems", { smart_count: rows.size })}>
      <PlainList>
        {problems.map((problem) => (
          <SecondaryText key={`${problem.row} ${problem.column}`} component="li">
            {t("settling.file.row", { n: problem.row })} · {problem.column}: {refusalText(problem)}
          </SecondaryText>
        ))}
      </PlainList>
    </FoldedSection>
  );
}
