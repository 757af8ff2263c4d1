import { Box, Checkbox, FormControlLabel, Typography } from "@mui/material";
import type { ReactNode } from "react";
import type { RowSelection } from "./records.ts";

/** The checkboxes of a list whose records can be selected. */

export function RowCheckbox<Row>({ row, selection: { has, set, nameOf } }: { row: Row; selection: RowSelection<Row> }) {
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
export function PageCheckbox<Row>({
  rows,
  selection: { has, set, all },
  labelled = false,
}: {
  rows: readonly Row[];
  selection: RowSelection<Row>;
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

/** Shows the selection above its list, with the actions on it. */
export const RowSelectionBar = ({ text, children }: { text: string; children: ReactNode }) => (
  <Box
    sx={{
      ...{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5, rowGap: 0.5 },
      ...{ px: 2, py: 0.75, minHeight: 48, borderBottom: 1, borderColor: "divider" },
      ...{ bgcolor: "info.light", color: "info.dark", position: "sticky", top: 56, zIndex: 2 },
    }}
  >
    <Typography role="status" component="span" sx={{ fontWeight: 700 }}>
      {text}
    </Typography>
    {children}
  </Box>
);
