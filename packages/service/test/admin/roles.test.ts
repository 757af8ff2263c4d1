import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { allRoles } from "../../src/admin/operation.ts";
import { adminOperations } from "../../src/admin/operations.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { Operator, signedIn } from "../support/console.ts";
import { allowed } from "./allowed-roles.ts";

/** Sends every operation with every role: a forbidden operation is a 403 and is in the audit log. */

describe("roles of the back office", () => {
  let app: TestApp;
  const operators: Record<string, Operator & { email: string }> = {};
  /** Operation and operator of each refused request. */
  const forbidden: string[] = [];
  before(async () => {
    app = await startApp();
    for (const role of allRoles) operators[role] = await signedIn(app, role);
  });
  after(() => app.stop());
  const address = (path: string) => path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");

  for (const { id, method, path, roles } of adminOperations) {
    if (roles === "anyone") continue;
    test(`${id}: ${roles.join(", ")}`, async () => {
      assert.equal(await new Operator(app).refused(401, method, address(path)), "signed-out");
      for (const role of allRoles) {
        if (roles.includes(role)) continue;
        const { email } = operators[role]!;
        assert.equal(await operators[role]!.refused(403, method, address(path)), "role-forbidden", role);
        forbidden.push(`${id} ${email}`);
      }
    });
  }

  test("each operation has the roles of the table, and no others", () => {
    const declared = adminOperations.map(({ id, roles }) => `${id}: ${roles === "anyone" ? roles : roles.join(", ")}`);
    const expected = Object.entries(allowed).flatMap(([roles, resources]) =>
      Object.entries(resources).flatMap(([resource, actions]) =>
        actions.split(" ").map((action) => `${resource}.${action}: ${roles}`),
      ),
    );
    assert.deepEqual(declared.toSorted(), expected.toSorted());
  });

  test("each refusal is in the audit log", async () => {
    const { rows } = await listAudit(app.store.database.db, {}, { offset: 0, limit: 10_000 });
    assert.ok(rows.every(({ outcome }) => outcome === "forbidden"));
    assert.deepEqual(rows.map(({ operation, operator }) => `${operation} ${operator}`).toReversed(), forbidden);
  });

  test("no address holds the token of a one-time link, which a proxy would log", () => {
    const parameters = adminOperations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    assert.ok(parameters.includes("id"));
    assert.ok(!parameters.includes("token"));
  });

  test("the role partner calls the operations on its own partner and on its own account, and no others; nobody else calls the former", () => {
    const isOwn = (id: string) => id.startsWith("own.");
    const account = /^(session|account)\.|^roles\.table$/;
    for (const { id, roles } of adminOperations) {
      if (roles === "anyone" || account.test(id)) assert.ok(!isOwn(id));
      else assert.deepEqual(roles.includes("partner"), isOwn(id), id);
      if (isOwn(id)) assert.deepEqual(roles, ["partner"], id);
    }
  });

  test("each operation has its own id, path and roles, and an owner may use all operations on the store", () => {
    const ids = adminOperations.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const routes = adminOperations.map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(routes).size, routes.length);
    for (const { id, roles } of adminOperations)
      assert.ok(roles === "anyone" || roles.includes("owner") || id.startsWith("own."), id);
  });
});
