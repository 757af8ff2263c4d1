import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { baseAddress } from "./base-address.ts";

/** The style sheet of the pages without scripts. */
export const landingStyle = `
:root { color-scheme: light dark; }
body { font: 17px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 12vh auto 4rem; padding: 0 1.25rem; }
h1 { font-size: 2.2rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
p { margin: .5rem 0; }
ul { list-style: none; margin: .5rem 0; padding: 0; }
code, pre { font: .9rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .8rem 1rem; border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-radius: 8px; overflow-x: auto; }
`;

/** Content-Security-Policy of the page: its style sheet, by hash, and an empty icon. */
export const landingPolicy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(landingStyle).digest("base64")}'; img-src data:; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page at the service's address: what the service is, links to its documents, and commands to try. */
export function landingPage(request: FastifyRequest, readAccess: Config["readAccess"]): string {
  const base = baseAddress(request);
  const key = readAccess === "key" ? "-H 'X-Api-Key: YOUR_KEY' " : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Paseo</title>
<style>${landingStyle}</style>
</head>
<body>
<h1>Paseo</h1>
<p>The catalogue and booking service that tour, show and activity sellers offer their partner sites.</p>
<h2>The interface</h2>
<ul>
<li><a href="/guide/en/README.md">Guide</a> (<a href="/guide/es/README.md">español</a>, <a href="/guide/pt/README.md">português</a>)</li>
<li><a href="/docs">Reference</a></li>
<li><a href="/collection.json">Collection</a> (Postman, Bruno)</li>
<li><a href="/kit/">Packages</a> (npm)</li>
<li><a href="/openapi.json">OpenAPI</a> 3.1, <a href="/openapi-3.0.json">3.0</a> (JSON)</li>
<li><a href="/schema.xsd">Schema</a> (XML)</li>
</ul>
<h2>To try</h2>
<pre>curl ${key}${base}/api/products
curl ${key}-H 'Accept: application/xml' ${base}/api/currencies
curl ${key}'${base}/api/es/pages?pagetypecode=city'</pre>
</body>
</html>
`;
}
