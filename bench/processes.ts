import { type ChildProcess, fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../packages/service/src/main.ts", import.meta.url));

export interface Served {
  port: number;
  stop(): Promise<void>;
}

/** Starts the real service on a free port and waits until it is ready. */
export async function startService(env: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, [main, "serve"], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      if (text === "ready") return;
      text += chunk;
      const found = /"address":"http:\/\/[^"]*:(\d+)"/.exec(text);
      if (!found) return;
      text = "ready";
      resolve(Number(found[1]));
    });
    child.on("exit", (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return { port, stop: () => stop(child) };
}

/** Starts the bare server that sends what the service answered. */
export async function startBare(answer: { status: number; headers: string[]; body: Buffer }): Promise<Served> {
  const child = fork(fileURLToPath(new URL("./bare.ts", import.meta.url)));
  const port = new Promise<number>((resolve) => child.once("message", (value) => resolve(value as number)));
  child.send({ ...answer, body: answer.body.toString("base64") });
  return { port: await port, stop: () => stop(child) };
}

/** Runs a `paseo` command to its end. */
export async function paseo(args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`paseo ${args.join(" ")} ended with ${code}`);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
