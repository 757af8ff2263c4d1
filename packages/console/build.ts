import { createHash } from "node:crypto";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Builds the console into dist/, unless what is there was made of the very same sources. `npm start` runs it first. */

const folder = fileURLToPath(new URL(".", import.meta.url));
const mark = `${folder}dist/made-of`;
const sources = await Array.fromAsync(
  glob("{src/**/*,public/**/*,index.html,vite.config.ts,package.json}", { cwd: folder }),
);
const hash = createHash("sha256");
for (const path of sources.sort()) {
  const bytes = await readFile(folder + path).catch(() => null);
  if (bytes) hash.update(path).update(bytes);
}
const madeOf = hash.digest("hex");
if ((await readFile(mark, "utf8").catch(() => "")) !== madeOf) {
  console.log("Building the console …");
  await build({ root: folder, logLevel: "warn" });
  await mkdir(`${folder}dist`, { recursive: true });
  await writeFile(mark, madeOf);
}
