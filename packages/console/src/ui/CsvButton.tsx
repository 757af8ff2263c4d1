import DownloadIcon from "@mui/icons-material/Download";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useText } from "../i18n/index.ts";
import { useDownload } from "./useDownload.ts";

/** Saves a report whole, for a spreadsheet. */
export function CsvButton({ of, path, query }: { of: string; path: string; query?: Record<string, unknown> }) {
  const t = useText();
  const { download, pending } = useDownload();
  const label = t("frame.action.csv");
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={`${label}: ${of}`}
        loading={pending}
        onClick={() => download(path, { ...query, format: "csv" })}
      >
        <DownloadIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
