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

const units = ["paseo.service", "paseo-backup.service"];
const readUnit = (name: string) => read(`deploy/systemd/${name}`);

/** A unit with a program that exists on this machine. */
async function unitOf(t: TestContext, name: string, change = (text: string) => text): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-unit-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const unit = change(await readUnit(name));
  await writeFile(join(folder, name), unit.replace("/usr/bin/env node", process.execPath));
  return join(folder, name);
}

const analyze = (...args: string[]) =>
  run("systemd-analyze", args).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );

test("systemd accepts the units", { skip: requireTool("systemd-analyze", "systemd") }, async (t) => {
  for (const name of units)
    assert.deepEqual(await analyze("verify", await unitOf(t, name)), { code: 0, output: "" }, name);
  const broken = await unitOf(t, units[0]!, (unit) => unit.replace("Type=exec", "Type=unknown"));
  assert.match((await analyze("verify", broken)).output, /unknown/);
});

test("systemd rates the units' exposure below 1.5 of 10", {
  skip: requireTool("systemd-analyze", "systemd"),
}, async (t) => {
  const rated = (unit: string) => analyze("security", "--offline=true", "--threshold=15", "--no-pager", unit);
  for (const name of units) {
    const { code, output } = await rated(await unitOf(t, name));
    assert.equal(code, 0, output.split("\n").slice(-3).join("\n"));
  }
  const asRoot = await unitOf(t, units[0]!, (unit) => unit.replace("User=paseo\n", "User=root\n"));
  assert.notEqual((await rated(asRoot)).code, 0);
});

test("the units run one program with the same settings and rights, and the page installs all of them", async () => {
  const texts = await Promise.all(units.map(readUnit));
  const common = texts.map((unit) => ({
    program: /^ExecStart=(.*paseo\.mjs) /m.exec(unit)?.[1],
    settings: unit.match(/^Environment(File)?=.*$/gm),
    rights: unit
      .slice(unit.indexOf("\nUser="), unit.includes("[Install]") ? unit.indexOf("[Install]") : undefined)
      .trim(),
  }));
  assert.equal(common[0]!.program, "/usr/bin/env node /opt/paseo/node_modules/@paseo/service/paseo.mjs");
  assert.ok(common[0]!.settings!.length === 2 && common[0]!.rights.split("\n").length > 25);
  for (const one of common) assert.deepEqual(one, common[0]);
  const page = await read("docs/how-to/install.md");
  assert.match(
    page,
    /^install -m 644 \$deploy\/systemd\/paseo\.service \$deploy\/systemd\/paseo-backup\.\* \/etc\/systemd\/system\/$/m,
  );
  assert.match(page, /^systemctl enable --now paseo paseo-backup\.timer$/m);
});

test("the page's commands set the database and the key in the settings, and the program of commands reads them", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "paseo-settings-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "environment");
  await writeFile(file, await read("deploy/systemd/environment"));
  const edits = [...(await read("docs/how-to/install.md")).matchAll(/^sed -i .* \/etc\/paseo\/environment.*$/gm)];
  assert.equal(edits.length, 3);
  const key = Buffer.alloc(32, 255).toString("base64");
  const script = edits.map(([line]) => line!.replaceAll("/etc/paseo/environment", file)).join("\n");
  const stubs = `password=p4ss; openssl() { echo '${key}'; }; hostname() { echo shop.example.org; }\n`;
  await run("bash", ["-euc", stubs + script]);
  // What an administrator may add: blanks, quotes, and a character that a shell would read.
  const added = `\n# A comment\nOPERATOR_NAME=Ana $HOME Tours\nMAIL_FROM="ana@example.org"\nPROBE_PORT=9000`;
  await writeFile(file, added, { flag: "a" });
  const program = (await read("deploy/systemd/paseo"))
    .replace("/etc/paseo/environment", file)
    .replace(/^exec .*$/m, 'exec env "$@"');
  const { stdout } = await run("sh", ["-c", program, "paseo"], { env: { PATH: process.env.PATH, PROBE_PORT: "9001" } });
  const { NODE_ENV, PATH, PWD, SHLVL, _, ...env } = Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const config = readConfig(env);
  assert.equal(config.databaseUrl, "postgres://paseo:p4ss@127.0.0.1:5432/paseo");
  assert.equal(config.secretsKey?.toString("base64"), key);
  assert.deepEqual(
    [config.publicUrl, config.operatorName, config.mailFrom, config.probePort, config.dataDir],
    ["https://shop.example.org", "Ana $HOME Tours", "ana@example.org", 9001, "/var/lib/paseo/data"],
  );
  const refused = await run("sh", ["-c", program.replace(file, join(folder, "none")), "paseo"]).catch((error) => error);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^paseo: \w+ cannot read .+ Run this command as root\.\n$/);
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
  const all = Object.values<{ logging?: { options: object }; env_file?: object[] }>(
    parse(await read("compose.yaml")).services,
  );
  assert.ok(all.length >= 4 && all.every(({ logging }) => logging?.options), "no log grows without a limit");
  assert.equal(
    all.filter(({ env_file }) => JSON.stringify(env_file)?.includes('".env"')).length,
    2,
    "service and backup",
  );
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
