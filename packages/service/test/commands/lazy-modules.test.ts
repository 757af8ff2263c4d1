import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** What `paseo --help` imports, by following static imports of values. Commands import their own module when they run. */
function importedFrom(file: URL, found = new Set<string>()): Set<string> {
  const path = fileURLToPath(file);
  if (found.has(path)) return found;
  found.add(path);
  for (const [, clause = "", from] of readFileSync(file, "utf8").matchAll(
    /^(?:import|export)\s+(?!type\b)([^;]*?)\s*from\s+"([^"]+)";/gm,
  )) {
    const names = /\{([^}]*)\}/.exec(clause)?.[1]?.split(",") ?? [clause];
    const isOfTypes = names.filter((name) => name.trim() !== "").every((name) => name.trim().startsWith("type "));
    if (isOfTypes) continue;
    if (from!.startsWith(".")) importedFrom(new URL(from!, file), found);
    else found.add(from!);
  }
  return found;
}

test("`paseo --help` imports no database, no HTTP and no business rules", () => {
  const imported = [...importedFrom(new URL("../../src/commands/program.ts", import.meta.url))];
  const packages = imported.filter((name) => !name.startsWith("/") && !name.startsWith("node:"));
  // The settings need the contract's languages and its e-mail addresses. The contract's schemas are four hundred modules: 190 ms of processor time in place of 70.
  const parts = ["@paseo/contract/codes", "@paseo/contract/limits"];
  assert.deepEqual(packages, ["commander", ...parts]);
  for (const part of parts) assert.equal(importedFrom(new URL(import.meta.resolve(part))).size, 1, part);
  const folders = new Set(
    imported.map((name) => /\/src\/(\w+)\//.exec(name)?.[1]).filter((name) => name !== undefined),
  );
  assert.deepEqual([...folders.difference(new Set(["commands", "settings", "telemetry", "store"]))], []);
});

test("the thread that reads an uploaded table imports no schemas", () => {
  const reading = (part: string) => new URL(`../../src/domain/editing/files/${part}.ts`, import.meta.url);
  const imported = [...importedFrom(reading("worker")), ...importedFrom(reading("event-parts"))];
  const schemas = imported.filter((name) => /^typebox|^@paseo\/contract$/.test(name));
  assert.deepEqual(schemas, []);
  assert.ok(imported.some((name) => name.endsWith("/table.ts")));
});
