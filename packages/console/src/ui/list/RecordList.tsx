import { Box, useMediaQuery } from "@mui/material";
import { useSharedValue } from "../shared.ts";
import { DisplayMenu, densityPreference, useShownColumns } from "./display.tsx";
import { RecordCards } from "./RecordCards.tsx";
import { RecordPanel } from "./RecordPanel.tsx";
import { RecordTable } from "./RecordTable.tsx";
import type { RecordsProps } from "./records.ts";
import { useListContext } from "./useList.ts";
import { useRows } from "./useRows.ts";

type ListProps<Row> = Omit<RecordsProps<Row>, "rows" | "keyOf" | "opens" | "end" | "compact" | "body">;

/** The records of the surrounding list, with the panel of the chosen record beside them. */
export function RecordList<Row extends { id: string | number }>(props: ListProps<Row>) {
  const { data = [], resource } = useListContext<Row>();
  const { panel, to, columns } = props;
  const keyOf = ({ id }: Row) => id;
  const shown = useShownColumns(resource, columns);
  const { body, opened, open, close, canOpen } = useRows(data, keyOf, panel !== undefined && to !== undefined);
  const compact = useSharedValue(densityPreference) === "compact";
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
