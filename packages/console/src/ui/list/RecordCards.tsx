import { Box, Stack } from "@mui/material";
import { ExpandButton } from "../ExpandButton.tsx";
import { SecondaryText } from "../text.tsx";
import type { ListColumn, RecordsProps } from "./records.ts";
import { PageCheckbox, RowCheckbox } from "./selection.tsx";
import { useExpandedRecord } from "./useExpandedRecord.ts";

/** Records as cards, for a narrow screen. */
export function RecordCards<Row>({ rows, keyOf, columns, totals, selection, details }: RecordsProps<Row>) {
  const [first, ...others] = columns;
  const expanded = useExpandedRecord();
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
  if (card === "line") return <Box sx={{ flexBasis: "100%" }}>{content}</Box>;
  if (card === "bare") return <Box sx={{ minWidth: 0 }}>{content}</Box>;
  return (
    <Box sx={{ minWidth: 0 }}>
      <SecondaryText span>{label}: </SecondaryText>
      {content}
    </Box>
  );
}
