import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Collapse from "@mui/material/Collapse";
import IconButton from "@mui/material/IconButton";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { Fragment, useState } from "react";
import { useListContext } from "react-admin";
import { Instant } from "../format/Instant.tsx";
import { useText } from "../i18n/index.ts";
import { unseen } from "../theme/themes.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { DifferenceTable } from "./DifferenceTable.tsx";
import { Operation } from "./Operation.tsx";

interface Entry {
  id: number;
  at: string;
  operator: string;
  operation: string;
  subject: string;
  outcome: "done" | "refused" | "forbidden";
  before: unknown;
  after: unknown;
}

/** The audit log: changes with their values before and after. */
export function AuditList() {
  const t = useText();
  return (
    <ListPage resource="audit" title={t("audit.title")} lead={t("audit.lead")} filters={<AuditFilters />}>
      <Entries />
    </ListPage>
  );
}

function Entries() {
  const t = useText();
  const { data = [] } = useListContext<Entry>();
  const [open, setOpen] = useState<number | null>(null);
  const wide = { display: { xs: "none", md: "table-cell" } };
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell padding="checkbox">
            <Box component="span" sx={unseen}>
              {t("audit.show")}
            </Box>
          </TableCell>
          <TableCell sx={wide}>{t("audit.at")}</TableCell>
          <TableCell sx={wide}>{t("audit.operator")}</TableCell>
          <TableCell>{t("audit.operation")}</TableCell>
          <TableCell sx={wide}>{t("audit.subject")}</TableCell>
          <TableCell>{t("audit.outcome")}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {data.map((entry) => {
          const shown = open === entry.id;
          return (
            <Fragment key={entry.id}>
              <TableRow hover sx={{ "& > td": { borderBottom: 0, borderTop: 1, borderColor: "divider" } }}>
                <TableCell padding="checkbox">
                  <IconButton
                    size="small"
                    aria-expanded={shown}
                    aria-label={t("audit.show")}
                    onClick={() => setOpen(shown ? null : entry.id)}
                  >
                    <ExpandMoreIcon
                      sx={{ transform: shown ? "rotate(180deg)" : "none", transition: "transform 150ms" }}
                    />
                  </IconButton>
                </TableCell>
                <TableCell sx={{ ...wide, whiteSpace: "nowrap" }}>
                  <Instant at={entry.at} />
                </TableCell>
                <TableCell sx={{ ...wide, overflowWrap: "anywhere" }}>{entry.operator || t("audit.nobody")}</TableCell>
                <TableCell sx={{ overflowWrap: "anywhere" }}>
                  <Operation id={entry.operation} />
                  <Typography variant="body2" component="div" sx={{ display: { md: "none" }, color: "text.secondary" }}>
                    {entry.subject}
                    <br />
                    {entry.operator || t("audit.nobody")}, <Instant at={entry.at} />
                  </Typography>
                </TableCell>
                <TableCell sx={{ ...wide, overflowWrap: "anywhere" }}>{entry.subject}</TableCell>
                <TableCell>
                  <Outcome outcome={entry.outcome} />
                </TableCell>
              </TableRow>
              <TableRow>
                <TableCell colSpan={6} sx={{ py: 0, borderBottom: 0 }}>
                  <Collapse in={shown} unmountOnExit>
                    <DifferenceTable before={entry.before} after={entry.after} />
                  </Collapse>
                </TableCell>
              </TableRow>
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
}

function Outcome({ outcome }: { outcome: Entry["outcome"] }) {
  const t = useText();
  const color = { done: "default", refused: "warning", forbidden: "error" } as const;
  return <Chip size="small" variant="outlined" color={color[outcome]} label={t(`audit.outcomes.${outcome}`)} />;
}
