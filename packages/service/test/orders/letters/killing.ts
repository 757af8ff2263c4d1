import assert from "node:assert/strict";
import { sql } from "kysely";
import { type LetterWork, runLetter, watchLetters } from "../../../src/domain/letters/run.ts";
import type { LetterState } from "../../../src/store/letters/guest-letters.ts";
import { type ServiceProcess, startService } from "../../support/servers/processes.ts";
import type { OpenStore } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { startWriting, type Writing } from "./writing.ts";

/** Letters that processes send which are killed. */
export interface KilledSending {
  writing: Writing;
  due(count: number, name: string): Promise<string>;
  leasesEnd(): Promise<unknown>;
  service(): Promise<ServiceProcess>;
  /** Counts the letters that are due or being sent. */
  open(): Promise<number>;
  work(): LetterWork;
  /** Kills a process while the mail server is silent at this step, and fails if the letter is sent again. */
  killAt(step: "connect" | "mail" | "recipient" | "end"): Promise<void>;
}

export async function startKilledSending(openStore: OpenStore): Promise<KilledSending> {
  let url = "";
  const opened = async () => {
    const store = await openStore();
    url = store.url;
    return store;
  };
  const writing = await startWriting(opened, { jobs: false });

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
    return { ...config, db, clock, mail, publicUrl: orderContext.publicUrl, paymentLetter: async () => null };
  };

  async function killAt(at: "connect" | "mail" | "recipient" | "end"): Promise<void> {
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
  }

  return { writing, due, leasesEnd, service, open, work, killAt };
}
