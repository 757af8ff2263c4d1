import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { watchHealth } from "../ordeal/shedding/health.ts";
import { newDataFolder } from "../packages/service/test/support/servers/stores.ts";
import { eventsTo } from "./parts/cold.ts";
import { startServing } from "./process/service.ts";

/**
 * Clients that do not read their answers, and more uncached pages than the service can build: time of `/healthz` and memory of
 * the service. `node bench/unread.ts [seconds]`; on the server of DATABASE_URL, otherwise on a new embedded store.
 */

const seconds = Number(process.argv[2] ?? 15);
const pipelined = 2000;
/** Statuses of the answers to clients that read. */
const answers = new Map<string, number>();

const folder = await newDataFolder("paseo-unread-");
const env = process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : { DATA_DIR: folder };
const scale = fileURLToPath(new URL("stores/scale.ts", import.meta.url));
const planted = spawnSync(process.execPath, [scale, "100000"], { env: { ...process.env, ...env }, encoding: "utf8" });
if (planted.status !== 0) throw new Error(planted.stderr);

const cached = "/api/events?page=1";
const scenarios: Record<string, (port: number) => Promise<Socket[]>> = {
  "one client, 2,000 pipelined requests for a cached page, unread": (port) => unread(port, 1, () => cached),
  "one client, 2,000 pipelined requests for uncached pages, unread": (port) => unread(port, 1, (n) => eventsTo(n, 200)),
  "500 clients, 2,000 pipelined requests each for a cached page, unread": (port) => unread(port, 500, () => cached),
  "500 clients, 2,000 pipelined requests each for uncached pages, unread": (port) =>
    unread(port, 500, (n) => eventsTo(n, 200)),
  "1,000 clients that read uncached pages": (port) => reading(port, 1000),
};

for (const [name, begin] of Object.entries(scenarios)) {
  if (process.argv[3] && !name.startsWith(process.argv[3])) continue;
  const service = await startServing(env);
  try {
    await fetch(`http://127.0.0.1:${service.port}/healthz`);
    await (await fetch(`http://127.0.0.1:${service.port}${cached}`)).arrayBuffer();
    const idle = await rss(service.pid);
    let most = idle;
    answers.clear();
    const watch = watchHealth(service.port, service.pid);
    const sockets = await begin(service.port);
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      most = Math.max(most, await rss(service.pid));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { calls, median, longest, longestOwn } = await watch.stop();
    const open = sockets.filter((socket) => !socket.destroyed).length;
    for (const socket of sockets) socket.destroy();
    console.log(
      `${name}: /healthz median ${median.toFixed(0)} ms, most ${longest.toFixed(0)} ms, of which ${longestOwn.toFixed(0)} ms were not ` +
        `spent waiting for a processor (${calls} calls); memory ${idle} MB idle, ${most} MB at most; ` +
        `${open} of ${sockets.length} connections open; answers ${JSON.stringify(Object.fromEntries(answers))}`,
    );
  } finally {
    await service.stop();
  }
}
await rm(folder, { recursive: true });

async function unread(port: number, clients: number, path: (n: number) => string): Promise<Socket[]> {
  let n = 0;
  return open(port, clients, (socket) => {
    socket.pause();
    const requests = Array.from({ length: pipelined }, () => get(path(n++)));
    socket.write(requests.join(""));
  });
}

function reading(port: number, clients: number): Promise<Socket[]> {
  let n = 0;
  return open(port, clients, (socket) => {
    const ask = () => socket.write(get(eventsTo(n++, 200)));
    let text = "";
    let left = 0;
    socket.on("data", (chunk: Buffer) => {
      if (left > 0) {
        left -= chunk.length;
        if (left <= 0) ask();
        return;
      }
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const status = text.slice(9, 12);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      left = Number(/content-length: (\d+)/i.exec(text)![1]) - (text.length - end - 4);
      text = "";
      if (left <= 0) setTimeout(ask, status === "503" ? 1000 : 0);
    });
    ask();
  });
}

function open(port: number, clients: number, begin: (socket: Socket) => void): Promise<Socket[]> {
  return Promise.all(
    Array.from(
      { length: clients },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, "127.0.0.1", () => {
            begin(socket);
            resolve(socket);
          });
          socket.on("error", () => {});
        }),
    ),
  );
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`;
}

/** Resident memory of a process in MB. */
async function rss(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
