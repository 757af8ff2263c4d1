import { spawn } from "node:child_process";
import { chown, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findTool } from "../tools.ts";
import { until } from "../until.ts";
import { freePort } from "./postgres.ts";
import { throughPooler } from "./stores.ts";
import { folderFor, stopAtExit, unprivileged, writeFor } from "./unprivileged.ts";

/** A real PgBouncer in transaction mode, on a free loopback port, in front of the tests' PostgreSQL. */
export interface Pooler {
  port: number;
  stop(): Promise<void>;
}

/** `poolSize` connections to each database, however many clients there are: transactions hop between them. */
export async function startPgBouncer(serverUrl: string, { poolSize = 3 } = {}): Promise<Pooler> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const owner = unprivileged();
  const folder = await folderFor(owner, "paseo-pgbouncer-");
  const settings = join(folder, "pgbouncer.ini");
  await writeFor(owner, join(folder, "users.txt"), `"${server.username}" "${server.password}"\n`);
  await writeFor(
    owner,
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
logfile = ${folder}/log
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  if (owner) await chown(folder, owner.uid, owner.gid);
  const child = spawn(findTool("pgbouncer")!, ["--quiet", settings], { stdio: "ignore", cwd: folder, ...owner });
  let problem: string | undefined;
  child.once("exit", async (code) => {
    problem = `pgbouncer ended with ${code}: ${await readFile(join(folder, "log"), "utf8").catch(() => "it left no log")}`;
  });
  const stop = stopAtExit(child, folder);
  await until(async () => problem !== undefined || (await answers(throughPooler(serverUrl, port))), "pgbouncer");
  if (problem !== undefined) throw new Error(problem);
  child.removeAllListeners("exit");
  return {
    port,
    stop,
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
