import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Writes the software bill of materials (CycloneDX) of what runs in production, `node scripts/sbom.ts FOLDER`, and prints where
 * it is. `npm sbom --omit dev` cannot be used: it leaves out what production and development both need, such as pg.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/sbom.ts FOLDER");
  process.exit(1);
}

interface Bom {
  metadata: { component: { name: string } };
  components: { "bom-ref": string; properties?: { name: string; value: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const { name, version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const options = ["--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
const { status, stdout, stderr, error } = spawnSync("npm", ["sbom", ...options], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});
if (status !== 0) throw new Error(`npm sbom failed\n${error?.message ?? stderr}`);
const path = join(resolve(folder), `${name}-${version}.cdx.json`);
await mkdir(resolve(folder), { recursive: true });
await writeFile(path, `${JSON.stringify(ofProduction(JSON.parse(stdout)), null, 2)}\n`);
console.log(path);

function ofProduction(bom: Bom): Bom {
  const isDevelopment = ({ properties = [] }: Bom["components"][number]) =>
    properties.some((property) => property.name === "cdx:npm:package:development" && property.value === "true");
  const left = new Set(bom.components.filter(isDevelopment).map((component) => component["bom-ref"]));
  const stays = (ref: string) => !left.has(ref);
  return {
    ...bom,
    // npm takes the name of the folder.
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name } },
    components: bom.components.filter((component) => stays(component["bom-ref"])),
    dependencies: bom.dependencies
      .filter(({ ref }) => stays(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(stays) })),
  };
}
