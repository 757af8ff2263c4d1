import DownloadIcon from "@mui/icons-material/Download";
import PrintIcon from "@mui/icons-material/Print";
import RefreshIcon from "@mui/icons-material/Refresh";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useDownload } from "../ui/files/download.tsx";
import { Loaded } from "../ui/page/Loaded.tsx";
import { Section } from "../ui/page/layout.tsx";
import { Secondary } from "../ui/text.tsx";
import { ManifestList } from "./ManifestList.tsx";
import type { Session } from "./session.ts";

/** The guests of a session. Each reading is audited, so the page reads them once, and again on demand. */
export function ManifestSection({ session: { id } }: { session: Session }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const { download, pending } = useDownload();
  const query = useQuery({
    queryKey: ["events.manifest", id],
    queryFn: () => api("events.manifest", { id }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const reload = t("day.reload");
  return (
    <Section
      title={t("day.manifest.title")}
      aside={
        <Stack direction="row" className="on-screen" sx={{ gap: 0.5, alignItems: "center" }}>
          <Tooltip title={reload}>
            <IconButton
              size="small"
              aria-label={reload}
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              <RefreshIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <Button size="small" startIcon={<PrintIcon />} onClick={() => window.print()}>
            {t("day.print")}
          </Button>
          {rights.has("events.manifestExport") && (
            <Button
              size="small"
              startIcon={<DownloadIcon />}
              loading={pending}
              loadingPosition="start"
              onClick={() => download("events.manifestExport", { id, query: { format: "csv" } })}
            >
              CSV
            </Button>
          )}
        </Stack>
      }
    >
      <Loaded query={query}>
        {(manifest) =>
          manifest.orders.length === 0 ? (
            <Typography role="status" sx={{ py: 3, textAlign: "center", color: "text.secondary" }}>
              {t("day.manifest.none")}
            </Typography>
          ) : (
            <Box>
              {manifest.more && (
                <Alert severity="warning" sx={{ mb: 1 }}>
                  {t("day.manifest.more")}
                </Alert>
              )}
              <ManifestList manifest={manifest} />
            </Box>
          )
        }
      </Loaded>
      <Secondary className="on-screen" sx={{ mt: 1.5 }}>
        {t("day.manifest.audited")}
      </Secondary>
    </Section>
  );
}
