import type { Stats } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Returns what a path is; undefined if nothing is there. A permission that is lacking is an error. */
export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that a file is not there, and not that it cannot be read. */
export const isMissing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Creates a folder and the missing folders above it. Returns the first folder that it created. Node's own `recursive`
 * never ends below /proc, and hides the reason on a read-only disk.
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  if ((await isFolder(folder)) || folder === dirname(folder)) return undefined;
  const first = await makeFolder(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have created it first.
    if (!(await isFolder(folder))) throw error;
  }
  return first ?? folder;
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Returns the path, or its nearest parent that exists, and whether this is a folder. */
export async function existingPathPart(path: string): Promise<{ path: string; isFolder: boolean }> {
  try {
    return { path, isFolder: (await stat(path)).isDirectory() };
  } catch (error) {
    // A path that cannot be read counts as a folder: creating files there names the reason.
    return isMissing(error) && path !== dirname(path) ? existingPathPart(dirname(path)) : { path, isFolder: true };
  }
}
