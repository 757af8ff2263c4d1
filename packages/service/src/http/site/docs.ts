import { openapi, openapi30, problemXsd, requestCollection, xsd } from "@paseo/contract";
import { type FastifyInstance, fastify } from "fastify";
import { LRUCache } from "lru-cache";
import type { Config } from "../../config.ts";
import { contentTypes } from "../../web/negotiation.ts";
import { EncodedPage, type PageHeaders, sendEncoded } from "../cache/encoded-page.ts";
import { baseAddress } from "./base-address.ts";
import { brandLink, iconLink } from "./brand.ts";
import type { LastHour } from "./documentation/last-hour.ts";
import { documentationPolicy, earlyScript, earlyScriptHash, topBar } from "./documentation/layout.ts";
import { type DocumentationData, exampleAddress, registerDocumentation } from "./documentation/routes.ts";
import { landingPage } from "./landing.ts";

// Of the two packages with Scalar's browser bundle, the Fastify one is by far the smaller: @scalar/api-reference installs hundreds of
// packages that the bundle already contains.

const cached = { "cache-control": "public, no-cache" };
const html = { "content-type": "text/html; charset=utf-8", ...cached };
const script = { "content-type": "text/javascript; charset=utf-8", ...cached };
/**
 * The page loads nothing from other hosts, and has one inline script, allowed by its hash. Scalar adds its style sheet
 * to the page, hence style-src.
 */
export const docsPolicy =
  `default-src 'self'; script-src 'self' 'sha256-${earlyScriptHash}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
  "font-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const json: PageHeaders = { "content-type": contentTypes.json, ...cached };
const xml: PageHeaders = { "content-type": contentTypes.xml, ...cached };

type DocsConfig = Pick<Config, "xmlNamespace" | "readAccess" | "operatorName" | "operatorPhone" | "offeredLanguages"> &
  Partial<Pick<Config, "projectUrl">>;

/** The documents that describe the service, and the pages that show them. They load nothing from other hosts. */
export function registerDocs(
  app: FastifyInstance,
  config: DocsConfig,
  lastHour: LastHour,
  {
    demo = async () => null,
    sample = async () => "demo",
    publicUrl = () => exampleAddress,
  }: Partial<DocumentationData> = {},
): void {
  const { xmlNamespace: namespace, offeredLanguages: languages } = config;
  const description = (serverUrl: string, xmlText = false) =>
    openapi({ namespace, operator: config.operatorName, languages, serverUrl, xmlText });
  const name = () => config.operatorName;
  serve(app, "/openapi.json", json, async (base) => JSON.stringify(description(base)), name);
  serve(app, "/openapi-3.0.json", json, async (base) => JSON.stringify(openapi30(description(base))), name);
  // Scalar shows and sends the text of an XML example.
  serve(app, "/docs/openapi.json", json, async (base) => JSON.stringify(description(base, true)), name);
  serve(app, "/collection.json", json, async (base) => JSON.stringify(requestCollection({ namespace, baseUrl: base })));
  serve(app, "/schema.xsd", xml, async () => xsd(namespace));
  serve(app, "/problem.xsd", xml, async () => problemXsd());
  const policy = { "content-security-policy": docsPolicy };
  serve(app, "/docs/reference", { ...html, ...policy }, async () => referencePage(name()), name);
  serve(app, "/docs/start.js", script, async () => docsStart);
  serve(app, "/docs/scalar.js", script, scalarBundle);
  registerDocumentation(app, config, lastHour, { demo, sample, publicUrl });
  app.get("/", { config: { load: "none" } }, async (request, reply) =>
    reply
      .headers({
        "content-type": html["content-type"],
        "cache-control": "no-cache",
        "content-security-policy": documentationPolicy,
        vary: "accept-language",
      })
      .send(landingPage(request, config, await demo(request))),
  );
}

/** Maximum number of versions of a document that are cached, because clients choose the Host header. */
const maxAddresses = 10;

/**
 * Serves a text that is made at its first request, because the reference page alone has megabytes and many processes
 * never serve it. If `make` takes the client's address, one text is made for each address.
 */
function serve(
  app: FastifyInstance,
  url: string,
  headers: PageHeaders,
  make: (baseAddress: string) => Promise<string>,
  /** The name of the text's version, if the text depends on more than the address. */
  version: () => string = () => "",
): void {
  const answers = new LRUCache<string, Promise<EncodedPage>>({ max: maxAddresses });
  app.get(url, { config: { load: "none" } }, async (request, reply) => {
    const base = make.length > 0 ? baseAddress(request) : "";
    const key = `${version()} ${base}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = make(base).then((text) => new EncodedPage(text, headers));
      answers.set(key, answer);
    }
    return sendEncoded(request, reply, await answer);
  });
}

const referencePage = (operatorName: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${iconLink}
<title>API reference</title>
${earlyScript}
<link rel="stylesheet" href="/docs/bar.css">
${brandLink}
</head>
<body>
${topBar({ operatorName, lang: "en", slug: "", hasMenu: false })}
<noscript>This page needs JavaScript. The interface is also described in <a href="/docs/en">the guide</a> and in <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Starts Scalar in the theme (light or dark) that the reader chose on any page of the documentation. */
const docsStart = `const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const reference = Scalar.createApiReference("#reference", { ...${JSON.stringify({
  url: "/docs/openapi.json",
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  persistAuth: false,
  orderSchemaPropertiesBy: "preserve",
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  customCss:
    ":root { --scalar-custom-header-height: 3.75rem; --scalar-color-accent: var(--accent); } body { margin: 0; }",
})}, forceDarkModeState: dark() ? "dark" : "light" });
document.querySelector("#theme").addEventListener("click", () => {
  localStorage.setItem("paseo-theme", dark() ? "light" : "dark");
  location.reload();
});
`;

/** Reads the bundle once from a temporary server, because the package offers it only as a Fastify route. */
async function scalarBundle(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const server = fastify();
  await server.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
  const { body } = await server.inject("/docs/js/scalar.js");
  await server.close();
  return body;
}
