import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface BareServer {
  port: number;
  stop(): Promise<void>;
}

/** Starts the bare server that sends what the service answered. */
export async function startBare(answer: { status: number; headers: string[]; body: Buffer }): Promise<BareServer> {
  const child = fork(fileURLToPath(new URL("./bare.ts", import.meta.url)));
  const listening = once(child, "message");
  child.send({ ...answer, body: answer.body.toString("base64") });
  const [port] = (await listening) as [number];
  return { port, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
