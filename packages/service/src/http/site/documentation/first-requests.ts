import { firstRequestsWords } from "../../../texts/site/first-requests-words.ts";
import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import type { GuideSource } from "./sources.ts";
import { documentAddress } from "./sources.ts";

/**
 * A page of commands to copy. They contain this service's address. If the request comes from this machine, they also
 * contain the demo's key.
 */

/** The demo data on the page. Only a request that may use the demo's key gets it. */
export interface DemoSample {
  key: string;
  eventId: string;
  tickets: readonly { code: string; quantity: number }[];
}

interface FirstRequests {
  /** The address that the client used. */
  base: string;
  readAccess: "open" | "key";
  demo: DemoSample | null;
}

export const firstRequestsSlug = "first-requests";

export function firstRequests(lang: SiteLanguage, { base, readAccess, demo }: FirstRequests): GuideSource {
  const words = firstRequestsWords[lang];
  const key = readAccess === "key" ? "-H 'X-Api-Key: YOUR_KEY' " : "";
  const shell = (command: string) => `\`\`\`sh\n${command}\n\`\`\``;
  const parts = [
    `# ${words.title}`,
    words.lead,
    `## ${words.read}`,
    ...(readAccess === "key" ? [words.keyNeeded] : []),
    words.products,
    shell(`curl ${key}${base}/api/products`),
    words.xml,
    shell(`curl ${key}-H 'Accept: application/xml' ${base}/api/currencies`),
    words.pages,
    shell(`curl ${key}'${base}/api/es/pages?pagetypecode=city'`),
    ...(demo ? [`## ${words.demo}`, words.demoText(demo.key), shell(validation(base, demo))] : []),
    words.next(documentAddress(lang, ""), documentAddress(lang, "checkout")),
  ];
  return { lang, slug: firstRequestsSlug, group: "start", markdown: `${parts.join("\n\n")}\n` };
}

const validation = (base: string, { key, eventId, tickets }: DemoSample): string =>
  `curl -s ${base}/api/es/eventvalidate -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify({ id: eventId, apiKey: key, tickets })}'`;
