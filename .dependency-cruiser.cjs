/**
 * The architecture as rules: `npm run architecture`. docs/architecture.md describes the layers.
 * swc parses the sources, since TypeScript 7 has no public API yet; the warning "missing-tsc-transpiler" is harmless.
 * Imports of types count like all others.
 */
const service = "^packages/service/src/";
const at = (...folders) => folders.map((folder) => `${service}${folder}`);
const layer = (name, folder, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: at(folder) },
  to: { path: service, pathNot: at(folder, ...allowed) },
});
const only = (name, packages, folders) => ({
  name,
  severity: "error",
  comment: `Only ${folders.join(", ")} may use ${packages.join(", ")}.`,
  from: { path: "^packages/", pathNot: [...folders, "/test/", "/scripts/"] },
  to: { path: packages.map((one) => `(^|/)node_modules/${one}/`) },
});

/**
 * The capabilities of store/ and domain/, the lowest first, each with those that it may import, in its own layer and in the store: one entry opens both. All may
 * import `database` and `selling`. A new name here is a decision: docs/decisions/0061-order-of-capabilities.md.
 */
const capabilities = {
  database: [],
  // Pure rules of a sale.
  selling: [],
  versions: [],
  photos: [],
  operators: ["versions", "photos"],
  catalogue: ["versions", "operators"],
  publishing: ["versions", "catalogue"],
  suppliers: ["catalogue"],
  // What was sold: the order's row, its terms and its timeline.
  sale: ["catalogue", "suppliers"],
  // What partners can buy of an event beside others.
  allotments: ["catalogue"],
  money: ["operators", "catalogue", "sale"],
  // Sale: the no-shows of a partner.
  partners: ["operators", "catalogue", "sale", "money"],
  visits: ["versions", "operators", "catalogue", "sale", "money", "partners"],
  // What partners pay and earn. Visits: guests who did not come. docs/decisions/0067-terms-of-partners.md
  terms: ["operators", "catalogue", "sale", "money", "partners", "visits"],
  // Terms: the statement and the limit of a partner. docs/decisions/0075-letters-to-partners.md
  letters: ["operators", "catalogue", "sale", "money", "partners", "visits", "terms"],
  callbacks: ["versions", "operators", "catalogue", "publishing", "suppliers", "sale", "money", "partners", "visits"],
  // What a partner sees and sells.
  offers: ["catalogue", "publishing", "partners"],
  resources: ["operators", "catalogue", "publishing", "sale", "allotments", "money", "visits"],
  // The states of an order, and what changes it.
  orders: [
    ...["versions", "operators", "catalogue", "publishing", "sale", "allotments", "money", "partners", "visits"],
    ...["terms", "letters", "callbacks", "resources"],
  ],
  dispatch: ["operators", "catalogue", "suppliers", "sale", "money", "orders"],
  // What partners and the desk ask for: sales, holds, amendments, cancellations.
  booking: [
    "versions",
    "catalogue",
    "sale",
    "allotments",
    "money",
    "partners",
    "terms",
    "visits",
    "callbacks",
    "resources",
    "orders",
    "dispatch",
  ],
  // Payments at providers: of an order's balance, and of a hold that is booked when it is paid. docs/decisions/0074-payments.md
  payments: ["catalogue", "partners", "sale", "money", "letters", "orders", "dispatch", "booking"],
  bulk: ["catalogue", "sale", "money", "visits", "letters", "resources", "orders", "booking"],
  editing: [
    ...[
      "versions",
      "operators",
      "catalogue",
      "suppliers",
      "sale",
      "allotments",
      "partners",
      "visits",
      "resources",
      "orders",
    ],
  ],
  import: [
    ...["versions", "photos", "operators", "catalogue", "publishing", "suppliers", "callbacks", "orders", "dispatch"],
    "editing",
  ],
  // The operator's own booking sites: docs/decisions/0076-own-site.md
  site: ["versions", "operators", "catalogue", "partners", "sale", "payments", "editing", "import"],
  transfer: [],
};
const names = Object.keys(capabilities);
const ground = names.slice(0, 2);
const capabilityRules = names.map((name, n) => {
  const allowed = [...capabilities[name], ...(ground.includes(name) ? [] : ground)];
  for (const one of allowed)
    if (!names.slice(0, n).includes(one)) throw new Error(`${name} may not import ${one}: it does not stand before it`);
  return {
    name: `${name}-in-order`,
    severity: "error",
    comment: `${name} imports only the capabilities that the table gives it.`,
    from: { path: at(`(store|domain)/${name}/`) },
    to: { path: at("(store|domain)/"), pathNot: at(`(store|domain)/(${[name, ...allowed].join("|")})/`) },
  };
});

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^#", "^bun:", "\\?"] },
    },

    layer(
      "store-below-domain",
      "store/",
      ["records/", "texts/", "(assets|log|limiter)\\.ts$"],
      "store/ holds SQL and imports no layer above it.",
    ),
    {
      name: "records-are-pure",
      severity: "error",
      comment: "records/ has shapes and rules that store/ and domain/ share: no SQL, no I/O.",
      from: { path: at("records/") },
      to: {
        pathNot: [
          ...at("records/", "texts/"),
          "^packages/contract/src/",
          "(^|/)node_modules/(typebox|@types)/",
          "^(node:)?(crypto|util)$",
        ],
      },
    },
    {
      name: "capabilities-are-listed",
      severity: "error",
      comment: "A folder of store/ or domain/ has its place in the order of capabilities.",
      from: { path: at("(store|domain)/"), pathNot: at(`(store|domain)/(${names.join("|")})/`) },
      to: {},
    },
    ...capabilityRules,
    layer("outgoing-is-alone", "outgoing/", [], "outgoing/ knows addresses and requests only."),
    layer("texts-are-alone", "texts/", [], "texts/ is data: the texts of each language."),
    layer("vouchers-are-alone", "vouchers/", ["texts/", "assets\\.ts$"], "vouchers/ makes a PDF from a plain value."),
    layer(
      "domain-below-http",
      "domain/",
      [
        "records/",
        "store/",
        "suppliers/",
        "payments/",
        "outgoing/",
        "vouchers/",
        "texts/",
        "(assets|limiter|network)\\.ts$",
      ],
      "domain/ decides; it knows no HTTP.",
    ),
    layer(
      "suppliers-below-domain",
      "suppliers/",
      [
        "records/(schemas|supplier-order|sealed-settings|tickets/ticket-sizes)\\.ts$",
        "outgoing/",
        "texts/",
        "config\\.ts$",
      ],
      "suppliers/ calls the systems of suppliers. It knows the records of an order and of a supplier's settings.",
    ),
    layer(
      "payments-below-domain",
      "payments/",
      ["suppliers/(kind|answer-texts|bounded-json)\\.ts$", "outgoing/"],
      "payments/ calls payment providers. It declares settings and reads answers as suppliers/ does, and knows no order.",
    ),
    layer(
      "mail-above-domain",
      "mail/",
      [
        "domain/operators/(email|brand)\\.ts$",
        "domain/letters/letter-html\\.ts$",
        "texts/",
        "store/",
        "suppliers/supplier\\.ts$",
        "config\\.ts$",
      ],
      "mail/ sends the e-mails of the domain, in the operator's frame.",
    ),
    layer(
      "jobs-above-domain",
      "jobs/",
      ["domain/", "records/", "store/", "(log|limiter)\\.ts$"],
      "jobs/ says what runs and how often.",
    ),
    layer(
      "http-above-domain",
      "http/",
      [
        "web/",
        "domain/",
        "payments/",
        "vouchers/",
        "texts/",
        "records/",
        "store/(catalogue/replica|versions/(version-gate|versions)|database/(faults|given-up))\\.ts$",
        "(assets|config|log|metrics|service|limiter|network)\\.ts$",
        "telemetry/(requests|telemetry)\\.ts$",
      ],
      "http/ speaks the partner interface and contains no SQL.",
    ),
    layer(
      "web-below-http",
      "web/",
      [
        "domain/partners/keys\\.ts$",
        "store/database/(faults|given-up)\\.ts$",
        "texts/",
        "(config|service|limiter|network)\\.ts$",
      ],
      "web/ has what http/ and admin/ share: who calls, with what, and how a problem is answered.",
    ),
    layer(
      "admin-above-domain",
      "admin/",
      [
        "domain/",
        "records/",
        "store/",
        "(suppliers|payments)/kinds\\.ts$",
        "payments/kind\\.ts$",
        "texts/",
        "web/",
        "(service|config)\\.ts$",
      ],
      "admin/ speaks the back office's interface.",
    ),
    layer(
      "channels-above-domain",
      "channels/",
      ["domain/", "records/", "store/", "texts/", "web/", "(service|config)\\.ts$"],
      "channels/ speaks the protocols of others over the same domain.",
    ),
    layer(
      "site-is-a-client",
      "site/",
      [
        "domain/(site|operators)/",
        "store/(site/|database/database\\.ts$)",
        "records/",
        "texts/",
        "web/",
        "http/cache/encoded-page\\.ts$",
        "(assets|service|network)\\.ts$",
      ],
      "site/ reads and sells through the partner interface, as every other client does: docs/decisions/0076-own-site.md.",
    ),
    layer(
      "telemetry-observes",
      "telemetry/",
      ["outgoing/request\\.ts$", "store/database/statement-names\\.ts$", "(config|metrics)\\.ts$"],
      "telemetry/ sends what the hooks of others report.",
    ),
    {
      name: "telemetry-is-loaded-on-demand",
      severity: "error",
      comment: "The SDK takes time and memory: only telemetry/open.ts imports it, when it is on.",
      from: { path: "^packages/", pathNot: [...at("telemetry/(open-telemetry|otlp-metrics)\\.ts$"), "/test/"] },
      to: {
        path: [...at("telemetry/(open-telemetry|otlp-metrics)\\.ts$"), "(^|/)node_modules/@opentelemetry/"],
        dependencyTypesNot: ["dynamic-import"],
      },
    },
    {
      name: "nothing-imports-the-top",
      severity: "error",
      from: { path: "^packages/", pathNot: [...at("commands/", "app\\.ts$", "main\\.ts$"), "/test/"] },
      to: { path: at("commands/", "app\\.ts$", "main\\.ts$") },
    },
    {
      name: "selling-is-pure",
      severity: "error",
      comment:
        "The rules of a sale import the contract, the sizes and prices of tickets, texts, decimals and dates only.",
      from: { path: at("domain/selling/") },
      to: {
        pathNot: [
          ...at("domain/selling/", "records/(partners/partner-terms|tickets/ticket-(sizes|prices))\\.ts$", "texts/"),
          "^packages/contract/src/",
          "(^|/)node_modules/(big\\.js|luxon|typebox|@types)/",
        ],
      },
    },
    {
      name: "contract-is-shared",
      severity: "error",
      comment: "contract/ does no I/O and imports no other package of the project.",
      from: { path: "^packages/contract/src/" },
      to: { pathNot: ["^packages/contract/src/", "(^|/)node_modules/(typebox|saxes|xmlchars)/"] },
    },
    {
      name: "partner-packages",
      severity: "error",
      comment: "client needs the contract only, mirror the client and pg, conform the contract and saxes.",
      from: { path: "^packages/(client|mirror|conform)/src/" },
      to: {
        path: ["^packages/", "(^|/)node_modules/"],
        pathNot: [
          "^packages/$1/src/",
          "^packages/contract/src/(index|codes|messages)\\.ts$",
          "^packages/client/src/(index|markup)\\.ts$",
          "(^|/)node_modules/(@types|pg|saxes)/",
        ],
      },
    },
    {
      name: "client-is-small",
      severity: "error",
      from: { path: "^packages/(client|conform)/src/" },
      to: { path: ["^packages/(client|mirror|conform)/", "(^|/)node_modules/pg/"], pathNot: ["^packages/$1/src/"] },
    },
    {
      name: "saxes-reads-for-conform",
      severity: "error",
      from: { path: "^packages/(client|mirror)/src/" },
      to: { path: "(^|/)node_modules/saxes/" },
    },
    {
      name: "packages-meet-in-exports",
      severity: "error",
      comment: "A package imports another by its name, never by a path into its files.",
      from: { path: "^packages/([^/]+)/src/" },
      to: {
        path: "^packages/",
        pathNot: [
          "^packages/$1/",
          "^packages/contract/src/(index|codes|characters|folded-text|limits|messages|order-reference|scanned-text|typed-numbers)\\.ts$",
          "^packages/client/src/(index|markup)\\.ts$",
        ],
      },
    },
    {
      name: "no-tests-in-sources",
      severity: "error",
      from: { path: "^packages/[^/]+/src/" },
      to: { path: "^packages/[^/]+/test/" },
    },
    {
      name: "declared-dependencies",
      severity: "error",
      comment: "What runs is among the dependencies of its package.",
      from: { path: "^packages/[^/]+/src/", pathNot: ["^packages/console/"] },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], pathNot: ["(^|/)node_modules/@types/"] },
    },
    only(
      "sql-in-store",
      ["kysely", "pg", "pg-copy-streams", "pg-boss", "@electric-sql"],
      [`${service}store/`, "^packages/mirror/src/"],
    ),
    only("pdf-in-vouchers", ["pdfkit"], [`${service}vouchers/`]),
    only("mail-in-mail", ["nodemailer"], [`${service}mail/`]),
    only("addresses-in-outgoing", ["ipaddr\\.js"], [`${service}outgoing/`, `${service}network\\.ts`]),
    only("second-factor-in-domain", ["otpauth"], [`${service}domain/operators/`]),
  ],
  required: [
    {
      name: "store-has-sql",
      severity: "error",
      comment: "A file of store/ works with the database; a shape or rule without it belongs in records/.",
      module: { path: at("store/"), pathNot: at("store/database/") },
      to: { path: [...at("store/database/"), "(^|/)node_modules/kysely/"] },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^packages/[^/]+/(dist|generated)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
