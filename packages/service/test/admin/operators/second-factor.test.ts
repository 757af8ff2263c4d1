import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { writeRecoveryCodes } from "../../../src/store/operators/operators.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { Operator, signedIn, testPassword } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** The second factor and its recovery codes: what they protect, and how they are protected. */

onPostgres("second factor of the back office", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app.stop());
  const stepMs = 30_000;
  const later = (ms: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
  };
  const byPassword = { presentPassword: testPassword };

  /** Returns a function that makes codes of a secret, each in another time step. */
  const codesOf = (secret: string) => {
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    return () => {
      later(stepMs);
      return totp.generate({ timestamp: app.clock.now.getTime() });
    };
  };
  const wrongCode = (code: string) => (code === "000000" ? "111111" : "000000");

  /** Makes an operator with a second factor. Returns its codes and its recovery codes. */
  async function guarded() {
    const operator = await signedIn(app, "catalogue");
    const { secret } = await operator.ask("POST", "/session/second-factor");
    const code = codesOf(secret);
    const { recoveryCodes } = await operator.ask("PUT", "/session/second-factor", {
      secret,
      code: code(),
      ...byPassword,
    });
    return { operator, email: operator.email, code, recoveryCodes: recoveryCodes as string[] };
  }

  test("with a second factor the password alone is not enough, and each code works once", async () => {
    const operator = await signedIn(app, "catalogue");
    const { secret, address } = await operator.ask("POST", "/session/second-factor");
    assert.match(address, /^otpauth:\/\/totp\//);
    const code = codesOf(secret);
    const first = code();
    const wrong = { secret, code: wrongCode(first), ...byPassword };
    assert.equal(await operator.refused(400, "PUT", "/session/second-factor", wrong), "code-wrong");
    await operator.ask("PUT", "/session/second-factor", { secret, code: first, ...byPassword });
    const me = await operator.ask("GET", "/session");
    assert.deepEqual([me.secondFactor, me.recoveryCodes], [true, 10]);

    const browser = new Operator(app);
    const password = { email: operator.email, password: testPassword };
    assert.equal(await browser.refused(401, "POST", "/session", password), "second-factor-needed");
    // The confirmation has used this code up.
    assert.equal(await browser.refused(401, "POST", "/session", { ...password, code: first }), "sign-in-failed");
    const second = code();
    await browser.ask("POST", "/session", { ...password, code: second });
    assert.equal(await browser.refused(401, "POST", "/session", { ...password, code: second }), "sign-in-failed");
  });

  test("turning it on, changing it and turning it off needs the password or a current code", async () => {
    const operator = await signedIn(app, "orders");
    const { secret } = await operator.ask("POST", "/session/second-factor");
    const code = codesOf(secret);
    const put = (body: object) => operator.call("PUT", "/session/second-factor", { secret, code: code(), ...body });
    const problemOf = async (body: object) => {
      const { status, text } = await put(body);
      const { code, errors } = JSON.parse(text);
      return [status, code, errors?.[0].pointer];
    };
    assert.deepEqual(await problemOf({}), [400, "invalid-field", "/presentPassword"]);
    const wrongPassword = { presentPassword: "not the password" };
    assert.deepEqual(await problemOf(wrongPassword), [400, "password-wrong", "/presentPassword"]);
    // A code of an unconfirmed factor proves nothing.
    assert.deepEqual(await problemOf({ presentCode: code() }), [400, "code-wrong", "/presentCode"]);
    assert.equal((await operator.ask("GET", "/session")).secondFactor, false);
    assert.equal((await put(byPassword)).status, 200);

    const { secret: other } = await operator.ask("POST", "/session/second-factor");
    const codeOfOther = codesOf(other);
    const replace = (body: object) => ({ secret: other, code: codeOfOther(), ...body });
    const path = "/session/second-factor";
    assert.equal(await operator.refused(400, "PUT", path, replace({})), "invalid-field");
    assert.equal(await operator.refused(400, "PUT", path, replace({ presentCode: codeOfOther() })), "code-wrong");
    await operator.ask("PUT", path, replace({ presentCode: code() }));

    for (const [body, refusal] of [
      [{}, "invalid-field"],
      [{ presentCode: wrongCode(codeOfOther()) }, "code-wrong"],
      [wrongPassword, "password-wrong"],
    ] as const)
      assert.equal(await operator.refused(400, "POST", `${path}/removal`, body), refusal);
    assert.equal((await operator.ask("GET", "/session")).secondFactor, true);
    await operator.ask("POST", `${path}/removal`, { presentCode: codeOfOther() });
    assert.equal((await operator.ask("GET", "/session")).secondFactor, false);
    await new Operator(app).ask("POST", "/session", { email: operator.email, password: testPassword });
  });

  test("a wrong password or code is audited as a refused change", async () => {
    const owner = await signedIn(app, "owner");
    const { operator, email, code } = await guarded();
    await operator.refused(400, "POST", "/session/recovery-codes", { presentPassword: "wrong password 1" });
    await operator.refused(400, "POST", "/session/second-factor/removal", { presentCode: wrongCode(code()) });
    await operator.refused(400, "POST", "/session/password", {
      present: "wrong password 2",
      next: "a new long password",
    });
    const { data } = await owner.ask("GET", `/audit?subject=${encodeURIComponent(email)}&sort=at&order=asc`);
    const refused = data.filter(({ outcome }: { outcome: string }) => outcome === "refused");
    assert.deepEqual(refused.map(({ operation }: { operation: string }) => operation).sort(), [
      "session.password",
      "session.recoveryCodes",
      "session.removeSecondFactor",
    ]);
  });

  test("a change of the second factor or of its recovery codes ends the other sessions, and is audited", async () => {
    const owner = await signedIn(app, "owner");
    const { operator, email, code } = await guarded();
    const changes: [id: string, change: () => Promise<unknown>][] = [
      ["session.recoveryCodes", () => operator.ask("POST", "/session/recovery-codes", byPassword)],
      ["session.removeSecondFactor", () => operator.ask("POST", "/session/second-factor/removal", byPassword)],
    ];
    for (const [id, change] of changes) {
      const other = new Operator(app);
      await other.ask("POST", "/session", { email, password: testPassword, code: code() });
      await change();
      assert.equal(await other.refused(401, "GET", "/session"), "signed-out");
      await operator.ask("GET", "/session");
      const { data } = await owner.ask("GET", `/audit?operation=${id}&subject=${encodeURIComponent(email)}`);
      assert.deepEqual([data.length, data[0].operator], [1, email]);
    }
  });

  test("a recovery code replaces the second factor once, in any letter case and grouping", async () => {
    const { email, recoveryCodes } = await guarded();
    assert.equal(new Set(recoveryCodes).size, 10);
    const signIn = (code: string) =>
      new Operator(app).call("POST", "/session", { email, password: testPassword, code });
    const [first, second] = recoveryCodes as [string, string];
    const answer = await signIn(first.toUpperCase().replaceAll("-", " "));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(JSON.parse(answer.text).recoveryCodes, 9);
    assert.equal((await signIn(first)).status, 401);
    // Of two concurrent uses one succeeds.
    const both = await Promise.all([signIn(second), signIn(second)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  });

  test("a recovery code has 140 random bits, and codes of the former length still work", async () => {
    const { operator, email, recoveryCodes } = await guarded();
    for (const code of recoveryCodes) assert.match(code, /^([a-km-np-z2-9]{4}-){6}[a-km-np-z2-9]{4}$/);
    const former = "abcd-efgh-jkmn-pqrs";
    const hash = createHash("sha256").update(former.replaceAll("-", "")).digest();
    const { id } = await operator.ask("GET", "/session");
    await app.store.database.db.transaction().execute((tx) => writeRecoveryCodes(tx, id, [hash]));
    await new Operator(app).ask("POST", "/session", { email, password: testPassword, code: former });
  });

  test("new recovery codes need the password or a code, and replace the former ones", async () => {
    const { operator, email, code, recoveryCodes } = await guarded();
    assert.equal(await operator.refused(400, "POST", "/session/recovery-codes", {}), "invalid-field");
    const { recoveryCodes: fresh } = await operator.ask("POST", "/session/recovery-codes", { presentCode: code() });
    assert.equal(fresh.filter((one: string) => recoveryCodes.includes(one)).length, 0);
    const password = { email, password: testPassword };
    const browser = new Operator(app);
    assert.equal(
      await browser.refused(401, "POST", "/session", { ...password, code: recoveryCodes[3] }),
      "sign-in-failed",
    );
    await browser.ask("POST", "/session", { ...password, code: fresh[3] });
    await operator.ask("POST", "/session/second-factor/removal", byPassword);
    assert.equal(await operator.refused(409, "POST", "/session/recovery-codes", byPassword), "second-factor-off");
  });
});

onPostgres("a second factor that every operator needs", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open, config: { secondFactor: "required" } });
  });
  after(() => app.stop());

  test("an operator without one must set it up first, and cannot turn it off", async () => {
    const operator = await signedIn(app, "owner");
    const me = await operator.ask("GET", "/session");
    assert.deepEqual([me.secondFactor, me.secondFactorRequired], [false, true]);
    for (const [method, path] of [
      ["GET", "/orders"],
      ["GET", "/session/sessions"],
      ["POST", "/session/password"],
      ["PUT", "/session"],
    ] as const)
      assert.equal(await operator.refused(403, method, path), "second-factor-required", path);
    const { secret } = await operator.ask("POST", "/session/second-factor");
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now.getTime() });
    const proof = { presentPassword: testPassword };
    await operator.ask("PUT", "/session/second-factor", { secret, code, ...proof });
    await operator.ask("GET", "/orders");
    assert.equal(
      await operator.refused(409, "POST", "/session/second-factor/removal", proof),
      "second-factor-required",
    );
  });
});
