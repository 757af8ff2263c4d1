import { Button, Chip } from "@mui/material";
import { useState } from "react";
import { useApi } from "../../api/useApi.ts";
import { InstantText, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { FilterBar, InstantFilter, SearchFilter, SelectFilter, useFilters } from "../../ui/list/filters.tsx";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import type { RowSelection } from "../../ui/list/records.ts";
import { RowSelectionBar } from "../../ui/list/selection.tsx";
import { PageLink } from "../../ui/text.tsx";
import { ExportList } from "../list/ExportList.tsx";
import { NameFilter } from "../list/NameFilter.tsx";
import { useOrderRights } from "../parts.tsx";
import { type RefundLine, type RefundMethod, refundMethods, refundStates } from "./refund.ts";

const addressOf = ({ orderId }: RefundLine): string => `/orders/${orderId}/show`;

/** Lists due refunds and recorded refunds. Due refunds come first, unless the operator sorts the list. */
export function RefundList() {
  const t = useText();
  const format = useFormat();
  const may = useOrderRights()("refund");
  const [selected, setSelected] = useState<ReadonlyMap<string, RefundLine>>(new Map());
  const selection: RowSelection<RefundLine> = {
    all: t("refunds.selected.all"),
    nameOf: ({ reference }) => reference,
    has: ({ id }) => selected.has(id),
    set: (lines, on) => {
      const next = new Map(selected);
      // A recorded refund cannot be recorded again.
      for (const line of lines)
        if (on && line.paidAt === null) next.set(line.id, line);
        else next.delete(line.id);
      setSelected(next);
    },
  };
  return (
    <ListPage
      resource="refunds"
      title={t("refunds.title")}
      lead={t("refunds.lead")}
      empty={t("refunds.empty")}
      sort={{ field: "dueAt", order: "ASC" }}
      filter={{ state: "due" }}
      filters={<RefundFilters />}
      actions={<ExportList operation="refunds.export" />}
    >
      {selected.size > 0 && <SelectionBar selected={selected} onClear={() => setSelected(new Map())} />}
      <RecordList<RefundLine>
        to={addressOf}
        selection={may ? selection : undefined}
        columns={[
          {
            label: t("orders.field.reference"),
            most: "7rem",
            value: (refund) => (
              <PageLink to={addressOf(refund)} sx={{ fontFamily: mono, fontSize: "0.75rem", fontWeight: 700 }}>
                {refund.reference}
              </PageLink>
            ),
          },
          {
            label: t("orders.field.guest"),
            card: "bare",
            most: "7.5rem",
            value: ({ leadName }) => leadName ?? t("orders.nameless"),
          },
          {
            label: t("orders.field.activity"),
            main: true,
            card: "line",
            value: ({ productName }) => productName,
            second: ({ eventOn }) => format.local(eventOn),
          },
          {
            label: t("sale.payment"),
            card: "bare",
            most: "6rem",
            value: ({ payment, partnerName }) => (payment === "partner" ? partnerName : t(`sale.method.${payment}`)),
            second: ({ externalReference }) => externalReference,
          },
          {
            label: t("refunds.field.due"),
            sort: "dueUsd",
            figure: true,
            value: ({ due, currencyCode }) => format.amount(due, currencyCode),
          },
          {
            id: "dollars",
            label: t("orders.field.totalUsd"),
            figure: true,
            isOptional: true,
            omitEmpty: true,
            value: ({ dueUsd, currencyCode }) => currencyCode !== "USD" && format.money(dueUsd),
          },
          {
            id: "total",
            label: t("orders.field.total"),
            figure: true,
            isForWide: true,
            value: ({ total, currencyCode }) => format.amount(total, currencyCode),
          },
          {
            label: t("refunds.field.since"),
            sort: "dueAt",
            value: ({ dueAt }) => <InstantText at={dueAt} />,
            second: ({ reason }) => t(`refunds.reason.${reason}`),
          },
          {
            id: "paid",
            label: t("refunds.field.paid"),
            sort: "paidAt",
            omitEmpty: true,
            value: ({ paid, currencyCode }) => paid !== null && format.amount(paid, currencyCode),
            second: ({ paidAt, method }) =>
              paidAt !== null && method !== null
                ? `${t(`refunds.method.${method}`)} · ${format.instant(paidAt)}`
                : null,
          },
        ]}
      />
    </ListPage>
  );
}

/** The number of selected refunds, their sum, and the button that records them. */
function SelectionBar({ selected, onClear }: { selected: ReadonlyMap<string, RefundLine>; onClear: () => void }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const lines = [...selected.values()];
  const digits = Math.max(...lines.map(({ due }) => due.split(".")[1]?.length ?? 0));
  const sum = lines.reduce((all, { due }) => all + Number(due), 0).toFixed(digits);
  const amount = format.amount(sum, lines[0]!.currencyCode);
  return (
    <RowSelectionBar text={t("refunds.selected.count", { smart_count: lines.length, amount })}>
      <FormButton
        label={t("refunds.selected.record")}
        button={{ size: "small", variant: "contained" }}
        title={t("refunds.selected.title", { smart_count: lines.length, amount })}
        lead={t("refunds.recordLead")}
        defaults={{ method: "" as RefundMethod | "", note: "" }}
        save={({ method, note }) =>
          api("refunds.record", {
            body: {
              ids: [...selected.keys()],
              ...(method !== "" && { method }),
              ...(note.trim() && { note: note.trim() }),
            },
          })
        }
        notice={t("refunds.selected.done")}
        onSaved={onClear}
      >
        <SelectField
          source="method"
          label={t("refunds.field.method")}
          empty={t("refunds.selected.asPaid")}
          choices={choicesOf(refundMethods, (method) => t(`refunds.method.${method}`))}
        />
        <TextField multiline minRows={2} source="note" label={t("orders.history.note")} most={500} />
      </FormButton>
      <Button size="small" onClick={onClear}>
        {t("bulk.selected.clear")}
      </Button>
    </RowSelectionBar>
  );
}

function RefundFilters() {
  const t = useText();
  return (
    <FilterBar
      first={
        <>
          <ActionFilter />
          <SearchFilter placeholder={t("refunds.searchLead")} />
        </>
      }
      more={{ usual: ["action", "q", "state", "dueFrom", "dueTo"], filters: <NameFilter source="partner" /> }}
    >
      <SelectFilter
        source="state"
        label={t("orders.field.status")}
        any={t("products.any")}
        choices={choicesOf(refundStates, (state) => t(`refunds.state.${state}`))}
      />
      <InstantFilter source="dueFrom" label={t("refunds.field.dueFrom")} />
      <InstantFilter source="dueTo" label={t("refunds.field.dueTo")} until />
    </FilterBar>
  );
}

/** Says that the list has the refunds of one action on all orders of an event. A press shows the others too. */
function ActionFilter() {
  const t = useText();
  const { values, set } = useFilters();
  if (!values.action) return null;
  const remove = () => set({ action: undefined });
  return (
    <Chip
      size="medium"
      color="info"
      label={t("refunds.ofAction")}
      onClick={remove}
      onDelete={remove}
      sx={{ gridColumn: "1 / -1", justifySelf: "start" }}
    />
  );
}
