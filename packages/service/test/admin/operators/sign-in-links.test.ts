import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { Operator, signedIn, someHotel, testPassword } from "../../support/console.ts";
import { until } from "../../support/until.ts";

/** People of partners sign in by links that are sent to their address. */

describe("links to sign in", () => {
  const mailbox = new Mailbox();
  let app: TestApp;
  let owner: Operator;
  before(async () => {
    await mailbox.open();
    app = await startApp({ config: { smtpUrl: mailbox.url, mailFrom: "office@example.com" } });
    owner = await signedIn(app, "owner");
    await signedIn(app, "partner");
  });
  after(async () => {
    await app.stop();
    await mailbox.close();
  });

  const anyone = () => new Operator(app);
  const later = (minutes: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
  };
  const openRequests = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sign_in_link_request`.execute(
      app.store.database.db,
    );
    return rows[0]!.n;
  };

  /** Invites a person of the hotel, who chooses a password. */
  async function joined(email: string) {
    const invited = await owner.ask("POST", "/operators", { email, role: "partner", partnerId: someHotel.externalId });
    const person = new Operator(app);
    const token = invited.address.split("/").at(-1);
    const me = await person.ask("POST", "/invitation/acceptance", { token, password: testPassword });
    return { id: invited.id as string, person, me };
  }

  /** Asks for a link and waits until the request is done. Returns the tokens of the links that were sent. */
  async function linksFor(email: string): Promise<string[]> {
    const before = mailbox.received.length;
    assert.deepEqual(await new Operator(app).ask("POST", "/session/link", { email }), {});
    await until(async () => (await openRequests()) === 0, "an e-mail");
    return mailbox.received.slice(before).map(({ text }) => /#\/sign-in\/([\w-]+)/.exec(text)![1]!);
  }

  test("an invited person belongs to one partner, and to no other role", async () => {
    const { me } = await joined("eva@hotel.example");
    assert.deepEqual([me.role, me.partnerId, me.partnerName], ["partner", someHotel.id, "Hotel"]);
    const refusedField = async (body: object) => {
      const answer = await owner.call("POST", "/operators", { email: "x@hotel.example", ...body });
      assert.equal(answer.status, 400);
      const [{ pointer, code }] = JSON.parse(answer.text).errors;
      return `${pointer} ${code}`;
    };
    assert.equal(await refusedField({ role: "partner" }), "/partnerId partner-missing");
    assert.equal(await refusedField({ role: "partner", partnerId: "nobody" }), "/partnerId partner-missing");
    assert.equal(
      await refusedField({ role: "orders", partnerId: someHotel.id }),
      "/partnerId only-partner-has-partner",
    );
    const { data } = await owner.ask("GET", "/operators?partner=hotel");
    const eva = data.find(({ email }: { email: string }) => email === "eva@hotel.example");
    assert.deepEqual([eva.joined, eva.signedInAt], [true, app.clock.now.toISOString()]);
    assert.ok(data.every(({ role }: { role: string }) => role === "partner"));
  });

  test("a link signs in once, and for 15 minutes", async () => {
    const email = "ana@hotel.example";
    await joined(email);
    const [first] = await linksFor(email.toUpperCase());
    const [second] = await linksFor(email);
    const mail = mailbox.received.at(-1)!;
    assert.deepEqual([mail.to, mail.text.includes("15")], [[email], true]);
    const { rows } = await sql<{ row: string }>`select to_jsonb(l)::text as row from sign_in_link l`.execute(
      app.store.database.db,
    );
    assert.ok(rows.length === 2 && rows.every(({ row }) => !row.includes(first!) && !row.includes(second!)));
    const browser = new Operator(app);
    const me = await browser.ask("POST", "/session/link/acceptance", { token: second });
    assert.equal(me.email, email);
    assert.equal((await browser.ask("GET", "/own")).externalId, "hotel");
    for (const token of [first, second, "no-token"])
      assert.equal(
        await anyone().refused(410, "POST", "/session/link/acceptance", { token }),
        "invitation-gone",
        "all links of the person have ended",
      );
    const [late] = await linksFor(email);
    later(15);
    assert.equal(await anyone().refused(410, "POST", "/session/link/acceptance", { token: late }), "invitation-gone");
    const { data } = await owner.ask("GET", "/audit?operation=session.openLink");
    assert.deepEqual([data.length, data[0].operator], [1, email]);
  });

  test("of two concurrent requests with a link, one signs in", async () => {
    const email = "dos@hotel.example";
    await joined(email);
    const [token] = await linksFor(email);
    const answers = await Promise.all([1, 2].map(() => anyone().call("POST", "/session/link/acceptance", { token })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410]);
  });

  test("an address that gets no link is answered likewise: unknown, of another role, invited only, or revoked", async () => {
    await owner.ask("POST", "/operators", { email: "new@hotel.example", role: "partner", partnerId: "hotel" });
    const desk = await signedIn(app, "orders");
    const { id } = await joined("gone@hotel.example");
    const { revision, name } = await owner.ask("GET", `/operators/${id}`);
    await owner.ask("PUT", `/operators/${id}`, { name, role: "partner", active: false, revision });
    for (const email of ["nobody@hotel.example", "new@hotel.example", desk.email, "gone@hotel.example"])
      assert.deepEqual(await linksFor(email), [], email);
  });

  test("the request writes the same row for every address; a job looks the address up", async () => {
    const idle = await startApp({ jobs: false, config: { smtpUrl: mailbox.url } });
    const person = await signedIn(idle, "partner");
    for (const email of [person.email, "nobody@hotel.example"])
      assert.deepEqual(await new Operator(idle).ask("POST", "/session/link", { email }), {});
    const { rows } = await sql<{ email: string }>`select email from sign_in_link_request order by email`.execute(
      idle.store.database.db,
    );
    assert.deepEqual(
      rows.map(({ email }) => email),
      ["nobody@hotel.example", person.email],
    );
    const { total } = await (await signedIn(idle, "owner")).ask("GET", "/audit");
    assert.equal(total, 0);
    await idle.stop();
  });

  test("the sixth request for an address within 15 minutes is refused, whether it is known or not", async () => {
    await joined("often@hotel.example");
    for (const email of ["often@hotel.example", "unknown@hotel.example"]) {
      for (let n = 0; n < 5; n++) await anyone().ask("POST", "/session/link", { email });
      assert.equal(await anyone().refused(429, "POST", "/session/link", { email }), "too-many-requests");
    }
    await until(async () => (await openRequests()) === 0, "an e-mail");
    later(16);
    await anyone().ask("POST", "/session/link", { email: "often@hotel.example" });
    await until(async () => (await openRequests()) === 0, "an e-mail");
  });

  test("the second factor is asked as well, and a wrong code leaves the link valid", async () => {
    const email = "dosfactores@hotel.example";
    const { person } = await joined(email);
    const { secret } = await person.ask("POST", "/session/second-factor");
    const code = (shift = 0) => new TOTP({ secret }).generate({ timestamp: app.clock.now.getTime() + shift });
    const proof = { presentPassword: testPassword };
    await person.ask("PUT", "/session/second-factor", { secret, code: code(), ...proof });
    later(1);
    const [token] = await linksFor(email);
    const open = "/session/link/acceptance";
    assert.equal(await anyone().refused(401, "POST", open, { token }), "second-factor-needed");
    assert.equal(await anyone().refused(401, "POST", open, { token, code: code(600_000) }), "sign-in-failed");
    assert.equal((await anyone().ask("POST", open, { token, code: code() })).email, email);
    const { data } = await owner.ask("GET", "/audit?operation=session.openLink");
    assert.deepEqual(
      data.slice(0, 2).map(({ outcome }: { outcome: string }) => outcome),
      ["done", "refused"],
    );
  });

  test("revoking a person ends the sessions and the links at once", async () => {
    const { id, person } = await joined("ida@hotel.example");
    const [token] = await linksFor("ida@hotel.example");
    const { revision, name } = await owner.ask("GET", `/operators/${id}`);
    await owner.ask("PUT", `/operators/${id}`, { name, role: "partner", active: false, revision });
    assert.equal(await person.refused(401, "GET", "/own"), "signed-out");
    assert.equal(await anyone().refused(410, "POST", "/session/link/acceptance", { token }), "invitation-gone");
  });

  test("a link that the mail server does not take now is sent later, with another token", async () => {
    const email = "tarde@hotel.example";
    await joined(email);
    mailbox.trouble = { at: "recipient", with: 451 };
    const before = mailbox.received.length;
    const { db } = app.store.database;
    const links = async () => (await sql`select 1 from sign_in_link`.execute(db)).rows.length;
    const valid = await links();
    await anyone().ask("POST", "/session/link", { email });
    const isPostponed = async () =>
      (await sql`select 1 from sign_in_link_request where next_at > now() + interval '40 seconds'`.execute(db)).rows
        .length === 1;
    await until(isPostponed, "the refusal");
    assert.equal(await links(), valid);
    mailbox.trouble = null;
    await sql`update sign_in_link_request set next_at = now()`.execute(db);
    await until(async () => mailbox.received.length === before + 1, "the e-mail");
    await until(async () => (await openRequests()) === 0, "an e-mail");
  });

  test("without a mail server no link is offered", async () => {
    const silent = await startApp({ jobs: false });
    assert.equal((await new Operator(silent).ask("GET", "/entrance")).sendsLinks, false);
    assert.equal(
      await new Operator(silent).refused(409, "POST", "/session/link", { email: "a@b.example" }),
      "no-mail-server",
    );
    await silent.stop();
    assert.equal((await anyone().ask("GET", "/entrance")).sendsLinks, true);
  });
});
