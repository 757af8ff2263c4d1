import { openapi, problemXsd, requestCollection, xsd } from "@paseo/contract";
import { type FastifyInstance, fastify } from "fastify";
import type { Config } from "../../config.ts";
import { EncodedPage, type PageHeaders, sendEncoded } from "../cache/encoded-page.ts";
import { contentTypes } from "../negotiation.ts";
import { landingPage, landingPolicy } from "./landing.ts";

// Of the two packages with Scalar's browser bundle, the Fastify one is by far the smaller: @scalar/api-reference installs hundreds of
// packages that the bundle already contains.

const cached = { "cache-control": "public, no-cache" };
const html = { "content-type": "text/html; charset=utf-8", ...cached };
const script = { "content-type": "text/javascript; charset=utf-8", ...cached };
/** No foreign resources and no inline scripts. Scalar adds its style sheet to the page, hence style-src. */
export const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The documents that describe the service, and the pages that show them. They load nothing from other hosts. */
export function registerDocs(app: FastifyInstance, config: Pick<Config, "xmlNamespace" | "readAccess">): void {
  const namespace = config.xmlNamespace;
  serve(app, "/openapi.json", { "content-type": contentTypes.json, ...cached }, async () =>
    JSON.stringify(openapi({ namespace })),
  );
  serve(app, "/collection.json", { "content-type": contentTypes.json, ...cached }, async () =>
    JSON.stringify(requestCollection({ namespace })),
  );
  serve(app, "/schema.xsd", { "content-type": contentTypes.xml, ...cached }, async () => xsd(namespace));
  serve(app, "/problem.xsd", { "content-type": contentTypes.xml, ...cached }, async () => problemXsd());
  serve(app, "/docs", { ...html, "content-security-policy": docsPolicy }, async () => docsPage);
  serve(app, "/docs/start.js", script, async () => docsStart);
  serve(app, "/docs/scalar.js", script, scalarBundle);
  app.get("/", (request, reply) =>
    reply
      .headers({
        "content-type": html["content-type"],
        "cache-control": "no-cache",
        "content-security-policy": landingPolicy,
      })
      .send(landingPage(request, config.readAccess)),
  );
}

/** Serves a text that is made at the first request: the reference page alone has megabytes that many never open. */
function serve(app: FastifyInstance, url: string, headers: PageHeaders, make: () => Promise<string>): void {
  let answer: Promise<EncodedPage> | undefined;
  app.get(url, async (request, reply) => {
    answer ??= make().then((text) => new EncodedPage(text, headers));
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
  url: "/openapi.json",
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
