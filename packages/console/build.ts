import { createHash } from "node:crypto";
import { glob, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Builds the console into dist/, unless what is there was made of the very same sources. `npm start` runs it first. It is
 * built beside dist/ and put in its place whole: two who build at once, or one who is stopped, leave nothing half done.
 */

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = await Array.fromAsync(
  glob("{src/**/*,public/**/*,index.html,build.ts,vite.config.ts,package.json}", { cwd: folder }),
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

/** Writes each file a second time with brotli and a third time with gzip, as the service sends them. */
async function compress(root: string): Promise<void> {
  const files = await Array.fromAsync(glob("**/*.{js,css,html,svg,wasm}", { cwd: root }));
  await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(`${root}/${path}`);
      const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: size }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${root}/${path}.br`, br), writeFile(`${root}/${path}.gz`, gz)]);
    }),
  );
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
    await compress(beside);
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
