import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { programFile } from "../../../../scripts/program.ts";
import { copyDemo } from "../support/servers/demo-store.ts";
import { freePort } from "../support/servers/postgres.ts";
import { environment } from "../support/servers/processes.ts";
import { newDataFolder } from "../support/servers/stores.ts";

/** The demo service as `npm start` runs it, with its own data directory. */

export const root = fileURLToPath(new URL("../../../../", import.meta.url));

export class Demo {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #settings = "";

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Prepares a service that is not running yet. The caller closes it. */
  static async make(): Promise<Demo> {
    const folder = await newDataFolder("paseo-guide-");
    await copyDemo(join(folder, "data"));
    return new Demo(await freePort(), folder);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Runs with these settings on the existing data. Restarts only if the settings differ. */
  async run(wanted: Record<string, string> = {}): Promise<void> {
    if (this.#child && this.#settings === JSON.stringify(wanted)) return;
    await this.#stop();
    const child = spawn(process.execPath, [await programFile("paseo"), "serve", "--demo"], {
      cwd: root,
      env: environment({
        ...wanted,
        ...{ PORT: `${this.port}`, DATA_DIR: join(this.#folder, "data"), LOG_LEVEL: "info" },
      }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#settings = JSON.stringify(wanted);
    const output: string[] = [];
    child.stderr.on("data", (text) => output.push(String(text)));
    const ready = new Promise<boolean>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.includes('"msg":"ready"')) resolve(true);
      });
      child.once("exit", () => resolve(false));
    });
    if (!(await ready)) throw new Error(`the demo did not start: ${output.join("")}`);
  }

  async close(): Promise<void> {
    await this.#stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }
}
