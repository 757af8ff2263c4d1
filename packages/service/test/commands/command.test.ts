import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { type Environment, paseo } from "../support/command.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";
import { contents } from "../support/samples/importing.ts";
import { outputOfSeed } from "../support/servers/demo-store.ts";
import { runPaseo, startService } from "../support/servers/processes.ts";
import { newDataFolder, onPostgres, type TestStore } from "../support/servers/stores.ts";

/** The `paseo` command: its output and exit codes. One service and one command run as processes, the others in this one. */

const password = "s3kret-word";
/** A local port without a listener. */
const refusing = `postgres://paseo:${password}@127.0.0.1:1/paseo`;

// A server that never answers takes ten seconds, so the tests run in parallel.
describe("before any work", { concurrency: true }, () => {
  describe("help", () => {
    for (const [command, words] of [
      [[], ["serve", "migrate", "seed", "import", "keys", "white-labels", "Exit codes: 0 success"]],
      [["serve"], ["--demo"]],
      [["migrate"], ["schema", "--check"]],
      [["backup"], ["[file]", "--into <folder>", "--keep-days <n>"]],
      [["restore"], ["<file>", "--replace", "--check"]],
      [["move"], ["--to <url>", "--replace", "--retire"]],
      [["seed"], ["demo"]],
      [["import"], ["<file>", "docs/reference/catalogue-file.md"]],
      [["work"], ["DATABASE_URL"]],
      [["keys"], ["create", "list", "revoke"]],
    ] as const) {
      test(`paseo ${[...command, "--help"].join(" ")}`, async () => {
        // Help never reads the settings, however wrong they are.
        const { exitCode, stdout, stderr } = await paseo([...command, "--help"], { PORT: "none" });
        assert.deepEqual([exitCode, stderr], [0, ""]);
        assert.match(stdout, new RegExp(`^Usage: ${["paseo", ...command].join(" ")} `));
        for (const word of words) assert.ok(stdout.includes(word), `${word} is missing in ${stdout}`);
      });
    }
  });

  describe("wrong arguments or settings", () => {
    for (const [why, args, env, expected] of [
      ["no command", [], {}, /^Usage: paseo /],
      ["an unknown command", ["dance"], {}, /^error: unknown command 'dance'\n\(paseo --help lists the commands\)\n$/],
      ["an unknown option", ["migrate", "--fast"], {}, /^error: unknown option '--fast'/],
      ["a missing argument", ["import"], {}, /^error: missing required argument 'file'/],
      ["a move to no server", ["move", "--to", "file:x"], {}, /It must be an address such as postgres:/],
      [
        "a move from a server",
        ["move", "--to", refusing],
        { DATABASE_URL: refusing },
        /^`paseo move` reads the embedded database in DATA_DIR: unset DATABASE_URL\./,
      ],
      ["an unknown action", ["keys", "dance"], {}, /^error: unknown command 'dance'/],
      ["a missing argument of an operation", ["keys", "create"], {}, /^error: missing required argument 'partner'/],
      [
        "settings that are not accepted",
        ["migrate"],
        { PORT: "http", DATABASE_URL: `mysql://paseo:${password}@127.0.0.1/paseo` },
        /^PORT is "http", but it must be a whole number from 0 to 65535\.\nDATABASE_URL is a value that is not shown [^\n]*\n$/,
      ],
      ["a setting in another case", ["serve"], { port: "80" }, /^port is not a setting; write PORT\./],
    ] as [string, string[], Environment, RegExp][]) {
      test(`${why} is exit code 2 and a message`, async () => {
        const { exitCode, stdout, stderr } = await paseo(args, env);
        assert.deepEqual([exitCode, stdout], [2, ""], stderr);
        assert.match(stderr, expected);
        assert.ok(!stderr.includes(password));
      });
    }

    test("as a process too", async () => {
      const { exitCode, stdout, stderr } = await runPaseo(["migrate"], { PORT: "http" });
      assert.deepEqual([exitCode, stdout], [2, ""]);
      assert.equal(stderr, 'PORT is "http", but it must be a whole number from 0 to 65535.\n');
    });
  });

  describe("a store that cannot be used", { concurrency: 3 }, () => {
    for (const command of ["migrate", "serve"]) {
      test(`a server that refuses connections: ${command} exits with 3 and a message`, async () => {
        const { exitCode, stderr } = await paseo([command], {
          DATABASE_URL: refusing,
          PORT: "0",
          LOG_LEVEL: "fatal",
        });
        assert.equal(exitCode, 3);
        assert.equal(
          stderr,
          "The store cannot be used: connect ECONNREFUSED 127.0.0.1:1. Look at DATABASE_URL, and at the server.\n",
        );
      });
    }

    test("a server that does not answer: exit code 3 and a message, within its time limit", async () => {
      const mute = createServer(() => {}).listen(0, "127.0.0.1");
      await once(mute, "listening");
      const { port } = mute.address() as AddressInfo;
      try {
        const url = `postgres://paseo:${password}@127.0.0.1:${port}/paseo`;
        const { exitCode, stdout, stderr } = await paseo(["migrate"], { DATABASE_URL: url });
        assert.equal(exitCode, 3, stderr);
        assert.match(stderr, /^The store cannot be used: [^\n]*timeout[^\n]*\.\n$/);
        assert.ok(!`${stdout}${stderr}`.includes(password));
      } finally {
        mute.close();
      }
    });
  });
});

describe("on the embedded database", () => {
  let folder: string;
  let env: Environment;
  before(async () => {
    folder = await newDataFolder("paseo-command-");
    env = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent" };
  });
  after(() => rm(folder, { recursive: true }));

  test("migrate creates the schema, and then reports it up to date", async () => {
    const first = await paseo(["migrate"], env);
    assert.match(first.stdout, /^Ran \d+ migrations?: 0001_schema_1\.sql(, \d{4}_\w+\.sql)*\.\n$/);
    assert.deepEqual([first.exitCode, first.stderr], [0, ""]);
    for (const args of [["migrate"], ["migrate", "--check"]])
      assert.deepEqual(await paseo(args, env), { exitCode: 0, stdout: "The schema is up to date.\n", stderr: "" });
  });

  test("seed creates the demo", async () => {
    const { stdout, stderr } = await outputOfSeed(join(folder, "demo"));
    assert.match(
      stdout,
      /^Created 25 products and \d,\d{3} events\. The demo partner's key is pk_demo\. It works on a loopback address only\.\n$/,
    );
    assert.equal(stderr, "");
  });
});

onPostgres("the command", (open) => {
  let store: TestStore;
  let env: Environment;
  let folder: string;
  before(async () => {
    store = await open();
    env = { DATABASE_URL: store.url! };
    folder = await newDataFolder("paseo-command-");
  });
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  test("import prints its changes, or for an invalid file the position, and changes nothing then", async () => {
    const { db } = store.database;
    const [good, bad] = [join(folder, "good.json"), join(folder, "bad.json")];
    const { currencies = [], ...others } = testCatalogue;
    await writeFile(good, JSON.stringify(testCatalogue));
    await writeFile(
      bad,
      JSON.stringify({ currencies: currencies.map((one) => ({ ...one, name: 5 })), ...others }, null, 1),
    );

    const done = await paseo(["import", good], env);
    assert.equal(done.exitCode, 0, done.stderr);
    assert.match(done.stdout, /is at version 1\.\n {2}currencies +3 added, 0 changed, 0 removed, 0 unchanged\n/);
    assert.equal(done.stderr, "3 of 3 products (100 %)\n");

    const before = await contents(db);
    const failed = await paseo(["import", bad], env);
    assert.deepEqual([failed.exitCode, failed.stdout], [1, ""]);
    assert.match(
      failed.stderr,
      /^[^\n]*bad\.json has 3 problems\. Nothing was changed\.\n[^\n]*bad\.json:5: currencies\.0\.name: must be string\n/,
    );
    assert.deepEqual(await contents(db), before);
  });

  test("keys are shown once and stored as hashes; a partner can have two; a revoked one is a 401 at once", async () => {
    const { db } = store.database;
    await importCatalogue(db, testCatalogue, { now: new Date() });
    const create = (...more: string[]) => paseo(["keys", "create", "acme", ...more], env);
    const [first, second, test] = [await create(), await create("--read-only"), await create("--mode", "test")];
    const keys = [first, second, test].map(({ exitCode, stdout }) => {
      assert.equal(exitCode, 0);
      return /^key: (\S+)\nhint: \S+\n$/.exec(stdout)![1]!;
    });
    assert.match(keys[0]!, /^pk_live_[\w-]{43}$/);
    assert.match(keys[2]!, /^pk_test_[\w-]{43}$/);
    const third = await create();
    assert.deepEqual([third.exitCode, third.stdout], [1, ""]);
    assert.match(
      third.stderr,
      /^Partner "acme" has 2 live keys \(pk_live_[\w-]{6}, pk_live_[\w-]{6}\): revoke one first\.\n$/,
    );

    const { rows } = await sql<{ hash: Buffer; row: string }>`select hash, t::text as row from api_key t`.execute(db);
    const hashes = rows.map(({ hash }) => Buffer.from(hash).toString("hex"));
    assert.deepEqual(hashes.sort(), keys.map((key) => createHash("sha256").update(key).digest("hex")).sort());
    for (const key of keys) for (const { row } of rows) assert.ok(!row.includes(key.slice(14)));

    const listed = await paseo(["keys", "list"], env);
    const table = listed.stdout.split("\n").map((line) => line.split(/ {2,}/).slice(0, 4).join(" "));
    assert.equal(table[0], "PARTNER HINT MODE READ ONLY");
    for (const [n, rest] of ["live no", "live yes", "test no"].entries())
      assert.ok(table.includes(`acme ${keys[n]!.slice(0, 14)} ${rest}`), listed.stdout);
    for (const key of keys) assert.ok(!listed.stdout.includes(key));

    const service = await startService(env);
    try {
      const status = async (key: string) =>
        (await fetch(`${service.url}/api/currencies`, { headers: { "x-api-key": key } })).status;
      assert.deepEqual([await status(keys[0]!), await status(keys[1]!)], [200, 200]);
      const revoked = await paseo(["keys", "revoke", keys[0]!.slice(0, 14)], env);
      assert.deepEqual([revoked.exitCode, revoked.stderr], [0, ""]);
      assert.deepEqual([await status(keys[0]!), await status(keys[1]!)], [401, 200]);

      const again = await paseo(["serve"], { ...env, PORT: new URL(service.url).port, LOG_LEVEL: "silent" });
      assert.deepEqual([again.exitCode, again.stdout], [1, ""]);
      assert.match(
        again.stderr,
        /^Port \d+ on 127\.0\.0\.1 is in use\. Stop the program that uses it, or set PORT to another[^\n]*\n$/,
      );
    } finally {
      assert.equal(await service.stop(), 0);
    }
    const list = await paseo(["keys", "list", "--partner", "acme", "--json"], env);
    const { data } = JSON.parse(list.stdout) as { data: { hint: string; revokedAt: string | null }[] };
    assert.ok(data.find(({ hint }) => keys[0]!.startsWith(hint))!.revokedAt);
    const gone = await paseo(["keys", "revoke", keys[0]!.slice(0, 14)], env);
    assert.deepEqual([gone.exitCode, gone.stdout], [1, ""]);
    assert.match(gone.stderr, /^The key pk_live_\S+ was revoked before\.\n$/);
  });

  test("a field that an operation refuses is exit code 1 and a sentence; one that is missing is exit code 2", async () => {
    const invite = (...more: string[]) => paseo(["operators", "invite", "--email", "ana@example.com", ...more], env);
    assert.deepEqual(await invite(), { exitCode: 2, stdout: "", stderr: "--role is missing.\n" });
    const unwritten = await invite("--role", "owner", "--output", join(folder, "none", "answer"));
    assert.deepEqual([unwritten.exitCode, unwritten.stdout], [1, ""]);
    assert.match(unwritten.stderr, /^The answer cannot be written: ENOENT/);
    const refused = await invite("--role", "guest");
    assert.deepEqual([refused.exitCode, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /^\/role must be one of owner, [^\n]*\.\n$/);
    const { stdout } = await paseo(["operators", "list"], env);
    assert.ok(!stdout.includes("ana@example.com"), stdout);
  });

  test("the address of an invitation begins with PUBLIC_URL; without it, a line says so", async () => {
    const invite = (email: string, more: Environment = {}) =>
      paseo(["operators", "invite", "--email", email, "--role", "owner"], { ...env, ...more });
    const known = await invite("one@example.com", { PUBLIC_URL: "https://tours.example.com" });
    assert.match(known.stdout, /^address: https:\/\/tours\.example\.com\/console\//m);
    assert.equal(known.stderr, "");
    const unknown = await invite("two@example.com", { PORT: "8099" });
    assert.match(unknown.stdout, /^address: http:\/\/127\.0\.0\.1:8099\/console\//m);
    assert.match(unknown.stderr, /^PUBLIC_URL is not set, /);
  });

  test("an unknown partner gets no key", async () => {
    const { exitCode, stdout, stderr } = await paseo(["keys", "create", "nobody"], env);
    assert.deepEqual([exitCode, stdout], [1, ""]);
    assert.equal(stderr, "There is no such partner.\n");
  });
});
