import AddIcon from "@mui/icons-material/Add";
import { Button, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useController, useFormState } from "react-hook-form";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useTicketNames } from "../../products/useTicketNames.ts";
import { DialogButton, RecordActions } from "../../ui/dialogs.tsx";
import { type Column, DataTable } from "../../ui/page/DataTable.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { LineDialog } from "./LineDialog.tsx";
import type { TermsLine } from "./terms.ts";
import { useRuleText } from "./terms-text.ts";

const perPage = 25;

/** The lines of the surrounding form, which it changes one by one. `currencyCode`: of amounts of a new line for all products. */
export function LineFields({
  title,
  lead,
  none,
  currencyCode,
}: {
  title: string;
  lead: string;
  none: string;
  currencyCode: string;
}) {
  const t = useText();
  const { field } = useController({ name: "lines" });
  const { errors } = useFormState();
  const lines = field.value as TermsLine[];
  const set = (next: TermsLine[]) => field.onChange(next);
  const problems = messagesByLine(errors.lines);
  return (
    <SectionCard
      title={title}
      gap={1}
      aside={
        <DialogButton
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
          label={t("terms.line.add")}
          dialog={(close) => (
            <LineDialog
              title={t("terms.line.add")}
              currencyCode={currencyCode}
              onDone={(line) => set([...lines, line])}
              onClose={close}
            />
          )}
        />
      }
    >
      <SecondaryText>{lead}</SecondaryText>
      <LineTable
        lines={lines}
        none={none}
        problems={problems}
        actions={(line, n) => (
          <RecordActions>
            <DialogButton
              size="small"
              label={t("terms.line.change")}
              of={t("terms.line.of", { n: n + 1 })}
              dialog={(close) => (
                <LineDialog
                  title={t("terms.line.changeTitle", { n: n + 1 })}
                  line={line}
                  currencyCode={currencyCode}
                  onDone={(changed) => set(lines.with(n, changed))}
                  onClose={close}
                />
              )}
            />
            <Button
              size="small"
              color="error"
              aria-label={`${t("terms.line.remove")}: ${t("terms.line.of", { n: n + 1 })}`}
              onClick={() => set(lines.filter((_, other) => other !== n))}
            >
              {t("terms.line.remove")}
            </Button>
          </RecordActions>
        )}
      />
    </SectionCard>
  );
}

/** A table of lines, in their sequence. `problems`: what the service refused, by the position of its line. */
export function LineTable({
  lines,
  none,
  problems,
  actions,
}: {
  lines: readonly TermsLine[];
  none: string;
  problems?: ReadonlyMap<number, string>;
  actions?: (line: TermsLine, n: number) => ReactNode;
}) {
  const t = useText();
  const ticketName = useTicketNames();
  const ruleText = useRuleText();
  const datesText = useDatesText();
  const { shown: rows, paging } = usePages(
    lines.map((line, n) => ({ line, n })),
    perPage,
  );
  if (lines.length === 0) return <Typography sx={{ color: "text.secondary", py: 1 }}>{none}</Typography>;
  const columns: Column<(typeof rows)[number]>[] = [
    {
      name: t("terms.line.product"),
      value: ({ line, n }) => (
        <>
          {n + 1}. {line.productId === null ? t("terms.line.everyProduct") : (line.productName ?? line.productId)}
          {line.itemId !== null && ` · ${line.itemName ?? line.itemId}`}
          <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
            {line.ticket === null ? t("terms.line.everyTicket") : ticketName(line.ticket)} · {datesText(line)}
          </SecondaryText>
          {problems?.has(n) && (
            <Typography variant="body2" component="span" sx={{ display: "block", color: "error.main" }}>
              {problems.get(n)}
            </Typography>
          )}
        </>
      ),
    },
    { name: t("terms.line.rule"), figure: true, value: ({ line: { rule } }) => <b>{ruleText(rule)}</b> },
    ...(actions
      ? [
          {
            name: t("orders.field.actions"),
            figure: true,
            value: ({ line, n }: (typeof rows)[number]) => actions(line, n),
          },
        ]
      : []),
  ];
  return (
    <Stack>
      <DataTable
        label={t("terms.line.title")}
        height="none"
        stacked
        rows={rows}
        columns={columns}
        keyOf={({ n }) => `${n}`}
      />
      {paging}
    </Stack>
  );
}

function useDatesText(): (line: Pick<TermsLine, "firstOn" | "lastOn">) => string {
  const t = useText();
  const format = useFormat();
  return ({ firstOn, lastOn }) => {
    if (firstOn && lastOn) return `${format.date(firstOn)} – ${format.date(lastOn)}`;
    if (firstOn) return t("terms.line.since", { day: format.date(firstOn) });
    return lastOn ? t("terms.line.until", { day: format.date(lastOn) }) : t("terms.line.anyDate");
  };
}

/** Returns the message of each line with an error, wherever in the line it is. */
function messagesByLine(errors: unknown): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (typeof errors !== "object" || errors === null) return found;
  for (const [n, error] of Object.entries(errors)) {
    const message = messageIn(error);
    if (/^\d+$/.test(n) && message) found.set(Number(n), message);
  }
  return found;
}

function messageIn(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.entries(error).reduce<string | null>(
    (found, [name, inner]) => found ?? (name === "ref" ? null : messageIn(inner)),
    null,
  );
}
