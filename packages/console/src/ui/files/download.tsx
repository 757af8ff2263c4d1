import DownloadIcon from "@mui/icons-material/Download";
import { Button, IconButton, Tooltip } from "@mui/material";
import { type MouseEvent, useState } from "react";
import { useLogoutIfAccessDenied, useNotify } from "react-admin";
import { type AnyRequest, fetchFile, urlOf } from "../../api/client.ts";
import type { OperationId } from "../../api/types.ts";
import { useText } from "../../i18n/index.ts";
import { useProblemText } from "../page/states.tsx";

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
      href={urlOf(operation, { query })}
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
  const notify = useNotify();
  const problemText = useProblemText();
  const signOutIfEnded = useLogoutIfAccessDenied();
  const [pending, setPending] = useState(false);
  const download = async (operation: OperationId, request: AnyRequest = {}) => {
    setPending(true);
    try {
      const { name, file } = await fetchFile(operation, request);
      const address = URL.createObjectURL(file);
      Object.assign(document.createElement("a"), { href: address, download: name }).click();
      URL.revokeObjectURL(address);
    } catch (error) {
      await signOutIfEnded(error);
      notify(problemText(error), { type: "error" });
    } finally {
      setPending(false);
    }
  };
  return { download: (operation, request) => void download(operation, request), pending };
}
