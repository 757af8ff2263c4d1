import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { sql } from "kysely";
import { listEvents } from "../packages/service/src/domain/catalogue/event-lists.ts";
import { listProducts } from "../packages/service/src/domain/catalogue/lists.ts";
import { type Database, openEmbedded, openServer } from "../packages/service/src/store/database/database.ts";
import { prepared } from "../packages/service/src/store/database/statement-names.ts";

/**
 * The reference of cold pages and of validation: node:http that runs the statements through the same driver and a pool of the
 * same size, and writes the rows with JSON.stringify. It has no router, no validation, no versions, no ETags and no cache. It
 * receives the address of its store over IPC.
 */
process.on("message", async (given: { url?: string; dataDir?: string; validateBytes?: number }) => {
  const database = given.url ? openServer(given.url) : await openEmbedded(given.dataDir!);
  const server = createServer(async (request, response) => {
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
  const sent = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  return validate(database, JSON.parse(sent) as { id: string; apiKey: string }, validateBytes);
}

/** Two point selects with the columns of the answer, and as many bytes as the service answers. */
async function validate({ db }: Database, { id, apiKey }: { id: string; apiKey: string }, bytes: number) {
  const hash = createHash("sha256").update(apiKey).digest();
  const keys = await sql`${prepared("bare-key")}
    select id, partner_id, hash, mode, read_only from api_key where hash = ${hash} and revoked_at is null`.execute(db);
  const events = await sql`${prepared("bare-event")}
    select id, item_id, product_id, event_on, availability, capacity_left, starts_at, sales_end_at, currency_code, tickets
    from event where id = ${id}`.execute(db);
  const isValid = keys.rows.length === 1 && events.rows.length === 1;
  if (!isValid) throw new Error(`no key, or no event ${id}`);
  const text = JSON.stringify({ id, isValid, errors: [], questions: [], rest: "" });
  return text.replace('""', `"${"x".repeat(Math.max(0, bytes - text.length))}"`);
}
