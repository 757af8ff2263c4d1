import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../../../../scripts/packing.ts";
import { programFile } from "../../../../scripts/program.ts";
import { readConfig } from "../../src/config.ts";
import { openServer } from "../../src/store/database/database.ts";
import { migrationsOf } from "../../src/store/database/migrate.ts";
import { book, bookRequest, plantComingShow } from "../concurrency/booking.ts";
import type { TestApp } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { emptyDatabase } from "../support/servers/postgres.ts";
import { environment, startService } from "../support/servers/processes.ts";
import { sharedPostgres } from "../support/servers/stores.ts";

/** The built program does what the sources do: its modules are in other files, and it reads its folders in another place. */

const pages = [
  ...[
    "/docs/en",
    "/docs/pt/checkout",
    "/docs/site.css",
    "/docs/bar.css",
    "/docs/inter.woff2",
    "/docs/icon",
    "/llms.txt",
  ],
  ...["/docs/images/checkout-es.svg", "/docs/reference", "/docs/scalar.js", "/openapi.json", "/schema.xsd"],
  ...["/console/", "/kit/kit.json", "/admin/openapi.json", "/collection.json"],
];

/** What a program does on an empty database, without what differs between two runs. */
async function actsOf(program: string): Promise<object> {
  const database = await emptyDatabase(await sharedPostgres());
  const env = { DATABASE_URL: database.url, PUBLIC_URL: "http://partners.example.test" };
  const service = await startService(env, [], [], program);
  const { db, close } = openServer(database.url);
  try {
    const migrations = await migrationsOf(db);
    const answers: string[] = [];
    for (const path of pages) {
      const answer = await fetch(service.url + path);
      const { port } = new URL(service.url);
      // The coloured code of a page has the port as a number of its own.
      const text = (await answer.text())
        .replaceAll(service.url, "SERVICE")
        .replaceAll(`<span class="d">${port}</span>`, "PORT");
      answers.push(`${path} ${answer.status} ${answer.headers.get("content-type")} ${hash("sha256", text, "base64")}`);
    }
    const { key, events } = await plantComingShow(db, 1, 10);
    const { status, order } = await book(service.url, bookRequest(key, events[0]!, 2));
    const app = {
      ...{ url: service.url, store: { database: { db } }, clock: { now: new Date() } },
      app: { service: { db, config: readConfig({}) } },
    } as TestApp;
    const owner = await signedIn(app, "owner");
    const { voucher } = await owner.ask("POST", `/orders/${order.id}/confirm`, {});
    const pdf = await fetch(service.url + new URL(voucher.address).pathname);
    const bytes = Buffer.from(await pdf.arrayBuffer());
    const file = await owner.call("GET", "/catalogue/export?kinds=products");
    const read = await owner.upload("/catalogue/import?dryRun=true", "application/json", file.bytes);
    return {
      help: (await promisify(execFile)(process.execPath, [program, "--help"], { env: environment({}) })).stdout,
      migrations: migrations.map(({ name }) => name),
      answers,
      booking: [status, order.status],
      voucher: [pdf.status, [...new Set(bytes.toString("latin1").match(/(?<=\/FontName \/\w+\+)\S+/g))].sort()],
      read,
    };
  } finally {
    await service.stop();
    await close();
    await database.drop();
  }
}

test("the built program migrates, serves, sells, writes vouchers and reads files as the sources do", async () => {
  const [built, sources] = await Promise.all([
    programFile("paseo").then(actsOf),
    actsOf(join(root, "packages/service/src/main.ts")),
  ]);
  assert.deepEqual(built, sources);
});
