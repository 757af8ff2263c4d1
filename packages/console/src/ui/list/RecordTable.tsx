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
import { alpha, type Theme } from "@mui/material/styles";
import { Fragment, type MouseEvent, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { useText } from "../../i18n/index.ts";
import { hoverOpacity, selectedOpacity } from "../../theme/tokens.ts";
import { ExpandButton } from "../ExpandButton.tsx";
import { cutText, ScreenReaderText, SecondaryText } from "../text.tsx";
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
    // Texts for screen readers stay inside.
    <Box sx={{ overflowX: "auto", position: "relative" }}>
      <Table
        size="small"
        sx={{ ...tableStyle, ...(compact ? compactRowStyle : columns.some(({ second }) => second) && twoLineStyle) }}
      >
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
                {columns.map((column, nth) => (
                  <RecordCell
                    key={column.label}
                    {...{ column, row, compact }}
                    printed={printed ?? false}
                    isHeader={printed === true && nth === 0}
                  />
                ))}
                {(end || opens) && (
                  <TableCell padding="checkbox" align="right" sx={atEnd}>
                    {opens && <OpenButton row={row} {...opens} />}
                  </TableCell>
                )}
              </TableRow>
              {details && (
                <TableRow data-details>
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

const tableStyle = {
  "& .MuiTableCell-root": { px: 1 },
  "& .MuiTableCell-root:first-of-type": { pl: 2 },
  // The arrow of the last column needs this room.
  "& .MuiTableCell-root:last-of-type:not(.MuiTableCell-paddingCheckbox)": { pr: 2 },
  "& thead .MuiTableCell-root": { py: 0, height: 37, lineHeight: "20px" },
  // The arrow is in the gap between two columns, so that a figure and its header end at the same place.
  "& .MuiTableSortLabel-root": { position: "relative", verticalAlign: "top" },
  "& .MuiTableSortLabel-icon": { position: "absolute", left: "calc(100% + 1px)", m: 0, fontSize: 15 },
  "& .MuiTableCell-paddingCheckbox": { width: 40, "& .MuiCheckbox-root": { p: 0.5, ml: -0.5 } },
  // A row of details that is closed has no height.
  "& tbody [data-details] > .MuiTableCell-root": { height: 0 },
  "& tbody .MuiChip-root": { height: 20, fontSize: "0.75rem" },
  "& tbody .MuiChip-icon": { fontSize: 14, ml: 0.5, mr: -0.5 },
} as const;

/** Rows have one height, also those without a second text. */
const twoLineStyle = { "& tbody .MuiTableCell-root": { height: 53 } } as const;

function RecordCell<Row>({
  column: { value, second, picture, figure, wrap, width, main, most },
  row,
  compact,
  printed,
  isHeader,
}: {
  column: ListColumn<Row>;
  row: Row;
  compact: boolean;
  printed: boolean;
  isHeader: boolean;
}) {
  const isCut = !printed && (main || most !== undefined || second !== undefined);
  return (
    <TableCell
      {...(isHeader && { component: "th", scope: "row" })}
      align={figure ? "right" : "left"}
      className={wrap ? "wraps" : undefined}
      sx={{
        // Printed content wraps at words, because paper cannot scroll.
        ...(!printed && (wrap ? { overflowWrap: "anywhere", minWidth: "9rem" } : { whiteSpace: "nowrap" })),
        ...(width && { width }),
        // With a maximum width of zero, long content does not widen the column.
        ...(main && !printed && { width: "100%", maxWidth: 0, minWidth: "9rem" }),
      }}
    >
      {isCut ? (
        <CutContent
          value={value(row)}
          second={second?.(row) || null}
          picture={picture?.(row)}
          most={most}
          shows={compact ? (main ? "beside" : "title") : "below"}
        />
      ) : (
        value(row)
      )}
    </TableCell>
  );
}

/** A value and its second text, each cut where the cell ends. The title has the whole text. */
function CutContent({
  value,
  second,
  picture,
  most,
  shows,
}: {
  value: ReactNode;
  second: string | null;
  picture: ReactNode;
  most: string | undefined;
  shows: "beside" | "below" | "title";
}) {
  const beside = shows === "beside";
  const setTitle = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const { textContent } = currentTarget.querySelector("[data-value]") ?? currentTarget;
    currentTarget.title = [textContent, second].filter(Boolean).join(" · ");
  };
  return (
    <Box
      onMouseEnter={setTitle}
      // A second text that is not shown is in the title from the start: a screen reader reads it without a mouse.
      {...(second && shows === "title" && { title: second })}
      sx={{ display: "flex", alignItems: "center", gap: 1.25, position: "relative" }}
    >
      {picture}
      <Box
        sx={{
          ...{ flex: 1, minWidth: 0, maxWidth: most, lineHeight: "20px" },
          // Where the second text has no room, it wraps into the hidden part.
          ...(beside && { display: "flex", flexWrap: "wrap", columnGap: 1, height: 20, overflow: "hidden" }),
        }}
      >
        <Box data-value sx={{ ...cutText, ...(beside && { maxWidth: "100%" }) }}>
          {value}
        </Box>
        {second && shows !== "title" && (
          <SecondaryText
            component="div"
            sx={{ ...cutText, lineHeight: "inherit", ...(beside && { flex: "1 1 5rem", minWidth: "5rem" }) }}
          >
            {second}
          </SecondaryText>
        )}
      </Box>
    </Box>
  );
}

/** A click beside a checkbox must not open the row's record. */
const notTheRow = (event: MouseEvent): void => event.stopPropagation();

/** Mixes a colour of the row into a cell. */
const tinted =
  (opacity: number) =>
  ({ palette }: Theme) => {
    const tone = alpha(palette.primary.main, opacity);
    return `linear-gradient(${tone}, ${tone})`;
  };

/** The column stays in view also where the table is wider than its frame. It hides what is below it, so it has the row's colour itself. */
const atEnd = {
  position: "sticky",
  right: 0,
  bgcolor: "background.paper",
  ".MuiTableRow-hover:hover > &": { backgroundImage: tinted(hoverOpacity) },
  ".Mui-selected > &, .Mui-selected:hover > &": { backgroundImage: tinted(selectedOpacity) },
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
