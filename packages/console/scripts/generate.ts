import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { adminOpenapi } from "../../service/src/admin/openapi.ts";
import { adminOperations } from "../../service/src/admin/operations.ts";

/**
 * Writes the console's API types and the address of each operation from the admin OpenAPI document. With `--check` it
 * writes nothing and exits with 1 when the committed file differs.
 */
const target = fileURLToPath(new URL("../src/api/generated/admin.ts", import.meta.url));
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
const text = `// Generated from the admin OpenAPI document. Do not edit: run "npm run generate".

${types}
/** Method and path of each operation, below \`/admin/api\`. */
export const routes = {
${routes}} as const;
`;

if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
  console.error(`${relative(".", target)} is not what the admin API says: run "npm run generate" and commit it.`);
  process.exitCode = 1;
}
