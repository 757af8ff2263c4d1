import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminRoutes } from "./admin/routes.ts";
import { getYourGuideRoutes } from "./channels/getyourguide/getyourguide.ts";
import { octoRoutes } from "./channels/octo/octo.ts";
import { cachedRead, switchCacheMs } from "./channels/shared/calls.ts";
import { viatorRoutes } from "./channels/viator/viator.ts";
import { catalogueSample } from "./domain/editing/sample.ts";
import { demoKey } from "./domain/partners/keys.ts";
import { pageWorkOf } from "./http/cache/page-work.ts";
import { mcpRoutes } from "./http/mcp/mcp.ts";
import { statementOperation } from "./http/operations/account/statement.ts";
import { statementsOperation } from "./http/operations/account/statements.ts";
import { termsOperation } from "./http/operations/account/terms.ts";
import { availabilityOperation } from "./http/operations/availability.ts";
import { catalogdigestOperation } from "./http/operations/catalogdigest.ts";
import { contentsOperation } from "./http/operations/contents.ts";
import { currenciesOperation } from "./http/operations/currencies.ts";
import { eventbookOperation } from "./http/operations/eventbook.ts";
import { eventpayOperation, paymentOperation } from "./http/operations/eventpay.ts";
import { eventsOperation } from "./http/operations/events.ts";
import { eventvalidateOperation } from "./http/operations/eventvalidate.ts";
import {
  eventholdOperation,
  holdextendOperation,
  holdOperation,
  holdreleaseOperation,
} from "./http/operations/holds.ts";
import { orderOperation } from "./http/operations/order.ts";
import { orderamendOperation } from "./http/operations/orderamend.ts";
import { ordercancelOperation } from "./http/operations/ordercancel.ts";
import { ordersOperation } from "./http/operations/orders.ts";
import { pagesOperation } from "./http/operations/pages.ts";
import { productOperation } from "./http/operations/product.ts";
import { productsOperation } from "./http/operations/products.ts";
import { productsdeletedOperation } from "./http/operations/productsdeleted.ts";
import { productversionOperation } from "./http/operations/productversion.ts";
import { serveReads } from "./http/operations/read.ts";
import { serveSales } from "./http/operations/sale.ts";
import { guideCalendarRoutes } from "./http/routes/guide-calendars.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { holdPaymentRoutes } from "./http/routes/hold-payments.ts";
import { paymentRoutes } from "./http/routes/payments.ts";
import { photoRoutes } from "./http/routes/photos.ts";
import { sandboxRoutes } from "./http/routes/sandbox.ts";
import { supplierAnswerRoutes } from "./http/routes/supplier-answers.ts";
import { supplierNotificationRoutes } from "./http/routes/supplier-notifications.ts";
import { voucherRoutes } from "./http/routes/vouchers.ts";
import { registerBrand } from "./http/site/brand.ts";
import { registerConsole } from "./http/site/console.ts";
import { registerDocs } from "./http/site/docs.ts";
import type { DemoSample } from "./http/site/documentation/first-requests.ts";
import { LastHour, sampleEveryMs } from "./http/site/documentation/last-hour.ts";
import type { DocumentationData } from "./http/site/documentation/routes.ts";
import { registerKit } from "./http/site/kit.ts";
import type { Service } from "./service.ts";
import { siteRoutes } from "./site/routes.ts";
import { demoExample, readStoreContent } from "./store/editing/demo.ts";
import { isLocalRequest } from "./web/access.ts";

/** The partner interface: the file of each operation has the operation's name. */
const reads = [
  productOperation,
  productsOperation,
  productversionOperation,
  productsdeletedOperation,
  eventsOperation,
  availabilityOperation,
  pagesOperation,
  contentsOperation,
  currenciesOperation,
  catalogdigestOperation,
];
const sales = [
  eventvalidateOperation,
  eventbookOperation,
  orderOperation,
  ordersOperation,
  termsOperation,
  statementsOperation,
  statementOperation,
  ordercancelOperation,
  orderamendOperation,
  eventholdOperation,
  eventpayOperation,
  paymentOperation,
  holdOperation,
  holdextendOperation,
  holdreleaseOperation,
];

/** Adds all routes. Returns how to listen for probes, and how to refresh the cached pages. */
export function addRoutes(http: FastifyInstance, service: Service) {
  const listenForProbes = healthRoutes(http, service);
  const pageWork = pageWorkOf(service);
  const refreshPages = serveReads(http, service, pageWork, reads);
  serveSales(http, service, sales);
  // The front page is also served when the store is unavailable.
  const sample = cachedRead(switchCacheMs, () => demoSample(service));
  const demo = async (request: FastifyRequest) =>
    service.lifecycle.state === "ready" && isLocalRequest(service, request) ? sample().catch(() => null) : null;
  registerDocs(http, service.config, watchLastHour(http, service), {
    demo,
    sample: readSample(service),
    publicUrl: () => service.orderContext.publicUrl,
  });
  registerBrand(http, service);
  registerConsole(http);
  registerKit(http);
  sandboxRoutes(http, service);
  voucherRoutes(http, service);
  paymentRoutes(http, service);
  holdPaymentRoutes(http, service);
  guideCalendarRoutes(http, service);
  octoRoutes(http, service);
  mcpRoutes(http, service, pageWork);
  getYourGuideRoutes(http, service);
  viatorRoutes(http, service);
  photoRoutes(http, service);
  adminRoutes(http, service);
  supplierAnswerRoutes(http, service);
  supplierNotificationRoutes(http, service);
  siteRoutes(http, service);
  return { listenForProbes, refreshPages };
}

/** Samples the metrics for as long as the server runs. */
function watchLastHour(http: FastifyInstance, { metrics, logger }: Service): LastHour {
  const lastHour = new LastHour(async () => (await metrics.text()).body);
  const sample = () =>
    lastHour.sample().catch((error: unknown) => logger.warn({ err: error }, "no sample of the times"));
  const timer = setInterval(sample, sampleEveryMs).unref();
  http.addHook("onClose", async () => clearInterval(timer));
  return lastHour;
}

/** How long a sample of the catalogue is shown on the guide's first page. */
const sampleMs = 60_000;

/** Reads a sample of the catalogue, at most once a minute. Without a store the guide is the demo's. */
function readSample({ db, clock, lifecycle }: Service): DocumentationData["sample"] {
  const sample = cachedRead(sampleMs, () => catalogueSample(db, clock()));
  return async () => (lifecycle.state === "ready" ? sample().catch(() => "demo" as const) : "demo");
}

/** Returns the demo data on the page of first requests. */
async function demoSample({ db, clock }: Service): Promise<DemoSample | null> {
  if ((await readStoreContent(db)) !== "demo") return null;
  const example = await demoExample(db, clock());
  return example && { key: demoKey, ...example };
}
