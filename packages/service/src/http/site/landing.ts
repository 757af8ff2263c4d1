import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { baseAddress } from "./base-address.ts";
import { plainPage, plainPolicy } from "./plain-page.ts";

/** Content-Security-Policy of the page. */
export const landingPolicy = plainPolicy();

/** The page at the service's address: what the service is, links to its documents, and commands to try. */
export function landingPage(request: FastifyRequest, readAccess: Config["readAccess"]): string {
  const base = baseAddress(request);
  const key = readAccess === "key" ? "-H 'X-Api-Key: YOUR_KEY' " : "";
  const body = `<h1>Paseo</h1>
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
curl ${key}'${base}/api/es/pages?pagetypecode=city'</pre>`;
  return plainPage({ lang: "en", title: "Paseo", body });
}
