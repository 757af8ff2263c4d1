import { after, before } from "node:test";
import type { CatalogueFile, CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { museum, show, testCatalogue } from "../../support/samples/catalogue.ts";
import { send, Wire } from "../../support/wire.ts";

/** Every hour of 30 days: 720 events, more than a page. */
const tours: CatalogueProduct = {
  ...museum,
  externalId: "tours",
  type: "scheduled",
  items: [{ ...museum.items[0]!, schedules: [everyHour()] }],
};
function everyHour() {
  const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  return { from: "2026-06-16", to: "2026-07-15", times, capacity: 9, prices: [{ code: "ADULT", amount: "30.00" }] };
}
const catalogue: CatalogueFile = { ...testCatalogue, products: [show, tours] };

export const json = { "content-type": "application/json" };

/** A service for the tests of a file, and requests to it. */
export function openShop() {
  let app: TestApp;
  let product: string;
  let event: string;
  before(async () => {
    app = await startApp({ catalogue });
    const wire = new Wire(app.url, { sends: "json", reads: "json" });
    product = (await wire.ask("products")).values[0]!.id;
    event = (await wire.ask("events", { id: product })).values[0]!.id;
  });
  after(() => app.stop());

  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    send(app.url + path, { method, headers });
  const post = (path: string, body: string, headers: Record<string, string>) =>
    send(app.url + path, { method: "POST", headers, body });
  const selection = () => ({ id: event, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] });
  const booking = () => ({
    ...selection(),
    email: "ana@example.com",
    phoneNumber: "1",
    remoteHost: "::1",
    totalUsd: { currencyCode: "USD", value: 50 },
  });
  return { app: () => app, product: () => product, event: () => event, ask, post, selection, booking };
}
