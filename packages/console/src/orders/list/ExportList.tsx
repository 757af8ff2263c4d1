import DownloadIcon from "@mui/icons-material/Download";
import { Button } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { useDownload } from "../../ui/download.tsx";
import { useListContext } from "../../ui/list/useList.ts";

/** Downloads the rows that the list's filters select, in the list's order. */
export function ExportList({ operation }: { operation: "orders.exportList" | "refunds.export" }) {
  const t = useText();
  const may = useRights().has(operation);
  const { filterValues, sort } = useListContext();
  const { download, pending } = useDownload();
  if (!may) return null;
  return (["csv", "xlsx"] as const).map((format) => (
    <Button
      key={format}
      variant="outlined"
      startIcon={<DownloadIcon />}
      aria-label={t(`find.${format}`)}
      disabled={pending}
      onClick={() =>
        download(operation, {
          query: { format, ...(sort && { sort: sort.field, order: sort.order.toLowerCase() }), ...filterValues },
        })
      }
    >
      {format.toUpperCase()}
    </Button>
  ));
}
