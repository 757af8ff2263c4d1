import Checkbox from "@mui/material/Checkbox";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { useFormat } from "../../format/format.ts";
import { useText } from "../../i18n/index.ts";
import { SortedCell } from "../../ui/list/SortedCell.tsx";
import { RecordTable } from "../../ui/page/Records.tsx";
import { Load } from "../calendar/Load.tsx";
import type { Choose, Chosen, EventLine } from "../event.ts";
import { EventState, Prices, useEventName } from "./parts.tsx";

/** Events in a table; `choose` is null for roles that change nothing. */
export function EventLines({ chosen, choose }: { chosen: Chosen; choose: Choose | null }) {
  const t = useText();
  const format = useFormat();
  const nameOf = useEventName();
  const { data = [] } = useListContext<EventLine>();
  const all = data.every(({ id }) => chosen.has(id));
  return (
    <RecordTable
      head={
        <>
          {choose && (
            <TableCell padding="checkbox">
              <Checkbox
                size="small"
                checked={all}
                indeterminate={!all && data.some(({ id }) => chosen.has(id))}
                onChange={() => choose(data, !all)}
                slotProps={{ input: { "aria-label": t("events.choose.page") } }}
              />
            </TableCell>
          )}
          <SortedCell field="eventOn" label={t("events.field.eventOn")} />
          <TableCell>{t("events.field.product")}</TableCell>
          <SortedCell field="availability" label={t("events.field.status")} />
          <SortedCell field="left" label={t("events.field.sold")} />
          <TableCell>{t("events.field.prices")}</TableCell>
        </>
      }
    >
      {data.map((line) => (
        <TableRow key={line.id} hover selected={chosen.has(line.id)}>
          {choose && (
            <TableCell padding="checkbox">
              <Checkbox
                size="small"
                checked={chosen.has(line.id)}
                onChange={(_, on) => choose([line], on)}
                slotProps={{ input: { "aria-label": nameOf(line) } }}
              />
            </TableCell>
          )}
          <TableCell sx={{ whiteSpace: "nowrap", fontWeight: 600 }}>{format.local(line.eventOn)}</TableCell>
          <TableCell sx={{ width: "34%", minWidth: 180, overflowWrap: "anywhere" }}>
            {line.productName}
            <Typography variant="body2" sx={{ color: "text.secondary" }}>
              {line.itemName}
            </Typography>
          </TableCell>
          <TableCell>
            <EventState line={line} />
          </TableCell>
          <TableCell sx={{ minWidth: 130 }}>
            <Load load={line.load} sold={line.sold} capacity={line.capacity} />
          </TableCell>
          <TableCell>
            <Prices line={line} />
          </TableCell>
        </TableRow>
      ))}
    </RecordTable>
  );
}
