import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sql } from "kysely";
import { type Database, openServer } from "../packages/service/src/store/database/database.ts";
import { prepareAs } from "../packages/service/src/store/database/statement-names.ts";

/**
 * The reference of reads and purchases: node:http that runs the statements through the same driver and a pool of the same size, and
 * writes the rows with JSON.stringify. `/same` answers with the bytes that were posted to it. It has no router, no validation, no versions, no ETags and no cache. It receives the address
 * of its store over IPC.
 */
let same: Buffer | undefined;
process.on("message", async (databaseUrl: string) => {
  const database = openServer(databaseUrl);
  const server = createServer(async (request, response) => {
    if (request.url!.startsWith("/api/keyed")) {
      const { body, next } = await keyedPage(database, new URL(request.url!, "http://bench").searchParams);
      const link = next === undefined ? {} : { link: `<${next}>; rel="next"` };
      const headers = { "content-type": "application/json", "content-encoding": "gzip", "content-length": body.length };
      response.writeHead(200, { ...headers, ...link }).end(body);
      return;
    }
    if (request.url === "/same") {
      if (request.method === "POST") same = Buffer.concat((await request.toArray()) as Buffer[]);
      else same ??= Buffer.alloc(0);
      const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "br" };
      response.writeHead(200, { ...headers, "content-length": same.length }).end(same);
      return;
    }
    const text = await answer(database, request);
    const body = Buffer.from(text);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as { port: number }).port));
});

async function answer(database: Database, request: IncomingMessage): Promise<string> {
  const sent = JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString()) as Sent;
  return request.url!.endsWith("/ordercancel") ? cancel(database, sent) : book(database, sent);
}

const keyedSize = 500;

interface KeyedEvent {
  id: string;
  eventOn: string;
  seq: number;
}

/** Reads the page that follows the last event of the page before: coming events, the latest first, or changed events. */
async function keyedPage(
  { db }: Database,
  query: URLSearchParams,
): Promise<{ body: Buffer; next: string | undefined }> {
  const columns = sql`id, item_id as "itemId", event_on as "eventOn", availability, currency_code as "currencyCode", tickets`;
  const since = query.get("since");
  const { rows } =
    since === null
      ? await sql<KeyedEvent>`${prepareAs("keyed-events")}
          select ${columns} from event
          where listed and shown and day_ends_at > now()
            and (event_on, id) < (${query.get("on") ?? "infinity"}::timestamp, ${query.get("id") ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid)
          order by event_on desc, id desc limit ${keyedSize}::int`.execute(db)
      : await sql<KeyedEvent>`${prepareAs("keyed-changes")}
          select ${columns}, seq from event where listed and seq > ${since}::bigint order by seq limit ${keyedSize}::int`.execute(
          db,
        );
  const last = rows.length < keyedSize ? undefined : rows.at(-1)!;
  const next = since === null ? `on=${last?.eventOn}&id=${last?.id}` : `since=${last?.seq}`;
  const body = await promisify(gzip)(JSON.stringify({ values: rows }), { level: 1 });
  return { body, next: last && `/api/keyed?${next}` };
}

interface Sent {
  id: string;
  apiKey: string;
}

const keyOf = ({ db }: Database, { apiKey }: Sent) => {
  const hash = createHash("sha256").update(apiKey).digest();
  return sql<{ partner_id: string }>`${prepareAs("bare-key")}
    select id, partner_id, hash, mode, read_only from api_key where hash = ${hash} and revoked_at is null`.execute(db);
};

/** Finds the key, and runs one statement that takes two seats and writes a row with the request. */
async function book(database: Database, sent: Sent): Promise<string> {
  const [key] = (await keyOf(database, sent)).rows;
  const id = randomUUID();
  const { rows } = await sql`${prepareAs("bare-booking")}
    with taken as (update event set capacity_left = capacity_left - 2 where id = ${sent.id} and capacity_left >= 2 returning id)
    insert into bare_order select ${id}, id, ${JSON.stringify(sent)}::jsonb from taken returning id`.execute(
    database.db,
  );
  if (!key || rows.length === 0) throw new Error(`no key, or no seats of ${sent.id}`);
  return JSON.stringify({ id, isValid: true, errors: null, event: sent });
}

/** Finds the key, and runs one statement that marks an order and returns its seats. */
async function cancel(database: Database, sent: Sent): Promise<string> {
  const [key] = (await keyOf(database, sent)).rows;
  const { rows } = await sql`${prepareAs("bare-cancellation")}
    with gone as (update bare_order set body = '{"cancelled": true}' where id = ${sent.id} returning event_id)
    update event set capacity_left = capacity_left + 2 from gone where event.id = gone.event_id returning event.id`.execute(
    database.db,
  );
  if (!key || rows.length === 0) throw new Error(`no key, or no order ${sent.id}`);
  return JSON.stringify({ id: sent.id, isValid: true, errors: null, event: sent });
}
