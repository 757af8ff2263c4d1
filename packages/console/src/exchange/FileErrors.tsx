import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useState } from "react";
import { problemText } from "../api/problem-text.ts";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { TablePages } from "../ui/page/TablePages.tsx";
import type { FileError } from "./useImport.ts";

const perPage = 25;

/** All errors in a file, by line. */
export function FileErrors({ errors, sheet }: { errors: readonly FileError[]; sheet: boolean }) {
  const t = useText();
  const { count } = useFigures();
  const [page, setPage] = useState(0);
  if (errors.length === 0) return null;
  const shown = Math.min(page, Math.ceil(errors.length / perPage) - 1);
  return (
    <Box>
      <Alert severity="error">{t("exchange.errors", { smart_count: errors.length, n: count(errors.length) })}</Alert>
      <Box sx={{ overflowX: "auto" }}>
        <Table size="small" aria-label={t("exchange.errorsTitle")} sx={{ "& td": { verticalAlign: "top" } }}>
          <TableHead>
            <TableRow>
              <TableCell>{t(sheet ? "exchange.row" : "exchange.line")}</TableCell>
              <TableCell>{t(sheet ? "exchange.column" : "exchange.field")}</TableCell>
              <TableCell>{t("exchange.wrong")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {errors.slice(shown * perPage, (shown + 1) * perPage).map(({ line, field, detail }) => (
              <TableRow key={`${line} ${field} ${detail}`}>
                <TableCell sx={{ fontWeight: 700 }}>{line === null ? "–" : count(line)}</TableCell>
                <TableCell sx={{ fontFamily: mono, fontSize: 13, overflowWrap: "anywhere", minWidth: 112 }}>
                  {field || "–"}
                </TableCell>
                <TableCell sx={{ overflowWrap: "anywhere", minWidth: 140 }}>{problemText(detail, t)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {errors.length > perPage && <TablePages count={errors.length} page={shown} perPage={perPage} onPage={setPage} />}
    </Box>
  );
}
