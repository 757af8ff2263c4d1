import type { FastifyInstance } from "fastify";
import { adminRoutes } from "./admin/routes.ts";
import { demoKey } from "./domain/partners/keys.ts";
import { isLocal } from "./http/access.ts";
import { catalogueRoutes } from "./http/routes/catalogue.ts";
import { changeRoutes } from "./http/routes/changes.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { holdRoutes } from "./http/routes/holds.ts";
import { orderRoutes } from "./http/routes/orders.ts";
import { sandboxRoutes } from "./http/routes/sandbox.ts";
import { supplierAnswerRoutes } from "./http/routes/supplier-answers.ts";
import { voucherRoutes } from "./http/routes/vouchers.ts";
import { registerConsole } from "./http/site/console.ts";
import { registerDocs } from "./http/site/docs.ts";
import { registerGuide } from "./http/site/guide.ts";
import { registerKit } from "./http/site/kit.ts";
import type { DemoSample } from "./http/site/landing.ts";
import type { Service } from "./service.ts";
import { demoExample, storeContent } from "./store/editing/demo.ts";

/** Adds all routes. Returns how to listen for probes, and how to refresh the cached pages. */
export function addRoutes(http: FastifyInstance, service: Service) {
  const listenForProbes = healthRoutes(http, service);
  const refreshPages = catalogueRoutes(http, service);
  orderRoutes(http, service);
  holdRoutes(http, service);
  changeRoutes(http, service);
  // The front page is shown without the store too.
  registerDocs(http, service.config, async (request) =>
    service.lifecycle.state === "ready" && isLocal(service, request) ? demoSample(service).catch(() => null) : null,
  );
  registerConsole(http);
  registerKit(http);
  registerGuide(http);
  sandboxRoutes(http, service);
  voucherRoutes(http, service);
  adminRoutes(http, service);
  supplierAnswerRoutes(http, service);
  return { listenForProbes, refreshPages };
}

/** What the front page shows of a demo. */
async function demoSample({ db, clock }: Service): Promise<DemoSample | null> {
  if ((await storeContent(db)) !== "demo") return null;
  const example = await demoExample(db, clock());
  return example && { key: demoKey, ...example };
}
