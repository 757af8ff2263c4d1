import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { watchLetters } from "../../../src/domain/letters/run.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type KilledSending, startKilledSending } from "./killing.ts";

/** Processes that are killed at each step of sending a letter, and at random. sending.test.ts kills one at the last step. */

onPostgres("sending letters to guests", (openStore) => {
  let sending: KilledSending;
  before(async () => {
    sending = await startKilledSending(openStore);
  });
  after(() => sending?.writing.stop());

  for (const step of ["connect", "mail", "recipient"] as const)
    test(`a process that is killed while the mail server is silent at ${step} sends no second letter`, () =>
      sending.killAt(step));

  test("processes that are killed at random: each letter is sent once, or is named as uncertain", async () => {
    const { writing, due, leasesEnd, service, open, work } = sending;
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
