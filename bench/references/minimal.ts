import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sql } from "kysely";
import { listEvents } from "../../packages/service/src/domain/catalogue/event-lists.ts";
import { listProducts } from "../../packages/service/src/domain/catalogue/lists.ts";
import { type Database, openServer } from "../../packages/service/src/store/database/database.ts";
import { prepareAs } from "../../packages/service/src/store/database/statement-names.ts";

/**
 * The reference of cold pages, validation and booking: node:http that runs the statements through the same driver and a pool of
 * the same size, and writes the rows with JSON.stringify. It has no router, no validation, no versions, no ETags and no cache. It
 * receives the address of its store over IPC.
 */
process.on("message", async (given: { url: string; validateBytes?: number }) => {
  const database = openServer(given.url);
  const server = createServer(async (request, response) => {
    if (request.url!.startsWith("/api/keyed")) {
      const { body, next } = await keyedPage(database, new URL(request.url!, "http://bench").searchParams);
      const link = next === undefined ? {} : { link: `<${next}>; rel="next"` };
      const headers = { "content-type": "application/json", "content-encoding": "gzip", "content-length": body.length };
      response.writeHead(200, { ...headers, ...link }).end(body);
      return;
    }
    const text = await answer(database, request, given.validateBytes ?? 0);
    const body = Buffer.from(text);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as { port: number }).port));
});

async function answer(database: Database, request: IncomingMessage, validateBytes: number): Promise<string> {
  const { pathname, searchParams } = new URL(request.url!, "http://bench");
  const page = Number(searchParams.get("page") ?? 1);
  if (pathname === "/api/events") {
    const todate = searchParams.get("todate") ?? undefined;
    return JSON.stringify(await listEvents(database.db, { page, todate }, new Date()));
  }
  if (pathname === "/api/products") return JSON.stringify(await listProducts(database.db, { page }, new Date()));
  const sent = JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString()) as Sent;
  if (pathname.endsWith("/ordercancel")) return cancel(database, sent);
  return pathname.endsWith("/eventvalidate") ? validate(database, sent, validateBytes) : book(database, sent);
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

/** Runs two point selects with the columns of the answer, and answers with as many bytes as the service. */
async function validate(database: Database, sent: Sent, bytes: number) {
  const { id } = sent;
  const keys = await keyOf(database, sent);
  const events = await sql`${prepareAs("bare-event")}
    select id, item_id, product_id, event_on, availability, capacity_left, starts_at, sales_end_at, currency_code, tickets
    from event where id = ${id}`.execute(database.db);
  const isValid = keys.rows.length === 1 && events.rows.length === 1;
  if (!isValid) throw new Error(`no key, or no event ${id}`);
  const text = JSON.stringify({ id, isValid, errors: [], questions: [], rest: "" });
  return text.replace('""', `"${"x".repeat(Math.max(0, bytes - text.length))}"`);
}
