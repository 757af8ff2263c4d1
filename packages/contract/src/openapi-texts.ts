import { limits, pageSizes } from "./limits.ts";

/** The words of the OpenAPI document that are no operation's own. */
export const description = (namespace: string): string => `\
A catalogue of tours, shows and activities, and the service that orders from it.

**How to sell.** Read products and events; call \`eventvalidate\` with the tickets that the customer wants; ask its questions;
send its \`totalUsd\` unchanged, with the answers, to \`eventbook\`; read the order back at any time. What the business refuses
is not a failed request: validate and book answer 200 with \`isValid\` false and the reasons in \`errors\`.

**Forms.** Every request and answer exists in JSON and in XML. \`Accept\` chooses the answer's, with q-values; without it, or with
\`*/*\`, the answer is JSON. \`Content-Type\` names the request's. \`text/xml\` counts as \`application/xml\`. XML elements are in the namespace
\`${namespace}\`, under any prefix or none, and \`/schema.xsd\` describes them. In JSON null is written; in XML it is left out.
Unknown properties, elements and attributes are ignored. A DOCTYPE is refused, as is a body of more than ${limits.bodyBytes} bytes.

**Identifiers** are GUIDs, read in any letter case and written in lower case.

**Paging.** \`page\` counts from 1; past the end is an empty page. Products and pages come ${pageSizes.products} at a time, events and deleted identifiers
${pageSizes.events}. \`Link\` with \`rel="next"\` leads through the list. Walking while records change loses none.

**Staying in step.** Keep the last \`updateVersion\` and \`deleteVersion\`; ask \`productversion\` with them; where it answers other than 0,
read \`products\`, \`events\` and \`pages\` with \`version\`, and \`productsdeleted\`, then keep the new versions. Changes are kept for ${limits.retentionDays} days: an older version
is a 410, and the way on is to synchronise in full from 0. Catalogue reads carry an \`ETag\` that differs by form, answer
\`If-None-Match\` with 304, and answer HEAD.

**Proving a copy.** \`catalogdigest\` tells for any version that is still kept how many records of each kind there were, and a hash of them
that does not depend on their order. A record's text is its fields in the order of these schemas, joined by U+001F: a text as it stands,
a number as a plain decimal (no exponent, no zeros at its end), a flag as \`true\` or \`false\`, null as nothing, a collection as its number of
records and then their fields, a price as its currency and its value. Prices in dollars (\`minUsdPrice\`, \`unitUsdPrice\`) and \`description\` are left out.
The record's hash is the first 64 bits of the SHA-256 of this text in UTF-8, and a kind's hash is the sum of its records' modulo 2^64.
\`products.hash\` is over the fields of the list, \`products.detailHash\` over those of the single product. Events count unless they are
removed, and pages in each language that they stand in. The example is of the records that the other examples show.

**Failed requests** are RFC 9457 problem details with a stable \`code\`, and for bad fields \`errors\`, each with a pointer to the field in the
body's JSON form, whichever form was sent.

**Keys.** Validate and book carry \`apiKey\` in the body, and it is never echoed. Reads need none unless the operator says so; one sent as
\`X-Api-Key\` or \`Authorization: Bearer\` is checked, and orders then show only to the partner that placed them. Read without its partner's key, an order has the same
shape with personal data masked: e-mail \`j…@e….com\`, telephone \`…89\`, IP address and answers' values \`…\`, \`callbackUrl\` without its query. An
operator can show all of it, or ask for the key (401). A test key finds test orders only.
`;

const text = (description: string) => ({ description, schema: { type: "string" } });

export const headers = {
  ETag: text("Tag of this answer in this form, for If-None-Match."),
  Link: text('Address of the next page as rel="next", while there is one.'),
  Vary: text("Accept, Accept-Encoding."),
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } },
} as const;

export const securitySchemes = {
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-Api-Key", description: "The partner's key." },
  bearer: { type: "http", scheme: "bearer", description: "The partner's key as a bearer token." },
} as const;
