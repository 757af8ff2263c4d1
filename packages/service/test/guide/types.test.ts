import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "./demo.ts";
import { guidePages, snippetsOf } from "./pages.ts";

/** The guide's programs are JavaScript, which TypeScript reads as well. */

test("the programs of the guide match the types of the client", async () => {
  const files = (await guidePages("en"))
    .flatMap(snippetsOf)
    .filter(({ kind, language }) => kind === "file" && language === "js");
  assert.ok(files.length >= 4);
  const folder = await mkdtemp(join(tmpdir(), "paseo-guide-types-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    for (const { id, text } of files) await writeFile(join(folder, id), text);
    const compilerOptions = {
      ...{ allowJs: true, checkJs: true, noEmit: true, strict: true, noImplicitAny: false, skipLibCheck: true },
      ...{
        exactOptionalPropertyTypes: true,
        module: "nodenext",
        target: "es2024",
        lib: ["esnext"],
        types: ["node"],
        allowImportingTsExtensions: true,
      },
    };
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: files.map(({ id }) => id) }),
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch((error) => error);
    assert.equal(stdout, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
