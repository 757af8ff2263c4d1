import ArticleIcon from "@mui/icons-material/Article";
import BlockIcon from "@mui/icons-material/Block";
import CalendarMonthIcon from "@mui/icons-material/CalendarMonth";
import CalendarViewDayIcon from "@mui/icons-material/CalendarViewDay";
import ConfirmationNumberIcon from "@mui/icons-material/ConfirmationNumber";
import CreditCardIcon from "@mui/icons-material/CreditCard";
import CurrencyExchangeIcon from "@mui/icons-material/CurrencyExchange";
import DirectionsBoatIcon from "@mui/icons-material/DirectionsBoat";
import EventSeatIcon from "@mui/icons-material/EventSeat";
import FactCheckIcon from "@mui/icons-material/FactCheck";
import GroupIcon from "@mui/icons-material/Group";
import HandshakeIcon from "@mui/icons-material/Handshake";
import HistoryIcon from "@mui/icons-material/History";
import InboxIcon from "@mui/icons-material/Inbox";
import InsightsIcon from "@mui/icons-material/Insights";
import LanguageIcon from "@mui/icons-material/Language";
import LocalActivityIcon from "@mui/icons-material/LocalActivity";
import MailIcon from "@mui/icons-material/Mail";
import PaymentsIcon from "@mui/icons-material/Payments";
import PointOfSaleIcon from "@mui/icons-material/PointOfSale";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import ReceiptLongIcon from "@mui/icons-material/ReceiptLong";
import SellIcon from "@mui/icons-material/Sell";
import SendIcon from "@mui/icons-material/Send";
import SettingsIcon from "@mui/icons-material/Settings";
import StorefrontIcon from "@mui/icons-material/Storefront";
import SyncAltIcon from "@mui/icons-material/SyncAlt";
import UndoIcon from "@mui/icons-material/Undo";
import WebIcon from "@mui/icons-material/Web";
import type SvgIcon from "@mui/material/SvgIcon";
import type { OperationId } from "../api/types.ts";
import type { TextKey } from "../i18n/index.ts";

export interface MenuEntry {
  to: string;
  right: OperationId;
  Icon: typeof SvgIcon;
  title: TextKey;
}

/** The menu by groups: pages, and the operation that a role needs for each. */
export const mainMenuGroups = {
  sales: [
    { to: "/", right: "dashboard.show", Icon: InsightsIcon, title: "dashboard.title" },
    { to: "/day", right: "events.timetable", Icon: CalendarViewDayIcon, title: "timetable.title" },
    { to: "/queue", right: "orders.list", Icon: InboxIcon, title: "orders.queue.title" },
    { to: "/orders", right: "orders.list", Icon: FactCheckIcon, title: "orders.list.title" },
    { to: "/refunds", right: "refunds.list", Icon: PaymentsIcon, title: "refunds.title" },
    { to: "/payments", right: "checkouts.list", Icon: CreditCardIcon, title: "refunds.onlineTitle" },
    { to: "/closing", right: "closings.show", Icon: PointOfSaleIcon, title: "closing.title" },
    { to: "/door", right: "door.events", Icon: QrCodeScannerIcon, title: "day.door" },
  ],
  catalogue: [
    { to: "/products", right: "products.list", Icon: LocalActivityIcon, title: "products.title" },
    { to: "/events", right: "events.calendar", Icon: CalendarMonthIcon, title: "events.title" },
    { to: "/ticket-types", right: "products.list", Icon: ConfirmationNumberIcon, title: "ticketTypes.title" },
    { to: "/suppliers", right: "suppliers.list", Icon: StorefrontIcon, title: "suppliers.title" },
    { to: "/resources", right: "resources.list", Icon: DirectionsBoatIcon, title: "resources.title" },
    { to: "/currencies", right: "currencies.list", Icon: CurrencyExchangeIcon, title: "currencies.title" },
    { to: "/pages", right: "pages.list", Icon: ArticleIcon, title: "content.title" },
    { to: "/white-labels", right: "whiteLabels.list", Icon: WebIcon, title: "whiteLabels.title" },
    { to: "/sites", right: "sites.list", Icon: LanguageIcon, title: "whiteLabels.ownTitle" },
    { to: "/changes", right: "changes.list", Icon: UndoIcon, title: "changes.list.title" },
    { to: "/exchange", right: "catalogue.export", Icon: SyncAltIcon, title: "frame.menu.importExport" },
  ],
  partners: [
    { to: "/partners", right: "partners.list", Icon: HandshakeIcon, title: "partners.title" },
    { to: "/allotments", right: "allotments.list", Icon: EventSeatIcon, title: "frame.menu.allotments" },
    { to: "/refused-orders", right: "refusedOrders.list", Icon: BlockIcon, title: "refusedOrders.title" },
    { to: "/price-lists", right: "priceLists.list", Icon: SellIcon, title: "frame.menu.priceLists" },
    { to: "/statements", right: "statements.list", Icon: ReceiptLongIcon, title: "statements.title" },
    { to: "/callbacks", right: "callbacks.list", Icon: SendIcon, title: "callbacks.title" },
  ],
  house: [
    { to: "/home", right: "home.update", Icon: SettingsIcon, title: "home.title" },
    { to: "/letters", right: "letters.update", Icon: MailIcon, title: "frame.menu.letters" },
    { to: "/operators", right: "operators.list", Icon: GroupIcon, title: "operators.title" },
    { to: "/audit", right: "audit.list", Icon: HistoryIcon, title: "audit.title" },
  ],
} as const satisfies Record<string, MenuEntry[]>;

const titles: Record<string, TextKey> = {
  ...Object.fromEntries(
    Object.values(mainMenuGroups).flatMap((group) => group.map(({ to, title }) => [to, title] as const)),
  ),
  "/account": "frame.account",
  "/parts": "componentSamples.title",
  "/guides": "frame.menu.guides",
  "/resource-plan": "resources.week.title",
};

/** Returns the title of the menu entry that an address belongs to. */
export const pageTitle = (pathname: string): TextKey => titles[`/${pathname.split("/")[1]}`] ?? "frame.loading";
