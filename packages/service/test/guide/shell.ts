import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shellPath } from "../support/shell-path.ts";
import { root } from "./demo.ts";

/** A partner's folder with the client installed, and a shell in it. */

const marker = "--- end of the block:";

export class Shell {
  readonly folder: string;
  readonly #shell: ChildProcessWithoutNullStreams;
  #beside = 0;
  #stdout = "";
  #stderr = "";
  #ended = false;

  private constructor(folder: string, shell: ChildProcessWithoutNullStreams) {
    this.folder = folder;
    this.#shell = shell;
    shell.stdout.on("data", (text) => (this.#stdout += text));
    shell.stderr.on("data", (text) => (this.#stderr += text));
    shell.once("exit", () => (this.#ended = true));
  }

  /** Opens a shell in which the packages are installed, unless the page installs them itself. */
  static async open(folder: string, { isEmpty = false } = {}): Promise<Shell> {
    await installPartnerPackages(folder, isEmpty);
    const shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: folder,
      env: environment(folder),
      // Its own process group, so that everything it starts ends with it.
      detached: true,
    });
    shell.stdin.write("set -o pipefail\n");
    return new Shell(folder, shell);
  }

  /** Returns a block's output. Throws with its standard error when it fails, or takes more than a minute. */
  async run(block: string): Promise<string> {
    this.#stdout = "";
    this.#stderr = "";
    await writeFile(join(this.folder, ".block"), block);
    // The block is in a file, so that none of its commands can read the following lines.
    this.#shell.stdin.write(`. ./.block < /dev/null\nprintf '\\n${marker} %s\\n' "$?"\n`);
    const deadline = performance.now() + 60_000;
    for (;;) {
      const end = this.#stdout.indexOf(`\n${marker}`);
      if (end >= 0) {
        const status = this.#stdout.slice(end + marker.length + 2).trim();
        if (status !== "0") throw new Error(`${block}\nended with ${status}: ${this.#stderr}${this.#stdout}`);
        return this.#stdout.slice(0, end);
      }
      if (this.#ended || performance.now() > deadline) throw new Error(`${block}\ndid not end: ${this.#stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Starts a command that ends with `&`. The returned function reads its output so far. */
  async beside(command: string): Promise<() => Promise<string>> {
    const output = join(this.folder, `.beside-${this.#beside++}`);
    await this.run(command.replace(/ &\n?$/, ` > '${output}' 2> '${output}.errors' &\n`));
    return () => readFile(output, "utf8");
  }

  /** Ends the shell and all that it started. */
  async close(): Promise<void> {
    const closed = once(this.#shell, "close");
    if (!this.#ended) process.kill(-this.#shell.pid!, "SIGKILL");
    await closed;
  }
}

/** Puts the workspace's own client and commands where npm would install them. */
async function installPartnerPackages(folder: string, isEmpty: boolean): Promise<void> {
  const bin = join(folder, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  // npm would change the files behind the link.
  if (!isEmpty) await symlink(join(root, "node_modules/@paseo"), join(folder, "node_modules/@paseo"));
  const commands: [string, string][] = [["node", ""]];
  for (const name of isEmpty ? [] : ["mirror", "conform"]) {
    const packageFolder = join(root, "packages", name);
    const manifest = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
    for (const [command, path] of Object.entries<string>(manifest.bin))
      commands.push([command, join(packageFolder, path)]);
  }
  for (const [name, path] of commands) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' ${path && `'${path}'`} "$@"\n`);
    await chmod(join(bin, name), 0o755);
  }
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: folder,
  PATH: shellPath,
});
