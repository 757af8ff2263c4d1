import assert from "node:assert/strict";
import { argon2Sync, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AdminOperation } from "../../src/admin/operation.ts";
import { adminOperations } from "../../src/admin/operations.ts";
import { cookieName, isSecure } from "../../src/admin/session.ts";
import { checkValue } from "../../src/domain/editing/files/shapes.ts";
import { beginSession } from "../../src/domain/operators/sign-in.ts";
import { saveResource } from "../../src/domain/resources/resources.ts";
import { insertOperator, type Role } from "../../src/store/operators/operators.ts";
import { ensurePartner } from "../../src/store/partners/partners.ts";
import type { ResourceFields } from "../../src/store/resources/resources.ts";
import type { TestApp } from "./app.ts";
import { type RawAnswer, send } from "./wire.ts";

/** Operations that change nothing in the store, although they are no GET. */
const changesNothing = [
  "letters.preview",
  "products.preview",
  "orders.quote",
  "bulkActions.preview",
  "partners.previewTerms",
  "bankFiles.columns",
  "bankFiles.read",
  "partners.differences",
];
/** Operations that write several entries, or that answer a refusal with a 200. */
const otherEntries = ["bulkActions.start", "door.merge", "door.collect", "vouchers.check", "vouchers.redeem"];
/** Operations that can succeed without a change: a sale that another operator sent as well, and a quote with refusals. audit.test.ts has them. */
const mayChangeNothing = ["orders.create", "orders.quoteAmendment"];

/** Whether a success writes an entry. The tests of accounts and sessions, which several operators may use, read their own. */
const isAudited = ({ id, method }: AdminOperation, path: string, body: unknown): boolean =>
  method !== "GET" &&
  !changesNothing.includes(id) &&
  !id.startsWith("session.") &&
  !path.includes("dryRun=true") &&
  !(id === "events.drop" && !(body as { yes?: boolean } | undefined)?.yes);

/** An operator at the back office's HTTP interface, as the console speaks to it. */
export class Operator {
  readonly #url: string;
  readonly #app: TestApp;
  #cookie: string;
  /** Null for an operator who signs in by a request. */
  readonly #id: string | null;
  /** By operation: requests without an answer, the expected entries of the audit log, and the requests that succeeded. */
  readonly #audit = new Map<string, { inFlight: number; entries: number; requests: Set<string> }>();

  get cookie(): string {
    return this.#cookie;
  }

  constructor(app: TestApp, session?: { cookie: string; id: string }) {
    this.#url = app.url;
    this.#app = app;
    this.#cookie = session?.cookie ?? "";
    this.#id = session?.id ?? null;
  }

  /** Sends a request with this operator's session; a body as JSON, or bytes as the headers say. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const operation = operationOf(method, path);
    const answering = () => this.#send(method, path, body, headers);
    if (!operation || !isAudited(operation, path, body)) return answering();
    const sent = body instanceof Uint8Array ? Buffer.from(body).toString("base64") : JSON.stringify(body);
    return this.#audited(operation.id, `${path} ${sent}`, answering);
  }

  /** Fails unless each successful change of this operator has an entry in the audit log, and one only. */
  async #audited(operation: string, request: string, answering: () => Promise<RawAnswer>): Promise<RawAnswer> {
    const counted = this.#audit.get(operation) ?? { inFlight: 0, entries: 0, requests: new Set<string>() };
    this.#audit.set(operation, counted);
    counted.inFlight++;
    const answer = await answering().finally(() => counted.inFlight--);
    // A request that is sent again may change nothing.
    const isRepeated = counted.requests.has(request);
    if (answer.status === 200) counted.requests.add(request);
    if (answer.status === 200 && !isRepeated) counted.entries++;
    if (answer.status !== 200 || this.#id === null || counted.inFlight > 0) return answer;
    const isOther = otherEntries.includes(operation);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit where operator_id = ${this.#id} and operation = ${operation}
        and (outcome = 'done' or outcome = 'refused' and ${isOther})`.execute(this.#app.store.database.db);
    const { n } = rows[0]!;
    const isEnough = n >= counted.entries || mayChangeNothing.includes(operation);
    const isRight = isEnough && (n <= counted.entries || isOther || isRepeated);
    assert.ok(isRight, `${operation} wrote ${n} entries of the audit log for ${counted.entries} changes`);
    counted.entries = n;
    return answer;
  }

  async #send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<RawAnswer> {
    const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    const answer = await send(`${this.#url}/admin/api${path}`, {
      method,
      headers: {
        "x-paseo-console": "1",
        ...(this.#cookie && { cookie: this.#cookie }),
        // Node frames the body of a DELETE by no other means.
        ...(bytes && { "content-type": "application/json", "content-length": `${bytes.length}` }),
        ...headers,
      },
      ...(bytes && { body: bytes }),
    });
    const [cookie] = answer.headers["set-cookie"] ?? [];
    if (cookie) this.#cookie = cookie.split(";")[0]!;
    return answer;
  }

  /** The answer's value; fails unless it is a 200. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.call(method, path, body);
    assert.equal(answer.status, 200, answer.text);
    const value = JSON.parse(answer.text);
    assert.deepEqual(
      problemsOf(method, path, value),
      [],
      `${method} ${path} answers something else than its schema says`,
    );
    return value;
  }

  /** The value of the answer to a file that is sent; fails unless it is a 200. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async upload(path: string, type: string, bytes: Uint8Array): Promise<any> {
    const answer = await this.call("POST", path, bytes, { "content-type": type });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text);
  }

  /** Fails unless the answer has this status. Returns the code of its problem. */
  async refused(status: number, method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.call(method, path, body);
    assert.equal(answer.status, status, answer.text);
    return JSON.parse(answer.text).code;
  }
}

/** Returns how an answer differs from the schema of its operation. The console's types are generated from these schemas. */
function problemsOf(method: string, path: string, value: unknown): unknown[] {
  const operation = operationOf(method, path);
  assert.ok(operation, `${method} ${path} is an operation`);
  return checkValue(operation.response, value);
}

function operationOf(method: string, path: string): AdminOperation | undefined {
  const [pathname = ""] = path.split("?");
  const fits = (one: string) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
  const found = adminOperations.filter((one) => one.method === method && fits(one.path));
  return found.find((one) => one.path === pathname) ?? found[0];
}

export const testPassword = "correct horse battery";

export const someGuide: ResourceFields = {
  ...{ name: "Guide", kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
};

/** `testPassword` as stored, with the least work that argon2id allows: a hash of the service takes 50 ms of processor time. */
const storedPassword = ((nonce) => {
  const tag = argon2Sync("argon2id", {
    message: testPassword,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`;
})(Buffer.alloc(16, "nonce"));

/** The partner of people who are signed in without another. */
export const someHotel = { id: "6f1d0a54-2d2b-4b80-9a55-6d4f3f3b7a10", externalId: "hotel", name: "Hotel" };

/** Creates and signs in an operator of this role. `of`: the id of the guide or the partner of the role; by default a new guide, and the hotel. */
export async function signedIn(app: TestApp, role: Role, of?: string): Promise<Operator & { email: string }> {
  const { db, config } = app.app.service;
  const id = randomUUID();
  const email = `${role}-${id.slice(0, 8)}@example.com`;
  const { now } = app.clock;
  const token = await db.transaction().execute(async (tx) => {
    const resourceId = role === "guide" ? (of ?? (await saveResource(tx, { fields: someGuide }, now)).id) : null;
    const partnerId = role === "partner" ? (of ?? (await ensurePartner(tx, someHotel))) : null;
    const operator = { id, email, name: role, role, resourceId, partnerId, password: storedPassword, demo: false };
    assert.ok(await insertOperator(tx, { ...operator, createdAt: now }));
    return beginSession(tx, id, { remote: "127.0.0.1", userAgent: "", token: null }, now);
  });
  return Object.assign(new Operator(app, { cookie: `${cookieName(isSecure(config))}=${token}`, id }), { email });
}
