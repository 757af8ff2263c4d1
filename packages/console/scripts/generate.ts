import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { adminOpenapi } from "../../service/src/admin/openapi.ts";
import { adminOperations } from "../../service/src/admin/operations.ts";
import { paymentKinds } from "../../service/src/payments/kinds.ts";
import { supplierKinds } from "../../service/src/suppliers/kinds.ts";
import { fieldRefusalTexts } from "../../service/src/texts/en/field-refusals.ts";
import { fieldRefusalTexts as spanishRefusals } from "../../service/src/texts/es/field-refusals.ts";
import type { FieldRefusalTexts } from "../../service/src/texts/field-refusals.ts";
import { fieldRefusalTexts as portugueseRefusals } from "../../service/src/texts/pt/field-refusals.ts";
import { texts } from "../../service/src/texts/texts.ts";
import { productFields } from "./product-fields.ts";

/**
 * Writes the console's API types and the address of each operation from the admin OpenAPI document, the texts of refusals, the kinds of
 * suppliers, and the fields of a product. With `--check` it writes nothing and exits with 1 when a committed file differs; with
 * `--uncommitted` it writes only the API and the texts of refusals, which git does not have.
 */
const folder = fileURLToPath(new URL("../src/api/generated/", import.meta.url));
const isCheck = process.argv.includes("--check");

if (!isCheck) {
  writeFileSync(`${folder}admin.ts`, await api());
  mkdirSync(`${folder}refusals`, { recursive: true });
  const english = Object.entries(fieldRefusalTexts).map(([code, one]) => [
    code,
    typeof one === "string" ? one : one.text,
  ]);
  writeFileSync(`${folder}refusals/en.ts`, refusals("en", Object.fromEntries(english)));
  writeFileSync(`${folder}refusals/es.ts`, refusals("es", spanishRefusals));
  writeFileSync(`${folder}refusals/pt.ts`, refusals("pt", portugueseRefusals));
}
if (!process.argv.includes("--uncommitted")) {
  for (const [name, text] of Object.entries({
    "supplier-kinds.ts": kinds(),
    "payment-kinds.ts": ofPayments(),
    "fields.ts": productFields(),
  })) {
    const path = folder + name;
    if (!isCheck) writeFileSync(path, text);
    else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
      console.error(`${relative(".", path)} is not what the service says: run "npm run generate" and commit it.`);
      process.exitCode = 1;
    }
  }
}

async function api(): Promise<string> {
  const document = JSON.parse(JSON.stringify(adminOpenapi(adminOperations)));
  // A field with a default may be left out of a request.
  const options = { alphabetize: true, generatePathParams: false, defaultNonNullable: false };
  const types = astToString(await openapiTS(document, options));
  const routes = adminOperations
    .map(({ id, method, path }) => `  ${JSON.stringify(id)}: ${JSON.stringify(`${method} ${path}`)},\n`)
    .sort()
    .join("");
  return `// Generated from the admin OpenAPI document by "npm ci" and "npm run generate". Do not edit.

${types}
/** Method and path of each operation, below \`/admin/api\`. */
export const routes = {
${routes}} as const;
`;
}

/** The texts of every refusal in a language: of fields, and of sales. */
function refusals(lang: "en" | "es" | "pt", ofFields: FieldRefusalTexts): string {
  const { refusals: ofSales, refusalPhrases: phrases } = texts[lang];
  const table = JSON.stringify({ texts: { ...ofFields, ...ofSales }, phrases }, null, 2);
  return `// Generated from packages/service/src/texts by "npm ci" and "npm run generate". Do not edit.

export const refusals = ${table.replaceAll(/\{(?=\w+\})/g, "%{")};
`;
}

function kinds(): string {
  return `// Generated from packages/service/src/suppliers/kinds.ts. Do not edit: run "npm run generate".

import type { SupplierKind } from "../../suppliers/kind.ts";

export const supplierKinds: readonly SupplierKind[] = ${JSON.stringify(supplierKinds, (key, value) => (key === "given" ? undefined : value), 2)};
`;
}

function ofPayments(): string {
  return `// Generated from packages/service/src/payments/kinds.ts. Do not edit: run "npm run generate".

import type { PaymentKind } from "../../payments/kind.ts";

export const paymentKinds: readonly PaymentKind[] = ${JSON.stringify(paymentKinds, null, 2)};
`;
}
