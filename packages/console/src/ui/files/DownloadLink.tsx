import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import type { MouseEvent } from "react";
import { type AnyRequest, urlOf } from "../../api/client.ts";
import type { OperationId } from "../../api/types.ts";
import { useDownload } from "./useDownload.ts";

/** A link to a file of the service. Pressed here, what is refused is told here; its address can be copied all the same. */
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
