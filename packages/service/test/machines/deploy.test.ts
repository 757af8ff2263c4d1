import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";
import { allSettings, readConfig } from "../../src/config.ts";
import { requireTool } from "../support/tools.ts";

/** The files that run the service elsewhere. docs/how-to/install.md says how the image was built and run. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string) => readFile(join(root, path), "utf8");
const run = promisify(execFile);

/** The unit with a program that exists on this machine. */
async function unitOf(t: TestContext, change = (text: string) => text): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-unit-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const unit = change(await read("deploy/systemd/paseo.service"));
  assert.match(unit, /^ExecStart=\/usr\/bin\/env node \/opt\/paseo\/node_modules\/@paseo\/service\/paseo\.mjs serve$/m);
  await writeFile(join(folder, "paseo.service"), unit.replace("/usr/bin/env node", process.execPath));
  return join(folder, "paseo.service");
}

const analyze = (...args: string[]) =>
  run("systemd-analyze", args).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );

test("systemd accepts the unit", { skip: requireTool("systemd-analyze", "systemd") }, async (t) => {
  assert.deepEqual(await analyze("verify", await unitOf(t)), { code: 0, output: "" });
  const broken = await unitOf(t, (unit) => unit.replace("Type=exec", "Type=unknown"));
  assert.match((await analyze("verify", broken)).output, /unknown/);
});

test("systemd rates the unit's exposure below 1.5 of 10", {
  skip: requireTool("systemd-analyze", "systemd"),
}, async (t) => {
  const rated = (unit: string) => analyze("security", "--offline=true", "--threshold=15", "--no-pager", unit);
  const { code, output } = await rated(await unitOf(t));
  assert.equal(code, 0, output.split("\n").slice(-3).join("\n"));
  assert.notEqual((await rated(await unitOf(t, (unit) => unit.replace("User=paseo\nDynamicUser=yes\n", "")))).code, 0);
});

/** Reads the `NAME=value` lines, also those in comments. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(Array.from(text.matchAll(/^#?([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name!, value!]));

test("every variable in the files is a setting, with a value that the service accepts", async () => {
  const secretsKey = Buffer.alloc(32, 1).toString("base64");
  const dockerfile = await read("Dockerfile");
  const [, env] = /^ENV (.*)$/m.exec(dockerfile)!;
  const compose = parse(await read("compose.yaml"));
  const composed = Object.entries<string>(compose.services.paseo.environment).map(([name, value]) => {
    // Uses the defaults of the file, and values for the variables that it requires from the environment.
    const given = value.replace(/\$\{(\w+):-([^}]*)\}/g, "$2").replace(/\$\{SECRETS_KEY[^}]*\}/, secretsKey);
    return [name, given.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, "secret")];
  });
  const [, unit] = /^Environment=(.*)$/m.exec(await read("deploy/systemd/paseo.service"))!;
  const files = {
    Dockerfile: variablesIn(env!.replaceAll(" ", "\n")),
    "compose.yaml": Object.fromEntries(composed),
    "deploy/systemd/paseo.service": variablesIn(unit!.replaceAll(" ", "\n")),
    "deploy/systemd/environment": { ...variablesIn(await read("deploy/systemd/environment")), SECRETS_KEY: secretsKey },
  };
  for (const [file, { NODE_ENV, ...variables }] of Object.entries(files)) {
    assert.ok(Object.keys(variables).length > 0, file);
    for (const name of Object.keys(variables)) assert.ok(name in allSettings, `${file}: ${name}`);
    readConfig(variables);
  }
});

test("the image and the compose file drop every right that the service does not need", async () => {
  const { paseo, database, proxy } = parse(await read("compose.yaml")).services;
  assert.deepEqual([paseo.read_only, paseo.tmpfs, paseo.cap_drop], [true, ["/tmp"], ["ALL"]]);
  assert.deepEqual(paseo.security_opt, ["no-new-privileges:true"]);
  assert.ok(paseo.ports.every((port: string) => port.startsWith("127.0.0.1:")));
  assert.equal(database.ports, undefined);
  assert.deepEqual([paseo.depends_on.database.condition, proxy.profiles], ["service_healthy", ["tls"]]);
  assert.match(database.healthcheck.test.join(" "), /^CMD-SHELL pg_isready /);
  const last = (await read("Dockerfile")).split(/^FROM /m).at(-1)!;
  assert.match(last, /^USER 1000:1000$/m);
  assert.match(last, /^HEALTHCHECK [\s\S]*\/healthz/m);
});

test("the image is built with the manifest of every package", async () => {
  const dockerfile = await read("Dockerfile");
  const manifests = await Array.fromAsync(glob("packages/*/package.json", { cwd: root }));
  assert.ok(manifests.length >= 6);
  for (const path of manifests)
    assert.ok(dockerfile.includes(`COPY ${path} ${path.replace("package.json", "")}\n`), path);
});
