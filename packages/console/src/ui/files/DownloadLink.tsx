import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import type { MouseEvent } from "react";
import { type AnyRequest, urlOf } from "../../api/client.ts";
import type { OperationId } from "../../api/types.ts";
import { useDownload } from "./useDownload.ts";

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
