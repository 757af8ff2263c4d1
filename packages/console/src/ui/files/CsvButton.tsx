import DownloadIcon from "@mui/icons-material/Download";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { AnyRequest } from "../../api/client.ts";
import type { OperationId } from "../../api/types.ts";
import { useText } from "../../i18n/index.ts";
import { useDownload } from "./useDownload.ts";

/** The operation that answers a report, and its request. */
export interface CsvSource {
  operation: OperationId;
  request?: AnyRequest;
}

/** Downloads a whole report for a spreadsheet. */
export function CsvButton({ of, operation, request }: CsvSource & { of: string }) {
  const t = useText();
  const { download, pending } = useDownload();
  const label = t("frame.action.csv");
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={`${label}: ${of}`}
        loading={pending}
        onClick={() => download(operation, { ...request, query: { ...request?.query, format: "csv" } })}
      >
        <DownloadIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
