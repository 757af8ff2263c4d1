import { createHash } from "node:crypto";
import { glob, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * Builds the console into dist/, unless what is there was made of the very same sources. `npm start` runs it first. It is
 * built beside dist/ and put in its place whole: two who build at once, or one who is stopped, leave nothing half done.
 */

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = await Array.fromAsync(
  glob("{src/**/*,public/**/*,index.html,vite.config.ts,package.json}", { cwd: folder }),
);
const hash = createHash("sha256");
for (const path of sources.sort()) {
  const bytes = await readFile(folder + path).catch(() => null);
  if (bytes) hash.update(path).update(path === "package.json" ? withoutVersion(bytes) : bytes);
}
const madeOf = hash.digest("hex");
/** The version is not part of what is built. */
function withoutVersion(manifest: Buffer): string {
  const { version: _, ...others } = JSON.parse(`${manifest}`);
  return JSON.stringify(others);
}

const isBuilt = async () => (await readFile(`${folder}dist/made-of`, "utf8").catch(() => "")) === madeOf;

if (!(await isBuilt())) {
  console.log("Building the console …");
  // Not before: to load it takes longer than to see that nothing is to be built.
  const { build } = await import("vite");
  const beside = `${folder}dist-${process.pid}`;
  const former = `${beside}-former`;
  try {
    await build({ root: folder, logLevel: "warn", build: { outDir: beside } });
    await writeFile(`${beside}/made-of`, madeOf);
    if (!(await isBuilt())) {
      // Neither is there when it was never built, or when another process is just at the same point.
      await rename(`${folder}dist`, former).catch(() => {});
      await rename(beside, `${folder}dist`).catch(async (error) => {
        if (!(await isBuilt())) throw error;
      });
    }
  } finally {
    await rm(beside, { recursive: true, force: true });
    await rm(former, { recursive: true, force: true });
  }
}
