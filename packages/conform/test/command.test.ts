import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { after, before, describe, type TestContext, test } from "node:test";
import { programFile } from "../../../scripts/program.ts";
import { assertWellFormed } from "../../contract/test/support/xml.ts";
import { runCommandLine } from "../src/command.ts";
import { helpText, readCommand, UsageError } from "../src/options.ts";
import type { Report } from "../src/reports/report.ts";
import { serviceChecks } from "../src/service/checks/index.ts";
import { changeJson, startBroken } from "./support/broken-service.ts";
import { TestClient } from "./support/good-client.ts";
import { startTarget, type Target } from "./support/target.ts";

/** The command `paseo-conform`. Where it waits for a signal, it is a process. */

const main = await programFile("paseo-conform");
let folder: string;
let target: Target;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-conform-"));
  target = await startTarget();
});
after(async () => {
  await target?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command in this process, without signals. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const outputs = Promise.all([text(stdout), text(stderr)]);
  const stopped = () => new Promise(() => {});
  const code = await runCommandLine(args, { env: {}, stdout, stderr, stopped }).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [printed, complained] = await outputs;
  return { code, stdout: printed, stderr: complained };
}

describe("testing a service", () => {
  test("exits with 0 when every check passes, and with 1 when one fails", async (t) => {
    const { url, key } = target;
    const good = await run(url, "--key", key, "--only", "currencies*", "--only", "catalogue", "--report", "json");
    assert.equal(good.code, 0, good.stderr);
    const report: Report = JSON.parse(good.stdout);
    assert.deepEqual([report.target, report.totals.fail, report.checks.length], [`${url}/`, 0, 8]);

    const broken = await startBroken(
      t,
      url,
      changeJson("/api/currencies", (value) => value.values.pop()),
    );
    const bad = await run(broken.url, "--only", "catalogue.currencies");
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /✗ currencies counts its values.*\n {6}TotalCount is 3, not 2\n {8}curl -sS -i -H/);
  });

  test("writes the report to a file with --out", async () => {
    const { url } = target;
    const out = join(folder, "report.xml");
    const { code, stdout, stderr } = await run(url, "--only", "paging", "--report", "junit", "--out", out);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.equal(stderr, `17 passed, 0 failed, 0 skipped; the report is in ${out}\n`);
    const written = await readFile(out, "utf8");
    assert.match(written, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /);
    assertWellFormed(written);
  });

  test("exits with 2 and a message when the test cannot run", async (t) => {
    const { url, stop } = await startBroken(t, target.url, {});
    stop();
    const unreachable = await run(url);
    const behind = await run("--as-server", "--target", url);
    assert.equal(behind.code, 2);
    assert.match(
      behind.stderr,
      /^paseo-conform: the service at http.* does not answer: .*ECONNREFUSED.*; check --target\n$/,
    );
    assert.deepEqual([unreachable.code, unreachable.stdout], [2, ""]);
    assert.match(unreachable.stderr, /^paseo-conform: the service does not answer: GET .*ECONNREFUSED.*\n$/);
    const unwritable = await run(url, "--out", join(folder, "no-such", "report"));
    assert.equal(unwritable.code, 2);
    assert.match(unwritable.stderr, /^paseo-conform: ENOENT/);
    const incomplete = await run();
    assert.equal(incomplete.code, 2);
    assert.equal(
      incomplete.stderr,
      "paseo-conform: the address of the service is missing\nRun paseo-conform --help for the options.\n",
    );
  });

  test("prints its options and its checks", async () => {
    assert.deepEqual(await run("--help"), { code: 0, stdout: helpText, stderr: "" });
    const { stdout } = await run("--list");
    for (const { id, clause } of serviceChecks)
      assert.ok(stdout.includes(`${id}\n`) && stdout.includes(`(${clause})`), id);
  });
});

test("the key is sent with reads when the service requires it, and without a key the test cannot run", async (t) => {
  const { url, key } = target;
  const closed = await startBroken(t, url, {
    onRequest: ({ method, headers }) =>
      method === "GET" && headers["x-api-key"] === undefined
        ? { status: 401, headers: { "content-type": "application/problem+json" }, bytes: Buffer.from("{}") }
        : undefined,
  });
  const without = await run(closed.url, "--only", "paging");
  assert.equal(without.code, 2);
  assert.match(without.stderr, /reads need a key here; set --key/);
  const wrong = await run(closed.url, "--key", "pk_test_x", "--only", "paging");
  assert.match(wrong.stderr, /reads need a key here, and the service refused this one/);
  assert.equal((await run(closed.url, "--key", key, "--only", "paging", "--only", "caching")).code, 0);
});

describe("as a server", () => {
  /** Starts the proxy; returns its address and its output so far. */
  async function serve(t: TestContext, ...args: string[]) {
    const child: ChildProcess = spawn(process.execPath, [main, "--as-server", "--target", target.url, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    t.after(() => child.kill("SIGKILL"));
    const output = { stdout: "", lines: [] as string[] };
    child.stdout!.on("data", (part) => (output.stdout += part));
    const lines = createInterface({ input: child.stderr! });
    const url = await new Promise<string>((resolve, reject) => {
      child.once("exit", () => reject(new Error(output.lines.join("\n"))));
      lines.on("line", (line) => {
        output.lines.push(line);
        const found = /Point your client at (\S+), with its key/.exec(line);
        if (found) resolve(found[1]!);
      });
    });
    return { child, output, url };
  }

  test("prints each fault when it happens, and the report when it is stopped", async (t) => {
    const { child, output, url } = await serve(t, "--report", "json");
    const client = new TestClient({ url, key: target.key });
    await client.get("/api/products?page=1");
    await client.get("/api/currencies?all=1");
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    assert.equal(code, 1);
    assert.ok(output.lines.includes("GET /api/currencies?all=1 → 200"));
    assert.ok(
      output.lines.includes("  ✗ request.unknown: /api/currencies has no parameter all"),
      output.lines.join("\n"),
    );
    const report: Report = JSON.parse(output.stdout);
    assert.deepEqual(
      report.checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id),
      ["request.unknown", "list.every-page", "sync.versions-first"],
    );
  });

  test("exits with 0 when it found no fault, and listens on the port of --port", async (t) => {
    const { child, output, url } = await serve(t);
    assert.equal((await fetch(`${url}/api/currencies`)).status, 200);
    const { port } = new URL(url);
    const second = await run("--as-server", "--target", target.url, "--port", port);
    assert.deepEqual([second.code, second.stdout], [2, ""]);
    assert.match(second.stderr, /^paseo-conform: listen EADDRINUSE/);
    child.kill("SIGTERM");
    const [code] = await once(child, "close");
    assert.equal(code, 0);
    assert.match(output.stdout, /1 request to http.*\n5 passed, 0 failed, 22 skipped\n$/);
  });
});

test("an invalid command line is refused with a message that names the option", () => {
  const wrong: [string[], RegExp][] = [
    [[], /address of the service is missing/],
    [["http://a", "http://b"], /only one address is allowed; remove http:\/\/b/],
    [["ftp://a"], /must begin with http/],
    [["http://a/?x=1"], /no query/],
    [["http://a", "--lang", "fr"], /--lang must be one of es, pt, en, not "fr"/],
    [["http://a", "--report", "html"], /--report must be one of text, json, junit/],
    [["http://a", "--max-requests", "0"], /--max-requests must be a whole number from 1/],
    [["http://a", "--timeout", "1.5"], /--timeout must be a whole number/],
    [["http://a", "--port", "1"], /--port needs --as-server/],
    [["http://a", "--bogus"], /Unknown option '--bogus'/],
    [["--as-server"], /--as-server needs --target URL/],
    [["--as-server", "http://a"], /takes its address as --target http:\/\/a/],
    [["--as-server", "--target", "a:80"], /must begin with http/],
    [["--as-server", "--only", "x"], /--only is for testing a service/],
    [["--as-server", "--key", "x"], /--key is for testing a service/],
    [["--as-server", "--target", "http://a", "--scenario", "changes"], /--scenario must be one of busy, lost-answer/],
    [["--as-server", "--target", "http://a", "--port", "70000"], /--port must be a whole number from 0 to 65535/],
  ];
  for (const [args, message] of wrong)
    assert.throws(
      () => readCommand(args),
      (error) => error instanceof UsageError && message.test(error.message),
      args.join(" "),
    );
  const keyOf = (args: string[], env: object): unknown => (readCommand(args, env) as { key?: string }).key;
  assert.equal(keyOf(["http://a"], { PASEO_KEY: "one" }), "one");
  assert.equal(keyOf(["http://a", "--key", "other"], { PASEO_KEY: "one" }), "other");
  assert.equal(keyOf(["http://a"], { PASEO_KEY: "" }), undefined);
  const asServer = ["--as-server", "--target", "http://a"];
  assert.deepEqual(readCommand([...asServer, "--scenario", "busy, lost-answer"], { PASEO_KEY: "one" }), {
    run: "test-client",
    target: "http://a/",
    namespace: undefined,
    report: "text",
    out: undefined,
    timeoutMs: 30_000,
    port: 0,
    host: "127.0.0.1",
    scenarios: ["busy", "lost-answer"],
  });
  const scenariosOf = (...args: string[]) =>
    (readCommand([...asServer, ...args]) as { scenarios?: string[] }).scenarios;
  assert.deepEqual([scenariosOf(), scenariosOf("--scenario", "all")?.length], [[], 3]);
});
