import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  createDemoOperator,
  demoOperator,
  firstOwnerToken,
  inviteOperator,
} from "../../../src/domain/operators/operators.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { Operator, signedIn, testPassword } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { assertProblem } from "../../support/wire.ts";

/** Sign-in to the back office, and how long sessions last. */

onPostgres("sessions of the back office", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app.stop());
  const later = (ms: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
  };
  const minuteMs = 60_000;

  test("of two concurrent requests for one address, one succeeds and the other gets a conflict", async () => {
    const { db } = app.store.database;
    const token = await firstOwnerToken(db, app.clock.now);
    const email = "taken@example.com";
    const owner = new Operator(app);
    const [refused] = await db.transaction().execute(async (tx) => {
      await inviteOperator(tx, { email, name: "Eva", role: "owner" }, app.clock.now);
      const answer = owner.refused(409, "POST", "/invitation/acceptance", { token, password: testPassword, email });
      await setTimeout(500);
      return [answer];
    });
    assert.equal(await refused, "email-taken");
    assert.equal((await owner.ask("POST", "/invitation", { token })).email, null, "the link is still valid");
  });

  test("the first owner sets an address and a password by a one-time link, which is offered until then", async () => {
    const { db } = app.store.database;
    const replaced = await firstOwnerToken(db, app.clock.now);
    const token = await firstOwnerToken(db, app.clock.now);
    const owner = new Operator(app);
    assert.equal(await owner.refused(410, "POST", "/invitation", { token: replaced }), "invitation-gone");
    assert.deepEqual(await owner.ask("POST", "/invitation", { token }), { email: null, name: "Owner" });
    assert.equal(
      await owner.refused(400, "POST", "/invitation/acceptance", { token, password: "short" }),
      "invalid-field",
    );
    assert.equal(
      await owner.refused(400, "POST", "/invitation/acceptance", { token, password: testPassword }),
      "invalid-field",
    );
    const me = await owner.ask("POST", "/invitation/acceptance", {
      token,
      password: testPassword,
      email: "ana@example.com",
      name: " Ana Ruiz ",
    });
    assert.deepEqual([me.email, me.name, me.role], ["ana@example.com", "Ana Ruiz", "owner"]);
    assert.equal(
      await owner.refused(410, "POST", "/invitation/acceptance", { token, password: testPassword }),
      "invitation-gone",
    );
    assert.equal(await firstOwnerToken(db, app.clock.now), null);
  });

  test("signing in needs address and password, and does not reveal which was wrong; signing out ends the session", async () => {
    const { email } = await signedIn(app, "orders");
    const operator = new Operator(app);
    assert.equal(await operator.refused(401, "GET", "/session"), "signed-out");
    const wrong = { email, password: "not the password" };
    assert.equal(await operator.refused(401, "POST", "/session", wrong), "sign-in-failed");
    const nobody = { email: "nobody@example.com", password: testPassword };
    assert.equal(await operator.refused(401, "POST", "/session", nobody), "sign-in-failed");
    const answer = await operator.call("POST", "/session", { email: email.toUpperCase(), password: testPassword });
    assert.equal(answer.status, 200, answer.text);
    const cookie = answer.headers["set-cookie"]![0]!;
    assert.match(cookie, /; Path=\/admin; HttpOnly; SameSite=Strict$/);
    assert.ok(!answer.text.includes(/=([\w-]{43});/.exec(cookie)![1]!), "the token is in no body");
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal((await operator.ask("GET", "/session")).email, email);
    await operator.ask("DELETE", "/session");
    assert.equal(await operator.refused(401, "GET", "/session"), "signed-out");
  });

  test("signing in again ends the browser's former session", async () => {
    const operator = await signedIn(app, "orders");
    const former = operator.cookie;
    await operator.ask("POST", "/session", { email: operator.email, password: testPassword });
    const { data } = await operator.ask("GET", "/session/sessions");
    assert.equal(data.length, 1);
    const withFormer = await new Operator(app).call("GET", "/session", undefined, { cookie: former });
    assertProblem(withFormer, 401, "signed-out");
  });

  test("signing in and signing out are in the audit log, failed attempts too", async () => {
    const owner = await signedIn(app, "owner");
    const operator = await signedIn(app, "orders");
    await operator.refused(401, "POST", "/session", { email: operator.email, password: "not the password" });
    await operator.ask("POST", "/session", { email: operator.email, password: testPassword });
    await operator.ask("DELETE", "/session");
    await operator.ask("DELETE", "/session");
    const { data } = await owner.ask("GET", `/audit?subject=${encodeURIComponent(operator.email)}&sort=at&order=asc`);
    const entries = data.map(({ operation, outcome }: Record<string, string>) => `${operation} ${outcome}`);
    assert.deepEqual(entries.filter((entry: string) => /sign/.test(entry)).reverse(), [
      "session.signIn refused",
      "session.signIn done",
      "session.signOut done",
    ]);
  });

  test("an idle session ends after twelve hours, a used one after a week", async () => {
    const operator = await signedIn(app, "read-only");
    later(11 * 60 * minuteMs);
    await operator.ask("GET", "/session");
    later(11 * 60 * minuteMs);
    await operator.ask("GET", "/session");
    later(13 * 60 * minuteMs);
    assert.equal(await operator.refused(401, "GET", "/session"), "signed-out");
    const busy = await signedIn(app, "read-only");
    for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
      later(10 * 60 * minuteMs);
      await busy.ask("GET", "/session");
    }
    later(10 * 60 * minuteMs);
    assert.equal(await busy.refused(401, "GET", "/session"), "signed-out");
  });

  test("five failures block an account from that address for a quarter of an hour", async () => {
    const { email } = await signedIn(app, "orders");
    const guesser = new Operator(app);
    for (let n = 0; n < 5; n++) await guesser.refused(401, "POST", "/session", { email, password: `guess ${n}` });
    later(minuteMs);
    const answer = await guesser.call("POST", "/session", { email, password: testPassword });
    assertProblem(answer, 429, "too-many-requests");
    assert.equal(answer.headers["retry-after"], "840");
    later(14 * minuteMs + 1);
    await guesser.ask("POST", "/session", { email, password: testPassword });
  });

  test("a new password ends the other sessions, and needs the current one", async () => {
    const operator = await signedIn(app, "orders");
    const other = new Operator(app);
    await other.ask("POST", "/session", { email: operator.email, password: testPassword });
    const next = "another long password";
    assert.equal(
      await operator.refused(400, "POST", "/session/password", { present: "wrong", next }),
      "password-wrong",
    );
    await operator.ask("POST", "/session/password", { present: testPassword, next });
    await operator.ask("GET", "/session");
    assert.equal(await other.refused(401, "GET", "/session"), "signed-out");
    await other.ask("POST", "/session", { email: operator.email, password: next });
  });

  test("a change from another site, or without the console's header, is refused", async () => {
    const operator = await signedIn(app, "owner");
    const settings = { name: "Ana" };
    const from = (headers: Record<string, string>) => operator.call("PUT", "/session", settings, headers);
    assertProblem(await from({ origin: "https://evil.example.com" }), 403, "key-forbidden");
    assertProblem(await from({ "sec-fetch-site": "cross-site" }), 403, "key-forbidden");
    assertProblem(await from({ "sec-fetch-site": "same-site" }), 403, "key-forbidden");
    assert.equal((await from({ origin: app.url, "sec-fetch-site": "same-origin" })).status, 200);
    const raw = async (method: string, headers: Record<string, string>, body?: unknown) =>
      (
        await fetch(`${app.url}/admin/api/session`, {
          method,
          headers: { cookie: operator.cookie, "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      ).status;
    assert.equal(await raw("PUT", {}, settings), 403);
    assert.equal(await raw("POST", {}, { email: operator.email, password: testPassword }), 403);
    assert.equal(await raw("PUT", { "x-paseo-console": "1" }, settings), 200);
  });

  test("after signing out, a cookie that was kept is refused", async () => {
    const operator = await signedIn(app, "owner");
    const { cookie } = operator;
    const shown = () => fetch(`${app.url}/admin/api/session`, { headers: { cookie, "x-paseo-console": "1" } });
    assert.equal((await shown()).status, 200);
    await operator.call("DELETE", "/session");
    assert.equal((await shown()).status, 401);
  });

  test("the demo's operator signs in on this machine only", async () => {
    const { db } = app.store.database;
    await createDemoOperator(db, app.clock.now);
    const demo = new Operator(app);
    // There are operators already, so none is created.
    assert.equal(await demo.refused(401, "POST", "/session", demoOperator), "sign-in-failed");
    const fresh = await startApp({ open });
    try {
      await createDemoOperator(fresh.store.database.db, fresh.clock.now);
      const here = new Operator(fresh);
      assert.equal((await here.ask("POST", "/session", demoOperator)).role, "owner");
      const proxied = await here.call("GET", "/session", undefined, { "x-forwarded-for": "203.0.113.7" });
      assert.equal(proxied.status, 401);
      const elsewhere = new Operator(fresh);
      const answer = await elsewhere.call("POST", "/session", demoOperator, { "x-forwarded-for": "203.0.113.7" });
      assert.equal(answer.status, 401);
    } finally {
      await fresh.stop();
    }
  });
});
