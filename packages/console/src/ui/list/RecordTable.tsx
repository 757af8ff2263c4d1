import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import {
  Box,
  Collapse,
  IconButton,
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableRow,
  TableSortLabel,
} from "@mui/material";
import { Fragment, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { useText } from "../../i18n/index.ts";
import { ExpandButton } from "../ExpandButton.tsx";
import { ScreenReaderText } from "../text.tsx";
import { compactRowStyle } from "./display.tsx";
import type { ListColumn, RecordsProps } from "./records.ts";
import { PageCheckbox, RowCheckbox } from "./selection.tsx";
import { useExpandedRecord } from "./useExpandedRecord.ts";
import { useListContext } from "./useList.ts";

/** Records as a table. */
export function RecordTable<Row>({
  rows,
  keyOf,
  columns,
  totals,
  printed,
  to,
  selection,
  details,
  opens,
  end,
  compact = false,
  body,
}: RecordsProps<Row>) {
  const navigate = useNavigate();
  const expanded = useExpandedRecord();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: 1.5 }, ...(compact && compactRowStyle) }}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <PageCheckbox rows={rows} selection={selection} labelled />
              </TableCell>
            )}
            {details && (
              <TableCell padding="checkbox">
                <ScreenReaderText>{details.label}</ScreenReaderText>
              </TableCell>
            )}
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} />
            ))}
            {(end || opens) && (
              <TableCell padding="checkbox" align="right" sx={atEnd}>
                {end}
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <TableRow
                hover
                data-row
                selected={opens?.opened === row || (selection?.has(row) ?? false)}
                {...(to && { onClick: () => navigate(to(row)) })}
                sx={{ ...(to && { cursor: "pointer" }), ...(details && { "& > td, & > th": { borderBottom: 0 } }) }}
              >
                {selection && (
                  <TableCell padding="checkbox" onClick={notTheRow}>
                    <RowCheckbox row={row} selection={selection} />
                  </TableCell>
                )}
                {details && (
                  <TableCell padding="checkbox" onClick={notTheRow}>
                    <ExpandButton {...expanded(keyOf(row))} label={details.label} />
                  </TableCell>
                )}
                {columns.map(({ label, value, figure, wrap, width }, nth) => (
                  <TableCell
                    key={label}
                    {...(printed && nth === 0 && { component: "th", scope: "row" })}
                    align={figure ? "right" : "left"}
                    className={wrap ? "wraps" : undefined}
                    sx={{
                      // Printed content wraps at words, because paper cannot scroll.
                      ...(!printed &&
                        (wrap ? { overflowWrap: "anywhere", minWidth: "9rem" } : { whiteSpace: "nowrap" })),
                      ...(width && { width }),
                    }}
                  >
                    {value(row)}
                  </TableCell>
                ))}
                {(end || opens) && (
                  <TableCell padding="checkbox" align="right" sx={atEnd}>
                    {opens && <OpenButton row={row} {...opens} />}
                  </TableCell>
                )}
              </TableRow>
              {details && (
                <TableRow>
                  <TableCell colSpan={columns.length + 1 + (end || opens ? 1 : 0)} sx={{ py: 0 }}>
                    <Collapse in={expanded(keyOf(row)).open} unmountOnExit>
                      {details.show(row)}
                    </Collapse>
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          ))}
        </TableBody>
        {totals && (
          <TableFooter>
            <TableRow
              sx={{ "& td": { color: "text.primary", fontSize: "0.875rem", fontWeight: 700, verticalAlign: "top" } }}
            >
              {selection && <TableCell padding="checkbox" />}
              {columns.map(({ label, total }) => (
                <TableCell key={label}>{total}</TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </Box>
  );
}

/** A click beside a checkbox must not open the row's record. */
const notTheRow = (event: MouseEvent): void => event.stopPropagation();

/** The column stays in view also where the table is wider than its frame. */
const atEnd = {
  position: "sticky",
  right: 0,
  bgcolor: "background.paper",
  // The background of the row, which covers the whole row.
  ".Mui-selected > &": { bgcolor: "transparent" },
} as const;

/** Shows a record beside the list. j and k move to it, so Enter opens it. */
function OpenButton<Row>({ row, nameOf, opened, open }: { row: Row } & NonNullable<RecordsProps<Row>["opens"]>) {
  const t = useText();
  return (
    <IconButton
      data-opens
      size="small"
      aria-label={t("lists.panel.open", { name: nameOf(row) })}
      aria-expanded={opened === row}
      sx={{ p: 0.25 }}
      onClick={(event) => {
        event.stopPropagation();
        open(row);
      }}
    >
      <ChevronRightIcon fontSize="small" />
    </IconButton>
  );
}

function HeadCell<Row>({ column: { label, sort, figure } }: { column: ListColumn<Row> }) {
  const align = figure ? "right" : "left";
  return sort ? <SortCell label={label} field={sort} align={align} /> : <TableCell align={align}>{label}</TableCell>;
}

/** The header of a column of the surrounding list. The first click sorts in descending order. */
function SortCell({ label, field, align }: { label: string; field: string; align: "left" | "right" }) {
  const { sort, setSort } = useListContext();
  const active = sort?.field === field;
  const ascending = sort?.order === "ASC";
  return (
    <TableCell align={align} sortDirection={active ? (ascending ? "asc" : "desc") : false}>
      <TableSortLabel
        active={active}
        direction={active && ascending ? "asc" : "desc"}
        onClick={() => setSort({ field, order: active && !ascending ? "ASC" : "DESC" })}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  );
}
