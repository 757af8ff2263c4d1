import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { runBulkOrder } from "../../../src/domain/bulk/run.ts";
import { runLetter } from "../../../src/domain/letters/run.ts";
import { claimLetter, dueLetters } from "../../../src/store/letters/guest-letters.ts";
import { supplierTimeoutMs } from "../../../src/suppliers/supplier.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { letters } from "../bulk/acting.ts";
import { type KilledSending, startKilledSending } from "./killing.ts";
import { startWriting, type Writing } from "./writing.ts";

/** Sending a letter: refusals, a silent mail server, and a process that is killed. */

onPostgres("sending letters to guests", (openStore) => {
  let sending: KilledSending;
  before(async () => {
    sending = await startKilledSending(openStore);
  });
  after(() => sending?.writing.stop());

  test("a process that is killed while the mail server is silent at the end sends no second letter", () =>
    sending.killAt("end"));

  test("a process that dies before it records the sending loses nothing", async () => {
    const { writing, due, leasesEnd, work } = sending;
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

  test("the letter of a cancelled event arrives once when the mail server is silent for ten minutes", async (t) => {
    const { writing, work } = sending;
    const { db, mailbox } = writing;
    const event = await writing.evening("own", 21);
    const { id } = await writing.buyAs(event, "patient@example.com");
    const { body } = await writing.start(event, { kind: "cancel", refund: "full", letters });
    await runBulkOrder(writing.app.app.service, body.id, id);
    const sendDue = async () => {
      for (const { id: orderId, key: cause } of await dueLetters(db, 10, []))
        await runLetter(work(), { orderId, cause });
    };
    mailbox.trouble = { at: "mail", with: "silence" };
    // An attempt ends after a few milliseconds of silence. A connection to the store has a limit of the same length, which stays.
    const { setTimeout: startTimer } = globalThis;
    t.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) => {
      const isOfStore = new Error("where").stack!.includes("pg-pool");
      return startTimer(run, ms === supplierTimeoutMs && !isOfStore ? 100 : ms);
    });
    const waits: number[] = [];
    for (let minutes = 0; minutes < 10; minutes += waits.at(-1)!) {
      await sendDue();
      const { rows } = await sql<{ state: string; fault: string; minutes: number }>`
        select state, fault, extract(epoch from due_at - at)::int / 60 as minutes from guest_letter where order_id = ${id}`.execute(
        db,
      );
      assert.partialDeepStrictEqual(rows, [{ state: "due", fault: "slow" }]);
      waits.push(rows[0]!.minutes);
      await sql`update guest_letter set due_at = now() where order_id = ${id}`.execute(db);
    }
    t.mock.restoreAll();
    assert.deepEqual(waits, [1, 5, 30], "the mail server was silent to each attempt in ten minutes");
    mailbox.trouble = null;
    await sendDue();
    await sendDue();
    assert.deepEqual(
      mailbox.received.splice(0).map(({ to }) => to[0]),
      ["patient@example.com"],
    );
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
