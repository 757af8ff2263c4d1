import { Box, Table, TableBody, TableCell, TableHead, TableRow } from "@mui/material";
import type { ReactNode } from "react";

export interface Column<Row> {
  name: string;
  /** Numbers are right-aligned. */
  figure?: boolean;
  value: (row: Row) => ReactNode;
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
  height?: number;
}) {
  return (
    // Focusable, so that the arrow keys can scroll it.
    <Box role="group" aria-label={label} tabIndex={0} sx={{ overflow: "auto", maxHeight: height, mx: -2 }}>
      <Table size="small" stickyHeader sx={{ "& .MuiTableCell-root": { bgcolor: "background.paper" } }}>
        <TableHead>
          <TableRow>
            {columns.map(({ name, figure }) => (
              <TableCell key={name} align={figure ? "right" : "left"}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map(({ name, figure, value }, nth) => (
                <TableCell
                  key={name}
                  align={figure ? "right" : "left"}
                  {...(nth === 0 && { component: "th", scope: "row" })}
                  // Long content wraps, but no word of a usual length breaks.
                  sx={figure ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere", minWidth: "7rem" }}
                >
                  {value(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
