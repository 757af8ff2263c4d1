import TableCell from "@mui/material/TableCell";
import TableSortLabel from "@mui/material/TableSortLabel";
import { useListContext } from "react-admin";

/** The head of a column that the list around can be sorted by. */
export function SortedCell({
  field,
  label,
  align = "left",
}: {
  field: string;
  label: string;
  align?: "left" | "right";
}) {
  const { sort, setSort } = useListContext();
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
