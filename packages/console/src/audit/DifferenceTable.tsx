import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { differences } from "./difference.ts";

/** What an entry keeps, field by field: what changed is marked, in words as well as in colour. */
export function DifferenceTable({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const rows = differences(before, after);
  if (rows.length === 0)
    return <Typography sx={{ py: 1.5, pl: 6, color: "text.secondary" }}>{t("audit.nothing")}</Typography>;
  const compared = before != null && after != null;
  return (
    <Box sx={{ pl: { xs: 0, sm: 6 }, pb: 2, overflowX: "auto" }}>
      <Table size="small" sx={{ width: "auto", minWidth: { sm: 420 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t("audit.field")}</TableCell>
            {before != null && <TableCell>{t("audit.before")}</TableCell>}
            {after != null && <TableCell>{t("audit.after")}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ field, before: was, after: is, changed }) => (
            <TableRow key={field}>
              <TableCell sx={{ fontFamily: mono, fontSize: 13, fontWeight: compared && changed ? 700 : 400 }}>
                {field}
              </TableCell>
              {before != null && (
                <TableCell sx={compared && changed ? { bgcolor: "error.light", color: "error.dark" } : undefined}>
                  {compared && changed ? <del>{<Value value={was} />}</del> : <Value value={was} />}
                </TableCell>
              )}
              {after != null && (
                <TableCell sx={compared && changed ? { bgcolor: "success.light", color: "success.dark" } : undefined}>
                  {compared && changed ? (
                    <ins style={{ textDecoration: "none", fontWeight: 600 }}>
                      <Value value={is} />
                    </ins>
                  ) : (
                    <Value value={is} />
                  )}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Value({ value }: { value: unknown }) {
  const t = useText();
  if (value === null || value === undefined || value === "") return <i style={{ opacity: 0.85 }}>{t("audit.empty")}</i>;
  if (typeof value === "boolean") return <>{t(value ? "audit.yes" : "audit.no")}</>;
  return (
    <span style={{ overflowWrap: "anywhere" }}>
      {typeof value === "object" ? JSON.stringify(value) : String(value)}
    </span>
  );
}
