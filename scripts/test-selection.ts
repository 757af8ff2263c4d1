import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * Unit tests are the test files that reach none of these modules, directly or through the files that they import. So no list
 * has to be kept, and no unit test can open a database, a server, a connection, a process or a browser. Tests that draw PDFs
 * take 15 s of processor time, as much as all others.
 */
const outside = new Set([
  "@napi-rs/canvas",
  "@electric-sql/pglite",
  "fastify",
  "node:child_process",
  "node:cluster",
  "node:dgram",
  "node:http",
  "node:http2",
  "node:https",
  "node:net",
  "node:sqlite",
  "node:tls",
  "pg",
  "pdfjs-dist/legacy/build/pdf.mjs",
  "playwright-core",
  "rolldown",
  "vite",
]);

/** Returns the `files` (absolute paths) that are unit tests. */
export async function unitTests(files: string[]): Promise<string[]> {
  const reached = await Promise.all(files.map((file) => reaches(file, outside, new Set())));
  return files.filter((_, n) => !reached[n]);
}

const namesZone = /\btimeZone\b|\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Pacific)\/[A-Z]/;
const writesDates = /\bIntl\.DateTimeFormat\b/;

/**
 * Returns the `files` (absolute paths) that name a time zone, or import a module that writes dates. Leaves out tests in a
 * browser, which has its own zone.
 */
export async function dateTests(files: string[]): Promise<string[]> {
  const isMeant = await Promise.all(
    files.map(async (file) => {
      if (await reaches(file, new Set(["playwright-core"]), new Set())) return false;
      if (namesZone.test(await readFile(file, "utf8"))) return true;
      const imported = (await importsOnce(file)).map((specifier) => ownFile(specifier, file));
      const texts = await Promise.all(imported.map((path) => (path ? readFile(path, "utf8") : "")));
      return texts.some((text) => writesDates.test(text));
    }),
  );
  return files.filter((_, n) => isMeant[n]);
}

/** Returns the `files` that import one of `targets` (absolute paths), directly or through other files. */
export const testsOf = async (targets: string[], files: string[]): Promise<string[]> =>
  reaching(targets, files, await importersOf(files, importsOnce));

/** For each file that `files` reach, the files that name it. `named` returns what a file names. */
export async function importersOf(
  files: string[],
  named: (file: string) => Promise<string[]>,
): Promise<Map<string, string[]>> {
  const importers = new Map<string, string[]>(files.map((file) => [file, []]));
  // The map grows while it is read.
  for (const file of importers.keys())
    for (const specifier of await named(file)) {
      const own = ownFile(specifier, file);
      if (own !== undefined) importers.set(own, [...(importers.get(own) ?? []), file]);
    }
  return importers;
}

/** Returns the `files` from which a way leads to one of `targets`. */
export function reaching(targets: Iterable<string>, files: string[], importers: Map<string, string[]>): string[] {
  const found = new Set(targets);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return files.filter((file) => found.has(file));
}

const importsByFile = new Map<string, Promise<string[]>>();

/** Whether a file imports one of these modules, directly or through other files. */
async function reaches(file: string, modules: ReadonlySet<string>, seen: Set<string>): Promise<boolean> {
  if (seen.has(file)) return false;
  seen.add(file);
  for (const specifier of await importsOnce(file)) {
    if (modules.has(specifier)) return true;
    const own = ownFile(specifier, file);
    if (own !== undefined && (await reaches(own, modules, seen))) return true;
  }
  return false;
}

export function importsOnce(file: string): Promise<string[]> {
  const known = importsByFile.get(file) ?? importsOf(file);
  importsByFile.set(file, known);
  return known;
}

/** Returns the modules that the file imports when it runs. Imports of types are gone by then. */
async function importsOf(file: string): Promise<string[]> {
  const source = await readFile(file, "utf8");
  const statements = source.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']/gm);
  const dynamic = source.matchAll(/\bimport\(\s*["']([^"']+)["']/g);
  return [...statements, ...dynamic].map(([, specifier]) => specifier!);
}

/** Returns the project's own TypeScript file that a specifier means, if it means one. */
function ownFile(specifier: string, from: string): string | undefined {
  const isPath = specifier.startsWith(".") || specifier.startsWith("file:");
  if (!isPath && !specifier.startsWith("@paseo/")) return undefined;
  const url = isPath ? new URL(specifier, `file://${from}`).href : import.meta.resolve(specifier);
  const path = fileURLToPath(url);
  // A test of imports has some in its texts that lead nowhere.
  return /\.tsx?$/.test(path) && existsSync(path) ? path : undefined;
}
