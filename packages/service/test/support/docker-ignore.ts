import { readFile } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import { root } from "../../../../scripts/packing.ts";

const patterns = (await readFile(join(root, ".dockerignore"), "utf8"))
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** Whether .dockerignore excludes a path or a folder above it. Its patterns begin at the root, and `**` is any number of folders. */
export const isIgnoredByDocker = (path: string): boolean =>
  path
    .split("/")
    .some((_, n, parts) => patterns.some((pattern) => matchesGlob(parts.slice(0, n + 1).join("/"), pattern)));
