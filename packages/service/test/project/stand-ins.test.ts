import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { shellPath } from "../support/shell-path.ts";
import { findTool } from "../support/tools.ts";

/** A stand-in behaves like the real program, as far as the documents use it. */

interface Received {
  method: string;
  type: string | undefined;
  key: string | undefined;
  body: string;
}

const received: Received[] = [];
const server = createServer(async (request, response) => {
  const { method, headers } = request;
  received.push({
    method: method!,
    type: headers["content-type"],
    key: headers["x-api-key"] as string | undefined,
    body: await text(request),
  });
  if (request.url === "/moved") return void response.writeHead(302, { location: "/" }).end();
  response.writeHead(request.url === "/gone" ? 410 : 200, { ETag: '"v1"' }).end('{"ñ":1}');
});
// Closed with the test, because an open connection keeps the process alive.
server.keepAliveTimeout = 120_000;
let base: string;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-curl-"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

const run = (program: string, ...args: string[]): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd: folder, env: { ...process.env, PATH: shellPath }, timeout: 20_000 },
      // A process that was killed has no exit code.
      (error, stdout) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout }),
    );
  });

const standIn = fileURLToPath(new URL("../support/stand-ins/curl", import.meta.url));
const real = findTool("curl");

for (const [name, program] of [["curl's stand-in", standIn], ...(real ? [["curl", real] as const] : [])] as const) {
  test(`${name} sends and prints what the documents need`, async () => {
    received.length = 0;
    assert.deepEqual(await run(program, "-s", `${base}/`, "-H", "X-Api-Key: k"), { code: 0, stdout: '{"ñ":1}' });
    await run(program, "-s", `${base}/`, "-H", "Content-Type: application/json", "-d", '{\n "a": "ñ" }');
    await run(program, "-s", `${base}/`, "-d", "a=1");
    await run(program, "-s", "-X", "DELETE", `${base}/`);
    assert.deepEqual(received, [
      { method: "GET", type: undefined, key: "k", body: "" },
      { method: "POST", type: "application/json", key: undefined, body: '{\n "a": "ñ" }' },
      { method: "POST", type: "application/x-www-form-urlencoded", key: undefined, body: "a=1" },
      { method: "DELETE", type: undefined, key: undefined, body: "" },
    ]);
    const { code, stdout } = await run(program, "-sI", `${base}/`);
    assert.equal(code, 0, "the process ends without a signal");
    assert.match(stdout, /^HTTP\/1\.1 200 OK\r\nETag: "v1"\r\n(.+\r\n)+\r\n$/);
    assert.equal(received.at(-1)!.method, "HEAD");
    const written = await run(program, "-s", "-o", "kept.json", "-w", "%{http_code}\\n", `${base}/gone`);
    assert.deepEqual(written, { code: 0, stdout: "410\n" });
    assert.equal(await readFile(join(folder, "kept.json"), "utf8"), '{"ñ":1}');
    assert.equal((await run(program, "-sSLO", `${base}/moved`)).code, 0);
    assert.equal(await readFile(join(folder, "moved"), "utf8"), '{"ñ":1}');
    assert.equal((await run(program, "-s", "http://127.0.0.1:1/")).code, 7);
  });
}

test("curl's stand-in refuses unknown options", async () => {
  for (const args of [["-k", base], ["-d", "@file", base], ["-w", "%{time_total}", base], [base, base], []])
    assert.equal((await run(standIn, "-s", ...args)).code, 1, args.join(" "));
});
