import ArticleIcon from "@mui/icons-material/Article";
import CalendarMonthIcon from "@mui/icons-material/CalendarMonth";
import ConfirmationNumberIcon from "@mui/icons-material/ConfirmationNumber";
import CurrencyExchangeIcon from "@mui/icons-material/CurrencyExchange";
import FactCheckIcon from "@mui/icons-material/FactCheck";
import GroupIcon from "@mui/icons-material/Group";
import HandshakeIcon from "@mui/icons-material/Handshake";
import HistoryIcon from "@mui/icons-material/History";
import InboxIcon from "@mui/icons-material/Inbox";
import InsightsIcon from "@mui/icons-material/Insights";
import LocalActivityIcon from "@mui/icons-material/LocalActivity";
import MailIcon from "@mui/icons-material/Mail";
import PaymentsIcon from "@mui/icons-material/Payments";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import SendIcon from "@mui/icons-material/Send";
import SettingsIcon from "@mui/icons-material/Settings";
import StorefrontIcon from "@mui/icons-material/Storefront";
import SyncAltIcon from "@mui/icons-material/SyncAlt";
import WebIcon from "@mui/icons-material/Web";
import { Box, List, ListItem, ListItemButton, ListItemIcon, ListItemText, Typography } from "@mui/material";
import { type ReactNode, useId } from "react";
import { useCanAccess } from "react-admin";
import { NavLink } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { Hidden } from "../ui/text.tsx";

/** The main menu, by the operator's rights. Groups without an allowed entry are left out. */
export function MainMenu() {
  const t = useText();
  return (
    <>
      <Group title={t("frame.menu.sales")}>
        <Entry to="/" right="dashboard.show" icon={<InsightsIcon />} label={t("dashboard.title")} />
        <Entry
          to="/queue"
          right="orders.list"
          icon={<InboxIcon />}
          label={t("orders.queue.title")}
          badge={<Waiting />}
        />
        <Entry to="/orders" right="orders.list" icon={<FactCheckIcon />} label={t("orders.list.title")} />
        <Entry to="/refunds" right="refunds.list" icon={<PaymentsIcon />} label={t("refunds.title")} />
        <Entry to="/redeem" right="vouchers.redeem" icon={<QrCodeScannerIcon />} label={t("redeem.title")} />
      </Group>
      <Group title={t("frame.menu.catalogue")}>
        <Entry to="/products" right="products.list" icon={<LocalActivityIcon />} label={t("products.title")} />
        <Entry to="/events" right="events.calendar" icon={<CalendarMonthIcon />} label={t("events.title")} />
        <Entry
          to="/ticket-types"
          right="products.list"
          icon={<ConfirmationNumberIcon />}
          label={t("ticketTypes.title")}
        />
        <Entry to="/suppliers" right="suppliers.list" icon={<StorefrontIcon />} label={t("suppliers.title")} />
        <Entry to="/currencies" right="currencies.list" icon={<CurrencyExchangeIcon />} label={t("currencies.title")} />
        <Entry to="/pages" right="pages.list" icon={<ArticleIcon />} label={t("content.title")} />
        <Entry to="/white-labels" right="whiteLabels.list" icon={<WebIcon />} label={t("whiteLabels.title")} />
        <Entry to="/exchange" right="catalogue.export" icon={<SyncAltIcon />} label={t("exchange.title")} />
      </Group>
      <Group title={t("frame.menu.partners")}>
        <Entry to="/partners" right="partners.list" icon={<HandshakeIcon />} label={t("partners.title")} />
        <Entry to="/deliveries" right="deliveries.list" icon={<SendIcon />} label={t("deliveries.title")} />
      </Group>
      <Group title={t("frame.menu.house")}>
        <Entry to="/home" right="home.update" icon={<SettingsIcon />} label={t("home.title")} />
        <Entry to="/letters" right="letters.update" icon={<MailIcon />} label={t("letters.title")} />
        <Entry to="/operators" right="operators.list" icon={<GroupIcon />} label={t("operators.title")} />
        <Entry to="/audit" right="audit.list" icon={<HistoryIcon />} label={t("audit.title")} />
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // A group without an allowed entry is left out.
    <Box sx={{ "&:not(:has(li))": { display: "none" } }}>
      <Typography id={id} component="div" variant="overline" sx={{ px: 2.5, pt: 1.5, color: "text.secondary" }}>
        {title}
      </Typography>
      <List dense disablePadding aria-labelledby={id}>
        {children}
      </List>
    </Box>
  );
}

function Entry({
  to,
  right,
  icon,
  label,
  badge,
}: {
  to: string;
  /** The operation that the page needs. */
  right: string;
  icon: ReactNode;
  label: string;
  badge?: ReactNode;
}) {
  const [resource = "", action = ""] = right.split(".");
  const { canAccess } = useCanAccess({ resource, action });
  if (!canAccess) return null;
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={NavLink}
        to={to}
        sx={{
          mx: 1,
          borderRadius: 1.5,
          color: "text.primary",
          "&.active": { bgcolor: "info.light", color: "info.dark", "& .MuiListItemIcon-root": { color: "info.dark" } },
          "&.active .MuiTypography-root": { fontWeight: 700 },
        }}
      >
        <ListItemIcon sx={{ minWidth: 36, color: "text.secondary" }}>{icon}</ListItemIcon>
        <ListItemText primary={label} slotProps={{ primary: { sx: { fontSize: "0.9375rem" } } }} />
        {badge}
      </ListItemButton>
    </ListItem>
  );
}

/** Number of waiting orders. */
function Waiting() {
  const t = useText();
  const { data } = useAnswer("orders.list", { query: { waiting: true, perPage: 1 } }, { refetchInterval: 30_000 });
  const total = data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        mr: 1,
        px: 0.875,
        borderRadius: 99,
        bgcolor: "warning.main",
        color: "warning.contrastText",
        fontSize: "0.75rem",
        fontWeight: 700,
        lineHeight: "20px",
      }}
    >
      <span aria-hidden>{total > 999 ? "999+" : total}</span>
      <Hidden>{t("orders.queue.waiting", { smart_count: total })}</Hidden>
    </Box>
  );
}
