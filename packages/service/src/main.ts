#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * The command's beginning. What was compiled once need not be again at the next start: that is a third of one. It is kept beside
 * the code, for whoever could write to a common folder could have us run what they like; where that cannot be written, nothing is kept.
 */
enableCompileCache(fileURLToPath(new URL("../.cache/", import.meta.url)));
await import("./commands/program.ts");
