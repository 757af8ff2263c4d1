import TablePagination from "@mui/material/TablePagination";
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
