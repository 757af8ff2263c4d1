import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminRoutes } from "./admin/routes.ts";
import { getYourGuideRoutes } from "./channels/getyourguide/getyourguide.ts";
import { octoRoutes } from "./channels/octo/octo.ts";
import { viatorRoutes } from "./channels/viator/viator.ts";
import { demoKey } from "./domain/partners/keys.ts";
import { mcpRoutes } from "./http/mcp/mcp.ts";
import { availability } from "./http/operations/availability.ts";
import { catalogdigest } from "./http/operations/catalogdigest.ts";
import { contents } from "./http/operations/contents.ts";
import { currencies } from "./http/operations/currencies.ts";
import { eventbook } from "./http/operations/eventbook.ts";
import { events } from "./http/operations/events.ts";
import { eventvalidate } from "./http/operations/eventvalidate.ts";
import { eventhold, hold, holdextend, holdrelease } from "./http/operations/holds.ts";
import { order } from "./http/operations/order.ts";
import { orderamend } from "./http/operations/orderamend.ts";
import { ordercancel } from "./http/operations/ordercancel.ts";
import { orders } from "./http/operations/orders.ts";
import { pages } from "./http/operations/pages.ts";
import { product } from "./http/operations/product.ts";
import { products } from "./http/operations/products.ts";
import { productsdeleted } from "./http/operations/productsdeleted.ts";
import { productversion } from "./http/operations/productversion.ts";
import { serveReads } from "./http/operations/read.ts";
import { serveSales } from "./http/operations/sale.ts";
import { guideCalendarRoutes } from "./http/routes/guide-calendars.ts";
import { healthRoutes } from "./http/routes/health.ts";
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
import { registerKit } from "./http/site/kit.ts";
import type { Service } from "./service.ts";
import { demoExample, storeContent } from "./store/editing/demo.ts";
import { isLocal } from "./web/access.ts";

/** The partner interface: the file of each operation has the operation's name. */
const reads = [
  product,
  products,
  productversion,
  productsdeleted,
  events,
  availability,
  pages,
  contents,
  currencies,
  catalogdigest,
];
const sales = [
  eventvalidate,
  eventbook,
  order,
  orders,
  ordercancel,
  orderamend,
  eventhold,
  hold,
  holdextend,
  holdrelease,
];

/** Adds all routes. Returns how to listen for probes, and how to refresh the cached pages. */
export function addRoutes(http: FastifyInstance, service: Service) {
  const listenForProbes = healthRoutes(http, service);
  const refreshPages = serveReads(http, service, reads);
  serveSales(http, service, sales);
  // The front page is also served when the store is unavailable.
  const demo = async (request: FastifyRequest) =>
    service.lifecycle.state === "ready" && isLocal(service, request) ? demoSample(service).catch(() => null) : null;
  registerDocs(http, service.config, watchLastHour(http, service), demo, () => service.orderContext.publicUrl);
  registerBrand(http, service);
  registerConsole(http);
  registerKit(http);
  sandboxRoutes(http, service);
  voucherRoutes(http, service);
  guideCalendarRoutes(http, service);
  octoRoutes(http, service);
  mcpRoutes(http, service);
  getYourGuideRoutes(http, service);
  viatorRoutes(http, service);
  photoRoutes(http, service);
  adminRoutes(http, service);
  supplierAnswerRoutes(http, service);
  supplierNotificationRoutes(http, service);
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

/** Returns the demo data on the page of first requests. */
async function demoSample({ db, clock }: Service): Promise<DemoSample | null> {
  if ((await storeContent(db)) !== "demo") return null;
  const example = await demoExample(db, clock());
  return example && { key: demoKey, ...example };
}
