import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { nativePackages } from "./program.ts";

/**
 * Builds tarballs of the packages. In the repository they import each other's TypeScript. The tarball of a partner package has JavaScript
 * with declarations, because Node runs no TypeScript inside node_modules, and Node 20 none at all. Each is built in a copy. The tarball of
 * the service has the built program.
 */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The packages that partners install, each after the packages that it imports. */
export const partnerPackages = ["contract", "client", "mirror", "conform"] as const;
type PackageName = (typeof partnerPackages)[number];

/** How a partner package is built. A tarball contains the packages of this project that it imports, so each installs alone. */
interface Recipe {
  bundled: PackageName[];
  /** Folders of the tarball beside `dist`, by their places in the repository. */
  beside: Record<string, string>;
}

const library = (bundled: PackageName[] = [], beside: Record<string, string> = {}): Recipe => ({ bundled, beside });

const recipes: Record<PackageName, Recipe> = {
  contract: library([], { generated: "packages/contract/generated" }),
  client: library(["contract"]),
  mirror: library(["contract", "client"]),
  conform: library(["contract"]),
};
/** The library of Node 20: anything newer is a type error. */
const libraryOptions = { declaration: true, target: "es2023", lib: ["es2023", "es2024.string"] };

/** Folders of the service's tarball beside its program: its messages name pages of docs, and docs/how-to/install.md copies files of deploy. */
export const serviceFolders = ["deploy", "docs/how-to", "docs/reference", "docs/explanation"];
/** What the service's tarball does not contain of the built programs: compiled code, and the commands of partner packages. */
const notOfService = /^(\.cache|paseo-(mirror|conform)\.mjs(\.map)?)$/;

/** Writes the tarball of the service into a folder, from the programs in `program`. Returns the tarball's path. */
export async function packService(program: string, destination: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-pack-"));
  try {
    const names = (await readdir(program)).filter((name) => !notOfService.test(name));
    // Folders of the repository are links there.
    for (const name of names) await cp(join(program, name), join(folder, name), { recursive: true, dereference: true });
    for (const path of serviceFolders) await cp(join(root, path), join(folder, path), { recursive: true });
    await cp(join(root, "packages/service/README.md"), join(folder, "README.md"));
    await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
    const { devDependencies: _, bin: __, dependencies, optionalDependencies, ...others } = await manifestOf("service");
    const manifest = {
      ...others,
      bin: { paseo: "./paseo.mjs" },
      dependencies: onlyExternal(dependencies),
      optionalDependencies: onlyExternal(optionalDependencies),
      files: [...names, ...serviceFolders],
      engines: { node: ">=24" },
    };
    await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    return npmPack(folder, destination);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const onlyExternal = (dependencies: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => nativePackages.test(name)));

function npmPack(folder: string, destination: string): string {
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", resolve(destination)], folder));
  return join(resolve(destination), filename);
}

/** A folder with built packages, for as long as `work` runs. */
export async function inStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-pack-"));
  try {
    await linkModules(folder);
    return await work(new Stage(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Links the project's modules for the compiler. The project's own packages are linked when they are built. */
async function linkModules(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/@paseo"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@paseo") await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
}

export class Stage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Builds a package after the packages that it bundles, and writes its tarball into a folder. Returns the tarball's path. */
  async pack(name: PackageName, destination: string): Promise<string> {
    const built = await this.build(name);
    for (const bundled of recipes[name].bundled) await this.#bundle(bundled, built);
    return npmPack(built, destination);
  }

  /** Builds a package after the packages that it imports. Returns its folder. */
  async build(name: PackageName): Promise<string> {
    const from = join(root, "packages", name);
    const to = join(this.#folder, name);
    await cp(join(from, "src"), join(to, "src"), { recursive: true });
    for (const [folder, source] of Object.entries(recipes[name].beside))
      await cp(join(root, source), join(to, folder), { recursive: true });
    if (existsSync(join(from, "README.md"))) await cp(join(from, "README.md"), join(to, "README.md"));
    await cp(join(root, "LICENSE"), join(to, "LICENSE"));
    await writeFile(join(to, "package.json"), `${JSON.stringify(await publishedManifest(name), null, 2)}\n`);
    await compile(to);
    await symlink(to, join(this.#folder, "node_modules/@paseo", name));
    return to;
  }

  /** Copies a built package for the tarball, without the packages that it bundles itself. */
  async #bundle(name: PackageName, to: string): Promise<void> {
    const place = join(to, "node_modules/@paseo", name);
    for (const part of ["package.json", "LICENSE", "dist", "generated"]) {
      const from = join(this.#folder, name, part);
      if (existsSync(from)) await cp(from, join(place, part), { recursive: true });
    }
  }
}

/** JavaScript and declarations of a package into `dist`, and its other files beside them. */
async function compile(to: string): Promise<void> {
  const { compilerOptions } = JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8"));
  const { incremental: _, tsBuildInfoFile: __, ...common } = compilerOptions;
  const own = { noEmit: false, rewriteRelativeImportExtensions: true, rootDir: "src", outDir: "dist" };
  const options = { ...common, ...own, ...libraryOptions };
  await writeFile(join(to, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], to);
  for await (const path of glob("dist/**/*.d.ts", { cwd: to })) {
    // The compiler rewrites the imports of the JavaScript only.
    const declarations = await readFile(join(to, path), "utf8");
    await writeFile(join(to, path), declarations.replace(/(\bfrom |\bimport\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
  }
  const others = (path: string) => !/\.[jt]s$/.test(path);
  await cp(join(to, "src"), join(to, "dist"), { recursive: true, filter: others });
}

interface Manifest {
  version: string;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  sideEffects?: boolean | string[];
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: object;
  [field: string]: unknown;
}

const manifestOf = async (name: PackageName | "service"): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"));

/** The package.json of the tarball: entries lead to what was made of the sources. */
async function publishedManifest(name: PackageName): Promise<object> {
  const { bundled, beside } = recipes[name];
  const { devDependencies: _, exports, bin, sideEffects, dependencies, ...others } = await manifestOf(name);
  const built = (path: string, extension: string) =>
    path.replace(/^\.\/src\//, "./dist/").replace(/\.[jt]s$/, extension);
  const builtExport = (path: string) =>
    path.endsWith(".ts") ? { types: built(path, ".d.ts"), default: built(path, ".js") } : path;
  // Some package managers do not install the dependencies of a bundled package.
  const needed = await Promise.all(bundled.map(async (one) => (await manifestOf(one)).dependencies));
  return {
    ...others,
    ...(sideEffects !== undefined && {
      sideEffects: Array.isArray(sideEffects) ? sideEffects.map((path) => built(path, ".js")) : sideEffects,
    }),
    ...(exports && { exports: mapValues(exports, builtExport) }),
    ...(bin && { bin: mapValues(bin, (path) => built(path, ".js")) }),
    dependencies: Object.assign({}, ...needed, dependencies),
    ...(bundled.length > 0 && { bundleDependencies: bundled.map((one) => `@paseo/${one}`) }),
    files: ["dist", ...Object.keys(beside)],
    engines: { node: ">=20" },
  };
}

const mapValues = <T>(object: Record<string, string>, map: (value: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/** Writes the checksums of a folder's files to SHA256SUMS, in the format of `sha256sum --check`. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines = [];
  for (const name of (await readdir(folder)).filter((one) => one !== "SHA256SUMS").sort()) {
    const bytes = await readFile(join(folder, name));
    lines.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  }
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
}

/** Returns the program's output. Throws with its output when it fails. */
export function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} failed\n${error?.message ?? ""}${stdout}${stderr}`);
}
