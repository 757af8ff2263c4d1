import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { requestCollection } from "../src/collection/collection.ts";
import { openapi, openapi30, problemXsd, xsd } from "../src/index.ts";

/**
 * Writes the documents that are generated from the schemas and committed. With `--check` it writes nothing and exits
 * with 1 when one of them is not what the schemas make.
 */
const namespace = "urn:paseo:partner";
const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
const documents = {
  "openapi.json": json(openapi({ namespace })),
  "openapi-3.0.json": json(openapi30(openapi({ namespace }))),
  "collection.json": json(requestCollection({ namespace })),
  "schema.xsd": xsd(namespace),
  "problem.xsd": problemXsd(),
};

const { values: options } = parseArgs({
  options: { check: { type: "boolean", default: false }, directory: { type: "string" } },
});
const directory = options.directory ?? fileURLToPath(new URL("../generated", import.meta.url));

if (!options.check) mkdirSync(directory, { recursive: true });
for (const [name, text] of Object.entries(documents)) {
  const path = `${directory}/${name}`;
  if (!options.check) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`${relative(".", path)} is not what the schemas make: run "npm run generate" and commit it.`);
    process.exitCode = 1;
  }
}
