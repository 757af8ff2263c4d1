import type { ListRecord } from "../api/types.ts";
import { OperationName } from "../audit/AuditList.tsx";
import { auditSubjectText } from "../audit/subject.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DayFilter, FilterBar } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink } from "../ui/text.tsx";
import { changeAddress } from "./useUndoChanges.ts";

/** The changes of products and events, each of which can be undone. */
export function ChangeList() {
  const t = useText();
  const format = useFormat();
  return (
    <ListPage
      resource="changes"
      title={t("changes.list.title")}
      lead={t("changes.list.lead")}
      empty={t("changes.list.none")}
      filters={
        <FilterBar columns="13rem">
          <DayFilter source="from" label={t("frame.period.from")} />
          <DayFilter source="to" label={t("frame.period.to")} />
        </FilterBar>
      }
    >
      <RecordList<ListRecord<"changes.list">>
        to={({ id }) => changeAddress(id)}
        columns={[
          {
            label: t("audit.operation"),
            wrap: true,
            value: ({ id, operation }) => (
              <PageLink to={changeAddress(id)}>
                <OperationName id={operation} />
              </PageLink>
            ),
          },
          { label: t("audit.subject"), wrap: true, value: ({ subject }) => auditSubjectText(subject, t, format) },
          { label: t("products.title"), figure: true, value: ({ products }) => format.count(products) },
          { label: t("audit.operator"), value: ({ operator }) => operator },
          { label: t("audit.at"), card: "bare", value: ({ at }) => <InstantText at={at} /> },
        ]}
      />
    </ListPage>
  );
}
