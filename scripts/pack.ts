import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildKit } from "./kit-folder.ts";
import { packService, root, run, writeChecksums } from "./packing.ts";
import { buildProgram } from "./program.ts";

/**
 * Writes the tarballs of all published packages into a folder, with a bill of materials and checksums: `npm run pack -- FOLDER`. Prints the
 * path of each file.
 */
const [folder = "dist/packages"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
run(process.execPath, [join(root, "scripts/prepare.js")], root);
run(process.execPath, [join(root, "packages/console/build.ts")], root);
await buildKit();
const kit = join(root, "packages/kit");
const { packages } = JSON.parse(await readFile(join(kit, "kit.json"), "utf8")) as { packages: { file: string }[] };
for (const { file } of packages) {
  await copyFile(join(kit, file), join(folder, file));
  console.log(join(resolve(folder), file));
}
console.log(await packService(await buildProgram(), folder));
process.stdout.write(run(process.execPath, [join(root, "scripts/sbom.ts"), folder], root));
await writeChecksums(folder);
