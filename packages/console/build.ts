import { glob, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { buildInPlace } from "../../scripts/build-in-place.ts";
import { consoleFolder, madeOf } from "./made-of.ts";

/**
 * Builds the console into dist/, unless what is there was made of the very same sources. `npm start` runs it too.
 */

const folder = consoleFolder;
const sources = await madeOf("{src/**/*,public/**/*,index.html,build.ts,made-of.ts,vite.config.ts,package.json}");

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

const isBuilt = async () => (await readFile(`${folder}dist/made-of`, "utf8").catch(() => "")) === sources;

await buildInPlace(`${folder}dist`, {
  isBuilt,
  build: async (beside) => {
    console.log("Building the console …");
    // Not before: to load it takes longer than to see that nothing is to be built.
    const { build } = await import("vite");
    await build({ root: folder, logLevel: "warn", build: { outDir: beside } });
    await compress(beside);
    await writeFile(`${beside}/made-of`, sources);
  },
});
