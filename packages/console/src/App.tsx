import { type ComponentType, lazy } from "react";
import { Admin, CustomRoutes } from "react-admin";
import { Route } from "react-router";
import { Settings } from "./account/Settings.tsx";
import { SignIn } from "./account/SignIn.tsx";
import { Welcome } from "./account/Welcome.tsx";
import { dataProvider } from "./api/data.ts";
import type { OperationId } from "./api/types.ts";
import { AuditList } from "./audit/AuditList.tsx";
import { Home } from "./dashboard/Home.tsx";
import { Layout } from "./frame/Layout.tsx";
import { Allowed, DeniedPage, FailedPage, NotFoundPage } from "./frame/pages.tsx";
import { i18nProvider } from "./i18n/index.ts";
import { OperatorList } from "./operators/OperatorList.tsx";
import { OrderList } from "./orders/list/OrderList.tsx";
import { OrderPage } from "./orders/page/OrderPage.tsx";
import { Queue } from "./orders/queue/Queue.tsx";
import { CreateProduct, EditProduct } from "./products/form/FormPages.tsx";
import { ProductList } from "./products/ProductList.tsx";
import { ProductPage } from "./products/page/ProductPage.tsx";
import { Redeem } from "./redeem/Redeem.tsx";
import { authProvider } from "./session/session.ts";
import { darkTheme, lightTheme } from "./theme/themes.ts";
import { LoadingPage } from "./ui/page/Loading.tsx";

/** A page whose script is loaded when the page is first opened, so that the orders desk starts faster. */
const later = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const currencyPages = () => import("./currencies/CurrencyPage.tsx");
const contentPages = () => import("./content/ContentPages.tsx");

/** Every page inside the frame: its path, the operation that a role needs for it, and its component. */
const pages: [path: string, right: OperationId, Page: ComponentType][] = [
  ["/queue", "orders.list", Queue],
  ["/orders", "orders.list", OrderList],
  ["/orders/:id/show", "orders.show", OrderPage],
  ["/redeem", "vouchers.redeem", Redeem],
  ["/products", "products.list", ProductList],
  ["/products/create", "products.create", CreateProduct],
  ["/products/:id", "products.update", EditProduct],
  ["/products/:id/show", "products.show", ProductPage],
  ["/events", "events.calendar", later(() => import("./events/calendar/CalendarPage.tsx"), "CalendarPage")],
  ["/events/list", "events.list", later(() => import("./events/list/EventList.tsx"), "EventList")],
  ["/events/change", "events.change", later(() => import("./events/change/ChangePage.tsx"), "ChangePage")],
  ["/suppliers", "suppliers.list", later(() => import("./suppliers/SupplierList.tsx"), "SupplierList")],
  ["/currencies", "currencies.list", later(() => import("./currencies/CurrencyList.tsx"), "CurrencyList")],
  ["/currencies/create", "currencies.create", later(currencyPages, "NewCurrencyPage")],
  ["/currencies/ecb", "currencies.ecb", later(() => import("./currencies/EcbPage.tsx"), "EcbPage")],
  ["/currencies/:code", "currencies.show", later(currencyPages, "CurrencyPage")],
  ["/pages", "pages.list", later(() => import("./content/PageList.tsx"), "PageList")],
  ["/pages/create", "pages.create", later(contentPages, "NewContentPage")],
  ["/pages/:id", "pages.show", later(contentPages, "EditContentPage")],
  ["/white-labels", "whiteLabels.list", later(() => import("./whiteLabels/WhiteLabelList.tsx"), "WhiteLabelList")],
  ["/exchange", "catalogue.export", later(() => import("./exchange/ExchangePage.tsx"), "ExchangePage")],
  ["/partners", "partners.list", later(() => import("./partners/PartnerList.tsx"), "PartnerList")],
  ["/partners/:id/show", "partners.show", later(() => import("./partners/PartnerPage.tsx"), "PartnerPage")],
  ["/deliveries", "deliveries.list", later(() => import("./deliveries/DeliveryList.tsx"), "DeliveryList")],
  ["/deliveries/:id/show", "deliveries.show", later(() => import("./deliveries/DeliveryPage.tsx"), "DeliveryPage")],
  ["/operators", "operators.list", OperatorList],
  ["/audit", "audit.list", AuditList],
];

export const App = () => (
  <Admin
    title="Paseo"
    dataProvider={dataProvider}
    authProvider={authProvider}
    i18nProvider={i18nProvider}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
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
      <Route path="/welcome/:token" element={<Welcome />} />
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
  </Admin>
);
