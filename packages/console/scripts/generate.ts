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
 * fields of a product. With `--check` it writes nothing and exits with 1 when a committed file differs.
 */
const document = JSON.parse(JSON.stringify(adminOpenapi(adminOperations)));
// A field with a default may be left out of a request.
const types = astToString(
  await openapiTS(document, {
    alphabetize: true,
    generatePathParams: false,
    defaultNonNullable: false,
  }),
);
const routes = adminOperations
  .map(({ id, method, path }) => `  ${JSON.stringify(id)}: ${JSON.stringify(`${method} ${path}`)},\n`)
  .sort()
  .join("");
const api = `// Generated from the admin OpenAPI document. Do not edit: run "npm run generate".

${types}
/** Method and path of each operation, below \`/admin/api\`. */
export const routes = {
${routes}} as const;
`;

const kinds = `// Generated from packages/service/src/suppliers/kinds.ts. Do not edit: run "npm run generate".

import type { SupplierKind } from "../../suppliers/kind.ts";

export const supplierKinds: readonly SupplierKind[] = ${JSON.stringify(supplierKinds, null, 2)};
`;

for (const [name, text] of Object.entries({
  "admin.ts": api,
  "supplier-kinds.ts": kinds,
  "fields.ts": productFields(),
})) {
  const target = fileURLToPath(new URL(`../src/api/generated/${name}`, import.meta.url));
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
    console.error(`${relative(".", target)} is not what the service says: run "npm run generate" and commit it.`);
    process.exitCode = 1;
  }
}
