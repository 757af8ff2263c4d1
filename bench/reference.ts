import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ReferenceServer {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the minimal program that does the same work on this store, in its own process. */
export async function startReference(databaseUrl: string): Promise<ReferenceServer> {
  const child = fork(fileURLToPath(new URL("minimal.ts", import.meta.url)));
  const exited = once(child, "exit");
  const listening = once(child, "message");
  child.send(databaseUrl);
  const [port] = await Promise.race([listening, exited.then(() => [undefined])]);
  if (typeof port !== "number") throw new Error("the reference ended before it listened");
  return { port, pid: child.pid!, stop: () => stop(child, exited) };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill("SIGTERM");
  await exited;
}
