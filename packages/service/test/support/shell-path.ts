import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The PATH for the programs that documents use: the tests' Node first, stand-ins last. */
export const shellPath = [
  dirname(process.execPath),
  process.env.PATH,
  fileURLToPath(new URL("stand-ins", import.meta.url)),
].join(":");
