import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Builds the tarballs of the packages that partners install, `node scripts/pack.ts FOLDER`, and prints where each one is. The bill of
 * materials of the whole project is written beside them.
 * Here the packages import each other's TypeScript. What is published is JavaScript with declarations, because Node runs no
 * TypeScript inside node_modules, and Node 20 none at all. The packages themselves are not touched: each is built in a copy.
 */
/** Each after those that it imports. */
const published = ["contract", "client", "mirror", "conform"];
const engines = { node: ">=20" };
/** What Node 20 has: anything newer is a type error here. */
const target = "es2023";
const lib = [target, "es2024.string"];

const root = fileURLToPath(new URL("..", import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/pack.ts FOLDER");
  process.exit(1);
}
const stage = await mkdtemp(join(tmpdir(), "paseo-pack-"));
try {
  await mkdir(resolve(folder), { recursive: true });
  await linkModules();
  for (const name of published) console.log(await pack(name));
  run(process.execPath, [join(root, "scripts/sbom.ts"), folder], root);
} finally {
  await rm(stage, { recursive: true, force: true });
}

/** The project's modules for the compiler, with the built packages in the place of their sources. */
async function linkModules(): Promise<void> {
  await mkdir(join(stage, "node_modules/@paseo"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@paseo") await symlink(join(root, "node_modules", name), join(stage, "node_modules", name));
  }
}

/** Builds and packs one package; answers the tarball's path. */
async function pack(name: string): Promise<string> {
  const from = join(root, "packages", name);
  const to = join(stage, name);
  await cp(join(from, "src"), join(to, "src"), { recursive: true });
  for (const beside of ["generated", "README.md"]) {
    if (existsSync(join(from, beside))) await cp(join(from, beside), join(to, beside), { recursive: true });
  }
  await cp(join(root, "LICENSE"), join(to, "LICENSE"));
  const manifest = publishedManifest(JSON.parse(await readFile(join(from, "package.json"), "utf8")), from);
  await writeFile(join(to, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await compile(to);
  await symlink(to, join(stage, "node_modules/@paseo", name));
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", resolve(folder!)], to));
  return join(resolve(folder!), filename);
}

/** JavaScript and declarations of `src` into `dist`, and what is neither beside them. */
async function compile(to: string): Promise<void> {
  const { compilerOptions } = JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8"));
  const own = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: "src",
    outDir: "dist",
  };
  const options = { ...compilerOptions, ...own, target, lib };
  await writeFile(join(to, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], to);
  for await (const path of glob("dist/**/*.d.ts", { cwd: to })) {
    // The compiler mends the imports of the JavaScript alone.
    const declarations = await readFile(join(to, path), "utf8");
    await writeFile(join(to, path), declarations.replace(/(\bfrom |\bimport\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
  }
  await cp(join(to, "src"), join(to, "dist"), { recursive: true, filter: (path) => !path.endsWith(".ts") });
}

interface Manifest {
  exports: Record<string, string>;
  bin?: Record<string, string>;
  [field: string]: unknown;
}

/** The package.json of the built package: its TypeScript entries lead to what was made of them. */
function publishedManifest({ devDependencies: _, ...manifest }: Manifest, from: string): object {
  const exports = Object.entries(manifest.exports).map(([name, path]) => [name, builtExport(path)]);
  const bins = Object.entries(manifest.bin ?? {}).filter(([, path]) => existsSync(join(from, path)));
  return {
    ...manifest,
    exports: Object.fromEntries(exports),
    ...(manifest.bin && { bin: Object.fromEntries(bins.map(([name, path]) => [name, built(path, ".js")])) }),
    files: ["dist", "generated"],
    engines,
  };
}

function builtExport(path: string): string | object {
  return path.endsWith(".ts") ? { types: built(path, ".d.ts"), default: built(path, ".js") } : path;
}

function built(path: string, extension: string): string {
  return path.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, extension);
}

/** The program's output; it ends this one with what it said when it fails. */
function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} failed\n${error?.message ?? ""}${stdout}${stderr}`);
}
