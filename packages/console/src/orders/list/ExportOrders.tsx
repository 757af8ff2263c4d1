import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useListContext } from "react-admin";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/useRights.ts";
import { useDownload } from "../../ui/files/useDownload.ts";

/** Downloads the orders that the list's filters select, in the list's order. */
export function ExportOrders() {
  const t = useText();
  const may = useRights().has("orders.exportList");
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
        download("orders.exportList", {
          query: { format, sort: sort.field, order: sort.order.toLowerCase(), ...filterValues },
        })
      }
    >
      {format.toUpperCase()}
    </Button>
  ));
}
