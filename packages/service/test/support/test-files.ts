import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs the tests of a file of `packages/service/test` in another process, on the server that `env` names. */
export async function runOnPostgres(
  file: string,
  env: { TEST_POSTGRES_URL: string; TEST_POOLER_PORT?: string },
): Promise<{ passed: number; failed: number; output: string }> {
  // With this variable the process would take itself for a part of this run.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      ["--test", "--test-reporter=tap", path],
      { env: { ...inherited, ...env }, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(output)?.[1] ?? Number.NaN);
  return { passed: count("pass"), failed: count("fail"), output };
}
