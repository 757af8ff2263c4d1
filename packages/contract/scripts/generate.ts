import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { requestCollection } from "../src/collection.ts";
import { openapi, openapi30, problemXsd, xsd } from "../src/index.ts";

/**
 * Writes the documents that are generated from the schemas. With `--check` it writes nothing and exits with 1 when a committed one is
 * not what the schemas make; with `--uncommitted` it writes only those that git does not have.
 */
const namespace = "urn:paseo:partner";
const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
const committed = {
  "openapi.json": json(openapi({ namespace })),
  "schema.xsd": xsd(namespace),
  "problem.xsd": problemXsd(),
};
const uncommitted = {
  "openapi-3.0.json": json(openapi30(openapi({ namespace }))),
  "collection.json": json(requestCollection({ namespace })),
};

const flag = { type: "boolean", default: false } as const;
const { values: options } = parseArgs({
  options: { check: flag, uncommitted: flag, directory: { type: "string" } },
});
const directory = options.directory ?? fileURLToPath(new URL("../generated", import.meta.url));

if (options.check) {
  for (const [name, text] of Object.entries(committed)) check(`${directory}/${name}`, text);
} else {
  mkdirSync(directory, { recursive: true });
  const written = { ...(!options.uncommitted && committed), ...uncommitted };
  for (const [name, text] of Object.entries(written)) writeFileSync(`${directory}/${name}`, text);
}

function check(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  console.error(`${relative(".", path)} is not what the schemas make: run "npm run generate" and commit it.`);
  process.exitCode = 1;
}
