import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { createHashRouter, Outlet, RouterProvider } from "react-router";
import type { OperationId } from "./api/types.ts";
import { Home } from "./dashboard/Home.tsx";
import { Layout } from "./frame/Layout.tsx";
import { FailedPage, NotFoundPage, PageForRight } from "./frame/pages.tsx";
import { RequireSignIn, SessionProvider } from "./session/SessionProvider.tsx";
import { AppearanceProvider } from "./theme/AppearanceProvider.tsx";
import { later } from "./ui/later.ts";
import { Notices } from "./ui/notices.tsx";
import { PagePlaceholder } from "./ui/page/PagePlaceholder.tsx";
import { LoadingPage } from "./ui/page/states.tsx";

const SignIn = later(() => import("./account/SignIn.tsx"), "SignIn");
const Settings = later(() => import("./account/Settings.tsx"), "Settings");
const FirstSignInPage = later(() => import("./account/FirstSignInPage.tsx"), "FirstSignInPage");
const SignInLinkPage = later(() => import("./account/SignInLinkPage.tsx"), "SignInLinkPage");
const productForms = () => import("./products/form/ProductForm.tsx");
const currencyPages = () => import("./currencies/CurrencyPage.tsx");
const allotmentPages = () => import("./allotments/AllotmentPage.tsx");
const contentPages = () => import("./content/PageForm.tsx");

/** Every page inside the frame: its path, the operation that a role needs for it, and its component. */
const pages: [path: string, right: OperationId, Page: ComponentType][] = [
  ["/queue", "orders.list", later(() => import("./orders/OrderQueue.tsx"), "OrderQueue")],
  ["/orders", "orders.list", later(() => import("./orders/list/OrderList.tsx"), "OrderList")],
  ["/orders/create", "orders.create", later(() => import("./orders/sale/SalePage.tsx"), "SalePage")],
  ["/orders/:id/show", "orders.show", later(() => import("./orders/page/OrderPage.tsx"), "OrderPage")],
  [
    "/orders/:id/change",
    "orders.quoteAmendment",
    later(() => import("./orders/amendment/AmendmentPage.tsx"), "AmendmentPage"),
  ],
  ["/refunds", "refunds.list", later(() => import("./orders/refunds/RefundList.tsx"), "RefundList")],
  ["/payments", "checkouts.list", later(() => import("./payments/PaymentList.tsx"), "PaymentList")],
  ["/closing", "closings.show", later(() => import("./closing/ClosingPage.tsx"), "ClosingPage")],
  ["/door", "door.events", later(() => import("./door/DoorPage.tsx"), "DoorPage")],
  ["/products", "products.list", later(() => import("./products/ProductList.tsx"), "ProductList")],
  ["/products/create", "products.create", later(productForms, "CreateProduct")],
  [
    "/products/change",
    "products.changeListings",
    later(() => import("./products/bulk/ListingChangePage.tsx"), "ListingChangePage"),
  ],
  ["/products/:id", "products.update", later(productForms, "EditProduct")],
  ["/products/:id/show", "products.show", later(() => import("./products/page/ProductPage.tsx"), "ProductPage")],
  ["/events", "events.calendar", later(() => import("./events/calendar/CalendarPage.tsx"), "CalendarPage")],
  ["/day", "events.timetable", later(() => import("./timetable/DayPage.tsx"), "DayPage")],
  ["/events/list", "events.list", later(() => import("./events/list/EventList.tsx"), "EventList")],
  ["/events/:id/show", "events.show", later(() => import("./day/EventPage.tsx"), "EventPage")],
  ["/events/:id/act/:kind", "bulkActions.preview", later(() => import("./bulk/ActionPage.tsx"), "ActionPage")],
  ["/events/act/:kind", "bulkActions.preview", later(() => import("./bulk/ActionPage.tsx"), "EventsActionPage")],
  ["/bulk-actions/:id/show", "bulkActions.show", later(() => import("./bulk/ReportPage.tsx"), "ReportPage")],
  ["/ticket-types", "products.list", later(() => import("./products/TicketTypeList.tsx"), "TicketTypeList")],
  ["/letters", "letters.list", later(() => import("./letters/LetterPage.tsx"), "LetterPage")],
  ["/events/change", "events.change", later(() => import("./events/change/ChangePage.tsx"), "ChangePage")],
  ["/changes", "changes.list", later(() => import("./changes/ChangeList.tsx"), "ChangeList")],
  ["/changes/:id/show", "changes.show", later(() => import("./changes/ChangeReport.tsx"), "ChangeReport")],
  ["/suppliers", "suppliers.list", later(() => import("./suppliers/SupplierList.tsx"), "SupplierList")],
  ["/resources", "resources.list", later(() => import("./resources/ResourceList.tsx"), "ResourceList")],
  ["/guides/:id", "guides.events", later(() => import("./guides/GuidePage.tsx"), "GuidePage")],
  ["/guides/:id/events/:event", "guides.manifest", later(() => import("./guides/GuestsPage.tsx"), "GuestsPage")],
  ["/resource-plan", "resources.plan", later(() => import("./resources/ResourceWeekPage.tsx"), "ResourceWeekPage")],
  ["/currencies", "currencies.list", later(() => import("./currencies/CurrencyList.tsx"), "CurrencyList")],
  ["/currencies/create", "currencies.create", later(currencyPages, "NewCurrencyPage")],
  ["/currencies/ecb", "currencies.ecb", later(() => import("./currencies/EcbPage.tsx"), "EcbPage")],
  ["/currencies/:id", "currencies.show", later(currencyPages, "CurrencyPage")],
  ["/pages", "pages.list", later(() => import("./content/PageList.tsx"), "PageList")],
  ["/pages/made", "pageRules.show", later(() => import("./content/PageRules.tsx"), "PageRulesPage")],
  ["/pages/create", "pages.create", later(contentPages, "NewContentPage")],
  ["/pages/:id", "pages.show", later(contentPages, "EditContentPage")],
  ["/own/*", "own.show", later(() => import("./own/OwnPages.tsx"), "OwnPages")],
  ["/white-labels", "whiteLabels.list", later(() => import("./partners/WhiteLabelList.tsx"), "WhiteLabelList")],
  ["/sites", "sites.list", later(() => import("./site/SiteList.tsx"), "SiteList")],
  ["/sites/create", "sites.create", later(() => import("./site/NewSite.tsx"), "NewSitePage")],
  ["/sites/:id/show", "sites.show", later(() => import("./site/SitePage.tsx"), "SitePage")],
  ["/exchange", "catalogue.export", later(() => import("./exchange/ExchangePage.tsx"), "ExchangePage")],
  ["/partners", "partners.list", later(() => import("./partners/PartnerList.tsx"), "PartnerList")],
  ["/partners/:id/show", "partners.show", later(() => import("./partners/PartnerPage.tsx"), "PartnerPage")],
  ["/allotments", "allotments.list", later(() => import("./allotments/AllotmentList.tsx"), "AllotmentList")],
  ["/allotments/create", "allotments.create", later(allotmentPages, "NewAllotmentPage")],
  ["/allotments/:id", "allotments.show", later(allotmentPages, "AllotmentPage")],
  ["/refused-orders", "refusedOrders.list", later(() => import("./partners/RefusedOrderList.tsx"), "RefusedOrderList")],
  ["/partners/:id/terms", "partners.addTerms", later(() => import("./partners/terms/TermsPage.tsx"), "TermsPage")],
  [
    "/partners/:id/statement",
    "statements.draft",
    later(() => import("./partners/statements/IssueStatementPage.tsx"), "IssueStatementPage"),
  ],
  [
    "/price-lists",
    "priceLists.list",
    later(() => import("./partners/price-lists/PriceListsPage.tsx"), "PriceListsPage"),
  ],
  [
    "/price-lists/:id/show",
    "priceLists.show",
    later(() => import("./partners/price-lists/PriceListPage.tsx"), "PriceListPage"),
  ],
  [
    "/price-lists/:id/version",
    "priceLists.addVersion",
    later(() => import("./partners/price-lists/PriceListVersionPage.tsx"), "PriceListVersionPage"),
  ],
  [
    "/partners/:id/count",
    "partners.differences",
    later(() => import("./partners/statements/CountPage.tsx"), "CountPage"),
  ],
  ["/statements/run", "statements.drafts", later(() => import("./partners/statements/RunPage.tsx"), "RunPage")],
  [
    "/statements/runs/:id",
    "statements.runs",
    later(() => import("./partners/statements/RunResultPage.tsx"), "RunResultPage"),
  ],
  ["/statements/bank", "bankFiles.read", later(() => import("./partners/statements/BankFilePage.tsx"), "BankFilePage")],
  ["/statements", "statements.list", later(() => import("./partners/statements/StatementsPage.tsx"), "StatementsPage")],
  [
    "/statements/:id/show",
    "statements.show",
    later(() => import("./partners/statements/StatementPage.tsx"), "StatementPage"),
  ],
  ["/callbacks", "callbacks.list", later(() => import("./callbacks/CallbackList.tsx"), "CallbackList")],
  ["/callbacks/:id/show", "callbacks.show", later(() => import("./callbacks/CallbackPage.tsx"), "CallbackPage")],
  ["/home", "home.update", later(() => import("./home/HomePage.tsx"), "HomePage")],
  ["/operators", "operators.list", later(() => import("./account/OperatorList.tsx"), "OperatorList")],
  // The page of the console's own parts, for its developers and tests. No page links to it.
  ["/parts", "session.show", later(() => import("./ComponentSamplesPage.tsx"), "ComponentSamplesPage")],
  ["/audit", "audit.list", later(() => import("./audit/AuditList.tsx"), "AuditList")],
];

/** Without network a change fails at once, with a message. The console does not queue it until the network returns. */
const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } });

/** Providers around every page, including the pages before sign-in. */
const Root = () => (
  <SessionProvider>
    <ErrorBoundary FallbackComponent={FailedPage}>
      <Outlet />
    </ErrorBoundary>
  </SessionProvider>
);

const Frame = () => (
  <RequireSignIn>
    <Layout>
      <Outlet />
    </Layout>
  </RequireSignIn>
);

/** Shows a page outside the frame, such as sign-in. */
const alone = (page: ReactNode) => <Suspense fallback={<LoadingPage />}>{page}</Suspense>;

const router = createHashRouter([
  {
    element: <Root />,
    children: [
      { path: "/login", element: alone(<SignIn />) },
      { path: "/welcome/:token", element: alone(<FirstSignInPage />) },
      { path: "/sign-in/:token", element: alone(<SignInLinkPage />) },
      {
        element: <Frame />,
        children: [
          { path: "/", element: <Home /> },
          { path: "/account", element: <Settings /> },
          ...pages.map(([path, right, Page]) => ({
            path,
            element: (
              // The key gives each page its own state, and shows the new page's title while it loads.
              <Suspense key={path} fallback={<PagePlaceholder />}>
                <PageForRight right={right}>
                  <Page />
                </PageForRight>
              </Suspense>
            ),
          })),
          { path: "*", element: <NotFoundPage /> },
        ],
      },
    ],
  },
]);

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <AppearanceProvider>
      <RouterProvider router={router} />
      <Notices />
    </AppearanceProvider>
  </QueryClientProvider>
);
