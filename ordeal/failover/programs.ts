import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findTool } from "../../packages/service/test/support/tools.ts";

/** Folder of the newest PostgreSQL that Debian's packages have installed. */
export const postgresPrograms = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(join(folder, "postgres")));

/** The programs that this machine lacks, with how to install them; undefined when it lacks none. */
export function missingPrograms(): string | undefined {
  const needed = { patroni: "patroni", etcd: "etcd-server", haproxy: "haproxy" };
  const packages = Object.entries(needed).flatMap(([program, name]) => (findTool(program) === undefined ? [name] : []));
  if (postgresPrograms === undefined) packages.push("postgresql");
  if (packages.length > 0) return `Not installed: apt-get install ${packages.join(" ")}`;
  const version = execFileSync(findTool("patroni")!, ["--version"], { encoding: "utf8" }).replace(/[^\d.]/g, "");
  const [major, minor] = version.split(".").map(Number);
  // 3.0.2 overwrites another node's leader lock when it wakes up, and the orders of that node are lost.
  return major! > 3 || (major === 3 && minor! > 0)
    ? undefined
    : `Patroni ${version} loses orders: install 3.1 or newer`;
}
