import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { runAttempt } from "../../../src/domain/operators/attempts.ts";
import { inviteOperator } from "../../../src/domain/operators/operators.ts";
import { hashPassword } from "../../../src/domain/operators/passwords.ts";
import { checkSignIn } from "../../../src/domain/operators/sign-in.ts";
import { openServer } from "../../../src/store/database/database.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { operatorByEmail } from "../../../src/store/operators/operators.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { command } from "../../support/command.ts";
import { Operator, signedIn, testPassword } from "../../support/console.ts";
import { onPostgres, type TestStore } from "../../support/servers/stores.ts";
import { type RawAnswer, send } from "../../support/wire.ts";

/** Of many concurrent attempts few are checked. Attempts from other addresses block no operator. */

/** More than the hashes that run or wait at the same time, and more than the connections of a pool. */
const guessing = 60;

/** Counts the answers by status. A 401 or a 400 means that the service checked a password or a code. */
const tally = (answers: { status: number }[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  );

/** A busy machine may cut a connection or let it time out. The attempt then checked nothing. */
function guess(url: string, body: object): Promise<Pick<RawAnswer, "status" | "headers" | "text">> {
  return send(`${url}/admin/api/session`, {
    method: "POST",
    headers: { "x-paseo-console": "1", "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch((error: Error) => ({ status: 0, headers: {}, text: error.message }));
}

const refusals = async ({ database }: TestStore, subject: string): Promise<number> => {
  const page = { offset: 0, limit: 10 };
  const { rows } = await listAudit(database.db, { operation: "session.signIn", subject }, page);
  return rows.filter(({ outcome }) => outcome === "refused").length;
};

onPostgres("sign-in limits", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app.stop());

  test(`of ${guessing} concurrent guesses for one account, five are tried`, async () => {
    const { email } = await signedIn(app, "orders");
    const answers = await Promise.all(
      Array.from({ length: guessing }, (_, n) => guess(app.url, { email, password: `guess number ${n}` })),
    );
    const counted = tally(answers);
    assert.equal(counted[401], 5, JSON.stringify(counted));
    assert.equal(counted[200], undefined);
    assert.ok(counted[429]! > 0, JSON.stringify(counted));
    assert.equal(await refusals(app.store, email), 5);
    for (const answer of answers)
      if (answer.status === 429) assert.ok(Number(answer.headers["retry-after"]) > 0, "Retry-After");
    assert.equal((await guess(app.url, { email, password: testPassword })).status, 429);
  });

  test("of many concurrent codes, five are tried: at sign-in, and to confirm a change", async () => {
    const operator = await signedIn(app, "orders");
    const { secret } = await operator.ask("POST", "/session/second-factor");
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now.getTime() });
    const proof = { presentPassword: testPassword };
    const { recoveryCodes } = await operator.ask("PUT", "/session/second-factor", { secret, code, ...proof });
    const wrong = Array.from({ length: 15 }, (_, n) => `${n}`.padStart(6, "7"));
    const { email } = operator;
    const atSignIn = await Promise.all(wrong.map((code) => guess(app.url, { email, password: testPassword, code })));
    assert.equal(tally(atSignIn)[401], 5);
    assert.equal((await guess(app.url, { email, password: testPassword, code: recoveryCodes[0] })).status, 429);

    const places: ((code: string) => [string, string, object])[] = [
      (code) => ["POST", "/session/second-factor/removal", { presentCode: code }],
      (code) => ["POST", "/session/recovery-codes", { presentPassword: `password ${code}` }],
      (code) => ["POST", "/session/password", { present: `password ${code}`, next: "another long password" }],
    ];
    for (const place of places) {
      await command(app.app.service, "operators", "unlock", email);
      const answers = await Promise.all(wrong.map((code) => operator.call(...place(code))));
      assert.deepEqual(tally(answers), { 400: 5, 429: 10 }, place("x")[1]);
    }
    assert.equal((await operator.ask("GET", "/session")).recoveryCodes, 10);
  });

  test("an unknown invitation costs no hash, and a valid one few", async () => {
    const { db } = app.store.database;
    const made = await db
      .transaction()
      .execute((tx) =>
        inviteOperator(tx, { email: "guest@example.com", name: "Guest", role: "orders" }, app.clock.now),
      );
    const accept = (token: string) =>
      new Operator(app).call("POST", "/invitation/acceptance", { token, password: testPassword });
    const unknown = await Promise.all(Array.from({ length: 15 }, () => accept("x".repeat(43))));
    assert.deepEqual(tally(unknown), { 410: 15 });
    const answers = await Promise.all(Array.from({ length: 15 }, () => accept(made!.token)));
    const counted = tally(answers);
    assert.equal(counted[200], 1, JSON.stringify(counted));
    assert.ok((counted[410] ?? 0) + (counted[429] ?? 0) === 14, JSON.stringify(counted));
  });

  test("attempts from elsewhere do not block an address from which the account has signed in", async () => {
    const { db } = app.store.database;
    const { email } = await signedIn(app, "owner");
    const { now } = app.clock;
    const from = (remote: string, password: string) =>
      checkSignIn(db, { email, password, code: null, remote, userAgent: "", local: false }, now);
    assert.equal((await from("192.0.2.1", testPassword)).outcome, "known");
    for (let n = 0; n < 20; n++) assert.equal((await from(`198.51.100.${n >> 2}`, "wrong")).outcome, "refused");
    // The account is closed to addresses that it never signed in from.
    assert.equal((await from("203.0.113.9", testPassword)).outcome, "too-often");
    assert.equal((await from("192.0.2.1", testPassword)).outcome, "known");
    await command(app.app.service, "operators", "unlock", email);
    assert.equal((await from("203.0.113.9", testPassword)).outcome, "known");
  });

  test("one IPv6 network counts as one address, and many accounts from one address are limited too", async () => {
    const { db } = app.store.database;
    const { now } = app.clock;
    const from = (email: string, remote: string) =>
      checkSignIn(db, { email, password: "wrong", code: null, remote, userAgent: "", local: false }, now);
    for (let n = 0; n < 5; n++) assert.equal((await from("a@example.com", `2001:db8:1:2::${n}`)).outcome, "refused");
    assert.equal((await from("a@example.com", "2001:db8:1:2:ffff::1")).outcome, "too-often");
    assert.equal((await from("a@example.com", "2001:db8:1:3::1")).outcome, "refused");
    // These attempts hash no password.
    const wrong = async () => ({ verdict: "wrong" as const });
    for (let n = 0; n < 97; n++)
      await runAttempt(db, { account: `many${n}`, remote: "192.0.2.77" }, now, wrong, { signingIn: true });
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => from(`last${n}@example.com`, "192.0.2.77")));
    assert.equal(many.filter(({ outcome }) => outcome === "refused").length, 3);
    assert.equal(many.filter(({ outcome }) => outcome === "too-often").length, 5);
  });

  test("an owner can unlock an operator", async () => {
    const owner = await signedIn(app, "owner");
    const { email } = await signedIn(app, "orders");
    for (let n = 0; n < 5; n++) await guess(app.url, { email, password: "not the password" });
    assert.equal((await guess(app.url, { email, password: testPassword })).status, 429);
    const { id } = (await operatorByEmail(app.store.database.db, email))!;
    await owner.ask("POST", `/operators/${id}/unlock`);
    assert.equal((await guess(app.url, { email, password: testPassword })).status, 200);
    const { data } = await owner.ask("GET", "/audit?operation=operators.unlock");
    assert.equal(data[0].subject, email);
  });

  test("too many concurrent hashes are refused with 503, and their attempts do not count", async () => {
    const { email } = await signedIn(app, "orders");
    // Sends as many sign-ins as may wait, and some for each slot that becomes free.
    let done = false;
    let refused = 0;
    const hashing = Array.from({ length: 40 }, async () => {
      while (!done) {
        const done = await hashPassword("a password").then(
          () => true,
          () => false,
        );
        if (!done) refused++;
        if (!done) await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const answer = await guess(app.url, { email, password: testPassword });
    done = true;
    await Promise.all(hashing);
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.headers["retry-after"], "1");
    assert.ok(refused > 0);
    for (let n = 0; n < 5; n++) assert.equal((await guess(app.url, { email, password: "wrong" })).status, 401);
  });
});

onPostgres("sign-in limits across services of one store", (open) => {
  test(`of ${guessing} concurrent guesses, five are tried`, async () => {
    const first = await startApp({ open });
    const { url } = first.store;
    const second = await startApp({
      open: async () => {
        const database = openServer(url);
        return { database, url, close: () => database.close() };
      },
    });
    try {
      const email = `${randomUUID()}@example.com`;
      const answers = await Promise.all(
        Array.from({ length: guessing }, (_, n) =>
          guess([first, second][n % 2]!.url, { email, password: `guess number ${n}` }),
        ),
      );
      const counted = tally(answers);
      assert.equal(counted[401], 5, JSON.stringify(counted));
      assert.equal(await refusals(first.store, email), 5);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});
