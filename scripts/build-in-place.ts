import { mkdir, rename, rm } from "node:fs/promises";

export interface InPlace {
  /** Whether the folder has what this build would make. */
  isBuilt(): Promise<boolean>;
  /** Builds the content in an empty folder, `beside`. */
  build(beside: string): Promise<void>;
  /** A replacement for the system's rename, in tests. */
  rename?: typeof rename;
}

/**
 * Builds a folder beside its place and renames it: nobody sees a part of it, and a build that fails or is stopped changes nothing. Several
 * processes may do it at the same time. Returns whether it built anything.
 */
export async function buildInPlace(
  folder: string,
  { isBuilt, build, rename: move = rename }: InPlace,
): Promise<boolean> {
  if (await isBuilt()) return false;
  const beside = `${folder}-${process.pid}`;
  const former = `${beside}-former`;
  try {
    await mkdir(beside, { recursive: true });
    await build(beside);
    // Another process may have built it first.
    if (await isBuilt()) return true;
    await putAway(folder, former, move);
    await move(beside, folder).catch(async (error) => {
      if (!(await isBuilt())) throw error;
    });
    return true;
  } finally {
    await rm(beside, { recursive: true, force: true });
    await rm(former, { recursive: true, force: true });
  }
}

async function putAway(folder: string, former: string, move: typeof rename): Promise<void> {
  try {
    await move(folder, former);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // An overlay file system cannot rename a folder of a lower layer: it is missing for an instant.
    if (code === "EXDEV") await rm(folder, { recursive: true });
    // It was never built, or another process is at the same point.
    else if (code !== "ENOENT") throw error;
  }
}
