import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { encode, operations } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { listEvents } from "../../src/domain/catalogue/event-lists.ts";
import type { CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { statementName } from "../../src/store/database/statement-names.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { newSeed, randomFrom } from "../support/random.ts";
import { show, variant } from "../support/samples/catalogue.ts";
import { counted } from "../support/samples/counts.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { assertProblem, formats, mediaTypes, namespace, send } from "../support/wire.ts";

/** Cached pages bypass the router, and survive changes that do not affect them. Clients must not notice. */

/** A year of three shows a day: a thousand events, on three pages. */
const year: CatalogueProduct = variant(
  show,
  {},
  {
    schedules: [
      { ...show.items[0]!.schedules![0]!, from: "2026-06-20", to: "2027-06-19", times: ["18:00", "20:00", "22:00"] },
    ],
  },
);

onPostgres("a cached page", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
    await app.import({ products: [year] });
  });
  after(() => app.stop());

  const read = (path: string, headers: Record<string, string> = {}) => send(app.url + path, { headers });
  /** Sends a request with exactly these bytes, and returns the answer. */
  const raw = async (bytes: string) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    socket.write(bytes);
    const [answer] = await once(socket, "data");
    socket.destroy();
    return String(answer);
  };
  const lookups = async () =>
    (await counted(app.url, "paseo_page_cache_lookups_total", "lookup")) as {
      hit: number;
      miss: number;
      revalidated: number;
    };

  test("is sent unchanged, in every format and encoding, and as a 304", async () => {
    for (const format of formats) {
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { accept: mediaTypes[format], "accept-encoding": encoding };
        const made = await read("/api/events?page=2", headers);
        const before = await lookups();
        const ready = await read("/api/events?page=2", headers);
        assert.deepEqual(await lookups(), { ...before, hit: before.hit + 1 });
        const own = { date: 0, "x-request-id": "" };
        assert.deepEqual({ ...ready.headers, ...own }, { ...made.headers, ...own });
        assert.ok(ready.bytes.equals(made.bytes));
        const unchanged = await read("/api/events?page=2", { ...headers, "if-none-match": ready.headers.etag! });
        assert.equal(unchanged.status, 304);
        assert.equal(unchanged.headers.etag, ready.headers.etag);
      }
    }
  });

  test("contains nothing from answers to other requests for its address", async () => {
    const path = "/api/products";
    await read(path);
    assertProblem(await read(path, { "x-api-key": "pk_live_wrong" }), 401, "key-invalid");
    assertProblem(await read(path, { authorization: "Basic abc" }), 401, "key-invalid");
    assert.equal((await read(path, { accept: "text/plain" })).status, 406);
    assert.equal((await read(path, { "accept-encoding": "identity;q=0" })).status, 406);
    const head = await send(app.url + path, { method: "HEAD" });
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    assert.equal((await send(app.url + path, { method: "POST" })).status, 405);
    assert.match(await raw(`GET ${path} HTTP/1.1\r\n\r\n`), /^HTTP\/1\.1 400 /);
    assert.match(await raw(`GET ${path} HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 200 /);
  });

  test("needs a key if every read does", async (t) => {
    const closed = await startApp({ open, config: { readAccess: "key" } });
    t.after(() => closed.stop());
    const headers = { "x-api-key": closed.key };
    for (let time = 0; time < 2; time++) {
      assert.equal((await send(`${closed.url}/api/products`, { headers })).status, 200);
      assertProblem(await send(`${closed.url}/api/products`), 401, "key-invalid");
    }
  });

  test("of events is reused after changes on other days, and rebuilt after its own", async () => {
    const { db } = app.store.database;
    const page = (n: number) => read(`/api/events?page=${n}`);
    const days = async (n: number) =>
      (JSON.parse((await page(n)).text).values as { eventOn: string }[]).map(({ eventOn }) => eventOn);
    const last = (await days(3)).at(-1)!;
    const first = (await page(1)).headers.etag;
    await change(sql`tickets = jsonb_set(tickets, '{0,price}', '"11.00"')`, sql`event_on = ${last}::timestamp`);
    const before = await lookups();
    assert.equal((await page(1)).headers.etag, first);
    // The page was checked at the request or shortly before, and it was not built again.
    const after = await lookups();
    assert.equal(after.miss - after.revalidated, before.miss - before.revalidated);
    assert.match((await page(3)).text, /"value":11[,}]/);
    // A new position moves all later pages, and the totals are on every page.
    await change(sql`availability = 'removed'`, sql`event_on = ${last}::timestamp`);
    assert.notEqual((await page(1)).headers.etag, first);

    async function change(set: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sql`update event set ${set}, seq = null where ${where}`.execute(tx);
        await publishChanges(tx, {}, testNow);
      });
    }
  });

  test("of a list takes one statement beside the counter, once another page of the list was built", async () => {
    const statements: string[] = [];
    app.store.database.statements.listen((text) => statements.push(statementName(text)));
    for (const [list, own] of [
      ["/api/events?todate=2027-06-01T00:00:00&page=", "events-on-days"],
      ["/api/events?version=1&page=", "events-in-log"],
    ] as const) {
      await read(`${list}3`);
      statements.length = 0;
      await read(`${list}2`);
      // Background jobs have statements, too.
      const ofList = statements.filter((name) => /event|currenc|rate|version/.test(name));
      assert.deepEqual(ofList, [own]);
    }
  });

  test("equals a newly built page after any change: a random history", async () => {
    const { db } = app.store.database;
    const seed = newSeed();
    const number = randomFrom(seed);
    const below = (n: number) => Math.floor(number() * n);
    const { rows } = await sql<{ id: string }>`
      select product_id as id from event group by 1 order by count(*) desc limit 1`.execute(db);
    const { id } = rows[0]!;
    const lists: [query: string, input: object][] = [
      ["", {}],
      ["fromdate=2026-12-01T00:00:00&", { fromdate: "2026-12-01T00:00:00" }],
      ["todate=2027-01-01T00:00:00&", { todate: "2027-01-01T00:00:00" }],
      [`id=${id}&`, { id }],
    ];
    const before = await lookups();
    const rounds = 20;
    for (let round = 0; round < rounds; round++) {
      await db.transaction().execute(async (tx) => {
        for (let n = 0; n <= below(3); n++) {
          const sets = [
            sql`tickets = jsonb_set(tickets, '{0,price}', to_jsonb((10 + ${below(90)}::int) || '.00'))`,
            sql`availability = 'sold-out'`,
            sql`availability = 'available'`,
            ...(round % 5 === 0 ? [sql`availability = 'removed'`, sql`hidden = not hidden`] : []),
          ];
          await sql`update event set ${sets[below(sets.length)]}, seq = null where id = (
            select id from event where listed order by event_on, id offset ${below(1050)} limit 1)`.execute(tx);
        }
        await publishChanges(tx, {}, testNow);
      });
      for (const [query, input] of lists) {
        for (let page = 1; page <= 3; page++) {
          const fresh = (await listEvents(db, { page, ...input }, testNow))!;
          const { text } = await read(`/api/events?${query}page=${page}`);
          const expected = encode(operations.events.response, fresh as never, "json", { namespace });
          assert.ok(text === expected, `${query}page=${page}, TEST_SEED=${seed}`);
        }
      }
    }
    const { revalidated, miss } = await lookups();
    const made = miss - before.miss - (revalidated - before.revalidated);
    const requests = rounds * lists.length * 3;
    assert.ok(made > requests / 20 && made < requests * 0.9, `${made} of ${requests} pages were built`);
  });
});
