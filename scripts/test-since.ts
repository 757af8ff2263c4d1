import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { importersOf, importsOnce, reaching } from "./test-selection.ts";

/** Which tests a change can touch, by the import graph and by the names of files in the code. */

const root = fileURLToPath(new URL("../", import.meta.url));

/** The paths in the project that differ from the revision, new ones too. */
export function changedSince(revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const changed = git("diff", "--name-only", "--no-renames", revision, "--");
  return [...new Set([...changed, ...git("ls-files", "--others", "--exclude-standard")])].sort();
}

/**
 * Returns the `tests` (absolute paths) that a change of these paths can touch. `everything`: the changed path for which that is
 * unknown, so that all are returned.
 */
export async function touchedTests(
  changed: string[],
  tests: string[],
): Promise<{ tests: string[]; everything?: string }> {
  const importers = await importersOf(tests, namedBy);
  const files = [...importers.keys()];
  const texts = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)));
  const targets = new Set<string>();
  for (const path of changed) {
    const reached = targetsOf(path, texts);
    if (reached === undefined) return { tests, everything: path };
    for (const target of reached) targets.add(target);
  }
  return { tests: reaching(targets, tests, importers) };
}

/** The files that depend on a path directly; undefined if that is unknown. `texts`: of the files that the tests reach. */
function targetsOf(path: string, texts: Map<string, string>): string[] | undefined {
  const file = join(root, path);
  const naming = (name: string) => [...texts].filter(([, text]) => text.includes(name)).map(([one]) => one);
  // They read all code and all documents.
  const project = [...texts.keys()].filter((one) => one.startsWith(join(root, "packages/service/test/project/")));
  if (/^packages\/console\/(?!test\/|package\.json)/.test(path)) return [...project, file, ...builds];
  if (/\.(?:ts|tsx)$/.test(path)) return [...project, file, ...naming(path)];
  // Comments of the service name documents too.
  const isTest = (one: string) => one.includes("/test/");
  // The service reads docs/partner.
  if (/^(?:docs\/(?!partner\/)|[^/]+\.md$)/.test(path)) return [...project, ...naming(basename(path)).filter(isTest)];
  const named = /(?:^|\/)(?:package|package-lock|tsconfig)\.json$/.test(path) ? [] : naming(basename(path));
  return named.length > 0 ? [...project, ...named] : undefined;
}

/** They read the sources of the console. */
const builds = ["packages/console/build.ts", "packages/console/made-of.ts"].map((path) => join(root, path));

/** What a file imports, and the programs that it names to start them. */
async function namedBy(file: string): Promise<string[]> {
  const source = await readFile(file, "utf8");
  const beside = source.matchAll(/new URL\(\s*["'](\.[^"']+\.tsx?)["'],\s*import\.meta\.url/g);
  const inProject = source.matchAll(/["']((?:packages|scripts|ordeal|bench|interop)\/[\w./-]+\.tsx?)["']/g);
  return [
    ...(await importsOnce(file)),
    ...[...beside].map(([, path]) => path!),
    ...[...inProject].map(([, path]) => pathToFileURL(join(root, path!)).href),
  ];
}
