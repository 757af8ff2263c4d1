import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root, run, writeChecksums } from "./packing.ts";

/**
 * Prepares a release: `npm run release -- VERSION`. It sets the version of all packages, dates the CHANGELOG's section, and writes
 * tarballs, bill of materials, notes and checksums into `dist/release`. It commits nothing and publishes nothing. With
 * `--dry-run` it works on a copy, and does not change the repository.
 */
const usage = "Usage: npm run release -- VERSION [--dry-run] [--to FOLDER]";

class Refused extends Error {}

try {
  await release();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const options = { "dry-run": { type: "boolean", default: false }, to: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [version = "", ...others] = positionals;
  if (others.length > 0 || !/^\d+\.\d+\.\d+(-[0-9a-z]+(\.[0-9a-z]+)*)?$/.test(version)) throw new Refused(usage);
  const folder = resolve(values.to ?? join(root, "dist/release"));
  const isDry = values["dry-run"];
  if (!isDry && run("git", ["status", "--porcelain"], root) !== "")
    throw new Refused("There are changes that are not committed. Commit or remove them first.");
  await checkVersion(version);

  const place = isDry ? await copyOfRepository() : root;
  try {
    const notes = await setVersion(place, version);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    run(process.execPath, [join(place, "scripts/pack.ts"), folder], place);
    await writeFile(join(folder, "RELEASE-NOTES.md"), notes);
    await writeChecksums(folder);
  } finally {
    if (isDry) await rm(place, { recursive: true, force: true });
  }
  console.log(`Wrote the release ${version} into ${folder}.`);
  console.log(
    isDry
      ? "This was a dry run: the repository is as before."
      : `Next: git commit -am "release: ${version}" && git tag v${version}`,
  );
}

/** Versions only rise, and a dated section of the CHANGELOG is a released version. */
async function checkVersion(version: string): Promise<void> {
  const { version: current } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const numbers = (text: string) => text.split(/[.-]/, 3).map(Number);
  const [wanted, former] = [numbers(version), numbers(current)];
  const differs = wanted.findIndex((number, index) => number !== former[index]);
  if (differs >= 0 && wanted[differs]! < former[differs]!)
    throw new Refused(`${version} is lower than ${current}, the version of the repository.`);
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  if (changelog.includes(`\n## ${version} (2`)) throw new Refused(`${version} was released already: see CHANGELOG.md.`);
}

/** Everything that git has or would add, with links to the installed modules. */
async function copyOfRepository(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "paseo-release-"));
  const listed = run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], root);
  for (const path of listed.split("\0").filter((one) => one !== "" && existsSync(join(root, one)))) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await cp(join(root, path), join(place, path));
  }
  for await (const modules of glob(["node_modules", "packages/*/node_modules"], { cwd: root }))
    await symlink(join(root, modules), join(place, modules));
  // It is the same for every version. Built here, it stays for the next run.
  run(process.execPath, [join(root, "scripts/prepare.js")], root);
  run(process.execPath, [join(root, "packages/console/build.ts")], root);
  await cp(join(root, "packages/console/dist"), join(place, "packages/console/dist"), { recursive: true });
  return place;
}

/** Writes the version everywhere. Returns the release notes: the section of the CHANGELOG. */
async function setVersion(place: string, version: string): Promise<string> {
  const manifests = await Array.fromAsync(glob("{package.json,packages/*/package.json}", { cwd: place }));
  for (const path of manifests)
    await edit(join(place, path), (text) => jsonText(withVersion(JSON.parse(text), version)));
  await edit(join(place, "package-lock.json"), (text) => {
    const lock = JSON.parse(text);
    lock.version = version;
    for (const [path, entry] of Object.entries<object>(lock.packages))
      if (path === "" || /^packages\/[^/]+$/.test(path)) lock.packages[path] = withVersion(entry, version);
    return jsonText(lock);
  });
  await edit(join(place, "packages/client/src/options.ts"), (text) =>
    replaced(text, /(clientVersion = ")[^"]+/, `$1${version}`),
  );
  await edit(join(place, "README.md"), (text) => replaced(text, /^Version [^[]*\[/m, `Version ${version}. [`));
  let notes = "";
  await edit(join(place, "CHANGELOG.md"), (text) => {
    const [whole, body] = /^## (?:Unreleased|\S+ \(unreleased\))\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(text) ?? [];
    if (whole === undefined || body!.trim() === "") throw new Refused("CHANGELOG.md has no unreleased section.");
    notes = `# Paseo ${version}\n\n${body!.trim()}\n`;
    const date = new Date().toISOString().slice(0, 10);
    return text.replace(whole, () => `## Unreleased\n\n## ${version} (${date})\n${body}`);
  });
  return notes;
}

/** One version for all packages, which need each other in exactly this version. */
function withVersion<T extends { version?: string; dependencies?: Record<string, string> }>(
  manifest: T,
  version: string,
): T {
  const { dependencies } = manifest;
  const own = Object.keys(dependencies ?? {}).filter((name) => name.startsWith("@paseo/"));
  return {
    ...manifest,
    version,
    ...(dependencies && {
      dependencies: { ...dependencies, ...Object.fromEntries(own.map((name) => [name, version])) },
    }),
  };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`Nothing matches ${pattern}`);
  return text.replace(pattern, by);
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, "utf8")));
}
