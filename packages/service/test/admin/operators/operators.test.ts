import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operatorByEmail } from "../../../src/store/operators/operators.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn, testPassword } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Operators as managed by owners. */

onPostgres("operators of the back office", (open) => {
  let app: TestApp;
  let owner: Operator & { email: string };
  before(async () => {
    app = await startApp({ open });
    owner = await signedIn(app, "owner");
  });
  after(() => app.stop());
  const stored = async (email: string) => (await operatorByEmail(app.store.database.db, email))!;
  const bodyOf = async (email: string, change: object) => {
    const { name, role, active, revision } = await stored(email);
    return { name, role, active, revision, ...change };
  };
  const put = async (by: Operator, email: string, change: object) =>
    by.call("PUT", `/operators/${(await stored(email)).id}`, await bodyOf(email, change));

  test("the last owner who can sign in must stay an active owner", async () => {
    await owner.ask("POST", "/operators", { email: "invited@example.com", name: "Eva", role: "owner" });
    for (const change of [{ role: "orders" }, { active: false }]) {
      // An invited owner without a password cannot sign in.
      const answer = await put(owner, owner.email, change);
      assert.equal(answer.status, 409, answer.text);
      assert.equal(JSON.parse(answer.text).code, "last-owner");
    }
    assert.equal((await put(owner, "invited@example.com", { active: false })).status, 200);
    const second = await signedIn(app, "owner");
    assert.equal((await put(second, second.email, { role: "orders" })).status, 200);
    assert.equal((await put(owner, owner.email, { role: "orders" })).status, 409);
  });

  test("if two owners give up their role at the same time, one stays an owner", async () => {
    const second = await signedIn(app, "owner");
    const bodies = await Promise.all([owner, second].map(({ email }) => bodyOf(email, { role: "read-only" })));
    const ids = await Promise.all([owner, second].map(async ({ email }) => (await stored(email)).id));
    const answers = await Promise.all([
      owner.call("PUT", `/operators/${ids[0]}`, bodies[0]),
      second.call("PUT", `/operators/${ids[1]}`, bodies[1]),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 409]);
    if (answers[0]!.status === 200) owner = second;
  });

  test("the audit log has the operator with the state before and after", async () => {
    const { email } = await signedIn(app, "catalogue");
    assert.equal((await put(owner, email, { role: "orders", name: "Ivo" })).status, 200);
    const { data } = await owner.ask("GET", "/audit?operation=operators.update&perPage=1");
    const [{ operator, subject, before, after: now }] = data;
    assert.deepEqual(
      [operator, subject, before.role, now.role, before.email, now.name],
      [owner.email, email, "catalogue", "orders", email, "Ivo"],
    );
    assert.equal(now.revision, before.revision + 1);
  });

  test("an invalid id is not found", async () => {
    for (const id of ["x", "-".repeat(36), "00000000-0000-4000-8000-000000000000"]) {
      const body = await bodyOf(owner.email, {});
      assert.equal(await owner.refused(404, "PUT", `/operators/${id}`, body), "not-found");
      assert.equal(await owner.refused(404, "GET", `/operators/${id}`), "not-found");
    }
  });

  test("a deactivated operator is signed out at once and cannot sign in", async () => {
    const operator = await signedIn(app, "orders");
    await operator.ask("GET", "/session");
    assert.equal((await put(owner, operator.email, { active: false })).status, 200);
    assert.equal(await operator.refused(401, "GET", "/session"), "signed-out");
    const credentials = { email: operator.email, password: testPassword };
    assert.equal(await operator.refused(401, "POST", "/session", credentials), "sign-in-failed");
    assert.equal((await put(owner, operator.email, { active: true })).status, 200);
    assert.equal(await operator.refused(401, "GET", "/session"), "signed-out", "the session stays ended");
  });

  test("a deactivated operator gets no link", async () => {
    const { email } = await signedIn(app, "orders");
    assert.equal((await put(owner, email, { active: false })).status, 200);
    const { id } = await stored(email);
    assert.equal(await owner.refused(409, "POST", `/operators/${id}/invitation`), "operator-inactive");
  });
});
