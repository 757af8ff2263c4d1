import {
  Box,
  Checkbox,
  Collapse,
  FormControlLabel,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableRow,
  TableSortLabel,
  useMediaQuery,
} from "@mui/material";
import { Fragment, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { ExpandButton } from "../ExpandButton.tsx";
import { Hidden, Secondary } from "../text.tsx";
import { useListContext } from "./useList.ts";

export interface ListColumn<Row> {
  label: string;
  /** On a card, an empty column is left out. */
  value: (row: Row) => ReactNode;
  /** The field by which the service sorts. */
  sort?: string;
  /** For figures and actions: right-aligned. */
  figure?: boolean;
  /** Whether long content wraps. */
  wrap?: boolean;
  width?: string | number;
  /** On a card: without the label, or not at all. The default is with the label. */
  card?: "bare" | "none";
  /** What the last row of a list with totals has in this column. */
  total?: ReactNode;
}

export interface Selection<Row> {
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], on: boolean) => void;
  nameOf: (row: Row) => string;
  /** Selects the rows of the page. */
  all: string;
}

interface RecordsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly ListColumn<Row>[];
  /** The name of the totals. */
  totals?: string;
  /** Whether it is printed: paper has the table, on a narrow screen too, and the first column heads its row. */
  printed?: boolean;
  /** The record's page, opened by a click anywhere in the row. The first column has the link for the keyboard. */
  to?: (row: Row) => string;
  selection?: Selection<Row> | undefined;
  /** Details of a record, shown by a button with this label. */
  details?: { label: string; show: (row: Row) => ReactNode };
}

/** The records of the surrounding list. */
export function RecordList<Row extends { id: string | number }>(props: Omit<RecordsProps<Row>, "rows" | "keyOf">) {
  const { data = [] } = useListContext<Row>();
  return <Records {...props} rows={data} keyOf={({ id }) => id} />;
}

/** Records as a table or, on a narrow screen, as cards that begin with the first column. */
export function Records<Row>(props: RecordsProps<Row>) {
  const wide = useMediaQuery("(min-width: 900px)");
  if (wide) return <Lines {...props} />;
  if (!props.printed) return <Cards {...props} />;
  return (
    <>
      <div className="on-screen">
        <Cards {...props} />
      </div>
      {/* A page is printed before React could render it again. */}
      <Box sx={{ display: "none", "@media print": { display: "block" } }}>
        <Lines {...props} />
      </Box>
    </>
  );
}

function Lines<Row>({ rows, keyOf, columns, totals, printed, to, selection, details }: RecordsProps<Row>) {
  const navigate = useNavigate();
  const expanded = useExpanded();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: 1.5 } }}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <PageCheckbox rows={rows} selection={selection} labelled />
              </TableCell>
            )}
            {details && (
              <TableCell padding="checkbox">
                <Hidden>{details.label}</Hidden>
              </TableCell>
            )}
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <TableRow
                hover
                selected={selection?.has(row) ?? false}
                {...(to && { onClick: () => navigate(to(row)) })}
                sx={{ ...(to && { cursor: "pointer" }), ...(details && { "& > td, & > th": { borderBottom: 0 } }) }}
              >
                {selection && (
                  <TableCell padding="checkbox">
                    <RowCheckbox row={row} selection={selection} />
                  </TableCell>
                )}
                {details && (
                  <TableCell padding="checkbox">
                    <ExpandButton {...expanded(keyOf(row))} label={details.label} />
                  </TableCell>
                )}
                {columns.map(({ label, value, figure, wrap, width }, nth) => (
                  <TableCell
                    key={label}
                    {...(printed && nth === 0 && { component: "th", scope: "row" })}
                    align={figure ? "right" : "left"}
                    sx={{
                      // Paper cannot scroll: there, everything wraps at words.
                      ...(!printed &&
                        (wrap ? { overflowWrap: "anywhere", minWidth: "9rem" } : { whiteSpace: "nowrap" })),
                      ...(width && { width }),
                    }}
                  >
                    {value(row)}
                  </TableCell>
                ))}
              </TableRow>
              {details && (
                <TableRow>
                  <TableCell colSpan={columns.length + 1} sx={{ py: 0 }}>
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

function Cards<Row>({ rows, keyOf, columns, totals, selection, details }: RecordsProps<Row>) {
  const [first, ...others] = columns;
  const expanded = useExpanded();
  return (
    <>
      {selection && <PageCheckbox rows={rows} selection={selection} />}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows.map((row) => (
          <Box
            component="li"
            key={keyOf(row)}
            sx={{ p: 1.5, borderTop: 1, borderColor: "divider", overflowWrap: "anywhere" }}
          >
            <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
              {selection && <RowCheckbox row={row} selection={selection} />}
              <Box sx={{ flex: 1, minWidth: 0 }}>{first?.value(row)}</Box>
              {details && <ExpandButton {...expanded(keyOf(row))} label={details.label} />}
            </Stack>
            <Stack
              direction="row"
              sx={{ columnGap: 1.5, rowGap: 0.5, flexWrap: "wrap", alignItems: "center", mt: 0.5 }}
            >
              {others.map((column) => (
                <CardPart key={column.label} column={column} row={row} />
              ))}
            </Stack>
            {details && expanded(keyOf(row)).open && details.show(row)}
          </Box>
        ))}
      </Box>
      {totals && (
        <Box role="group" aria-label={totals} sx={{ p: 1.5, borderTop: 2, borderColor: "divider", fontWeight: 700 }}>
          {columns.map(({ label, total }) => total && <div key={label}>{total}</div>)}
        </Box>
      )}
    </>
  );
}

function CardPart<Row>({ column: { label, value, card }, row }: { column: ListColumn<Row>; row: Row }) {
  const content = card === "none" ? null : value(row);
  if (content === null || content === undefined || content === false || content === "") return null;
  if (card === "bare") return <Box sx={{ minWidth: 0 }}>{content}</Box>;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Secondary span>{label}: </Secondary>
      {content}
    </Box>
  );
}

/** The record whose details are shown. */
function useExpanded() {
  const [shown, setShown] = useState<string | number | null>(null);
  return (id: string | number) => ({ open: shown === id, onToggle: () => setShown(shown === id ? null : id) });
}

function RowCheckbox<Row>({ row, selection: { has, set, nameOf } }: { row: Row; selection: Selection<Row> }) {
  return (
    <Checkbox
      size="small"
      checked={has(row)}
      onChange={(_, on) => set([row], on)}
      slotProps={{ input: { "aria-label": nameOf(row) } }}
    />
  );
}

/** Selects all rows of the page. `labelled`: only for screen readers. */
function PageCheckbox<Row>({
  rows,
  selection: { has, set, all },
  labelled = false,
}: {
  rows: readonly Row[];
  selection: Selection<Row>;
  labelled?: boolean;
}) {
  const checked = rows.every(has);
  const checkbox = (
    <Checkbox
      size="small"
      checked={checked}
      indeterminate={!checked && rows.some(has)}
      onChange={() => set(rows, !checked)}
      slotProps={{ input: labelled ? { "aria-label": all } : {} }}
    />
  );
  return labelled ? checkbox : <FormControlLabel control={checkbox} label={all} sx={{ mx: 1, my: 0.5 }} />;
}
