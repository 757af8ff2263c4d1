import DownloadIcon from "@mui/icons-material/Download";
import PrintIcon from "@mui/icons-material/Print";
import RefreshIcon from "@mui/icons-material/Refresh";
import { Alert, Box, Button, Card, GlobalStyles, IconButton, Stack, Tooltip, Typography } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import { StateChip } from "../events/parts.tsx";
import { Instant, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { ConflictAlert } from "../redeem/History.tsx";
import { useRights } from "../session/hooks.ts";
import { useTicketNames } from "../ticketTypes/useTicketNames.ts";
import { DialogButton } from "../ui/dialog/dialogs.tsx";
import { useDownload } from "../ui/files/download.tsx";
import { Loaded, RecordPage } from "../ui/page/Loaded.tsx";
import { Facts, Section } from "../ui/page/layout.tsx";
import { BackInHistory, Page } from "../ui/page/Page.tsx";
import { filteredList, PageLink, Secondary } from "../ui/text.tsx";
import { FieldsDialog, SaleDialog } from "./ChangeDialog.tsx";
import { ManifestList } from "./ManifestList.tsx";
import type { Session } from "./session.ts";

/** One session: its sales, its changes and its guests. The figures are read again every 15 seconds. */
export const SessionPage = () => (
  <RecordPage operation="events.show" refetchInterval={15_000}>
    {(session) => <LoadedSession session={session} />}
  </RecordPage>
);

function LoadedSession({ session }: { session: Session }) {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  return (
    <Page
      title={session.productName}
      width={1440}
      above={
        <span className="on-screen">
          <BackInHistory label={t("day.back")} />
        </span>
      }
      lead={
        <Stack sx={{ gap: 0.5, mt: 0.5 }}>
          <span>
            <b>{format.local(session.eventOn)}</b> · {session.itemName} · {session.venue}
          </span>
          <Secondary span>{t("day.zone", { zone: session.timeZone })}</Secondary>
          <span className="on-screen">
            <PageLink to={filteredList("orders", { eventId: session.id })}>{t("day.orders")}</PageLink>
            {session.waiting > 0 && ` · ${t("day.waiting", { smart_count: session.waiting })}`}
          </span>
        </Stack>
      }
      actions={rights.has("events.change") && <SessionActions session={session} />}
    >
      <GlobalStyles styles={printed} />
      {session.conflicts.length > 0 && <ConflictAlert conflicts={session.conflicts} />}
      <Figures session={session} />
      {rights.has("events.manifest") && <ManifestSection session={session} />}
    </Page>
  );
}

function Figures({ session }: { session: Session }) {
  const t = useText();
  const { count, amount } = useFormat();
  const ticketName = useTicketNames();
  const { capacity, sold, admitted, left, prices, currencyCode } = session;
  return (
    <Card sx={{ p: 2 }}>
      <Facts
        facts={[
          { name: t("orders.field.status"), value: <StateChip state={session.state} /> },
          { name: t("day.sold"), value: <b>{count(sold)}</b> },
          { name: t("day.admitted"), value: t("events.soldOf", { sold: count(admitted), capacity: count(sold) }) },
          { name: t("day.left"), value: left === null ? t("day.unlimited") : count(left) },
          { name: t("day.capacity"), value: capacity === null ? t("day.unlimited") : count(capacity) },
          {
            name: t("day.prices"),
            wide: true,
            value: prices
              .map(({ code, amount: price }) => `${ticketName(code)} ${amount(price, currencyCode)}`)
              .join(", "),
          },
          { name: t("day.salesUntil"), value: <Instant at={session.salesEndAt} /> },
        ]}
      />
    </Card>
  );
}

/** On paper only the session and its guests, dark on white in either theme. */
const printed = {
  "@media print": {
    "header, nav, aside, .on-screen, .MuiSnackbar-root, main button": { display: "none !important" },
    "main *": { color: "#000 !important", background: "none !important", boxShadow: "none !important" },
    main: { padding: "0 !important" },
    ".MuiCard-root": { border: "0 !important", overflow: "visible !important" },
    ".MuiTableCell-root": { padding: "4px 6px !important", fontSize: "9pt !important", borderColor: "#999 !important" },
    tr: { breakInside: "avoid" },
    "@page": { size: "A4 landscape", margin: "12mm" },
  },
} as const;

/** Changes of one session, each with a preview. */
function SessionActions({ session }: { session: Session }) {
  const t = useText();
  const sale = session.setting === "available" ? "close" : "open";
  return (
    <>
      <DialogButton
        label={t(`day.${sale}.button`)}
        variant="contained"
        dialog={(close) => <SaleDialog change={sale} session={session} onClose={close} />}
      />
      {(["capacityChange", "priceChange"] as const)
        .filter((change) => change === "capacityChange" || session.prices.length > 0)
        .map((change) => (
          <DialogButton
            key={change}
            label={t(`day.${change}.button`)}
            variant="outlined"
            dialog={(close) => <FieldsDialog change={change} session={session} onClose={close} />}
          />
        ))}
    </>
  );
}

/** The guests of a session. Each reading is audited, so the page reads them once, and again on demand. */
function ManifestSection({ session: { id } }: { session: Session }) {
  const t = useText();
  const rights = useRights();
  const { download, pending } = useDownload();
  const query = useAnswer("events.manifest", { id }, { refetchOnWindowFocus: false, refetchOnReconnect: false });
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
