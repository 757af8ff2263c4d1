import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Demo } from "../packages/service/test/guide/demo.ts";
import { debianTools } from "./debian.ts";
import { protocolTools } from "./protocols.ts";
import { folder, run, Skipped } from "./running.ts";
import { npmTools } from "./tools.ts";

/**
 * Linters, client generators and request runners of other people against a running demo: `npm run test:interop`. Prints a table, and
 * exits with 1 when one of them fails. TEST_NO_SKIP=1 makes a missing Debian package a failure. `--install` only installs the tools.
 */

await install();
if (process.argv.includes("--install")) process.exit(0);
const generated = join(folder, "generated");
await rm(generated, { recursive: true, force: true });
await mkdir(generated);

const demo = await Demo.make();
const rows: { tool: string; version: string; what: string; result: string }[] = [];
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  await demo.run();
  for (const name of ["openapi.json", "openapi-3.0.json", "schema.xsd", "problem.xsd"])
    await writeFile(join(generated, name), await (await fetch(`${demo.url}/${name}`)).text());
  for (const { name, version, what, check } of [...npmTools, ...protocolTools, ...debianTools]) {
    const startedAt = performance.now();
    const outcome = await check({ url: demo.url, generated }).then(
      (words) => ["passed", words] as const,
      (error: Error) =>
        [error instanceof Skipped && process.env.TEST_NO_SKIP !== "1" ? "skipped" : "failed", error.message] as const,
    );
    const [state, words] = outcome;
    counts[state] += 1;
    const result = `${state}${words ? `: ${words.split("\n", 1)[0]}` : ""}`;
    if (state === "failed") console.error(`\n${name} failed:\n${words}\n`);
    else console.error(`${name}: ${result} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    rows.push({ tool: name, version: await version().catch(() => "-"), what, result });
  }
} finally {
  await demo.close();
}
console.table(Object.fromEntries(rows.map(({ tool, ...others }) => [tool, others])));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** The tools in the exact versions of their own package.json. What they depend on may float. The project's `npm ci` does not bring them. */
async function install(): Promise<void> {
  const wanted = await readFile(join(folder, "package.json"));
  const copy = join(folder, "node_modules/.installed.json");
  if (existsSync(copy) && wanted.equals(await readFile(copy))) return;
  console.error("Installing the tools …");
  const options = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options], { cwd: folder });
  await writeFile(copy, wanted);
}
