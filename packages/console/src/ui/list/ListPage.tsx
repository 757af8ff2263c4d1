import { Card, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import type { OperationId } from "../../api/types.ts";
import { useText } from "../../i18n/index.ts";
import { Loading } from "../page/Loading.tsx";
import { Page } from "../page/Page.tsx";
import { ProblemAlert } from "../page/states.tsx";
import { TablePages } from "../page/TablePages.tsx";
import { SavedViews } from "./SavedViews.tsx";
import { ListProvider, type Sort, useList, useListContext } from "./useList.ts";

const pageSizes = [25, 50, 100];

/** A list page with filters, records and paging. Its state is in the address. */
export function ListPage({
  resource,
  operation,
  title,
  lead,
  actions,
  filters,
  views = false,
  sort,
  filter,
  perPage = 25,
  empty,
  children,
}: {
  resource: string;
  /** The operation of the list, if it is not named like the resource. */
  operation?: OperationId;
  title: string;
  lead?: string;
  actions?: ReactNode;
  filters?: ReactNode;
  /** Whether operators can save filters of this list under a name. */
  views?: boolean;
  sort?: Sort;
  /** Filters of a list that is opened without any. */
  filter?: Record<string, string>;
  perPage?: number;
  /** The content for an empty list, which explains what to do next. */
  empty?: string;
  /** Shows the records of the list's context. */
  children: ReactNode;
}) {
  const list = useList(resource, { operation, sort, filter, perPage });
  return (
    <ListProvider value={list}>
      <Page title={title} lead={lead} actions={actions}>
        {filters}
        {views && <SavedViews initial={filter} />}
        <Card aria-busy={list.isFormer} sx={{ overflow: "clip", ...(list.isFormer && { opacity: 0.6 }) }}>
          <Records empty={empty}>{children}</Records>
          <Pages />
        </Card>
      </Page>
    </ListProvider>
  );
}

/** The page selection, if there is more than one page. */
function Pages() {
  const { total, page, perPage, setPage, setPerPage } = useListContext();
  if (total <= pageSizes[0]!) return null;
  return (
    <TablePages
      count={total}
      page={page - 1}
      perPage={perPage}
      onPage={(next) => setPage(next + 1)}
      sizes={pageSizes.includes(perPage) ? pageSizes : [...pageSizes, perPage]}
      onPerPage={setPerPage}
    />
  );
}

function Records({ empty, children }: { empty: string | undefined; children: ReactNode }) {
  const t = useText();
  const { data, error, filterValues } = useListContext();
  if (error)
    return (
      <Stack sx={{ p: 2 }}>
        <ProblemAlert error={error} />
      </Stack>
    );
  if (data === undefined)
    return (
      <Stack sx={{ px: 2, py: 0.5 }}>
        <Loading of="rows" lines={10} />
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
