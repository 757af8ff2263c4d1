import Box from "@mui/material/Box";
import { DifferenceList } from "../changes/DifferenceList.tsx";
import { Value } from "../changes/Value.tsx";
import { useText } from "../i18n/index.ts";
import { differences } from "./difference.ts";

/** The values of an entry: changed fields first. */
export function EntryValues({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const rows = differences(before, after).map((row) => ({
    field: row.field,
    before: before == null ? null : <Value field="" value={row.before} />,
    after: after == null ? null : <Value field="" value={row.after} />,
    unchanged: !row.changed,
  }));
  return (
    <Box sx={{ px: { md: 6 }, pb: 2 }}>
      <DifferenceList differences={rows} none={t("audit.nothing")} />
    </Box>
  );
}
