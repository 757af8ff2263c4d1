import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { paseo } from "../support/command.ts";
import { freePort } from "../support/servers/postgres.ts";
import { onPostgres } from "../support/servers/stores.ts";

for (const name of ["PORT", "PROBE_PORT"] as const)
  test(`a ${name} in use ends the start before the store is created`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "paseo-ports-"));
    const other = createServer().listen(0, "127.0.0.1");
    t.after(async () => {
      other.close();
      await rm(folder, { recursive: true });
    });
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { exitCode, stderr } = await paseo(["serve"], {
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      [name]: `${port}`,
    });
    assert.equal(exitCode, 1, stderr);
    assert.match(
      stderr,
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\. Stop .*, or set ${name} to another`),
    );
    assert.deepEqual(await readdir(folder), []);
  });

test("a server that the environment names for other programs ends the start, and nothing is created", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "paseo-server-"));
  t.after(() => rm(folder, { recursive: true }));
  const env = { DATA_DIR: join(folder, "data"), PORT: "0", PGHOST: "db.example.com" };
  const { exitCode, stderr } = await paseo(["serve"], env);
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /^The environment names a PostgreSQL server by PGHOST, which Paseo does not read: .*\n$/);
  assert.deepEqual(await readdir(folder), []);
});

onPostgres("a server that refuses the connection or the database", (open) => {
  test("ends the start, and the message names the setting", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const own = new URL(store.url!);
    const elsewhere = `postgres://paseo:secret@127.0.0.1:${await freePort()}/paseo`;
    for (const [address, why] of [
      [elsewhere, "ECONNREFUSED"],
      [new URL("/no_such_database", own).href, "does not exist"],
    ] as const) {
      const { exitCode, stderr } = await paseo(["keys", "list"], { DATABASE_URL: address });
      assert.equal(exitCode, 3, stderr);
      assert.match(
        stderr,
        new RegExp(`^The store cannot be used: .*${why}.*\\. Look at DATABASE_URL, and at the server\\.\n$`),
      );
    }
  });
});

test("a host of DATABASE_URL that nobody knows is not taken for HOST", async () => {
  const DATABASE_URL = "postgres://paseo:secret@nowhere.invalid:5432/paseo";
  for (const args of [["serve"], ["keys", "list"]]) {
    const { exitCode, stderr } = await paseo(args, { DATABASE_URL, PORT: "0" });
    assert.equal(exitCode, 3, stderr);
    assert.match(
      stderr,
      /^The store cannot be used: nobody knows the host nowhere\.invalid\. Correct DATABASE_URL, .+\n$/,
    );
  }
});
