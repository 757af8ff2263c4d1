import { Admin, CustomRoutes, Resource } from "react-admin";
import { Route } from "react-router";
import { Settings } from "./account/Settings.tsx";
import { SignIn } from "./account/SignIn.tsx";
import { Welcome } from "./account/Welcome.tsx";
import { dataProvider } from "./api/data.ts";
import { AuditList } from "./audit/AuditList.tsx";
import { Home } from "./dashboard/Home.tsx";
import { Layout } from "./frame/Layout.tsx";
import {
  ContentPages,
  CurrencyPages,
  DeliveryList,
  DeliveryPage,
  EventPages,
  ExchangePages,
  PartnerList,
  PartnerPage,
  SupplierList,
  WhiteLabelPages,
} from "./frame/later.ts";
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

/** Every page of the console, and where it is found. */
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
      <Route path="/events/*" element={<EventPages />} />
      <Route path="/white-labels/*" element={<WhiteLabelPages />} />
      <Route path="/pages/*" element={<ContentPages />} />
      <Route path="/currencies/*" element={<CurrencyPages />} />
      <Route path="/exchange/*" element={<ExchangePages />} />
      <Route
        path="/queue"
        element={
          <Allowed right="orders.list">
            <Queue />
          </Allowed>
        }
      />
      <Route
        path="/redeem"
        element={
          <Allowed right="vouchers.redeem">
            <Redeem />
          </Allowed>
        }
      />
    </CustomRoutes>
    <Resource name="orders" list={OrderList} show={OrderPage} />
    <Resource name="products" list={ProductList} create={CreateProduct} edit={EditProduct} show={ProductPage} />
    <Resource name="partners" list={PartnerList} show={PartnerPage} />
    <Resource name="deliveries" list={DeliveryList} show={DeliveryPage} />
    <Resource name="suppliers" list={SupplierList} />
    <Resource name="operators" list={OperatorList} />
    <Resource name="audit" list={AuditList} />
  </Admin>
);
