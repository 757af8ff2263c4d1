import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { adminOperations } from "../../src/admin/operations.ts";
import { checkValue } from "../../src/domain/editing/files/shapes.ts";
import { inviteOperator } from "../../src/domain/operators/operators.ts";
import { saveResource } from "../../src/domain/resources/resources.ts";
import type { Tx } from "../../src/store/database/database.ts";
import type { Role } from "../../src/store/operators/operators.ts";
import type { ResourceFields } from "../../src/store/resources/resources.ts";
import type { TestApp } from "./app.ts";
import { type RawAnswer, send } from "./wire.ts";

/** An operator at the back office's HTTP interface, as the console speaks to it. */
export class Operator {
  readonly #url: string;
  #cookie = "";

  get cookie(): string {
    return this.#cookie;
  }

  constructor(app: TestApp) {
    this.#url = app.url;
  }

  /** Sends a request with this operator's session; a body as JSON, or bytes as the headers say. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
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
  const [pathname = ""] = path.split("?");
  const fits = (one: string) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
  const found = adminOperations.filter((one) => one.method === method && fits(one.path));
  const operation = found.find((one) => one.path === pathname) ?? found[0];
  assert.ok(operation, `${method} ${pathname} is an operation`);
  return checkValue(operation.response, value);
}

export const testPassword = "correct horse battery";

export const someGuide: ResourceFields = {
  ...{ name: "Guide", kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
};

/** Creates and signs in an operator of this role. `guide`: the guide of the role guide; by default a new guide. */
export async function signedIn(app: TestApp, role: Role, guide?: string): Promise<Operator & { email: string }> {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`;
  const { db } = app.store.database;
  const guideOf = async (tx: Tx) =>
    role === "guide" ? { resourceId: guide ?? (await saveResource(tx, { fields: someGuide }, app.clock.now)).id } : {};
  const invited = await db
    .transaction()
    .execute(async (tx) => inviteOperator(tx, { email, name: role, role, ...(await guideOf(tx)) }, app.clock.now));
  const operator = new Operator(app);
  await operator.ask("POST", "/invitation/acceptance", { token: invited!.token, password: testPassword });
  return Object.assign(operator, { email });
}
