#!/usr/bin/env node
// Plain JavaScript that every Node can read.
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`Paseo needs Node 24 or newer, and this is ${process.version}.`);
  process.exit(1);
}
await import("../src/main.ts");
