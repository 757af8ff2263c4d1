import DownloadIcon from "@mui/icons-material/Download";
import { Button } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { useDownload } from "../../ui/download.tsx";

type FilesOperation = "statements.file" | "own.statementFile";

/** Buttons that download a statement: a PDF for the partner, and its lines for a spreadsheet. */
export const StatementFiles = ({ id, operation }: { id: string; operation: FilesOperation }) =>
  (["pdf", "xlsx", "csv"] as const).map((format) => (
    <FileButton key={format} id={id} operation={operation} format={format} />
  ));

function FileButton({
  id,
  operation,
  format,
}: {
  id: string;
  operation: FilesOperation;
  format: "pdf" | "xlsx" | "csv";
}) {
  const t = useText();
  const { download, pending } = useDownload();
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      loading={pending}
      loadingPosition="start"
      aria-label={t("statements.download", { format: format.toUpperCase() })}
      onClick={() => download(operation, { id, query: { format } })}
    >
      {format.toUpperCase()}
    </Button>
  );
}
