#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// Plain JavaScript that every Node can read.
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`Paseo needs Node 24 or newer, and this is ${process.version}.`);
  process.exit(1);
}
// Before the first file in TypeScript: Node loads its parser for one that is not in the cache, which takes as long as Node's start.
module.enableCompileCache(fileURLToPath(new URL("../.cache/", import.meta.url)));
await import("../src/main.ts");
