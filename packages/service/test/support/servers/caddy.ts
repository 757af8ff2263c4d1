import { spawn } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Answer, askAt, type Sent } from "../http.ts";
import { findTool } from "../tools.ts";
import { until } from "../until.ts";
import { freePort } from "./postgres.ts";
import { stopAtExit } from "./unprivileged.ts";

const shipped = fileURLToPath(new URL("../../../../../deploy/caddy/Caddyfile", import.meta.url));

/**
 * A real Caddy with the file of deploy/caddy, over plain HTTP. Only the upstream differs, and the text that `change` replaces.
 */
export async function startCaddy(upstream: string, change = (text: string) => text) {
  const folder = await mkdtemp(join(tmpdir(), "paseo-caddy-"));
  const port = await freePort();
  const text = change(await readFile(shipped, "utf8"));
  if (!text.includes("paseo:8080")) throw new Error("The Caddyfile has another upstream.");
  const file = join(folder, "Caddyfile");
  const here = text.replaceAll("paseo:8080", new URL(upstream).host).replace("\n{\n", "\n{\n\tadmin off\n");
  await writeFile(file, here);
  const env = {
    ...process.env,
    PUBLIC_HOST: `http://127.0.0.1:${port}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(findTool("caddy")!, ["run", "--config", file, "--adapter", "caddyfile"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (line) => (output += line));
  const stop = stopAtExit(child, folder);
  const ask = (path: string, sent?: Sent): Promise<Answer> => askAt({ port, path }, sent);
  const isUp = () =>
    ask("/").then(
      () => true,
      () => false,
    );
  await until(async () => child.exitCode !== null || (await isUp()), "Caddy");
  if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}: ${output}`);
  return { ask, stop };
}
