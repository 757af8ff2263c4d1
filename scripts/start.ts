import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { join } from "node:path";
import { root } from "./packing.ts";
import { programFile } from "./program.ts";

/**
 * `npm start`: serves the demo. Builds what changed since the last start: first the program, whose start takes longest, and meanwhile the
 * console, then the packages for partners. Arguments are options of `paseo serve`.
 */
const { status: prepared } = spawnSync(process.execPath, [join(root, "scripts/prepare.js")], { stdio: "inherit" });
if (prepared !== 0) process.exit(1);

const building = new AbortController();
void buildOthers().catch((error: Error) => {
  if (!building.signal.aborted) console.error(error.message);
});
const args = [await programFile("paseo"), "serve", "--demo", ...process.argv.slice(2)];
const service = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
// A terminal sends Ctrl-C to the service too.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => service.kill("SIGTERM"));
const [code] = (await once(service, "exit")) as [number | null];
building.abort();
process.exit(code ?? 1);

async function buildOthers(): Promise<void> {
  for (const script of ["packages/console/build.ts", "scripts/kit.ts"]) {
    const child = spawn(process.execPath, [join(root, script)], { stdio: "inherit", signal: building.signal });
    // The service has the processor first.
    if (child.pid !== undefined) setPriority(child.pid, 10);
    const [status] = (await once(child, "exit")) as [number | null];
    if (status !== 0) throw new Error(`${script} ended with ${status}: the service runs without what it builds.`);
  }
}
