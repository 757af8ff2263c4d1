import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { type LetterWork, runLetter, watchLetters } from "../../../src/domain/visits/letters/run.ts";
import { claimLetter, type LetterState } from "../../../src/store/visits/guest-letters.ts";
import { startService } from "../../support/servers/processes.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { startWriting, type Writing } from "./writing.ts";

/** Sending a letter: refusals, and processes that are killed. */

onPostgres("sending letters to guests", (openStore) => {
  let writing: Writing;
  let url: string;
  before(async () => {
    const opened = async () => {
      const store = await openStore();
      url = store.url;
      return store;
    };
    writing = await startWriting(opened, { jobs: false });
  });
  after(() => writing?.stop());

  /** Creates an order with this number of due letters of thanks, the only kind that does not depend on the time of day. */
  async function due(count: number, name: string): Promise<string> {
    const { id } = await writing.buyAs(await writing.evening("own", 17), `${name}@example.com`);
    await sql`
      insert into guest_letter (order_id, cause, state, due_at, at)
      select ${id}, 'thanks:' || n, 'due', now(), now() from generate_series(1, ${count}::int) n`.execute(writing.db);
    return id;
  }
  const stateOf = async (id: string) => {
    const { rows } = await sql<{ state: LetterState; fault: string; detail: string; attempts: number }>`
      select state, fault, detail, attempts from guest_letter where order_id = ${id}`.execute(writing.db);
    return rows[0]!;
  };
  /** Moves the times as if the leases of dead processes had ended. */
  const leasesEnd = () =>
    sql`update guest_letter set at = at - interval '1 minute', due_at = due_at - interval '1 minute'`.execute(
      writing.db,
    );
  const service = () =>
    startService({ DATABASE_URL: url, SMTP_URL: writing.mailbox.url, PUBLIC_URL: "https://tickets.example.com" });
  const count = async (states: string[]) =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from guest_letter where state = any(${states})`.execute(writing.db)
    ).rows[0]!.n;
  const open = () => count(["due", "sending"]);
  const work = (): LetterWork => {
    const { db, clock, mail, config, orderContext } = writing.app.app.service;
    return { ...config, db, clock, mail, publicUrl: orderContext.publicUrl };
  };

  for (const at of ["connect", "mail", "recipient", "end"] as const)
    test(`a process that is killed while the mail server is silent at ${at} sends no second letter`, async () => {
      const orderId = await due(1, at);
      writing.mailbox.trouble = { at, with: "silence" };
      const { silenced } = writing.mailbox;
      const killed = await service();
      await until(() => writing.mailbox.silenced > silenced, "the mail server to be called");
      await killed.kill();
      writing.mailbox.trouble = null;
      assert.equal((await stateOf(orderId)).state, "sending");
      await leasesEnd();
      await watchLetters(work());
      await runLetter(work(), { orderId, cause: "thanks:1" });
      assert.equal((await stateOf(orderId)).state, "unknown");
      assert.deepEqual(writing.mailbox.received, []);
    });

  test("a process that dies before it records the sending loses nothing", async () => {
    const key = { orderId: await due(1, "leased"), cause: "thanks:1" };
    assert.ok(await claimLetter(writing.db, key));
    await runLetter(work(), key);
    assert.deepEqual(writing.mailbox.received, [], "another process may have the letter");
    await leasesEnd();
    await runLetter(work(), key);
    await runLetter(work(), key);
    assert.deepEqual(
      writing.mailbox.received.splice(0).map(({ to }) => to[0]),
      ["leased@example.com"],
    );
  });

  test("processes that are killed at random: each letter is sent once, or is named as uncertain", async () => {
    const letters = 60;
    writing.mailbox.slowMs = 200;
    const { received } = writing.mailbox;
    const earlier = writing.mailbox.ended - received.length;
    let some = await Promise.all([service(), service()]);
    // The letters are due only now, because both processes must be running: all letters are sent within seconds.
    const orderId = await due(letters, "random");
    for (let kills = 0; (await open()) > 0; kills++) {
      const least = kills < 3 ? received.length + 5 : letters;
      // Kills the processes while the mail server accepts a letter. Between two letters a kill leaves no letter uncertain.
      const isHit = () => received.length >= least && writing.mailbox.ended > earlier + received.length;
      await until(async () => isHit() || (await open()) === 0, "some letters", { everyMs: 10 });
      await Promise.all(some.map((one) => one.kill()));
      await leasesEnd();
      await watchLetters(work());
      some = await Promise.all([service(), service()]);
    }
    await Promise.all(some.map((one) => one.kill()));
    const got = Map.groupBy(received.splice(0), ({ headers }) => headers.get("message-id")!);
    assert.ok(
      [...got.values()].every((mails) => mails.length === 1),
      "no letter came twice",
    );
    const { rows } = await sql<{ cause: string; state: string }>`
      select cause, state from guest_letter where order_id = ${orderId}`.execute(writing.db);
    const unknown = rows.filter(({ state }) => state === "unknown").length;
    const sent = rows.filter(({ state }) => state === "sent");
    assert.equal(sent.length + unknown, letters);
    for (const { cause } of sent)
      assert.ok(
        [...got.keys()].some((id) => id.startsWith(`<${orderId}.${cause.replace(":", "-")}@`)),
        `${cause} arrived`,
      );
    // Three kills of two processes, each with three letters that it was sending.
    assert.ok(unknown > 0 && unknown <= 3 * 2 * 3, `${unknown} of ${letters} are uncertain`);
    if (process.env.SHOW) console.log({ letters, sent: sent.length, unknown, arrived: got.size });
  });
});

onPostgres("what the mail server refuses", (open) => {
  let writing: Writing;
  before(async () => {
    writing = await startWriting(open);
    await writing.switched(["confirmation"]);
  });
  after(() => writing?.stop());
  const letter = async (id: string) => (await writing.desk.ask("GET", `/orders/${id}`)).letters[0];

  test("a refusal is shown at the order with the server's answer, which erasure removes", async () => {
    writing.mailbox.trouble = { at: "recipient", with: 550 };
    const { id } = await writing.buyAs(await writing.evening("own", 18), "gone@example.com");
    const failed = await until(async () => (await letter(id))?.state === "failed" && letter(id), "the refusal");
    writing.mailbox.trouble = null;
    assert.partialDeepStrictEqual(failed, { cause: "confirmed", fault: "refused", attempts: 1, dueAt: null });
    assert.match(failed.detail, /550 Not here, not now/);
    await writing.desk.ask("POST", `/orders/${id}/erase`, {});
    assert.equal((await letter(id)).detail, null);
  });

  test("a letter that is refused for now, or not at all, is tried again and sent once", async () => {
    writing.mailbox.trouble = { at: "mail", with: 421 };
    const { id } = await writing.buyAs(await writing.evening("own", 19), "later@example.com");
    const waiting = await until(async () => (await letter(id))?.fault && letter(id), "the refusal");
    assert.partialDeepStrictEqual(waiting, { state: "due", fault: "refused-now", attempts: 1 });
    assert.ok(waiting.dueAt !== null);
    writing.mailbox.trouble = null;
    await sql`update guest_letter set due_at = now()`.execute(writing.db);
    await until(async () => (await letter(id)).state === "sent", "the second attempt");
    assert.equal(writing.mailbox.received.splice(0).length, 1);
    assert.partialDeepStrictEqual(await letter(id), { fault: null, attempts: 2 });
  });

  test("without an answer the letter is uncertain, and never sent again", async () => {
    writing.mailbox.trouble = { at: "end", with: "silence" };
    const { id } = await writing.buyAs(await writing.evening("own", 20), "silent@example.com");
    await until(async () => (await letter(id))?.state === "unknown", "the end of the attempt");
    writing.mailbox.trouble = null;
    assert.partialDeepStrictEqual(await letter(id), { fault: "unconfirmed", dueAt: null });
  });
});
