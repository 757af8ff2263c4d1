import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Builds tarballs of the packages. In the repository they import each other's TypeScript. A tarball has JavaScript with
 * declarations, because Node runs no TypeScript inside node_modules, and Node 20 none at all. Each package is built in a copy.
 */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** How a package is built. A tarball contains the packages of this project that it imports, so each installs alone. */
interface Recipe {
  /** The folder that becomes `dist`. */
  rootDir: string;
  include: string[];
  bundled: PackageName[];
  /** Folders of the tarball beside `dist`, by their places in the repository. */
  beside: Record<string, string>;
  engines: string;
  compilerOptions: object;
}

export type PackageName = "contract" | "client" | "mirror" | "conform" | "service";
/** The packages that partners install, each after the packages that it imports. */
export const partnerPackages = ["contract", "client", "mirror", "conform"] as const;

const library = (bundled: PackageName[] = [], beside: Record<string, string> = {}): Recipe => ({
  rootDir: "src",
  include: ["src"],
  bundled,
  beside,
  engines: ">=20",
  // The library of Node 20: anything newer is a type error.
  compilerOptions: { declaration: true, target: "es2023", lib: ["es2023", "es2024.string"] },
});

const recipes: Record<PackageName, Recipe> = {
  contract: library([], { generated: "packages/contract/generated" }),
  client: library(["contract"]),
  mirror: library(["contract", "client"]),
  conform: library(["contract"]),
  service: {
    rootDir: ".",
    include: ["bin", "demo", "src"],
    bundled: ["contract"],
    // The service finds console and kit by the same relative path in the repository and in its tarball. Its messages name pages of docs,
    // and docs/how-to/install.md copies files of deploy.
    beside: {
      deploy: "deploy",
      "console/dist": "packages/console/dist",
      kit: "packages/kit",
      guide: "docs/partner",
      ...Object.fromEntries(["docs/how-to", "docs/reference", "docs/explanation"].map((folder) => [folder, folder])),
    },
    engines: ">=24",
    // Its types are checked by `npm run check`, and nothing imports it.
    compilerOptions: { allowJs: true, noCheck: true },
  },
};

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
    const [{ filename }] = JSON.parse(
      run("npm", ["pack", "--json", "--pack-destination", resolve(destination)], built),
    );
    return join(resolve(destination), filename);
  }

  /** Builds a package after the packages that it imports. Returns its folder. */
  async build(name: PackageName): Promise<string> {
    const recipe = recipes[name];
    const from = join(root, "packages", name);
    const to = join(this.#folder, name);
    for (const source of recipe.include) await cp(join(from, source), join(to, source), { recursive: true });
    for (const [folder, source] of Object.entries(recipe.beside))
      await cp(join(root, source), join(to, folder), { recursive: true });
    if (existsSync(join(from, "README.md"))) await cp(join(from, "README.md"), join(to, "README.md"));
    await cp(join(root, "LICENSE"), join(to, "LICENSE"));
    await writeFile(join(to, "package.json"), `${JSON.stringify(await publishedManifest(name), null, 2)}\n`);
    await compile(to, recipe);
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
async function compile(to: string, { rootDir, include, compilerOptions: ofRecipe }: Recipe): Promise<void> {
  const { compilerOptions } = JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8"));
  const { incremental: _, tsBuildInfoFile: __, ...common } = compilerOptions;
  const own = { noEmit: false, rewriteRelativeImportExtensions: true, rootDir, outDir: "dist" };
  const options = { ...common, ...own, ...ofRecipe };
  await writeFile(join(to, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include }));
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], to);
  for await (const path of glob("dist/**/*.d.ts", { cwd: to })) {
    // The compiler rewrites the imports of the JavaScript only.
    const declarations = await readFile(join(to, path), "utf8");
    await writeFile(join(to, path), declarations.replace(/(\bfrom |\bimport\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
  }
  const others = (path: string) => !/\.[jt]s$/.test(path);
  for (const folder of include)
    await cp(join(to, folder), join(to, "dist", folder.slice(rootDir === "src" ? 3 : 0)), {
      recursive: true,
      filter: others,
    });
}

interface Manifest {
  version: string;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  sideEffects?: boolean | string[];
  dependencies: Record<string, string>;
  devDependencies?: object;
  [field: string]: unknown;
}

const manifestOf = async (name: PackageName): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"));

/** The package.json of the tarball: entries lead to what was made of the sources. */
async function publishedManifest(name: PackageName): Promise<object> {
  const { rootDir, bundled, beside, engines } = recipes[name];
  const { devDependencies: _, exports, bin, sideEffects, dependencies, ...others } = await manifestOf(name);
  const built = (path: string, extension: string) =>
    path.replace(rootDir === "." ? /^\.\// : /^\.\/src\//, "./dist/").replace(/\.[jt]s$/, extension);
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
    engines: { node: engines },
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
