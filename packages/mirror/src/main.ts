#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// Compiled code is cached beside the source, which halves the time to start. The cache is never in a folder that others
// can write to, because they could then run their code in our process. Without write access there is no cache. Node 20
// has none.
module.enableCompileCache?.(fileURLToPath(new URL("../.cache/", import.meta.url)));
await import("./command.ts");
