import { randomUUID } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { sql } from "kysely";
import { pino } from "pino";
import { allRoles } from "../../packages/service/src/admin/operation.ts";
import { hashPassword } from "../../packages/service/src/domain/operators/passwords.ts";
import { beginSession } from "../../packages/service/src/domain/operators/sign-in.ts";
import { saveResource } from "../../packages/service/src/domain/resources/resources.ts";
import { insertOperator } from "../../packages/service/src/store/operators/operators.ts";
import { ensurePartner } from "../../packages/service/src/store/partners/partners.ts";
import { startApp, type TestApp } from "../../packages/service/test/support/app.ts";
import { someGuide, someHotel, testPassword } from "../../packages/service/test/support/console.ts";
import { testCatalogue } from "../../packages/service/test/support/samples/catalogue.ts";
import { openClone } from "../../packages/service/test/support/servers/stores.ts";
import type { KnownValues } from "./values.ts";

/**
 * The service in this process with an operator of each role. No job runs, so no request leaves the machine.
 */

export type Sender = (typeof allRoles)[number] | "nobody";

export interface FuzzRequest {
  family: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array | string;
  sender: Sender;
  /** The bytes of a whole request, in place of the fields above. */
  raw?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  ms: number;
}

/** A request that received no answer. */
class Unanswered extends Error {
  override name = "Unanswered";
}

/** The client refuses to send this request. */
export class UnsendableRequest extends Error {
  override name = "UnsendableRequest";
}

/** An answer that takes longer is a finding. */
export const slowAnswerMs = 2000;
/** The client gives up after this time. On a busy machine a request among others may take longer than `slowAnswerMs`. */
const patienceMs = 30_000;

export class FuzzTarget {
  readonly app: TestApp;
  known: KnownValues = { texts: [], byName: new Map(), events: [], sales: [], orders: [] };
  /** The cookie of a session of each role. */
  readonly #cookies = new Map<Sender, string>();
  readonly #password: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #errors: string[];

  constructor(app: TestApp, errors: string[], password: string) {
    this.app = app;
    this.#errors = errors;
    this.#password = password;
  }

  /** Starts the service with its store on the PostgreSQL server at this address. */
  static async start(postgres: string): Promise<FuzzTarget> {
    const errors: string[] = [];
    const destination = { write: (line: string) => void errors.push(line) };
    const app = await startApp({
      open: () => openClone(postgres),
      logger: pino({ level: "error" }, destination),
      jobs: false,
    });
    const target = new FuzzTarget(app, errors, await hashPassword(testPassword));
    for (const role of allRoles) await target.signIn(role);
    await target.refresh();
    return target;
  }

  /**
   * Remembers validated sales, so that later requests book them, and the ids of orders, so that later requests read and cancel
   * them. Returns whether the answer is a new order.
   */
  learn({ family, body }: FuzzRequest, { status, headers, body: answer }: Answer): boolean {
    const isSale = status === 200 && typeof body === "string" && /^event(validate|book) json$/.test(family);
    if (!isSale || !/json/.test(headers["content-type"] ?? "") || headers["content-encoding"] !== undefined)
      return false;
    const { id, isValid, totalUsd } = JSON.parse(answer.toString()) as Partial<Learnt>;
    if (isValid !== true) return false;
    const isOrder = family.startsWith("eventbook");
    if (!isOrder) keepNewest(this.known.sales, { ...(JSON.parse(body) as object), totalUsd });
    else if (typeof id === "string") keepNewest(this.known.orders, id);
    return isOrder;
  }

  /** Errors that the service logged since the last call. */
  errors(): string[] {
    return this.#errors.splice(0);
  }

  /** Starts the session of a new operator without a sign-in, because hashing a password takes as long as ten requests. */
  async signIn(role: Sender): Promise<void> {
    if (role === "nobody") return;
    const now = this.app.clock.now;
    const id = randomUUID();
    const { db } = this.app.store.database;
    const token = await db.transaction().execute(async (tx) => {
      const email = `${role}-${id.slice(0, 8)}@example.com`;
      const resourceId = role === "guide" ? (await saveResource(tx, { fields: someGuide }, now)).id : null;
      const partnerId = role === "partner" ? await ensurePartner(tx, someHotel) : null;
      const operator = { id, email, name: role, role, resourceId, partnerId, password: this.#password, demo: false };
      await insertOperator(tx, { ...operator, createdAt: now });
      return beginSession(tx, id, { token: null, remote: "127.0.0.1", userAgent: "fuzz" }, now);
    });
    this.#cookies.set(role, `paseo_session=${token}`);
  }

  /** Restores the catalogue after destructive requests, and reads the existing identifiers. */
  async refresh(): Promise<void> {
    await this.app.import(testCatalogue);
    const { db } = this.app.store.database;
    const columns = await sql<{ table: string; column: string }>`
      select c.table_name as table, c.column_name as column from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('uuid', 'text')
          and (column_name in ('id', 'code', 'email', 'name', 'reference', 'external_id') or column_name like '%_id')
          and table_name not like 'event_%'`.execute(db);
    const byName = new Map<string, string[]>([
      ["apiKey", [this.app.key]],
      ["remoteHost", ["192.0.2.1", "2001:db8::1"]],
      ["currencyCode", ["USD", "USD", "EUR"]],
    ]);
    const texts: string[] = [];
    for (const { table, column } of columns.rows) {
      const rows = await sql<{ value: string | null }>`
        select distinct ${sql.ref(column)}::text as value from ${sql.table(table)} limit 12`.execute(db);
      const values = rows.rows.flatMap(({ value }) => (value ? [value] : []));
      texts.push(...values);
      const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      byName.set(name, [...(byName.get(name) ?? []), ...values]);
    }
    const events = await sql<{ id: string }>`
      select id::text from event where availability = 'available' and not hidden and starts_at > '2026-06-18' order by event_on desc, id limit 50`.execute(
      db,
    );
    this.known = {
      ...this.known,
      texts: ["none", ...texts],
      byName,
      events: events.rows.map(({ id }) => id),
    };
  }

  send(sample: FuzzRequest): Promise<Answer> {
    return sample.raw === undefined ? this.#request(sample) : this.#raw(sample.raw);
  }

  #request({ method, path, headers, body, sender }: FuzzRequest): Promise<Answer> {
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const cookie = this.#cookies.get(sender);
    const sent = {
      ...headers,
      ...(cookie && { cookie, "x-paseo-console": "1" }),
      // For other methods Node sends no body without an explicit Content-Length.
      ...(body !== undefined && { "content-length": `${Buffer.byteLength(body)}` }),
    };
    try {
      const outgoing = request(`${this.app.url}`, { method, path, headers: sent, agent: this.#agent });
      outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Unanswered(`no answer within ${patienceMs} ms`)));
      // A service that answers before it has read the whole body may close the connection.
      outgoing.on("error", (error: Error & { code?: string }) =>
        reject(/EPIPE|ECONNRESET/.test(error.code ?? "") ? new UnsendableRequest(error.message) : error),
      );
      outgoing.on("response", async (answer) => {
        const bytes = await answer.toArray().catch(reject);
        if (bytes)
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: Buffer.concat(bytes),
            ms: performance.now() - startedAt,
          });
      });
      outgoing.end(body);
    } catch (error) {
      reject(new UnsendableRequest(String(error)));
    }
    return promise;
  }

  /** Sends bytes on a new connection and reads the first status. The service may close without an answer. */
  #raw(bytes: string): Promise<Answer> {
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const socket = connect(Number(new URL(this.app.url).port), "127.0.0.1");
    let text = "";
    socket.setTimeout(patienceMs, () => socket.destroy(new Unanswered(`no answer within ${patienceMs} ms`)));
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", (error: Error & { code?: string }) => (error.code === "ECONNRESET" ? done() : reject(error)));
    socket.on("close", () => done());
    const done = () =>
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        headers: {},
        body: Buffer.from(text),
        ms: performance.now() - startedAt,
      });
    socket.end(Buffer.from(bytes, "latin1"));
    return promise;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.app.stop();
  }
}

interface Learnt {
  id: string | null;
  isValid: boolean;
  totalUsd: object | null;
}

const maxLearnt = 30;

function keepNewest<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > maxLearnt) list.shift();
}
