import {
  Box,
  Checkbox,
  Collapse,
  FormControlLabel,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  useMediaQuery,
} from "@mui/material";
import { Fragment, type ReactNode, useState } from "react";
import { type RaRecord, useListContext } from "react-admin";
import { useNavigate } from "react-router";
import { ExpandButton } from "../ExpandButton.tsx";
import { Hidden, Secondary } from "../text.tsx";

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
}

export interface Selection<Row> {
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], on: boolean) => void;
  nameOf: (row: Row) => string;
  /** Selects the rows of the page. */
  all: string;
}

interface RecordListProps<Row> {
  columns: readonly ListColumn<Row>[];
  /** The record's page, opened by a click anywhere in the row. The first column has the link for the keyboard. */
  to?: (row: Row) => string;
  selection?: Selection<Row> | undefined;
  /** Details of a record, shown by a button with this label. */
  details?: { label: string; show: (row: Row) => ReactNode };
}

/** The records of the surrounding list: a table or, on a narrow screen, cards that begin with the first column. */
export function RecordList<Row extends RaRecord>(props: RecordListProps<Row>) {
  const wide = useMediaQuery("(min-width: 900px)");
  return wide ? <Lines {...props} /> : <Cards {...props} />;
}

function Lines<Row extends RaRecord>({ columns, to, selection, details }: RecordListProps<Row>) {
  const navigate = useNavigate();
  const { data = [] } = useListContext<Row>();
  const expanded = useExpanded();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: 1.5 } }}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <PageCheckbox rows={data} selection={selection} labelled />
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
          {data.map((row) => (
            <Fragment key={row.id}>
              <TableRow
                hover
                selected={selection?.has(row) ?? false}
                {...(to && { onClick: () => navigate(to(row)) })}
                sx={{ ...(to && { cursor: "pointer" }), ...(details && { "& > td": { borderBottom: 0 } }) }}
              >
                {selection && (
                  <TableCell padding="checkbox">
                    <RowCheckbox row={row} selection={selection} />
                  </TableCell>
                )}
                {details && (
                  <TableCell padding="checkbox">
                    <ExpandButton {...expanded(row.id)} label={details.label} />
                  </TableCell>
                )}
                {columns.map(({ label, value, figure, wrap, width }) => (
                  <TableCell
                    key={label}
                    align={figure ? "right" : "left"}
                    sx={{
                      ...(wrap ? { overflowWrap: "anywhere", minWidth: "9rem" } : { whiteSpace: "nowrap" }),
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
                    <Collapse in={expanded(row.id).open} unmountOnExit>
                      {details.show(row)}
                    </Collapse>
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** A column header. The first click sorts in descending order. */
function HeadCell<Row>({ column: { label, sort: field, figure } }: { column: ListColumn<Row> }) {
  const { sort, setSort } = useListContext();
  const align = figure ? "right" : "left";
  if (!field) return <TableCell align={align}>{label}</TableCell>;
  const active = sort.field === field;
  const ascending = sort.order === "ASC";
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

function Cards<Row extends RaRecord>({ columns: [first, ...columns], selection, details }: RecordListProps<Row>) {
  const { data = [] } = useListContext<Row>();
  const expanded = useExpanded();
  return (
    <>
      {selection && <PageCheckbox rows={data} selection={selection} />}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.map((row) => (
          <Box
            component="li"
            key={row.id}
            sx={{ p: 1.5, borderTop: 1, borderColor: "divider", overflowWrap: "anywhere" }}
          >
            <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
              {selection && <RowCheckbox row={row} selection={selection} />}
              <Box sx={{ flex: 1, minWidth: 0 }}>{first?.value(row)}</Box>
              {details && <ExpandButton {...expanded(row.id)} label={details.label} />}
            </Stack>
            <Stack
              direction="row"
              sx={{ columnGap: 1.5, rowGap: 0.5, flexWrap: "wrap", alignItems: "center", mt: 0.5 }}
            >
              {columns.map((column) => (
                <CardPart key={column.label} column={column} row={row} />
              ))}
            </Stack>
            {details && expanded(row.id).open && details.show(row)}
          </Box>
        ))}
      </Box>
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
  const [shown, setShown] = useState<RaRecord["id"] | null>(null);
  return (id: RaRecord["id"]) => ({ open: shown === id, onToggle: () => setShown(shown === id ? null : id) });
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
