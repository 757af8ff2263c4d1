import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { partnerPackages, root, serviceFolders } from "../../../../scripts/packing.ts";
import { assetFolders } from "../../src/assets.ts";
import { isIgnoredByDocker } from "../support/docker-ignore.ts";
import { requireTool } from "../support/tools.ts";

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

/** What packing does without: docker-context.deep.test.ts packs from the rest. */
const notPacked =
  /^(\.ci|bench|interop|ordeal|docs\/images|packages\/[^/]+\/test)\/|^(compose\.yaml|Dockerfile|\.dockerignore)$/;

test(".dockerignore excludes no other file of the repository", { skip: requireTool("git", "git") }, () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const excluded = tracked.split("\0").filter((path) => path !== "" && isIgnoredByDocker(path));
  assert.deepEqual(
    excluded.filter((path) => !notPacked.test(path)),
    [],
  );
});
