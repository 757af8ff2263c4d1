import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PostgreSQL and PgBouncer refuse to run as root. Tests that run as root start them as another user of the machine. */
export interface Owner {
  uid: number;
  gid: number;
}

/** `nobody` exists on every machine, so no user is created. */
const usual = ["nobody", "postgres"];

/**
 * The user that runs servers; undefined if this process belongs to an ordinary user. @throws with a message if root cannot
 * start a program as another user.
 */
export function unprivileged(users = usual): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const refusals = users.map((name) => {
    const owner = idsOf(name);
    if (!owner) return `there is no user "${name}"`;
    const { error, status } = spawnSync("/bin/sh", ["-c", "exit 0"], { cwd: "/", ...owner });
    if (status === 0) return owner;
    return `"${name}" cannot start a program (${error ? (error as NodeJS.ErrnoException).code : `it ended with ${status}`})`;
  });
  const owner = refusals.find((one) => typeof one !== "string");
  if (owner) return owner;
  throw new Error(
    `PostgreSQL refuses to run as root, and root has no other user to run it as: ${refusals.join(", ")}. Run the tests as an ordinary user.`,
  );
}

function idsOf(user: string): Owner | undefined {
  const id = (option: string) => Number.parseInt(spawnSync("id", [option, user], { encoding: "utf8" }).stdout, 10);
  const [uid, gid] = [id("-u"), id("-g")];
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
}

/**
 * A new folder in which `owner` can run programs, in the first of `places` that allows it. A folder such as /root has mode 0700,
 * and a file system can be mounted with `noexec`.
 */
export async function folderFor(
  owner: Owner | undefined,
  prefix: string,
  places = [tmpdir(), "/tmp", "/var/tmp", "/dev/shm"],
): Promise<string> {
  const refusals: string[] = [];
  for (const place of new Set(places)) {
    const folder = await mkdtemp(join(place, prefix)).catch((error: Error) => void refusals.push(error.message));
    if (!folder) continue;
    await chmod(folder, 0o755);
    const program = join(folder, "probe");
    await writeFile(program, "#!/bin/sh\n", { mode: 0o755 });
    await chmod(program, 0o755);
    const { error, status } = spawnSync(program, { cwd: folder, ...owner });
    await rm(program);
    if (status === 0) return folder;
    refusals.push(`${error?.message ?? `it ended with ${status}`} (in ${place})`);
    await rm(folder, { recursive: true });
  }
  const whom = owner ? `user ${owner.uid}` : "you";
  throw new Error(
    `No folder for temporary files lets ${whom} enter it and run a program in it. Set TMPDIR to one that does. ${refusals.join("; ")}`,
  );
}

/** Writes a file that `owner` can read, whatever the umask. */
export async function writeFor(owner: Owner | undefined, path: string, text: string): Promise<void> {
  await writeFile(path, text);
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** Removes the folder, also when this process ends before `remove` is called. */
export function removeAtExit(folder: string, before: () => void = () => {}): { remove: () => void } {
  endNormallyOnSignals();
  const remove = () => {
    process.off("exit", remove);
    before();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return { remove };
}

/** Returns a function that ends a program and removes its folder. Both also happen when this process ends. */
export function stopAtExit(child: ChildProcess, folder: string): () => Promise<void> {
  const { remove } = removeAtExit(folder, () => child.kill("SIGKILL"));
  return async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    remove();
  };
}

/** An unhandled signal ends the process without its `exit` event, so servers and folders would remain. */
function endNormallyOnSignals(): void {
  for (const [signal, number] of [
    ["SIGHUP", 1],
    ["SIGINT", 2],
    ["SIGTERM", 15],
  ] as const)
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(128 + number));
}
