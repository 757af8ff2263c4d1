import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import type { MouseEvent } from "react";
import { addressOf } from "../http.ts";
import { useDownload } from "./useDownload.ts";

/** A link to a file of the service. Pressed here, what is refused is told here; its address can be copied all the same. */
export function DownloadLink({
  path,
  query,
  label,
  variant = "contained",
}: {
  path: string;
  query?: Record<string, unknown>;
  label: string;
  variant?: "contained" | "outlined";
}) {
  const { download, pending } = useDownload();
  return (
    <Button
      component="a"
      href={addressOf(path, query)}
      variant={variant}
      startIcon={<DownloadIcon />}
      loading={pending}
      loadingPosition="start"
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        if (!pending) download(path, query);
      }}
      sx={{ alignSelf: "flex-start" }}
    >
      {label}
    </Button>
  );
}
