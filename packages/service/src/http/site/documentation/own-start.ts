import type { CatalogueSample } from "../../../domain/editing/sample.ts";
import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import { ownStartWords } from "../../../texts/site/own-start-words.ts";
import type { GuideSource } from "./sources.ts";
import { documentAddress } from "./sources.ts";

/**
 * The quick start of a service that is no demo: it uses the reader's own key, and finds and books something in this catalogue. The page of a
 * demo has the demo's products in its place.
 */

/** The part of the guide's first page from here on is for a demo. */
const demoPart = /^<!-- demo -->\n[\s\S]*$/m;

interface OwnStart {
  /** The address that the client used. */
  base: string;
  sample: CatalogueSample | null;
  /** Where the project is, for a demo on the reader's own machine. */
  projectUrl: string | undefined;
}

/** Returns the first page with its own quick start. */
export const withOwnStart = (page: GuideSource, own: OwnStart): GuideSource => ({
  ...page,
  markdown: page.markdown.replace(demoPart, () => quickStart(page.lang, own)),
});

function quickStart(lang: SiteLanguage, { base, sample, projectUrl }: OwnStart): string {
  const words = ownStartWords[lang];
  const shell = (command: string) => `\`\`\`sh\n${command}\n\`\`\``;
  const tickets = JSON.stringify(sample?.tickets ?? [{ code: "ADULT", quantity: 1 }]);
  const query = sample ? `?query=${inShell(sample.productName)}` : "";
  const from = sample?.day ?? "$(node -p 'new Date().toISOString().slice(0, 10)')";
  const parts = [
    `## ${words.title}`,
    words.setup,
    shell(
      `BASE=${base}\nKEY=YOUR_KEY\npick() { node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }\nget() { curl -s -H "X-Api-Key: $KEY" "$BASE$1"; }\npost() { curl -s "$BASE/api/${lang}/$1" -H 'Content-Type: application/json' -d "$2"; }`,
    ),
    words.project(projectUrl),
    ...(sample ? [] : [words.nothing]),
    words.product,
    shell(`get "/api/products${query}"`),
    words.events,
    shell(
      `PRODUCT=$(get "/api/products${query}" | pick 'values[0].id')\nget "/api/events?id=$PRODUCT&fromdate=${from}" > events.json\ncat events.json`,
    ),
    words.validate,
    shell(
      `EVENT=$(pick 'values.find(event => event.availabilityCode === "available").id' < events.json)\nSALE='"id": "'$EVENT'", "apiKey": "'$KEY'", "tickets": ${tickets}'\npost eventvalidate "{ $SALE }" > sale.json\ncat sale.json`,
    ),
    words.questions,
    shell(
      `ANSWERS=$(node -p 'JSON.stringify(JSON.parse(require("fs").readFileSync("sale.json")).questions.map(({ code, type }) => ({ code, value: { string: "Test", integer: "70", date: "${sample?.day ?? "2030-01-01"}", time: "10:00" }[type] })))')`,
    ),
    words.book,
    shell(
      `post eventbook "{ $SALE, \\"totalUsd\\": $(node -p 'JSON.stringify(JSON.parse(require("fs").readFileSync("sale.json")).totalUsd)'), \\"answers\\": $ANSWERS,\n  \\"email\\": \\"traveller@example.com\\", \\"phoneNumber\\": \\"+34 600 000 000\\", \\"remoteHost\\": \\"203.0.113.24\\",\n  \\"externalReference\\": \\"FIRST-1\\", \\"testMode\\": true }" > order.json\ncat order.json`,
    ),
    words.order,
    shell(`get "/api/${lang}/order/$(pick id < order.json)" | pick status`),
    `## ${words.clientTitle}`,
    words.client(documentAddress(lang, "packages")),
    words.next(documentAddress(lang, "checkout")),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** A name in a query, between double quotes of a shell. */
const inShell = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
