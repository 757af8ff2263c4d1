import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operatorByEmail } from "../../../src/store/operators/operators.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { Operator, signedIn, testPassword } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Sessions can be listed and ended, their cookie belongs to one host, and common passwords are refused. */

onPostgres("sessions of operators", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app.stop());

  async function signIn(email: string, agent: string): Promise<Operator> {
    const operator = new Operator(app);
    const answer = await operator.call("POST", "/session", { email, password: testPassword }, { "user-agent": agent });
    assert.equal(answer.status, 200, answer.text);
    return operator;
  }

  test("operators list their own sessions, and end one or all of them", async () => {
    const operator = await signedIn(app, "orders");
    const { email } = operator;
    const phone = await signIn(email, "Phone/1.0");
    const tablet = await signIn(email, "Tablet/2.0");
    const { data } = await operator.ask("GET", "/session/sessions");
    assert.equal(data.length, 3);
    assert.deepEqual(data.filter((one: { present: boolean }) => one.present).length, 1);
    const [ofPhone] = data.filter((one: { userAgent: string }) => one.userAgent === "Phone/1.0");
    assert.deepEqual(
      [ofPhone.remote, ofPhone.createdAt, ofPhone.seenAt, ofPhone.present],
      ["127.0.0.1", app.clock.now.toISOString(), app.clock.now.toISOString(), false],
    );
    await operator.ask("DELETE", `/session/sessions/${ofPhone.id}`);
    assert.equal(await phone.refused(401, "GET", "/session"), "signed-out");
    assert.equal(await operator.refused(404, "DELETE", `/session/sessions/${ofPhone.id}`), "not-found");
    await operator.ask("DELETE", "/session/sessions");
    assert.equal(await tablet.refused(401, "GET", "/session"), "signed-out");
    assert.equal(await operator.refused(401, "GET", "/session"), "signed-out");
  });

  test("only an owner can end another's session, and that is audited", async () => {
    const owner = await signedIn(app, "owner");
    const victim = await signedIn(app, "orders");
    const other = await signedIn(app, "catalogue");
    const { id } = (await operatorByEmail(app.store.database.db, victim.email))!;
    const { data } = await owner.ask("GET", `/operators/${id}/sessions`);
    assert.equal(data.length, 1);
    assert.equal(await other.refused(404, "DELETE", `/session/sessions/${data[0].id}`), "not-found");
    await victim.ask("GET", "/session");
    const second = await signIn(victim.email, "Phone/1.0");
    await owner.ask("DELETE", `/operators/${id}/sessions/${data[0].id}`);
    assert.equal(await victim.refused(401, "GET", "/session"), "signed-out");
    await second.ask("GET", "/session");
    await owner.ask("DELETE", `/operators/${id}/sessions`);
    assert.equal(await second.refused(401, "GET", "/session"), "signed-out");
    for (const operation of ["operators.endSession", "operators.endSessions"]) {
      const audit = await owner.ask("GET", `/audit?operation=${operation}`);
      assert.deepEqual([audit.data[0].operator, audit.data[0].subject], [owner.email, victim.email]);
    }
  });

  test("a common password, or one made of the own name or address, is refused with the field", async () => {
    const owner = await signedIn(app, "owner");
    const given = { email: "ana.garcia@example.com", name: "Ana García", role: "orders" };
    const { address } = await owner.ask("POST", "/operators", given);
    const path = "/invitation/acceptance";
    const token = address.split("/").at(-1);
    const guest = new Operator(app);
    assert.equal(await guest.refused(400, "POST", path, { token, password: "password1234" }), "password-common");
    assert.equal(await guest.refused(400, "POST", path, { token, password: "ana.garcia.2026" }), "password-personal");
    await guest.ask("POST", path, { token, password: testPassword });
    const change = { present: testPassword, next: "anagarcia@example" };
    const answer = await guest.call("POST", "/session/password", change);
    assert.equal(answer.status, 400, answer.text);
    const { code, errors } = JSON.parse(answer.text);
    assert.deepEqual([code, errors[0].pointer], ["password-personal", "/next"]);
  });

  test("over TLS the cookie has the prefix __Host-, and another name is ignored", async () => {
    const secure = await startApp({ open, config: { publicUrl: "https://console.example" } });
    try {
      const { email } = await signedIn(secure, "orders");
      const browser = new Operator(secure);
      const answer = await browser.call("POST", "/session", { email, password: testPassword });
      const [cookie] = answer.headers["set-cookie"]!;
      assert.match(cookie!, /^__Host-paseo_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
      await browser.ask("GET", "/session");
      const bare = cookie!.split(";")[0]!.replace("__Host-", "");
      const forged = await new Operator(secure).call("GET", "/session", undefined, { cookie: bare });
      assert.equal(forged.status, 401);
    } finally {
      await secure.stop();
    }
  });
});
