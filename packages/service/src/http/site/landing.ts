import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { escapeHtml } from "../../domain/operators/email.ts";
import { siteLanguages, siteWords } from "../../texts/site/frame-words.ts";
import { frontWords } from "../../texts/site/front-words.ts";
import { parseQuery } from "../../web/query.ts";
import { brandLink, iconLink, logoMark } from "./brand.ts";
import { type DemoSample, firstRequestsSlug } from "./documentation/first-requests.ts";
import { earlyScript } from "./documentation/layout.ts";
import { packagesSlug } from "./documentation/packages-page.ts";
import { documentAddress } from "./documentation/sources.ts";
import { browserLanguage, siteLanguage } from "./language.ts";

/** The front page: the operator's name, a section for partners, and a section for the team. */

export function landingPage(
  request: FastifyRequest,
  { operatorName, operatorPhone }: Pick<Config, "operatorName" | "operatorPhone">,
  demo: DemoSample | null = null,
): string {
  // A path with two slashes leads here too, and URL would read a host from it.
  const asked = siteLanguage(parseQuery(request.url).get("lang"));
  const lang = asked ?? browserLanguage(request);
  const { languages, lead, partners, team, entries, key, documents, collection, schema } = frontWords[lang];
  const name = escapeHtml(operatorName);
  const entry = (href: string, { name, text }: { name: string; text: string }) =>
    `<li><a href="${href}">${name}</a><p>${text}</p></li>`;
  const others = siteLanguages.map((one) => {
    const words = siteWords[one].name;
    return one === lang
      ? `<strong>${words}</strong>`
      : `<a href="/?lang=${one}" hreflang="${one}" lang="${one}">${words}</a>`;
  });
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${lead}">
${iconLink}
<title>${name}</title>
${earlyScript}
<link rel="stylesheet" href="/docs/bar.css">
<link rel="stylesheet" href="/docs/front.css">
${brandLink}
</head>
<body>
<header><p class="name">${logoMark}${name}</p><nav aria-label="${languages}">${others.join(" ")}</nav></header>
<main>
<h1>${name}</h1>
<p class="lead">${lead}</p>
<div class="doors">
<section class="door partners">
<h2>${partners.title}</h2>
<p>${partners.text}</p>
<p class="action"><a href="${documentAddress(lang, "")}">${partners.action}</a></p>
<ul>
${entry(documentAddress(lang, firstRequestsSlug), entries.firstRequests)}
${entry("/docs/reference", entries.reference)}
${entry(documentAddress(lang, "changelog"), entries.changelog)}
${entry(documentAddress(lang, packagesSlug), entries.kit)}
</ul>
<p class="key">${keyLine(demo, operatorPhone, key)}</p>
</section>
<section class="door team">
<h2>${team.title}</h2>
<p>${team.text}</p>
<p class="action"><a href="${asked ? `/console/?lang=${asked}` : "/console/"}">${team.action}</a></p>
</section>
</div>
</main>
<footer><p>${documents}: <a href="/collection.json">${collection}</a> (Postman, Bruno) · <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/openapi-3.0.json">3.0</a> · <a href="/schema.xsd">${schema}</a> (XML) · <a href="/llms.txt">llms.txt</a></p></footer>
</body>
</html>
`;
}

/** Returns the line that explains how a partner's developers get a test key. */
function keyLine(demo: DemoSample | null, phone: string | undefined, words: (typeof frontWords)["en"]["key"]): string {
  if (demo) return words.demo(escapeHtml(demo.key));
  if (phone === undefined) return words.ask;
  return `${words.phone} <a href="tel:${phone.replace(/[^+\d]/g, "")}">${escapeHtml(phone)}</a>.`;
}
