import { limits, pageSizes } from "../limits.ts";

/** The texts of the OpenAPI document that belong to no operation. */
export const documentDescription = (namespace: string): string => `\
A catalogue of tours, shows and activities, and a service that takes orders for them.

[Guide](/docs/en) ([español](/docs/es), [português](/docs/pt)) · [Collection](/collection.json) for Postman and
Bruno · [Packages](/kit/) for Node · [OpenAPI 3.0](/openapi-3.0.json) · [XSD](/schema.xsd)

**How to sell.** Read products and events. Call \`eventvalidate\` with the customer's tickets and ask the customer the questions in its
answer. Send its \`totalUsd\` unchanged, with the answers, to \`eventbook\`. Read the order at any time. A business refusal is not a
failed request: validate and book answer 200 with \`isValid\` false and the reasons in \`errors\`.

**Holding seats.** \`eventhold\` takes the seats and fixes the total while the customer pays. Send its \`id\` as \`Paseo-Hold\` with
\`eventbook\`, with the same event, tickets and total. Extend the hold if the customer needs longer, release it if the customer leaves.

**Changing an order.** \`orderamend\` answers a quote for another event, other tickets, another contact or other answers. Send its
\`quoteId\` and \`revision\` to accept it.

**Calendars.** \`availability\` has one record for each product and local day: its events, how many of them can be bought, and the
lowest price. It costs one request for a product and a year.

**Formats.** Every request and answer exists in JSON and in XML. \`Accept\` chooses the format of the answer, with q-values. Without
\`Accept\`, or with \`*/*\` alone, a request with a body is answered in its own format, a read in JSON. \`Content-Type\` names the format of the request. \`text/xml\` counts as \`application/xml\`.
XML elements are in the namespace \`${namespace}\`, with any prefix or none; \`/schema.xsd\` describes them, and \`/problem.xsd\` failed requests. JSON writes null;
XML leaves the element out. Unknown properties, elements and attributes are ignored. The service refuses a DOCTYPE, and a body of
more than ${limits.bodyBytes} bytes.

**Identifiers** are GUIDs. The service reads them in any letter case and writes them in lower case.

**Paging.** \`page\` counts from 1; a page after the last is empty. A page has up to ${pageSizes.products} products or content pages, or up to
${pageSizes.events} events, days of availability or deleted identifiers. \`Link\` with \`rel="next"\` is the address of the next page. A client that reads a whole list
page by page misses no record, even if records change meanwhile.

**Synchronising.** Store the last \`updateVersion\` and \`deleteVersion\`. Call \`productversion\` with them. Where
\`deleteVersion\` is not 0, read \`productsdeleted\` with \`version\` and remove these products with their contents; keep their events. Where
\`updateVersion\` is not 0, read \`products\`, \`events\` and, for each language, \`pages\` and \`contents\` with \`version\`, and \`currencies\`. Then store the
new versions. A product that is taken off sale is listed as deleted, and comes back among the changes when it is published again. Changes are stored for ${limits.retentionDays} days.
An older version gets a 410: synchronise in full from 0. Catalogue reads have an \`ETag\` that differs by format, answer
\`If-None-Match\` with 304, and answer HEAD.

**Verifying a copy.** \`catalogdigest\` gives, for any stored version, the number of records of each kind and a hash of them
that does not depend on their order. To hash a record, take the object that you received, leave out members that are null and prices in
dollars (\`minUsdPrice\`, \`unitUsdPrice\`) at any depth, and write it as canonical JSON (RFC 8785). Members that you do not know
count. The hash of a record is the first 64 bits of the SHA-256 of this text in UTF-8. The hash of a kind is the sum of its records' hashes modulo 2^64. \`products.hash\` covers the fields of the list,
\`products.detailHash\` those of the single product. The digest leaves out removed events. It counts past events, also past events of deleted products. A content page counts in each language that it exists in.
The example shows the digest of the records in the other examples.

**Failed requests** are RFC 9457 problem details with a stable \`code\`. For bad fields they have \`errors\`, each with a JSON pointer to
the field; in an XML request too.

**Keys.** Validate and book have \`apiKey\` in the body; no answer repeats it. Reads need no key unless the operator requires one. A key
that is sent as \`X-Api-Key\` or \`Authorization: Bearer\` is checked, and an order is then visible only to the partner that placed it. Without
its partner's key an order has the same fields with personal data masked: e-mail \`j…@e….com\`, telephone \`…89\`, IP address and answers
\`…\`, \`callbackUrl\` without its query. An operator can also show orders unmasked, or require the key (401). A test key
finds test orders only.
`;

const text = (description: string) => ({ description, schema: { type: "string" } });

export const headerDescriptions = {
  ETag: text("Tag of this answer in this format and encoding, for If-None-Match."),
  Link: text('Address of the next page as rel="next", if there is one.'),
  Vary: text("Accept, Accept-Encoding."),
  "X-Request-Id": text("Identifies the request in the logs of the operator."),
  RateLimit: text(
    'What is left of a limit, and the seconds until it begins anew: `"partner";r=599;t=42`. Only where a limit counts. Limits of holds have no window: `"held-seats";r=196`.',
  ),
  "RateLimit-Policy": text('The limit and its window in seconds: `"partner";q=600;w=60`. Only where a limit counts.'),
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } },
} as const;

export const securitySchemes = {
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-Api-Key", description: "The partner's key." },
  bearer: { type: "http", scheme: "bearer", description: "The partner's key as a bearer token." },
} as const;
