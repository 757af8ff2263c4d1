import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const consoleFolder = fileURLToPath(new URL(".", import.meta.url));

/** Returns a hash of the console's files that match the pattern, by name and content. The version in package.json does not count. */
export async function madeOf(pattern: string): Promise<string> {
  const paths = await Array.fromAsync(glob(pattern, { cwd: consoleFolder }));
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    const bytes = await readFile(consoleFolder + path).catch(() => null);
    if (bytes) hash.update(path).update(path === "package.json" ? withoutVersion(bytes) : bytes);
  }
  return hash.digest("hex");
}

function withoutVersion(manifest: Buffer): string {
  const { version: _, ...others } = JSON.parse(`${manifest}`);
  return JSON.stringify(others);
}
