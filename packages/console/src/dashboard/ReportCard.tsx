import BarChartIcon from "@mui/icons-material/BarChart";
import TableRowsIcon from "@mui/icons-material/TableRows";
import { IconButton, Tooltip, Typography } from "@mui/material";
import { type ReactNode, useState } from "react";
import { useText } from "../i18n/index.ts";
import { CsvButton, type CsvSource } from "../ui/download.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";

/** A part of the dashboard: a chart with an alternative table, or only a table, and the figures as a file. */
export function ReportCard({
  title,
  lead,
  aside,
  csv,
  table,
  empty,
  children,
}: {
  title: string;
  lead?: string | undefined;
  /** Controls of the chart. They are hidden with it. */
  aside?: ReactNode;
  csv: CsvSource;
  table?: ReactNode;
  /** The text that replaces the chart and the table if there are no figures. */
  empty?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  const [asTable, setAsTable] = useState(false);
  const label = t(asTable ? "dashboard.asChart" : "dashboard.asTable");
  return (
    <SectionCard
      title={title}
      aside={
        <>
          {!empty && !asTable && aside}
          {table && !empty && (
            <Tooltip title={label}>
              <IconButton size="small" aria-label={`${label}: ${title}`} onClick={() => setAsTable(!asTable)}>
                {asTable ? <BarChartIcon fontSize="small" /> : <TableRowsIcon fontSize="small" />}
              </IconButton>
            </Tooltip>
          )}
          <CsvButton of={title} {...csv} />
        </>
      }
    >
      {lead && !empty && <SecondaryText sx={{ mt: -0.75, mb: 1.25 }}>{lead}</SecondaryText>}
      {empty ? (
        <Typography component="div" sx={{ color: "text.secondary", py: 3, textAlign: "center" }}>
          {empty}
        </Typography>
      ) : table && asTable ? (
        table
      ) : (
        children
      )}
    </SectionCard>
  );
}
