import { Box, Stack, useMediaQuery } from "@mui/material";
import { useRef, useState } from "react";
import { ExpandButton } from "../ExpandButton.tsx";
import { useKeyShortcuts } from "../keys.ts";
import { SecondaryText } from "../text.tsx";
import { DisplayMenu, useDensity, useShownColumns } from "./display.tsx";
import { RecordPanel } from "./RecordPanel.tsx";
import { RecordTable } from "./RecordTable.tsx";
import type { ListColumn, RecordsProps } from "./records.ts";
import { PageCheckbox, RowCheckbox } from "./selection.tsx";
import { useExpandedRecord } from "./useExpandedRecord.ts";
import { useListContext } from "./useList.ts";

type ListProps<Row> = Omit<RecordsProps<Row>, "rows" | "keyOf" | "opens" | "end" | "compact" | "body">;

/** The records of the surrounding list, with the panel of the chosen record beside them. */
export function RecordList<Row extends { id: string | number }>(props: ListProps<Row>) {
  const { data = [], resource } = useListContext<Row>();
  const { panel, to, columns } = props;
  const keyOf = ({ id }: Row) => id;
  const shown = useShownColumns(resource, columns, data);
  const { body, opened, open, close, canOpen } = useRows(data, keyOf, panel !== undefined && to !== undefined);
  const compact = useDensity(columns) === "compact";
  const columnsBesidePanel = useMediaQuery("(min-width: 1500px)") ? 3 : 2;
  return (
    <Box sx={{ display: "flex" }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <RecordTableOrCards
          {...props}
          rows={data}
          keyOf={keyOf}
          compact={compact}
          body={body}
          columns={opened ? shown.slice(0, columnsBesidePanel) : shown}
          {...(columns.some(({ id }) => id !== undefined) && {
            end: <DisplayMenu resource={resource} columns={columns} />,
          })}
          {...(panel && canOpen && { opens: { nameOf: panel.nameOf, opened, open } })}
        />
      </Box>
      {panel && to && opened && (
        <RecordPanel name={panel.nameOf(opened)} to={to(opened)} onClose={close}>
          {panel.show(opened)}
        </RecordPanel>
      )}
    </Box>
  );
}

/** Records as a table or, on a narrow screen, as cards that begin with the first column. */
export function RecordTableOrCards<Row>(props: RecordsProps<Row>) {
  const wide = useMediaQuery("(min-width: 900px)");
  if (wide) return <RecordTable {...props} />;
  if (!props.printed) return <RecordCards {...props} />;
  return (
    <>
      <div className="on-screen">
        <RecordCards {...props} />
      </div>
      {/* A page is printed before React could render it again. */}
      <Box sx={{ display: "none", "@media print": { display: "block" } }}>
        <RecordTable {...props} />
      </Box>
    </>
  );
}

type Key = string | number;

/** j and k move through the rows of a table, or show the next record in the panel. Escape closes the panel. */
function useRows<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, hasPanel: boolean) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [key, setKey] = useState<Key | null>(null);
  // Beside the panel the list needs room for its first columns.
  const isWide = useMediaQuery("(min-width: 1200px)", { noSsr: true });
  const at = hasPanel && isWide ? rows.findIndex((row) => keyOf(row) === key) : -1;
  const lines = () => [...(body.current?.querySelectorAll<HTMLElement>(":scope > [data-row]") ?? [])];
  const focusRow = (nth: number) => {
    const row = lines()[nth];
    (row?.querySelector<HTMLElement>("[data-opens]") ?? row?.querySelector<HTMLElement>("a, button"))?.focus();
  };
  const step = (by: 1 | -1) => {
    const all = lines();
    const from = at >= 0 ? at : all.findIndex((line) => line.contains(document.activeElement));
    const next = Math.max(0, Math.min(from + by, rows.length - 1));
    if (at < 0) return focusRow(next);
    setKey(keyOf(rows[next]!));
    all[next]?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    setKey(null);
    // The table first shows all its columns again.
    requestAnimationFrame(() => focusRow(at));
  };
  useKeyShortcuts({ j: () => step(1), k: () => step(-1), ...(at >= 0 && { Escape: close }) });
  return { body, opened: rows[at], open: (row: Row) => setKey(keyOf(row)), close, canOpen: hasPanel && isWide };
}

const cardStyle = {
  ...{ p: 1.5, borderTop: 1, borderColor: "divider", overflowWrap: "anywhere", fontSize: "0.875rem" },
  // The first part of a chip is on the baseline of the values beside it, so that part is its text.
  "& .MuiChip-root": { height: 20, fontSize: "0.75rem" },
  "& .MuiChip-icon": { display: "none" },
} as const;

/** Records as cards, for a narrow screen. */
function RecordCards<Row>({ rows, keyOf, columns, totals, selection, details }: RecordsProps<Row>) {
  const [first, ...others] = columns;
  const expanded = useExpandedRecord();
  return (
    <>
      {selection && <PageCheckbox rows={rows} selection={selection} />}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows.map((row) => (
          <Box component="li" key={keyOf(row)} sx={cardStyle}>
            <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
              {selection && <RowCheckbox row={row} selection={selection} />}
              {first?.picture?.(row)}
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {first?.value(row)}
                {first && <CardSecond column={first} row={row} />}
              </Box>
              {details && <ExpandButton {...expanded(keyOf(row))} label={details.label} />}
            </Stack>
            <Stack
              direction="row"
              sx={{ columnGap: 1.5, rowGap: 0.5, flexWrap: "wrap", alignItems: "baseline", mt: 0.5 }}
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

function CardPart<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  const { label, value, card } = column;
  const content = card === "none" ? null : value(row);
  if (content === null || content === undefined || content === false || content === "") return null;
  if (card === "line")
    return (
      <Box sx={{ flexBasis: "100%" }}>
        {content}
        <CardSecond column={column} row={row} />
      </Box>
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      {card !== "bare" && <SecondaryText span>{label}: </SecondaryText>}
      {content}
    </Box>
  );
}

function CardSecond<Row>({ column: { second }, row }: { column: ListColumn<Row>; row: Row }) {
  const text = second?.(row);
  return text ? <SecondaryText>{text}</SecondaryText> : null;
}
