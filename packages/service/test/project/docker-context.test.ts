import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import { test } from "node:test";
import { partnerPackages, root, serviceFolders } from "../../../../scripts/packing.ts";
import { assetFolders } from "../../src/assets.ts";

/** The image is built from what .dockerignore leaves. `npm run image-test` builds it. */

const patterns = (await readFile(join(root, ".dockerignore"), "utf8"))
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** Whether a pattern excludes a path or a folder above it. Docker's patterns begin at the root, and `**` is any number of folders. */
const isIgnored = (path: string): boolean =>
  path
    .split("/")
    .some((_, n, parts) => patterns.some((pattern) => matchesGlob(parts.slice(0, n + 1).join("/"), pattern)));

/** What `npm run pack` reads. The build makes the console and the kit. */
const needed = [
  ...["LICENSE", "package.json", "package-lock.json", "tsconfig.json", "scripts/pack.ts", "scripts/natives.ts"],
  ...["packages/console/src", "packages/console/build.ts", "packages/console/scripts", "packages/contract/scripts"],
  ...[...partnerPackages, "service", "console"].map((name) => `packages/${name}/package.json`),
  ...[...partnerPackages, "service"].map((name) => `packages/${name}/src`),
  ...serviceFolders,
  ...Object.values(assetFolders).filter((path) => path !== assetFolders.console && path !== assetFolders.kit),
];

test(".dockerignore excludes nothing that the packages are made of, and excludes what this machine has built", () => {
  assert.deepEqual(
    needed.filter((path) => !existsSync(join(root, path))),
    [],
  );
  assert.deepEqual(needed.filter(isIgnored), []);
  for (const path of ["node_modules", "packages/console/dist", "packages/kit", "dist/program", ".git/config", "data"])
    assert.ok(isIgnored(path), path);
});

test("the Dockerfile copies each package's package.json before the rest", async () => {
  const dockerfile = await readFile(join(root, "Dockerfile"), "utf8");
  const { workspaces } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { workspaces: string[] };
  for (const folder of workspaces) assert.ok(dockerfile.includes(`COPY ${folder}/package.json ${folder}/\n`), folder);
});
