import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { parseQuery } from "../../web/query.ts";
import { baseAddress } from "./base-address.ts";
import { type FrontLanguage, frontLanguages, frontWords } from "./front-words.ts";
import { plainPage, plainPolicy, plainStyle } from "./plain-page.ts";

/** The page at the service's address: what the service is, where each reader begins, and commands to try. No script. */

const style = `${plainStyle}
body { margin-top: 6vh; max-width: 60rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between; }
h1 { color: light-dark(#0e4a5a, #7cc7d8); }
nav a { margin-right: .8rem; }
a { color: light-dark(#0b5c72, #8fd3e2); }
.lead { font-size: 1.2rem; max-width: 40rem; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); margin: 2rem 0; }
.cards li { padding: 1rem 1.2rem; border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-top: 4px solid light-dark(#0e4a5a, #7cc7d8); border-radius: 8px; }
.cards a { font-size: 1.1rem; font-weight: 600; }
.cards p { margin: .3rem 0 0; font-size: .95rem; }
.demo { padding: .8rem 1.2rem; border-left: 5px solid #e5a32b; background: light-dark(#fdf3dd, #352a12); }
.demo h2 { margin-top: 0; }
`;

/** Content-Security-Policy of the page. */
export const landingPolicy = plainPolicy(style);

/** The demo, where its key works for this request. */
export interface DemoSample {
  key: string;
  eventId: string;
  tickets: readonly { code: string; quantity: number }[];
}

export function landingPage(
  request: FastifyRequest,
  readAccess: Config["readAccess"],
  demo: DemoSample | null = null,
): string {
  // Two slashes lead here too, and URL would read a host in them.
  const asked = frontLanguage(parseQuery(request.url).get("lang"));
  const lang = asked ?? browserLanguage(request);
  const words = frontWords[lang];
  const base = baseAddress(request);
  const key = readAccess === "key" ? "-H 'X-Api-Key: YOUR_KEY' " : "";
  const card = (href: string, { name, text }: { name: string; text: string }) =>
    `<li><a href="${href}">${name}</a><p>${text}</p></li>`;
  const others = frontLanguages
    .map((one) =>
      one === lang
        ? `<strong>${frontWords[one].name}</strong>`
        : `<a href="/?lang=${one}" hreflang="${one}" lang="${one}">${frontWords[one].name}</a>`,
    )
    .join(" ");
  const body = `<header><h1>Paseo</h1><nav aria-label="${words.languages}">${others}</nav></header>
<main>
<p class="lead">${words.lead}</p>
<ul class="cards">
${card(asked ? `/console/?lang=${asked}` : "/console/", words.console)}
${card(`/guide/${lang}/README.md`, words.guide)}
${card("/docs", words.reference)}
${card("/kit/", words.kit)}
</ul>
${demo ? demoSection(demo, base, words) : ""}<h2>${words.toTry}</h2>
<pre tabindex="0">curl ${key}${base}/api/products
curl ${key}-H 'Accept: application/xml' ${base}/api/currencies
curl ${key}'${base}/api/es/pages?pagetypecode=city'</pre>
<h2>${words.documents}</h2>
<ul>
<li><a href="/collection.json">${words.collection}</a> (Postman, Bruno)</li>
<li><a href="/openapi.json">OpenAPI 3.1</a>, <a href="/openapi-3.0.json">3.0</a> (JSON)</li>
<li><a href="/schema.xsd">${words.schema}</a> (XML)</li>
</ul>
</main>`;
  return plainPage({ lang, title: "Paseo", body, style });
}

function demoSection({ key, eventId, tickets }: DemoSample, base: string, words: (typeof frontWords)["en"]): string {
  const sale = JSON.stringify({ id: eventId, apiKey: key, tickets });
  return `<section class="demo"><h2>${words.demo.title}</h2>
<p>${words.demo.text} <code>${key}</code></p>
<pre tabindex="0">curl -s ${base}/api/es/eventvalidate -H 'Content-Type: application/json' -d '${sale}'</pre></section>
`;
}

/** The browser's first language that the page has; English otherwise. */
const browserLanguage = (request: FastifyRequest): FrontLanguage =>
  String(request.headers["accept-language"] ?? "")
    .split(",")
    .flatMap((tag) => frontLanguage(tag) ?? [])[0] ?? "en";

const frontLanguage = (tag: string | null | undefined): FrontLanguage | undefined =>
  frontLanguages.find((known) => known === tag?.trim().slice(0, 2).toLowerCase());
