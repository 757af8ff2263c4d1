import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildInPlace } from "./build-in-place.ts";
import { inStage, partnerPackages, root } from "./packing.ts";

/**
 * The folder that the service serves under `/kit/`: tarballs of the partner packages, and `kit.json` that lists them.
 */
const folder = join(root, "packages/kit");

/** Builds the kit unless it was built from the same sources. Returns whether it built anything. */
export async function buildKit(): Promise<boolean> {
  const madeOf = await hashOfSources();
  const isBuilt = async () => {
    const list = await readFile(join(folder, "kit.json"), "utf8").catch(() => "{}");
    return JSON.parse(list).madeOf === madeOf;
  };
  return buildInPlace(folder, {
    isBuilt,
    build: async (beside) => {
      const packages = await inStage(async (stage) => {
        const entries = [];
        for (const name of partnerPackages) entries.push(await entryOf(name, await stage.pack(name, beside)));
        return entries;
      });
      await writeFile(join(beside, "kit.json"), `${JSON.stringify({ madeOf, packages }, null, 2)}\n`);
    },
  });
}

async function entryOf(name: string, tarball: string): Promise<object> {
  const { version, description } = JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"));
  const bytes = await readFile(tarball);
  return {
    name: `@paseo/${name}`,
    version,
    description,
    file: basename(tarball),
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

async function hashOfSources(): Promise<string> {
  const places = `packages/{${partnerPackages.join(",")}}/{src/**/*,generated/*,package.json,README.md}`;
  const paths = await Array.fromAsync(
    glob([places, "scripts/{packing,kit-folder}.ts", "tsconfig.json"], { cwd: root }),
  );
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    const bytes = await readFile(join(root, path)).catch(() => null);
    if (bytes) hash.update(path).update("\0").update(bytes);
  }
  return hash.digest("hex");
}
