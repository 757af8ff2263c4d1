import TablePagination from "@mui/material/TablePagination";
import { useTranslate } from "react-admin";

/** Paging of a table that is complete in the browser, with the words of the lists. */
export function TablePages({
  count,
  page,
  perPage,
  onPage,
}: {
  count: number;
  page: number;
  perPage: number;
  onPage: (page: number) => void;
}) {
  const translate = useTranslate();
  return (
    <TablePagination
      component="div"
      count={count}
      page={page}
      rowsPerPage={perPage}
      rowsPerPageOptions={[perPage]}
      onPageChange={(_, next) => onPage(next)}
      labelDisplayedRows={({ from, to, count: total }) =>
        translate("ra.navigation.page_range_info", { offsetBegin: from, offsetEnd: to, total })
      }
      getItemAriaLabel={(type) => translate(`ra.navigation.${type}`)}
    />
  );
}
