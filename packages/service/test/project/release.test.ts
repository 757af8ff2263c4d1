import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** A release's dependencies: their list and their known vulnerabilities. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const script = (name: string) => join(root, "scripts", name);

interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

interface Locked {
  version: string;
  name?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
  integrity?: string;
  engines?: { node?: string };
  optionalDependencies?: Record<string, string>;
}

async function lockedPackages(): Promise<{ name: string; locked: Locked }[]> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, locked]) => ({ name: locked.name ?? path.split("node_modules/").at(-1)!, locked }));
}

test("the bill of materials has the project and every production dependency, and no development dependency", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paseo-sbom-"));
  try {
    const { status, stdout, stderr } = await run([script("sbom.ts"), folder]);
    assert.equal(status, 0, stderr);
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    assert.equal(stdout, `${join(folder, `paseo-${version}.cdx.json`)}\n`);
    const bom = JSON.parse(await readFile(stdout.trim(), "utf8"));
    assert.equal(bom.bomFormat, "CycloneDX");
    assert.match(bom.specVersion, /^1\.[5-9]$/);
    assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f-]{36}$/);
    assert.ok(!Number.isNaN(Date.parse(bom.metadata.timestamp)));
    const { name, type, version: of, licenses } = bom.metadata.component;
    assert.deepEqual({ name, type, version: of }, { name: "paseo", type: "application", version });
    assert.equal(licenses[0].license.id, "Apache-2.0");

    const purl = (name: string, version: string) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const locked = await lockedPackages();
    const inProduction = locked
      .filter(({ locked }) => !locked.dev)
      .map(({ name, locked }) => purl(name, locked.version));
    const own = ["client", "conform", "console", "contract", "mirror", "service"].map((name) =>
      purl(`@paseo/${name}`, version),
    );
    const listed = bom.components.map((component: { purl: string }) => component.purl);
    assert.ok(listed.includes(purl("pg", locked.find(({ name }) => name === "pg")!.locked.version)));
    assert.deepEqual(listed.toSorted(), [...new Set([...inProduction, ...own])].sort());

    const refs = new Set(bom.components.map((component: { "bom-ref": string }) => component["bom-ref"]));
    refs.add(bom.metadata.component["bom-ref"]);
    const edges: { ref: string; dependsOn: string[] }[] = bom.dependencies;
    assert.deepEqual(
      edges.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
      [],
    );
    for (const { purl, hashes } of bom.components)
      assert.ok(own.includes(purl) || hashes[0].content.length > 0, `${purl} has a hash`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the lock file has the packages of every platform, as npm ci requires", async () => {
  const locked = await lockedPackages();
  const names = new Set(locked.map(({ name }) => name));
  const lacking = locked.flatMap(({ name, locked: { optionalDependencies = {} } }) =>
    Object.keys(optionalDependencies)
      .filter((wanted) => !names.has(wanted))
      .map((wanted) => `${name} lacks ${wanted}`),
  );
  assert.deepEqual(lacking, []);
});

test("the Node that npm ci installs is new enough for every package", async () => {
  const locked = await lockedPackages();
  const [major, minor] = process.versions.node.split(".").map(Number) as [number, number];
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  assert.equal(devDependencies.node.split(".")[0], `${major}`, "the tests run on the project's own Node");
  const least = locked.flatMap(({ name, locked: { engines } }) => {
    const bound = /^>=\s*(\d+)(?:\.(\d+))?/.exec(engines?.node ?? "");
    return bound ? [{ name, major: Number(bound[1]), minor: Number(bound[2] ?? 0) }] : [];
  });
  assert.ok(least.length > 50, "the version ranges were found");
  const tooNew = least.filter((one) => one.major > major || (one.major === major && one.minor > minor));
  assert.deepEqual(tooNew, []);
});

test("the installing Node is new enough for the console's bundler, and the README explains the warnings", async () => {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const { engines, devEngines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  // When Node is too old for a platform's package, npm omits it silently, and `npm start` fails.
  assert.equal(engines.node, packages["node_modules/rolldown"].engines.node);
  assert.equal(devEngines.runtime.version, engines.node);
  assert.equal(packages[""].engines.node, engines.node);
  const readme = await readFile(join(root, "README.md"), "utf8");
  const isAbove20 = (range: string) => range.split("||").every((part) => Number(/\d+/.exec(part)?.[0]) > 20);
  const warning = (await lockedPackages()).filter(({ locked }) => isAbove20(locked.engines?.node ?? ""));
  // When no such package is left, the README's table can be removed.
  assert.ok(warning.length > 0);
  assert.match(readme, /`EBADENGINE`/);
  const isNamed = (name: string) => readme.includes(`\`${name}\``) || readme.includes(`\`${name.split("/")[0]}/*\``);
  assert.deepEqual(
    warning.map(({ name }) => name).filter((name) => !isNamed(name)),
    [],
  );
});

/** The audit, with a registry in this process. */
async function auditAgainst(answer: RequestListener): Promise<Run> {
  const registry = createServer((request, response) => {
    request.resume();
    if (request.url === "/-/npm/v1/security/advisories/bulk") answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  // npm caches advisories; these are not real.
  const cache = await mkdtemp(join(tmpdir(), "paseo-npm-"));
  try {
    const { port } = registry.address() as { port: number };
    return await run([script("audit.ts")], {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: "0",
      npm_config_cache: cache,
    });
  } finally {
    registry.close();
    await rm(cache, { recursive: true, force: true });
  }
}

const advisory = (severity: string) => ({
  id: 1,
  url: "https://example.com/advisories/1",
  title: "Reads what it must not",
  severity,
  vulnerable_versions: "*",
  cwe: [],
  cvss: { score: 0, vectorString: null },
});
const json =
  (body: object): RequestListener =>
  (_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));

test("the audit passes if the registry has no advisories, or none of level high", async () => {
  const sentence = "Dependencies audited: no known fault of level high or critical.\n";
  for (const body of [{}, { pg: [advisory("moderate")] }]) {
    const { status, stdout } = await auditAgainst(json(body));
    assert.equal(stdout, sentence);
    assert.equal(status, 0);
  }
});

test("the audit fails with the package, the advisory and its address for level high", async () => {
  const { status, stderr } = await auditAgainst(json({ pg: [advisory("high")] }));
  assert.match(stderr, /^pg: high: Reads what it must not \(https:\/\/example\.com\/advisories\/1\)/m);
  assert.equal(status, 1);
});

test("an audit that was not made fails, with another status than known faults", async () => {
  const silent: RequestListener[] = [
    (_, response) => response.writeHead(405).end(),
    (_, response) => response.writeHead(503).end("<html>"),
    (_, response) => response.end("not JSON"),
    (request) => request.destroy(),
  ];
  for (const answer of silent) {
    const { status, stdout, stderr } = await auditAgainst(answer);
    assert.match(stderr, /^Dependencies not audited: \S[^\n]*/m);
    assert.deepEqual([status, stdout], [2, ""]);
  }
});
