#!/usr/bin/env node
import { enableCompileCache } from "node:module";

/** The command's beginning. What was compiled once need not be again at the next start: that is a third of one. */
enableCompileCache();
await import("./commands/program.ts");
