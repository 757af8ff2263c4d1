import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { limits } from "@paseo/contract";
import { sql } from "kysely";
import type Type from "typebox";
import { Settings } from "typebox/system";
import { type AdminOperation, allRoles } from "../../src/admin/operation.ts";
import { adminOperations } from "../../src/admin/operations.ts";
import { operatorByEmail, type Role } from "../../src/store/operators/operators.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { Operator, signedIn } from "../support/console.ts";
import { tableDigests } from "../support/table-digests.ts";
import type { RawAnswer } from "../support/wire.ts";

/** Every operation of the back office refuses each field that its schema does not name, at every depth. */

type Schema = Type.TSchema & {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  patternProperties?: object;
};

/** Each object in a schema: its field names, and a function that makes a body with another value in its place. */
interface Place {
  pointer: string;
  names: string[];
  bodyWith(value: object): unknown;
}

function placesOf(schema: Schema, pointer = "", bodyWith: Place["bodyWith"] = (value) => value): Place[] {
  const inner = (schema.anyOf ?? []).flatMap((branch) => placesOf(branch, pointer, bodyWith));
  if (schema.items) return [...inner, ...placesOf(schema.items, `${pointer}/0`, (value) => bodyWith([value]))];
  if (!schema.properties) return inner;
  const own = { pointer, names: Object.keys(schema.properties), bodyWith };
  const deeper = Object.entries(schema.properties).flatMap(([name, field]) =>
    placesOf(field, `${pointer}/${name}`, (value) => bodyWith({ [name]: value })),
  );
  return [...inner, own, ...deeper];
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A path to the operation, with its required parameters. */
function address({ path, query }: AdminOperation): string {
  const { properties = {}, required = [] } = (query ?? {}) as Schema;
  const parameters = required.map((name): [string, string] => [
    name,
    properties[name]!.type === "integer" ? "1" : "123456",
  ]);
  const id = "00000000-0000-4000-8000-000000000000";
  return `${path.replaceAll(/\{\w+\}/g, id)}?${new URLSearchParams(parameters)}`;
}

describe("fields that an operation's schema does not name", () => {
  let app: TestApp;
  const operators: Record<string, Operator & { email: string }> = {};
  /** Names of all columns of all tables, in snake case and camel case. */
  let stored: string[] = [];
  let asBefore: Record<string, string>;
  before(async () => {
    app = await startApp();
    for (const role of allRoles) operators[role] = await signedIn(app, role);
    const { rows } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(
      app.store.database.db,
    );
    stored = [...new Set([...rows.flatMap(({ name }) => [name, camel(name)]), "constructor", "x"])];
    asBefore = await contents();
  });
  after(() => app.stop());

  /** The library names eight fields at most unless it is set to name more, and an answer twenty. */
  async function namingAll<T>(run: () => Promise<T>): Promise<T> {
    const most = limits as { problems: number };
    const usual = most.problems;
    Settings.Set({ maxErrors: 10_000 });
    most.problems = 10_000;
    try {
      return await run();
    } finally {
      Settings.Reset();
      most.problems = usual;
    }
  }

  const speakers = ({ roles }: AdminOperation): Operator[] =>
    roles === "anyone" ? [new Operator(app)] : roles.map((role) => operators[role]!);

  const contents = () => tableDigests(app.store.database.db, ["audit"]);

  for (const operation of adminOperations) {
    const { id, method, body, upload } = operation;
    if (method === "GET" || upload) continue;
    const places = placesOf((body ?? { properties: {} }) as Schema);
    test(`${id} refuses them in ${places.length} objects`, async () => {
      for (const { pointer, names, bodyWith } of places) {
        const unknown = stored.filter((name) => !names.includes(name));
        const value = bodyWith(Object.fromEntries(unknown.map((name) => [name, "owner"])));
        for (const operator of speakers(operation)) {
          const answer: RawAnswer = await namingAll(() => operator.call(method, address(operation), value));
          assert.equal(answer.status, 400, answer.text);
          const { code, errors } = JSON.parse(answer.text) as { code: string; errors: { pointer: string }[] };
          assert.equal(code, "invalid-field");
          const refused = new Set(errors.map((error) => error.pointer));
          const taken = unknown.filter((name) => !refused.has(`${pointer}/${name}`));
          assert.deepEqual(taken, [], `${id} takes fields at "${pointer}"`);
        }
      }
    });
  }

  test("none of these requests changed a row", async () => {
    assert.deepEqual(await contents(), asBefore);
  });

  const record = [
    "id",
    "email",
    "role",
    "password",
    "totpSecret",
    "totpStep",
    "demo",
    "active",
    "createdAt",
    "revision",
  ];
  const sample: Record<string, unknown> = { role: "owner", active: true, demo: true, totpStep: 0, revision: 1 };

  for (const role of allRoles)
    test(`${role} changes the own name, and no other field of the record`, async () => {
      const { db } = app.store.database;
      const operator = operators[role]!;
      const asBefore = await operatorByEmail(db, operator.email);
      const other = await operatorByEmail(db, operators["read-only"]!.email);
      for (const field of record) {
        const extra = { [field]: field === "id" ? other!.id : (sample[field] ?? null) };
        const answer = await operator.call("PUT", "/session", { name: "Ana", ...extra });
        assert.equal(answer.status, 400, `${field}: ${answer.text}`);
        const [error] = JSON.parse(answer.text).errors;
        assert.deepEqual([error.pointer, error.code], [`/${field}`, "unknown-field"]);
      }
      assert.deepEqual(await operatorByEmail(db, operator.email), asBefore);
    });

  test("an owner's change of one operator affects no other, whatever id the body has", async () => {
    const { db } = app.store.database;
    const [chosen, other] = await Promise.all(
      (["catalogue", "orders"] as Role[]).map((role) => operatorByEmail(db, operators[role]!.email)),
    );
    const { name, role, active, revision } = chosen!;
    const body = { name, role, active, revision, id: other!.id };
    assert.equal(await operators.owner!.refused(400, "PUT", `/operators/${chosen!.id}`, body), "invalid-field");
    assert.deepEqual(await operatorByEmail(db, other!.email), other);
    assert.deepEqual(await operatorByEmail(db, chosen!.email), chosen);
  });
});
