import DownloadIcon from "@mui/icons-material/Download";
import { Button, IconButton, Tooltip } from "@mui/material";
import type { MouseEvent } from "react";
import { type AnyRequest, fetchFile, operationUrl } from "../api/client.ts";
import type { OperationId } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { useRequestOnClick } from "./page/states.tsx";

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

/** A link to a file. A click downloads it and shows errors on the page; the address can be copied. */
export function DownloadLink({
  operation,
  query,
  label,
  variant = "contained",
}: {
  operation: OperationId;
  query: NonNullable<AnyRequest["query"]>;
  label: string;
  variant?: "contained" | "outlined";
}) {
  const { download, pending } = useDownload();
  return (
    <Button
      component="a"
      href={operationUrl(operation, { query })}
      variant={variant}
      startIcon={<DownloadIcon />}
      loading={pending}
      loadingPosition="start"
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        if (!pending) download(operation, { query });
      }}
      sx={{ alignSelf: "flex-start" }}
    >
      {label}
    </Button>
  );
}

/** Downloads a file of an operation; shows errors as a notification. */
export function useDownload(): { download: (operation: OperationId, request?: AnyRequest) => void; pending: boolean } {
  const { attempt, pending } = useRequestOnClick();
  const download = (operation: OperationId, request: AnyRequest = {}) =>
    void attempt(async () => {
      const { name, file } = await fetchFile(operation, request);
      saveAs(name, file);
    });
  return { download, pending };
}

/** Stores a file where the browser stores downloads. */
export function saveAs(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
