import TablePagination from "@mui/material/TablePagination";
import { type ReactNode, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";

/** The paging of a list or table. Pages count from 0. With `sizes` the operator chooses how many rows a page has. */
export function TablePages({
  count,
  page,
  perPage,
  onPage,
  sizes = [perPage],
  onPerPage,
}: {
  count: number;
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  sizes?: number[];
  onPerPage?: (perPage: number) => void;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <TablePagination
      component="div"
      count={count}
      // MUI rejects a page beyond the last page. useList leaves such a page right after loading.
      page={Math.min(page, Math.max(0, Math.ceil(count / perPage) - 1))}
      rowsPerPage={perPage}
      rowsPerPageOptions={sizes}
      labelRowsPerPage={t("frame.list.perPage")}
      showFirstButton
      showLastButton
      onPageChange={(_, next) => onPage(next)}
      onRowsPerPageChange={({ target }) => onPerPage?.(Number(target.value))}
      labelDisplayedRows={({ from, to }) =>
        t("frame.list.range", { from: format.count(from), to: format.count(to), total: format.count(count) })
      }
      getItemAriaLabel={(target) => t(`frame.list.${target}`)}
    />
  );
}

/** Pages a list that was read whole. Returns the rows of the page, and its paging; a list of one page has none. */
export function usePages<Row>(rows: readonly Row[], perPage: number): { shown: readonly Row[]; paging: ReactNode } {
  const [chosen, setChosen] = useState(0);
  const page = Math.min(chosen, Math.max(0, Math.ceil(rows.length / perPage) - 1));
  return {
    shown: rows.slice(page * perPage, (page + 1) * perPage),
    paging: rows.length > perPage && (
      <TablePages count={rows.length} page={page} perPage={perPage} onPage={setChosen} />
    ),
  };
}
