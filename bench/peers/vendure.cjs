/**
 * Vendure as its own starter sets it up for production, without what only browsers and mail need (dashboard, assets,
 * e-mail): `node vendure.cjs populate|serve|work`. It is copied into the folder that Vendure is installed in. Its database
 * and port are in the environment; to populate, `PRODUCTS` is how many.
 */
const {
  bootstrap,
  bootstrapWorker,
  DefaultJobQueuePlugin,
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  dummyPaymentHandler,
} = require("@vendure/core");

const { DB_URL, PORT, PRODUCTS } = process.env;
const task = process.argv[2];

const config = {
  apiOptions: {
    port: Number(PORT),
    hostname: "127.0.0.1",
    adminApiPath: "admin-api",
    shopApiPath: "shop-api",
    cors: false,
  },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "bench", password: "measured here and nowhere else" },
    cookieOptions: { secret: "bench" },
  },
  dbConnectionOptions: {
    type: "postgres",
    url: DB_URL,
    synchronize: task === "populate",
    migrations: [],
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    DefaultSchedulerPlugin.init(),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

const initialData = {
  defaultLanguage: "en",
  defaultZone: "Europe",
  countries: [{ name: "Spain", code: "ES", zone: "Europe" }],
  taxRates: [{ name: "Standard Tax", percentage: 20 }],
  shippingMethods: [{ name: "Standard Shipping", price: 0 }],
  paymentMethods: [
    {
      name: "Standard Payment",
      handler: { code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "true" }] },
    },
  ],
  collections: [],
};

/** The first two products have 20 of it, all others a million. */
function productsCsv() {
  const head =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  const line = (_, n) =>
    `Measured activity ${n},activity-${n},,,,,,S-${n},45.00,standard,${n < 2 ? 20 : 1_000_000},true,,`;
  return [head, ...Array.from({ length: Number(PRODUCTS) }, line)].join("\n");
}

async function populateAll() {
  const { populate } = require("@vendure/core/cli");
  const { writeFileSync } = require("node:fs");
  writeFileSync("products.csv", productsCsv());
  const app = await populate(() => bootstrap(config), initialData, "products.csv");
  await app.close();
  process.exit(0);
}

const tasks = {
  populate: populateAll,
  serve: () => bootstrap(config),
  work: () => bootstrapWorker(config).then((worker) => worker.startJobQueue()),
};
tasks[task]().catch((error) => {
  console.error(error);
  process.exit(1);
});
