import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { sampleParts } from "../../src/http/site/documentation/sources.ts";
import { freePort } from "../support/servers/postgres.ts";
import { findTool, requireTool } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { Demo, root } from "./demo.ts";
import { guidePages, snippetsOf } from "./pages.ts";

/**
 * The guide's samples in TypeScript, Python and PHP (docs/partner/samples). Each program runs whole against the demo service, and prints
 * what the same requests in curl print on the page. snippets.test.ts runs the curl ones.
 */

const run = promisify(execFile);
const samples = join(root, "docs/partner/samples");
const programs = { start: "README.md", checkout: "checkout.md", orders: "orders.md" };

/** The last lines of each program. */
const results: Record<string, RegExp> = {
  start:
    /^.* Triana, cerámica y cante\n\d+ events\n(.*35\.94.*\n|\{[^}]*35\.94[^}]*\}\n)TEST-[0-9A-Z-]{11}-ES\ncomplete\n$/,
  checkout:
    /passenger-weight.*\n.*TEST-[0-9A-Z-]{11}-ES\n(true|True|the same order)\nopen 227\.68 \S+\n(true|True|booked)\n$/,
  orders:
    /^quoted -17\.97 17\.97\naccepted\ncancelled 17\.97\n([\s\S]*TEST-[0-9A-Z-]{11}-ES cancelled\n)continue later with \S+\n$/,
};

/** Whether each program can run here. If Python or PHP lacks a library, only the syntax of its programs is checked. */
const pythonRuns = findTool("python3") !== undefined && (await works("python3", ["-c", "import requests"]));
const phpRuns =
  findTool("php") !== undefined && (await works("php", ["-r", "exit(function_exists('curl_init') ? 0 : 1);"]));
const interpreters = {
  ts: { command: process.execPath, skip: false as const },
  py: { command: "python3", skip: requireTool("python3", "python3") },
  php: { command: "php", skip: requireTool("php", "php-cli") },
};

let demo: Demo;
let folder: string;
before(async () => {
  demo = await Demo.make();
  folder = await mkdtemp(join(tmpdir(), "paseo-samples-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await demo.run({ SANDBOX: "true" });
});
after(async () => {
  await demo?.close();
  await rm(folder, { recursive: true, force: true });
});

for (const name of Object.keys(programs))
  for (const [language, { command, skip }] of Object.entries(interpreters))
    test(`${name}.${language} does what the page says`, { skip }, async () => {
      const path = await placed(`${name}.${language}`, demo.port);
      if (language === "py" && !pythonRuns) return void (await run(command, ["-m", "py_compile", path]));
      if (language === "php" && !phpRuns) return void (await run(command, ["-l", path]));
      const { stdout } = await run(command, [path], { cwd: folder });
      assert.match(stdout, results[name]!, stdout);
    });

for (const [language, { command, skip }] of Object.entries(interpreters).filter(([one]) => one !== "ts"))
  test(`receiver.${language} accepts a signed callback and refuses others`, { skip }, async () => {
    const port = await freePort();
    const path = await placed(`receiver.${language}`, port);
    const secret = Buffer.from("the secret of an operator").toString("base64");
    const server = spawn(command, language === "php" ? ["-S", `127.0.0.1:${port}`, path] : [path], {
      env: { ...process.env, PASEO_CALLBACK_SECRET: `whsec_${secret}` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const output of [server.stdout, server.stderr]) output.on("data", (text) => (printed += text));
    const send = async (body: string, given: { signature?: string; at?: number }) => {
      const at = `${given.at ?? Math.floor(Date.now() / 1000)}`;
      const key = Buffer.from(secret, "base64");
      const signed = createHmac("sha256", key).update(`msg_1.${at}.${body}`).digest("base64");
      const headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": at,
        "webhook-signature": given.signature ?? `v1,b2xk v1,${signed}`,
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    };
    try {
      const body = JSON.stringify({ type: "order.status", data: { orderId: "o", status: "complete", sequence: 1 } });
      await until(async () => (await send(body, {}).catch(() => 0)) !== 0, "the receiver listens");
      assert.equal(await send(body, {}), 204);
      assert.equal(await send(body, { signature: "v1,b2xk" }), 400);
      assert.equal(await send(body, { at: Math.floor(Date.now() / 1000) - 600 }), 400);
      await until(async () => /1 complete/.test(printed), "the receiver prints the status");
    } finally {
      server.kill();
    }
  });

test("each part of a program stands beside a block of its page, and all languages have the same parts", async () => {
  const pages = new Map((await guidePages("en")).map((page) => [page.name, snippetsOf(page)]));
  for (const [name, page] of [...Object.entries(programs), ["receiver", "orders.md"] as const]) {
    const ids = pages
      .get(page)!
      .filter(({ kind }) => kind === "run" || kind === "file")
      .map(({ id }) => id);
    const parts = await Promise.all(
      (name === "receiver" ? ["py", "php"] : ["ts", "py", "php"]).map(async (language) =>
        sampleParts(await readFile(join(samples, `${name}.${language}`), "utf8")).map(([id]) => id),
      ),
    );
    for (const own of parts) {
      assert.deepEqual(own, parts[0]);
      assert.deepEqual(
        own.filter((id) => !ids.includes(id)),
        [],
      );
    }
  }
});

/** A program with the port of its server, in a folder with the client. */
async function placed(file: string, port: number): Promise<string> {
  const path = join(folder, file);
  const text = await readFile(join(samples, file), "utf8");
  await writeFile(path, text.replace(/\b(8080|9000)\b/g, `${port}`));
  return path;
}

async function works(command: string, args: string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}
