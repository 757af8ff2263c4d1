import { Box, Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from "@mui/material";
import type { ReactNode } from "react";

export interface Column<Row> {
  name: string;
  /** Numbers are right-aligned. */
  figure?: boolean;
  /** The column is not shown on phones. */
  wide?: boolean;
  value: (row: Row) => ReactNode;
  /** The content of this column in the last row. */
  total?: ReactNode;
}

/** The rows of a report. A long table scrolls in its own frame. The first column is the row header. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  height = 320,
  stacked = false,
}: {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Maximum height in CSS pixels. */
  height?: number | "none";
  /** On phones, each row header has a line of its own above its row. For tables that are too wide otherwise. */
  stacked?: boolean;
}) {
  const totals = columns.some(({ total }) => total !== undefined);
  return (
    // The frame is focusable, so that the arrow keys can scroll it.
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
          ...(stacked && stackedOnPhones(columns.filter(({ wide }) => !wide).length - 1)),
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

/** Each row is a grid of two lines: its header, and its other cells. */
const stackedOnPhones = (others: number) => ({
  "@media (max-width: 599px)": {
    "&, & thead, & tbody, & tfoot": { display: "block" },
    "& tr": {
      display: "grid",
      gridTemplateColumns: `repeat(${others}, minmax(0, 1fr))`,
      px: 1.5,
      borderBottom: 1,
      borderColor: "divider",
    },
    "& tr > .MuiTableCell-root.MuiTableCell-root": {
      gridColumn: "1 / -1",
      border: 0,
      px: 0.5,
      pt: 1,
      pb: 0,
      fontWeight: 600,
    },
    "& tr > * + .MuiTableCell-root.MuiTableCell-root": { gridColumn: "auto", py: 0.5, fontWeight: "inherit" },
    "& thead .MuiTableCell-root.MuiTableCell-root": {
      alignSelf: "end",
      fontSize: "0.75rem",
      fontWeight: 600,
      letterSpacing: 0,
      lineHeight: 1.3,
      whiteSpace: "normal",
    },
    "& thead .MuiTableCell-root:not(* + *)": { display: "none" },
    "& tfoot tr": { borderBottom: 0 },
  },
});

/** Long content wraps, but no word of a usual length breaks. */
const shapeOf = ({ figure, wide }: Pick<Column<never>, "figure" | "wide">) =>
  ({
    align: figure ? "right" : "left",
    sx: {
      ...(figure ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere", minWidth: { xs: "4.5rem", sm: "7rem" } }),
      ...(wide && { display: { xs: "none", sm: "table-cell" } }),
    },
  }) as const;
