import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The path on which shells find the programs that documents use: the tests' Node first, and last what stands in for others. */
export const shellPath = [
  dirname(process.execPath),
  process.env.PATH,
  fileURLToPath(new URL("stand-ins", import.meta.url)),
].join(":");
