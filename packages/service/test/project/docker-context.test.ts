import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { partnerPackages, root, serviceFolders } from "../../../../scripts/packing.ts";
import { assetFolders } from "../../src/assets.ts";
import { isIgnoredByDocker } from "../support/docker-ignore.ts";

/** The image is built from what .dockerignore leaves. docker-context.deep.test.ts packs from it, and `npm run image-test` builds the image. */

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
  assert.deepEqual(needed.filter(isIgnoredByDocker), []);
  for (const path of ["node_modules", "packages/console/dist", "packages/kit", "dist/program", ".git/config", "data"])
    assert.ok(isIgnoredByDocker(path), path);
});
