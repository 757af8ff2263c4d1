import { type ChildProcess, spawn } from "node:child_process";
import { type SystemUser, userIdOptions } from "./system-user.ts";

/** Variables of a program. The service's own variables can contain secrets, or settings of PostgreSQL. */
export type ProgramEnvironment = Record<string, string | undefined>;

/**
 * Runs a program and interrupts it when standard input closes, which also happens when the parent process dies. A
 * signal can be lost before the program has its handlers, so it is repeated.
 */
const guard = `
exec 3<&0
"$@" 3<&- </dev/null & program=$!
( read -r _ <&3; while kill -INT "$program" 2>/dev/null; do sleep 1; done ) >/dev/null 2>&1 & reader=$!
exec 3<&-
wait "$program"; code=$?
kill "$reader" 2>/dev/null
exit "$code"`;

/**
 * Starts a program that ends when this process ends, however it ends. Closing the program's standard input ends it too.
 * Windows has no shell for the guard: there, the next start ends programs that still run.
 */
export function spawnGuarded(
  command: string[],
  { cwd, user, env }: { cwd: string; user: SystemUser | undefined; env: ProgramEnvironment },
): ChildProcess {
  const [program, ...args] = process.platform === "win32" ? command : ["/bin/sh", "-c", guard, "sh", ...command];
  const child = spawn(program!, args, {
    cwd,
    ...userIdOptions(user),
    // A terminal signal is meant for the service, which ends the program after its last statement.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
    env: { LC_ALL: "C", ...env },
  });
  // Writing to a program that has ended raises its error on this stream only.
  child.stdin!.on("error", () => {});
  return child;
}
