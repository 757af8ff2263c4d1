import { openapi, openapi30, problemXsd, requestCollection, xsd } from "@paseo/contract";
import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import { LRUCache } from "lru-cache";
import type { Config } from "../../config.ts";
import { contentTypes } from "../../web/negotiation.ts";
import { EncodedPage, type PageHeaders, sendEncoded } from "../cache/encoded-page.ts";
import { baseAddress } from "./base-address.ts";
import { type DemoSample, landingPage, landingPolicy } from "./landing.ts";

// Of the two packages with Scalar's browser bundle, the Fastify one is by far the smaller: @scalar/api-reference installs hundreds of
// packages that the bundle already contains.

const cached = { "cache-control": "public, no-cache" };
const html = { "content-type": "text/html; charset=utf-8", ...cached };
const script = { "content-type": "text/javascript; charset=utf-8", ...cached };
/** No foreign resources and no inline scripts. Scalar adds its style sheet to the page, hence style-src. */
export const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const json: PageHeaders = { "content-type": contentTypes.json, ...cached };
const xml: PageHeaders = { "content-type": contentTypes.xml, ...cached };

type DocsConfig = Pick<Config, "xmlNamespace" | "readAccess" | "operatorName" | "offeredLanguages">;

/** The documents that describe the service, and the pages that show them. They load nothing from other hosts. */
export function registerDocs(
  app: FastifyInstance,
  config: DocsConfig,
  demo: (request: FastifyRequest) => Promise<DemoSample | null> = async () => null,
): void {
  const { xmlNamespace: namespace, operatorName: operator, offeredLanguages: languages } = config;
  const description = (serverUrl: string, xmlText = false) =>
    openapi({ namespace, operator, languages, serverUrl, xmlText });
  serve(app, "/openapi.json", json, async (base) => JSON.stringify(description(base)));
  serve(app, "/openapi-3.0.json", json, async (base) => JSON.stringify(openapi30(description(base))));
  // Scalar shows and sends the text of an XML example.
  serve(app, "/docs/openapi.json", json, async (base) => JSON.stringify(description(base, true)));
  serve(app, "/collection.json", json, async (base) => JSON.stringify(requestCollection({ namespace, baseUrl: base })));
  serve(app, "/schema.xsd", xml, async () => xsd(namespace));
  serve(app, "/problem.xsd", xml, async () => problemXsd());
  serve(app, "/docs", { ...html, "content-security-policy": docsPolicy }, async () => docsPage);
  serve(app, "/docs/start.js", script, async () => docsStart);
  serve(app, "/docs/scalar.js", script, scalarBundle);
  app.get("/", async (request, reply) =>
    reply
      .headers({
        "content-type": html["content-type"],
        "cache-control": "no-cache",
        "content-security-policy": landingPolicy,
        vary: "accept-language",
      })
      .send(landingPage(request, config.readAccess, await demo(request))),
  );
}

/** Addresses for which a document is kept: clients choose the Host header. */
const maxAddresses = 10;

/**
 * Serves a text that is made at the first request: the reference page alone has megabytes that many never open. A maker that takes the
 * address that the client used makes one text for each.
 */
function serve(
  app: FastifyInstance,
  url: string,
  headers: PageHeaders,
  make: (baseAddress: string) => Promise<string>,
): void {
  const answers = new LRUCache<string, Promise<EncodedPage>>({ max: maxAddresses });
  app.get(url, async (request, reply) => {
    const base = make.length > 0 ? baseAddress(request) : "";
    let answer = answers.get(base);
    if (answer === undefined) {
      answer = make(base).then((text) => new EncodedPage(text, headers));
      answers.set(base, answer);
    }
    return sendEncoded(request, reply, await answer);
  });
}

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Paseo partner interface</title>
</head>
<body>
<noscript>This page needs JavaScript. The interface is also described in <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const docsStart = `Scalar.createApiReference("#reference", ${JSON.stringify({
  url: "/docs/openapi.json",
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  persistAuth: false,
  orderSchemaPropertiesBy: "preserve",
  defaultOpenAllTags: true,
})});
`;

/** The plugin offers its bundle over a route only, so it is read once from a temporary server. */
async function scalarBundle(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const server = fastify();
  await server.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
  const { body } = await server.inject("/docs/js/scalar.js");
  await server.close();
  return body;
}
