import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chown, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort } from "../../packages/service/test/support/servers/postgres.ts";
import { isRunning, postgresPids, signal } from "../../packages/service/test/support/servers/postgres-pids.ts";
import { folderFor, removeAtExit, unprivileged } from "../../packages/service/test/support/servers/unprivileged.ts";
import { findTool } from "../../packages/service/test/support/tools.ts";
import { postgresPrograms } from "./programs.ts";

/** The recipe of docs/how-to/fail-over.md on loopback: three etcd members, three Patroni nodes and HAProxy, from the files in deploy/failover. */

const recipe = fileURLToPath(new URL("../../deploy/failover/", import.meta.url));
const password = "paseo";
/**
 * Stands for the init of a real machine, which reaps orphans at once. PostgreSQL is an orphan. While it is a zombie, Patroni considers it
 * running and waits a second more. In a container, the first process may reap more slowly.
 */
const init = `
import ctypes, os, signal, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
child = subprocess.Popen(sys.argv[1:]).pid
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while os.wait()[0] != child:
    pass
`;

export interface ClusterNode {
  name: string;
  postgres: number;
  api: number;
  data: string;
}

/** The status of one node in Patroni's `/cluster`. */
interface Member {
  name: string;
  role: string;
  state: string;
}

export class PostgresCluster {
  readonly nodes: ClusterNode[] = [];
  /** The addresses at which HAProxy reaches the primary and the services. */
  readonly primaryUrl: string;
  readonly partnersUrl: string;
  readonly #folder: string;
  readonly #owner = unprivileged();
  readonly #running = new Map<string, ChildProcess>();
  readonly #environments = new Map<string, Record<string, string>>();
  readonly servicePorts: number[] = [];
  readonly #ports: { primary: number; standbys: number; partners: number };

  private constructor(folder: string, ports: { primary: number; standbys: number; partners: number }) {
    this.#folder = folder;
    this.#ports = ports;
    this.primaryUrl = `postgres://paseo:${password}@127.0.0.1:${ports.primary}/paseo`;
    this.partnersUrl = `http://127.0.0.1:${ports.partners}`;
  }

  /** Starts all programs but the services, which are expected at `servicePorts`, and creates the database. */
  static async start(): Promise<PostgresCluster> {
    const owner = unprivileged();
    const folder = await folderFor(owner, "paseo-failover-");
    if (owner) await chown(folder, owner.uid, owner.gid);
    const [primary, standbys, partners] = [await freePort(), await freePort(), await freePort()];
    const cluster = new PostgresCluster(folder, { primary, standbys, partners });
    removeAtExit(folder, () => cluster.#killAll());
    const etcd = await cluster.#startEtcd();
    for (const n of [1, 2, 3]) await cluster.#addNode(n, etcd);
    await cluster.startNode("pg1");
    await cluster.until(async () => (await cluster.primary()) !== undefined, 60, "the first primary");
    await cluster.startNode("pg2");
    await cluster.startNode("pg3");
    await cluster.untilHealed(90);
    await cluster.#makeDatabase();
    cluster.servicePorts.push(await freePort(), await freePort());
    cluster.#startProxy();
    return cluster;
  }

  #startProxy(): void {
    const hosts = this.nodes.flatMap(({ postgres, api }, n) => [
      [`PG${n + 1}`, `127.0.0.1:${postgres}`],
      [`PATRONI${n + 1}_HOST`, "127.0.0.1"],
      [`PATRONI${n + 1}_PORT`, `${api}`],
    ]);
    this.#spawn("haproxy", findTool("haproxy")!, ["-db", "-f", join(recipe, "haproxy.cfg")], {
      ...Object.fromEntries(hosts),
      PRIMARY_BIND: `127.0.0.1:${this.#ports.primary}`,
      STANDBYS_BIND: `127.0.0.1:${this.#ports.standbys}`,
      PARTNERS_BIND: `127.0.0.1:${this.#ports.partners}`,
      ...Object.fromEntries(this.servicePorts.map((port, n) => [`PASEO${n + 1}`, `127.0.0.1:${port}`])),
    });
  }

  /** Returns the node that Patroni and PostgreSQL call the primary. */
  async primary(): Promise<ClusterNode | undefined> {
    // The first answer counts: a frozen node gives none.
    const leads = this.nodes.map(async (node) => {
      if ((await status(node, "/primary")) !== 200) throw new Error(`${node.name} does not lead`);
      return node;
    });
    return Promise.any(leads).catch(() => undefined);
  }

  async members(): Promise<Member[]> {
    for (const node of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${node.api}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** Waits until one node leads, the other nodes stream from it, and one of them is synchronous. A running node may have diverged. */
  async untilHealed(seconds: number): Promise<void> {
    await this.until(
      async () => {
        const members = await this.members();
        const streaming = members.filter(({ state }) => state === "streaming");
        const has = (role: string) => members.some((member) => member.role === role);
        return streaming.length === this.nodes.length - 1 && has("leader") && has("sync_standby");
      },
      seconds,
      "three nodes in step",
    );
  }

  async until(condition: () => Promise<boolean>, seconds: number, what: string): Promise<void> {
    const end = performance.now() + 1000 * seconds;
    while (!(await condition())) {
      if (performance.now() > end)
        throw new Error(`${what}: not within ${seconds} s. ${JSON.stringify(await this.members())}`);
      await pause(100);
    }
  }

  async startNode(name: string): Promise<void> {
    if (this.#running.has(name)) return;
    const patroni = [findTool("patroni")!, join(this.#folder, "patroni.yml")];
    this.#spawn(name, "/usr/bin/python3", ["-c", init, ...patroni], this.#environments.get(name)!);
  }

  /** Ends Patroni as a service manager does. It stops PostgreSQL and gives the leader lock up. */
  async stopNode(name: string): Promise<void> {
    this.#signal(name, "SIGTERM");
    await this.until(async () => !this.#running.has(name), 60, `${name} to stop`);
  }

  /** Kills only the processes of PostgreSQL; Patroni notices. */
  killPostgres(node: ClusterNode): void {
    for (const pid of postgresPids(node.data)) signal(pid, "SIGKILL");
  }

  /** Kills Patroni and PostgreSQL at once, as when the machine is lost. */
  async killNode(node: ClusterNode): Promise<void> {
    const pids = postgresPids(node.data);
    this.#signal(node.name, "SIGKILL");
    for (const pid of pids) signal(pid, "SIGKILL");
    await this.until(async () => !this.#running.has(node.name), 10, `${node.name} to die`);
  }

  /**
   * Kills PostgreSQL of the new primary while a node copies the primary's data. Resolves to false if the node can follow the primary without a
   * copy of the data.
   */
  async killSourceOfCopy(node: ClusterNode): Promise<boolean> {
    const copies = () => isRunning(`pg_basebackup\0--pgdata=${node.data}\0`);
    const streams = async () =>
      (await this.members()).some(({ name, state }) => name === node.name && state === "streaming");
    await this.until(async () => copies() || (await streams()), 60, `${node.name} to follow the new primary`);
    const source = await this.primary();
    if (source === undefined || !copies()) return false;
    this.killPostgres(source);
    return true;
  }

  /** Freezes all processes of the node, as a virtual machine is frozen while it is moved. Returns a function that lets them continue. */
  freezeNode(node: ClusterNode): () => void {
    const pids = [-this.#running.get(node.name)!.pid!, ...postgresPids(node.data)];
    for (const pid of pids) signal(pid, "SIGSTOP");
    return () => {
      for (const pid of pids) signal(pid, "SIGCONT");
    };
  }

  async switchOver(from: ClusterNode): Promise<void> {
    const candidate = (await this.members()).find(({ role }) => role === "sync_standby")?.name;
    const answer = await fetch(`http://127.0.0.1:${from.api}/switchover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ leader: from.name, candidate }),
    });
    if (!answer.ok) throw new Error(`Patroni refused to switch over: ${answer.status} ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    this.#killAll();
    await pause(200);
  }

  async #startEtcd(): Promise<number[]> {
    const members = await Promise.all(
      [1, 2, 3].map(async (n) => ({ name: `etcd${n}`, client: await freePort(), peer: await freePort() })),
    );
    const initial = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(",");
    for (const { name, client, peer } of members) {
      const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
      this.#spawn(name, findTool("etcd")!, [], {
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(this.#folder, name),
        ETCD_LISTEN_CLIENT_URLS: clients,
        ETCD_ADVERTISE_CLIENT_URLS: clients,
        ETCD_LISTEN_PEER_URLS: peers,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
        ETCD_INITIAL_CLUSTER: initial,
        ETCD_INITIAL_CLUSTER_STATE: "new",
      });
    }
    return members.map(({ client }) => client);
  }

  async #addNode(n: number, etcd: number[]): Promise<void> {
    const node = {
      name: `pg${n}`,
      postgres: await freePort(),
      api: await freePort(),
      data: join(this.#folder, `pg${n}`),
    };
    this.nodes.push(node);
    // A user such as `nobody` may not enter the folder of the project.
    const file = join(this.#folder, "patroni.yml");
    if (n === 1) await copyFile(join(recipe, "patroni.yml"), file);
    await mkdir(node.data, { mode: 0o700 });
    if (this.#owner) await chown(node.data, this.#owner.uid, this.#owner.gid);
    this.#environments.set(node.name, {
      PATRONI_NAME: node.name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: node.data,
      PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms!,
      PGDATA: node.data,
      PGBIN: postgresPrograms!,
      PATRONI_POSTGRESQL_PGPASS: join(this.#folder, `${node.name}.pgpass`),
      PATRONI_ETCD3_HOSTS: etcd.map((port) => `'127.0.0.1:${port}'`).join(","),
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: password,
    });
  }

  async #makeDatabase(): Promise<void> {
    const { postgres } = (await this.primary())!;
    const client = new pg.Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${postgres}/postgres`,
    });
    await client.connect();
    await client.query(`create role paseo login password '${password}'`);
    await client.query("create database paseo owner paseo");
    await client.end();
  }

  #spawn(name: string, program: string, args: string[], env: Record<string, string>): void {
    const child = spawn(program, args, {
      cwd: this.#folder,
      env: { PATH: process.env.PATH ?? "", HOME: this.#folder, LC_ALL: "C.UTF-8", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      ...this.#owner,
    });
    const log = createWriteStream(join(this.#folder, `${name}.log`), { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.#running.set(name, child);
    child.once("exit", () => this.#running.delete(name));
    child.once("error", (error) => log.write(`${error}\n`));
  }

  /** Sends a signal to the program and its children, but not to PostgreSQL, which has a process group of its own. */
  #signal(name: string, kind: NodeJS.Signals): void {
    const pid = this.#running.get(name)?.pid;
    if (pid !== undefined) signal(-pid, kind);
  }

  #killAll(): void {
    for (const name of this.#running.keys()) this.#signal(name, "SIGKILL");
    for (const node of this.nodes) for (const pid of postgresPids(node.data)) signal(pid, "SIGKILL");
  }
}

async function status({ api }: ClusterNode, path: string): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${api}${path}`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer();
  return answer?.status;
}
