import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { adminOpenapi } from "../../service/src/admin/openapi.ts";
import { adminOperations } from "../../service/src/admin/operations.ts";
import { supplierKinds } from "../../service/src/suppliers/kinds.ts";
import { productFields } from "./product-fields.ts";

/**
 * Writes the console's API types and the address of each operation from the admin OpenAPI document, the kinds of suppliers, and the
 * fields of a product. With `--check` it writes nothing and exits with 1 when a committed file differs; with `--uncommitted` it writes only
 * the API, which git does not have.
 */
const folder = fileURLToPath(new URL("../src/api/generated/", import.meta.url));
const isCheck = process.argv.includes("--check");

if (!isCheck) writeFileSync(`${folder}admin.ts`, await api());
if (!process.argv.includes("--uncommitted")) {
  for (const [name, text] of Object.entries({ "supplier-kinds.ts": kinds(), "fields.ts": productFields() })) {
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

function kinds(): string {
  return `// Generated from packages/service/src/suppliers/kinds.ts. Do not edit: run "npm run generate".

import type { SupplierKind } from "../../suppliers/kind.ts";

export const supplierKinds: readonly SupplierKind[] = ${JSON.stringify(supplierKinds, (key, value) => (key === "given" ? undefined : value), 2)};
`;
}
