import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ReferenceServer {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** A reference in its own process: plain node:http that sends what the service answered. */
export const startBareReference = ({ body, ...answer }: { status: number; headers: string[]; body: Buffer }) =>
  startReference("bare.ts", { ...answer, body: body.toString("base64") });

/** Starts a server of this folder. It receives `given` over IPC and answers with its port. */
export async function startReference(file: string, given: object): Promise<ReferenceServer> {
  const child = fork(fileURLToPath(new URL(`./${file}`, import.meta.url)));
  const exited = once(child, "exit");
  const listening = once(child, "message");
  child.send(given);
  const [port] = await Promise.race([listening, exited.then(() => [undefined])]);
  if (typeof port !== "number") throw new Error(`${file} ended before it listened`);
  return { port, pid: child.pid!, stop: () => stop(child, exited) };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill("SIGTERM");
  await exited;
}
