import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

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
    const isMissing = ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
    // A path that cannot be read counts as a folder: creating files there names the reason.
    return isMissing && path !== dirname(path) ? existingPathPart(dirname(path)) : { path, isFolder: true };
  }
}
