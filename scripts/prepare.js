import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Makes the generated files that git does not have, unless they were made from the same sources. npm runs it at the end of `npm ci`, on any
 * Node, also where there are only the package.json files: so it is JavaScript, and no error where nothing can be made.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const generators = ["packages/contract/scripts/generate.ts", "packages/console/scripts/generate.ts"];
const generated = [
  "packages/contract/generated/collection.json",
  "packages/contract/generated/openapi-3.0.json",
  "packages/console/src/api/generated/admin.ts",
  "packages/console/src/api/generated/refusals/en.ts",
];
const sources = ["contract/src", "contract/scripts", "service/src", "console/scripts"];
const cache = join(root, "packages/console/.cache");
const madeOfFile = join(cache, "generated-of");

const missing = generators.find((path) => !existsSync(join(root, path)));
if (missing !== undefined) console.log(`paseo: nothing to generate here, since ${missing} is not there.`);
else if (!isUpToDate()) generate();

function isUpToDate() {
  const areThere = generated.every((path) => existsSync(join(root, path))) && existsSync(madeOfFile);
  return areThere && readFileSync(madeOfFile, "utf8") === hashOfSources();
}

function generate() {
  if (!existsSync(join(root, "packages/console/node_modules/openapi-typescript"))) {
    console.log(
      "paseo: the generated files are not made, since the development packages are not installed. A clone starts after `npm ci` without --omit=dev.",
    );
    // `npm ci --omit=dev` is right where nothing is built.
    process.exitCode = process.env.npm_lifecycle_event === "prepare" ? 0 : 1;
    return;
  }
  if (!process.features.typescript) {
    console.error(
      `paseo: Node ${process.version} cannot make the generated files. Run \`npm ci\` without --ignore-scripts: it brings Node 24.`,
    );
    process.exitCode = 1;
    return;
  }
  for (const generator of generators) {
    const { status } = spawnSync(process.execPath, [join(root, generator), "--uncommitted"], { stdio: "inherit" });
    if (status === 0) continue;
    console.error(`paseo: ${generator} failed, so the generated files are not complete.`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(cache, { recursive: true });
  writeFileSync(madeOfFile, hashOfSources());
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const folder of sources)
    for (const path of readdirSync(join(root, "packages", folder), { recursive: true }).sort())
      if (path.endsWith(".ts")) hash.update(`${path}\0`).update(readFileSync(join(root, "packages", folder, path)));
  return hash.digest("hex");
}
