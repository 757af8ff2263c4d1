import { Box, Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from "@mui/material";
import type { ReactNode } from "react";

export interface Column<Row> {
  name: string;
  /** Numbers are right-aligned. */
  figure?: boolean;
  /** Not on phones. */
  wide?: boolean;
  value: (row: Row) => ReactNode;
  /** What the last row has in this column. */
  total?: ReactNode;
}

/** The rows of a report. A long table scrolls in its own frame. The first column is the row header. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  height = 320,
}: {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Maximum height in CSS pixels. */
  height?: number | "none";
}) {
  const totals = columns.some(({ total }) => total !== undefined);
  return (
    // Focusable, so that the arrow keys can scroll it.
    <Box role="group" aria-label={label} tabIndex={0} sx={{ overflow: "auto", maxHeight: height, mx: -2 }}>
      <Table
        size="small"
        stickyHeader
        aria-label={label}
        sx={{
          // Four columns of amounts fit on a phone.
          "& .MuiTableCell-root": {
            bgcolor: "background.paper",
            px: { xs: 0.75, sm: 2 },
            "@media (max-width: 599px)": { fontSize: "0.8125rem" },
          },
          "& .MuiTableCell-root:first-of-type": { pl: 2 },
          "& .MuiTableCell-root:last-of-type": { pr: 2 },
          "& tfoot td": { color: "text.primary", fontSize: "0.875rem", fontWeight: 700, borderBottom: 0 },
        }}
      >
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.name} {...shapeOf(column)}>
                {column.name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map((column, nth) => (
                <TableCell key={column.name} {...(nth === 0 && { component: "th", scope: "row" })} {...shapeOf(column)}>
                  {column.value(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {totals && (
          <TableFooter>
            <TableRow>
              {columns.map((column) => (
                <TableCell key={column.name} {...shapeOf(column)}>
                  {column.total}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </Box>
  );
}

/** Long content wraps, but no word of a usual length breaks. */
const shapeOf = ({ figure, wide }: Pick<Column<never>, "figure" | "wide">) =>
  ({
    align: figure ? "right" : "left",
    sx: {
      ...(figure ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere", minWidth: { xs: "4.5rem", sm: "7rem" } }),
      ...(wide && { display: { xs: "none", sm: "table-cell" } }),
    },
  }) as const;
