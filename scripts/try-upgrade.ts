import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./packing.ts";

/**
 * Tries the upgrade from an earlier commit to this tree: `npm run try-upgrade -- COMMIT`. Packs the release of that commit in a work tree of
 * its own, and runs the upgrade test with it: both releases on one database under booking load. `--pack-only FOLDER` only packs it.
 */
const [commit, option, folder] = process.argv.slice(2);
if (!commit || (option !== undefined && (option !== "--pack-only" || !folder))) {
  console.error("Usage: npm run try-upgrade -- COMMIT [--pack-only FOLDER]");
  process.exit(2);
}
const migrations = "packages/service/src/store/database/migrations";
const gone = run("git", ["ls-tree", "--name-only", `${commit}:${migrations}`], root)
  .split("\n")
  .filter((name) => !existsSync(join(root, migrations, name)));
if (gone.length > 0) {
  console.error(`${commit} has migrations that this tree lacks (${gone.join(", ")}): there is no upgrade from it.`);
  process.exit(2);
}
const place = await mkdtemp(join(tmpdir(), "paseo-previous-"));
const tree = join(place, "tree");
const packed = folder ?? join(place, "packed");
try {
  const name = run("git", ["rev-parse", "--short", `${commit}^{commit}`], root).trim();
  run("git", ["worktree", "add", "--detach", tree, name], root);
  console.log(`Packing ${name} …`);
  run("npm", ["ci", "--no-audit", "--no-fund"], tree);
  run("npm", ["run", "pack", "--", packed], tree);
  if (folder === undefined) {
    const test = "packages/service/test/machines/upgrade.deep.test.ts";
    const env = { ...process.env, TEST_PREVIOUS_RELEASE: packed };
    const { status } = spawnSync("npm", ["test", "--", test], { cwd: root, env, stdio: "inherit" });
    process.exitCode = status ?? 1;
  }
} finally {
  spawnSync("git", ["worktree", "remove", "--force", tree], { cwd: root });
  await rm(place, { recursive: true, force: true });
}
