import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { pino } from "pino";
import { createOperatorMail } from "../../../src/mail/mail-server.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { freePort } from "../../support/servers/postgres.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** The mail server that an owner sets and tries. */

const password = "p/w: ñ%";

onPostgres("the mail server", (open) => {
  const mailbox = new Mailbox();
  const guarded = new Mailbox({ user: "paseo@example", password });
  let app: TestApp;
  let owner: Operator & { email: string };
  before(async () => {
    await Promise.all([mailbox.open(), guarded.open()]);
    app = await startApp({ open, config: { secretsKey: Buffer.alloc(32, 7), operatorName: "Paseo Tours" } });
    owner = await signedIn(app, "owner");
  });
  afterEach(() => owner.ask("DELETE", "/mail"));
  after(async () => {
    await app.stop();
    await Promise.all([mailbox.close(), guarded.close()]);
  });
  const tried = (body: object) => owner.ask("POST", "/mail/test", { to: "ana@example.com", ...body });
  const setUp = async () => (await owner.ask("GET", "/home")).setup.mail;

  test("a server is tried before it is saved, then applies at once, also in a process that was started before", async () => {
    const { db } = app.store.database;
    const logger = pino({ level: "silent" });
    const elsewhere = createOperatorMail(
      { smtpUrl: undefined, mailFrom: "", operatorName: "Paseo Tours" },
      { db, logger },
    );
    const letter = {
      id: "1",
      lang: "en" as const,
      to: { name: "", address: "guest@example.com" },
      subject: "s",
      text: "t\n",
    };
    try {
      assert.deepEqual(await owner.ask("GET", "/mail"), { environment: null, stored: null });
      assert.deepEqual([await setUp(), (await elsewhere.post(letter)).posted], [false, false]);
      assert.equal((await tried({})).fault, "none");
      const server = mailbox.server;
      assert.deepEqual(await tried({ server }), { fault: null, detail: null });
      const [trial] = mailbox.received.splice(0);
      assert.deepEqual([trial!.from, trial!.to], ["reservas@paseo.example", ["ana@example.com"]]);
      assert.equal(trial!.headers.get("subject"), "Test e-mail from Paseo Tours");
      assert.equal(await setUp(), false, "a trial saves nothing");
      assert.deepEqual(await owner.ask("PUT", "/mail", server), { ...server, hasPassword: false });
      assert.equal(await setUp(), true);
      assert.deepEqual(await elsewhere.post(letter), { posted: true });
      assert.deepEqual(
        mailbox.received.splice(0).map(({ to }) => to),
        [["guest@example.com"]],
      );
      assert.equal((await tried({})).fault, null);
      mailbox.received.splice(0);
      await owner.ask("DELETE", "/mail");
      assert.deepEqual([await setUp(), (await elsewhere.post(letter)).posted], [false, false]);
    } finally {
      elsewhere.close();
    }
  });

  test("the password is sealed, never answered or recorded, and kept for the same server and user only", async () => {
    const { db } = app.store.database;
    const server = { ...guarded.server, user: "paseo@example" };
    assert.equal(await owner.refused(400, "PUT", "/mail", server), "invalid-field");
    assert.deepEqual(await owner.ask("PUT", "/mail", { ...server, password }), { ...server, hasPassword: true });
    const { rows } = await sql<{ value: string }>`select value from fact where name = 'mail-server'`.execute(db);
    assert.match(rows[0]!.value, /^enc:v1:[0-9a-f]{8}:[\w-]+$/);
    const answers = JSON.stringify([
      await owner.ask("GET", "/mail"),
      await listAudit(db, { subject: "mail" }, { offset: 0, limit: 10 }),
    ]);
    assert.ok(!answers.includes("p/w"), answers);
    assert.deepEqual(await owner.ask("PUT", "/mail", { ...server, from: "a@paseo.example" }), {
      ...server,
      from: "a@paseo.example",
      hasPassword: true,
    });
    for (const other of [{ user: "another@example" }, { host: "mail.example.com" }])
      assert.equal(await owner.refused(400, "PUT", "/mail", { ...server, ...other }), "invalid-field");
    assert.equal(
      await owner.refused(400, "POST", "/mail/test", {
        to: "ana@example.com",
        server: { ...server, host: "localhost" },
      }),
      "invalid-field",
    );
  });

  test("a trial reports what the server answered", async () => {
    const server = mailbox.server;
    mailbox.trouble = { at: "recipient", with: 550 };
    assert.deepEqual(await tried({ server }), {
      fault: "refused",
      detail: "The mail server refused the e-mail: 550 Not here, not now",
    });
    mailbox.trouble = null;
    const fault = async (more: object) => (await tried({ server: { ...server, ...more } })).fault;
    assert.equal(await fault({ port: await freePort() }), "unreachable");
    assert.equal(await fault({ host: "nowhere.invalid" }), "unknown-host");
    assert.equal(await fault({ security: "tls" }), "encryption");
    assert.equal(await fault({ security: "starttls" }), "encryption");
    assert.equal(mailbox.received.length, 0);
  });

  test("only owners see and change it, and bad values are refused by name", async () => {
    const desk = await signedIn(app, "orders");
    for (const [method, path] of [
      ["GET", "/mail"],
      ["PUT", "/mail"],
      ["DELETE", "/mail"],
      ["POST", "/mail/test"],
    ] as const)
      assert.equal(await desk.refused(403, method, path), "role-forbidden", `${method} ${path}`);
    for (const [field, value] of [
      ["host", "mail example"],
      ["host", "a/b"],
      ["host", "2026-06-01T00:00:00"],
      ["port", 0],
      ["security", "none"],
      ["from", "nobody"],
    ] as const) {
      const answer = await owner.call("PUT", "/mail", { ...mailbox.server, [field]: value });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(
        JSON.parse(answer.text).errors.map(({ pointer }: { pointer: string }) => pointer),
        [`/${field}`],
      );
    }
  });

  test("the server of the environment wins, is shown without its password, and cannot be changed", async () => {
    const smtpUrl = mailbox.url.replace("//", "//paseo:hunter2@");
    const other = await startApp({ open, config: { smtpUrl, mailFrom: "env@paseo.example" } });
    try {
      const boss = await signedIn(other, "owner");
      const { hostname, port } = new URL(smtpUrl);
      const environment = { host: hostname, port: Number(port), user: "paseo", from: "env@paseo.example" };
      assert.deepEqual(await boss.ask("GET", "/mail"), { environment, stored: null });
      assert.equal(await boss.refused(409, "PUT", "/mail", guarded.server), "mail-from-environment");
      assert.equal(await boss.refused(409, "DELETE", "/mail"), "mail-from-environment");
      const server = guarded.server;
      assert.equal(await boss.refused(409, "POST", "/mail/test", { to: "a@b.co", server }), "mail-from-environment");
    } finally {
      await other.stop();
    }
  });
});
