import CssBaseline from "@mui/material/CssBaseline";
import { QueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense } from "react";
import { AdminContext, CoreAdminUI, CustomRoutes, localStorageStore, Notification } from "react-admin";
import { Route } from "react-router";
import { dataProvider } from "./api/data.ts";
import type { OperationId } from "./api/types.ts";
import { Home } from "./dashboard/Home.tsx";
import { Layout } from "./frame/Layout.tsx";
import { Allowed, DeniedPage, FailedPage, NotFoundPage } from "./frame/pages.tsx";
import { i18nProvider } from "./i18n/index.ts";
import { authProvider } from "./session/session.ts";
import { darkTheme, lightTheme } from "./theme/themes.ts";
import { LoadingPage } from "./ui/page/states.tsx";

/** A page whose script is loaded when the page is first opened: the first page needs a fraction of all scripts. */
const later = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const SignInPage = later(() => import("./account/SignIn.tsx"), "SignIn");
const Settings = later(() => import("./account/Settings.tsx"), "Settings");
const Welcome = later(() => import("./account/Welcome.tsx"), "Welcome");
const productForms = () => import("./products/form/ProductForm.tsx");
const currencyPages = () => import("./currencies/CurrencyPage.tsx");
const contentPages = () => import("./content/PageForm.tsx");

/** Every page inside the frame: its path, the operation that a role needs for it, and its component. */
const pages: [path: string, right: OperationId, Page: ComponentType][] = [
  ["/queue", "orders.list", later(() => import("./orders/queue/Queue.tsx"), "Queue")],
  ["/orders", "orders.list", later(() => import("./orders/list/OrderList.tsx"), "OrderList")],
  ["/orders/:id/show", "orders.show", later(() => import("./orders/page/OrderPage.tsx"), "OrderPage")],
  ["/orders/:id/change", "orders.quoteChange", later(() => import("./orders/change/ChangePage.tsx"), "ChangePage")],
  ["/refunds", "refunds.list", later(() => import("./orders/refunds/RefundList.tsx"), "RefundList")],
  ["/redeem", "vouchers.redeem", later(() => import("./redeem/Redeem.tsx"), "Redeem")],
  ["/products", "products.list", later(() => import("./products/ProductList.tsx"), "ProductList")],
  ["/products/create", "products.create", later(productForms, "CreateProduct")],
  ["/products/:id", "products.update", later(productForms, "EditProduct")],
  ["/products/:id/show", "products.show", later(() => import("./products/page/ProductPage.tsx"), "ProductPage")],
  ["/events", "events.calendar", later(() => import("./events/calendar/CalendarPage.tsx"), "CalendarPage")],
  ["/events/list", "events.list", later(() => import("./events/list/EventList.tsx"), "EventList")],
  ["/events/:id/show", "events.show", later(() => import("./sessions/SessionPage.tsx"), "SessionPage")],
  ["/ticket-types", "products.list", later(() => import("./ticketTypes/TicketTypeList.tsx"), "TicketTypeList")],
  ["/letters", "letters.list", later(() => import("./letters/LetterPage.tsx"), "LetterPage")],
  ["/events/change", "events.change", later(() => import("./events/change/ChangePage.tsx"), "ChangePage")],
  ["/suppliers", "suppliers.list", later(() => import("./suppliers/SupplierList.tsx"), "SupplierList")],
  ["/currencies", "currencies.list", later(() => import("./currencies/CurrencyList.tsx"), "CurrencyList")],
  ["/currencies/create", "currencies.create", later(currencyPages, "NewCurrencyPage")],
  ["/currencies/ecb", "currencies.ecb", later(() => import("./currencies/EcbPage.tsx"), "EcbPage")],
  ["/currencies/:id", "currencies.show", later(currencyPages, "CurrencyPage")],
  ["/pages", "pages.list", later(() => import("./content/PageList.tsx"), "PageList")],
  ["/pages/create", "pages.create", later(contentPages, "NewContentPage")],
  ["/pages/:id", "pages.show", later(contentPages, "EditContentPage")],
  ["/white-labels", "whiteLabels.list", later(() => import("./whiteLabels/WhiteLabelList.tsx"), "WhiteLabelList")],
  ["/exchange", "catalogue.export", later(() => import("./exchange/ExchangePage.tsx"), "ExchangePage")],
  ["/partners", "partners.list", later(() => import("./partners/PartnerList.tsx"), "PartnerList")],
  ["/partners/:id/show", "partners.show", later(() => import("./partners/PartnerPage.tsx"), "PartnerPage")],
  ["/deliveries", "deliveries.list", later(() => import("./deliveries/DeliveryList.tsx"), "DeliveryList")],
  ["/deliveries/:id/show", "deliveries.show", later(() => import("./deliveries/DeliveryPage.tsx"), "DeliveryPage")],
  ["/home", "home.update", later(() => import("./home/HomePage.tsx"), "HomePage")],
  ["/operators", "operators.list", later(() => import("./operators/OperatorList.tsx"), "OperatorList")],
  ["/audit", "audit.list", later(() => import("./audit/AuditList.tsx"), "AuditList")],
];

/** A change is never held back until the network returns: it fails at once, with a message. */
const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } });

/** A page without the frame. */
const Alone = ({ of: Page }: { of: ComponentType }) => (
  <Suspense fallback={<LoadingPage />}>
    <Page />
  </Suspense>
);
const SignIn = () => <Alone of={SignInPage} />;

const browserStore = localStorageStore();
/** Sign-out clears the store. The language and the appearance belong to the browser, and stay. */
const store: typeof browserStore = {
  ...browserStore,
  reset() {
    const kept = ["locale", "theme"].map((key) => [key, browserStore.getItem(key)] as const);
    browserStore.reset();
    for (const [key, value] of kept) browserStore.setItem(key, value);
  },
};

/** As react-admin's `Admin`, without its own pages and frame: they would be a tenth of the first page's scripts. */
export const App = () => (
  <AdminContext
    store={store}
    queryClient={queryClient}
    dataProvider={dataProvider}
    authProvider={authProvider}
    i18nProvider={i18nProvider}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
  >
    <CssBaseline enableColorScheme />
    <CoreAdminUI
      title="Paseo"
      layout={Layout}
      loginPage={SignIn}
      dashboard={Home}
      catchAll={NotFoundPage}
      accessDenied={DeniedPage}
      error={FailedPage}
      loading={LoadingPage}
      requireAuth
      disableTelemetry
    >
      <CustomRoutes noLayout>
        <Route path="/welcome/:token" element={<Alone of={Welcome} />} />
      </CustomRoutes>
      <CustomRoutes>
        <Route path="/account" element={<Settings />} />
        {pages.map(([path, right, Page]) => (
          <Route
            key={path}
            path={path}
            element={
              // The key keeps two pages from sharing state.
              <Allowed key={path} right={right}>
                <Page />
              </Allowed>
            }
          />
        ))}
      </CustomRoutes>
    </CoreAdminUI>
    <Notification />
  </AdminContext>
);
