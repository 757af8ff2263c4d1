import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../../../../scripts/packing.ts";
import { isIgnoredByDocker } from "../support/docker-ignore.ts";
import { requireTool } from "../support/tools.ts";

/** The packages that the image is made of, built from what .dockerignore leaves. It takes a minute of processor time. */

const run = promisify(execFile);

test("everything is packed from the files that Docker gets", { skip: requireTool("git", "git") }, async (t) => {
  const place = await mkdtemp(join(tmpdir(), "paseo-context-"));
  t.after(() => rm(place, { recursive: true, force: true }));
  const listed = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.stdout.split("\0")) {
    if (path === "" || isIgnoredByDocker(path) || !existsSync(join(root, path))) continue;
    await mkdir(dirname(join(place, path)), { recursive: true });
    await cp(join(root, path), join(place, path));
  }
  for await (const modules of glob(["node_modules", "packages/*/node_modules"], { cwd: root }))
    await symlink(join(root, modules), join(place, modules));
  await run(process.execPath, ["scripts/pack.ts", "packed"], { cwd: place });
  const files = await readdir(join(place, "packed"));
  for (const name of ["client", "conform", "contract", "mirror", "service"])
    assert.ok(
      files.some((file) => file.startsWith(`paseo-${name}-`) && file.endsWith(".tgz")),
      `${files}`,
    );
  const service = files.find((file) => file.startsWith("paseo-service-"))!;
  const { stdout } = await run("tar", ["-tzf", join(place, "packed", service)]);
  for (const path of [
    "paseo.mjs",
    "console/index.html",
    "kit/kit.json",
    "deploy/systemd/paseo.service",
    "guide/en/README.md",
  ])
    assert.ok(stdout.includes(`package/${path}\n`), path);
});
