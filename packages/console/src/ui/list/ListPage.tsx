import { Card, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { ListBase, Pagination, type RaRecord, type SortPayload, useListContext } from "react-admin";
import { useText } from "../../i18n/index.ts";
import { Page } from "../page/Page.tsx";
import { Loading, Problem } from "../page/states.tsx";

const pageSizes = [25, 50, 100] as [number, number, number];

/** A list page with filters, records and paging. Its state is in the address. */
export function ListPage({
  resource,
  title,
  lead,
  actions,
  filters,
  sort,
  filter,
  perPage = 25,
  empty,
  children,
}: {
  resource: string;
  title: string;
  lead?: string;
  actions?: ReactNode;
  filters?: ReactNode;
  sort?: SortPayload;
  /** Filters of a list that is opened without any. */
  filter?: Record<string, string>;
  perPage?: number;
  /** Shown for an empty list: what to do next. */
  empty?: string;
  /** Shows the records of the list's context. */
  children: ReactNode;
}) {
  return (
    <ListBase
      resource={resource}
      perPage={perPage}
      {...(sort && { sort })}
      {...(filter && { filterDefaultValues: filter })}
      disableSyncWithLocation={false}
    >
      <Page gap={1.5} title={title} lead={lead} actions={actions}>
        {filters}
        <Card sx={{ overflow: "hidden" }}>
          <Records empty={empty}>{children}</Records>
          <Pages />
        </Card>
      </Page>
    </ListBase>
  );
}

/** The page selection, if there is more than one page. */
function Pages() {
  const { total = 0 } = useListContext();
  return total > pageSizes[0] ? <Pagination rowsPerPageOptions={pageSizes} /> : null;
}

function Records({ empty, children }: { empty: string | undefined; children: ReactNode }) {
  const t = useText();
  const { data, isPending, error, filterValues } = useListContext<RaRecord>();
  if (error)
    return (
      <Stack sx={{ p: 2 }}>
        <Problem error={error} />
      </Stack>
    );
  if (isPending)
    return (
      <Stack sx={{ p: 2 }}>
        <Loading />
      </Stack>
    );
  if (data.length === 0) {
    const filtered = Object.keys(filterValues).length > 0;
    return (
      <Typography role="status" sx={{ p: 4, textAlign: "center", color: "text.secondary" }}>
        {filtered ? t("frame.list.noneFiltered") : (empty ?? t("frame.list.none"))}
      </Typography>
    );
  }
  return children;
}
