import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { endCutOffLetters } from "../../../src/store/letters/guest-letters.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type Acting, letters, startActing } from "./acting.ts";

/** The service writes to each guest in the guest's language. The operator calls the others from a list of telephone numbers. */

onPostgres("telling the guests of an event", (open) => {
  let acting: Acting;
  before(async () => {
    acting = await startActing(open);
  });
  afterEach(() => {
    acting.mailbox.received.length = 0;
    acting.mailbox.trouble = null;
  });
  after(() => acting?.stop());

  const buy = async (event: string, email: string, lang: "es" | "pt" | "en" = "es") => {
    const order = await new Partner(acting.app, { lang }).buy(event, { ADULT: 2 }, { email });
    return { id: order.id!, reference: order.reference! };
  };
  const noAddress = (id: string) => sql`update orders set email = '' where id = ${id}`.execute(acting.db);
  // biome-ignore lint/suspicious/noExplicitAny: as the answers of the back office.
  const told = ({ orders }: { orders: any[] }) => orders.map(({ letter }) => letter);
  const to = () => acting.mailbox.received.flatMap((one) => one.to).sort();

  test("the preview has a letter in each language of the guests, filled in with their first order", async () => {
    const event = await acting.evening("own", 17);
    const first = await buy(event, "ana@example.com");
    await buy(event, "bea@example.com");
    await buy(event, "joao@example.com", "pt");
    const preview = await acting.preview(event, { kind: "inform", letters: { es: letters.es } });
    assert.deepEqual(
      preview.letters.map(({ lang, orders, problems }: { lang: string; orders: number; problems: [] }) => [
        ...[lang, orders, problems.length],
      ]),
      [
        ["es", 2, 0],
        ["pt", 1, 1],
      ],
    );
    const [es, pt] = preview.letters;
    assert.equal(es.example.subject, `Aviso ${first.reference}`);
    assert.match(es.example.body, /^Hola:\nLlueve\. miércoles, 17 de junio de 2026, 20:00\. Noche de flamenco https:/);
    assert.match(pt.body, /^Olá, \{guest\}:\n\n…\n/);
    assert.match(pt.example.body, /quarta-feira, 17 de junho de 2026/);
    const wrong = await acting.preview(event, { kind: "inform", letters: { es: { subject: "{x}", body: "y" } } });
    assert.match(wrong.letters[0].problems[0].detail, /\{x\} is not a placeholder/);
  });

  test("guests get an e-mail in their language; the others are on a list with a prepared text", async () => {
    const event = await acting.evening("own", 18);
    const [ana, joao, mute, lost] = [
      await buy(event, "ana@example.com"),
      await buy(event, "joao@example.com", "pt"),
      await buy(event, "x@example.com", "en"),
      await buy(event, "y@example.com", "en"),
    ];
    for (const { id } of [mute, lost]) await noAddress(id);
    await sql`update orders set phone_number = '' where id = ${lost.id}`.execute(acting.db);
    const { totals } = await acting.preview(event, { kind: "inform" });
    assert.partialDeepStrictEqual(totals, { byEmail: 2, byPhone: 1, unreachable: 1 });
    const report = await acting.act(event, { kind: "inform", letters });
    assert.deepEqual(told(report), ["sent", "sent", "call", "unreachable"]);
    const { data } = await acting.desk.ask("GET", `/events/${event}/bulk-actions`);
    assert.partialDeepStrictEqual(data, [{ orders: 4, open: 0, refused: 0, untold: 2 }]);
    assert.deepEqual(to(), ["ana@example.com", "joao@example.com"]);
    const [pt] = acting.mailbox.received.filter((one) => one.to[0] === "joao@example.com");
    assert.equal(pt!.headers.get("subject"), `Aviso ${joao.reference}`);
    assert.equal(pt!.headers.get("content-language"), "pt");
    assert.match(pt!.text, /^Olá:\nChove\. quinta-feira/);
    assert.ok(!pt!.raw.includes("application/pdf"));
    const { calls } = await acting.desk.ask("GET", `/bulk-actions/${report.id}/calls`);
    assert.partialDeepStrictEqual(calls, [
      { orderId: mute.id, phoneNumber: "+34 600 000 000", lang: "en", letter: "call", seats: 2 },
      { orderId: lost.id, phoneNumber: "", lang: "en", letter: "unreachable", seats: 2 },
    ]);
    assert.equal(calls.length, 2);
    assert.match(calls[0].text, /^Hello,\nit rains\. Thursday,? 18 June 2026/);
    const { rows } = await listAudit(acting.db, { operation: "bulkActions.calls" }, { offset: 0, limit: 1 });
    assert.deepEqual(rows[0]!.after, { calls: 2 });
    assert.equal((await acting.read(ana.id)).status, "complete");
  });

  test("a guest who was told by telephone is ticked off, and is no longer counted or written to", async () => {
    const event = await acting.evening("own", 16);
    const [mute, failed] = [await buy(event, "x@example.com"), await buy(event, "bea@example.com")];
    await noAddress(mute.id);
    acting.mailbox.trouble = { at: "recipient", with: 550 };
    const { id } = await acting.act(event, { kind: "inform", letters });
    acting.mailbox.trouble = null;
    const untold = async () => (await acting.desk.ask("GET", `/events/${event}/bulk-actions`)).data[0].untold;
    const call = (orderId: string, called: boolean) =>
      acting.desk.ask("POST", `/bulk-actions/${id}/called`, { orderId, called });
    assert.equal(await untold(), 2);
    const toCall = async () =>
      (await acting.desk.ask("GET", "/guests-to-call")).data.find((one: { id: string }) => one.id === id)?.orders;
    assert.equal(await toCall(), 2);
    assert.deepEqual(told(await call(mute.id, true)), ["called", "failed"]);
    assert.deepEqual([await untold(), await toCall()], [1, 1]);
    const { calls } = await acting.desk.ask("GET", `/bulk-actions/${id}/calls`);
    assert.deepEqual(
      calls.map(({ letter, calledBy }: { letter: string; calledBy: string | null }) => [letter, calledBy !== null]),
      [
        ["called", true],
        ["failed", false],
      ],
    );
    const { rows } = await listAudit(acting.db, { operation: "bulkActions.called" }, { offset: 0, limit: 1 });
    assert.deepEqual([rows[0]!.subject, rows[0]!.after], [mute.reference, { action: id, called: true }]);
    assert.deepEqual(told(await call(mute.id, false)), ["call", "failed"]);
    await call(failed.id, true);
    await acting.desk.ask("POST", `/bulk-actions/${id}/repeat`);
    assert.deepEqual(told(await acting.ended(id)), ["call", "called"]);
    await call(mute.id, true);
    assert.equal(await toCall(), undefined, "nobody is left to call");
    assert.deepEqual(to(), []);
  });

  test("guests who are moved get the new date and the new voucher, guests who are cancelled get neither", async () => {
    const [from, target] = [await acting.evening("own", 19), await acting.evening("own", 20)];
    const [ana] = [await buy(from, "ana@example.com")];
    await acting.act(from, { kind: "move", targetId: target, letters });
    const [moved] = acting.mailbox.received.splice(0);
    assert.ok(moved!.raw.includes(`filename=${ana.reference}.pdf`));
    assert.match(moved!.text, /viernes, 19 de junio de 2026, 20:00\. Noche de flamenco https:\S+voucher/);
    const report = await acting.act(target, { kind: "cancel", refund: "full", letters });
    assert.deepEqual(told(report), ["sent"]);
    const [cancelled] = acting.mailbox.received.splice(0);
    assert.match(cancelled!.text, /sábado, 20 de junio de 2026, 20:00\. Noche de flamenco\n/);
    assert.ok(!cancelled!.raw.includes("application/pdf"));
  });

  test("guests of a supplier's order are told of the move when the supplier has agreed", async () => {
    const [from, target] = [await acting.evening("theirs", 19), await acting.evening("theirs", 20)];
    const [yes, no] = [await buy(from, "yes@example.com"), await buy(from, "no@example.com")];
    for (const { id } of [yes, no]) await acting.change(id, { trigger: "confirmed", actor: "supplier" });
    const { body } = await acting.start(from, { kind: "move", targetId: target, letters });
    const report = await until(async () => {
      const now = await acting.desk.ask("GET", `/bulk-actions/${body.id}`);
      return now.orders.every(({ change }: { change: string }) => change === "waitsupplier") && now;
    }, "the supplier to be asked");
    assert.deepEqual([told(report), to()], [["due", "due"], []]);
    await acting.desk.ask("POST", `/orders/${yes.id}/confirmChange`, {});
    await acting.desk.ask("POST", `/orders/${no.id}/declineChange`, {});
    await sql`update bulk_action_order set due_at = now()`.execute(acting.db);
    const ended = await acting.ended(body.id);
    assert.deepEqual([told(ended), to()], [["sent", null], ["yes@example.com"]]);
    assert.equal(ended.orders[1].errors[0].code, "change-declined");
  });

  test("a letter that the mail server refuses is named and can be repeated; nobody gets a second one", async () => {
    const event = await acting.evening("own", 21);
    const ids = [await buy(event, "ana@example.com"), await buy(event, "bea@example.com")];
    acting.mailbox.trouble = { at: "recipient", with: 550 };
    const report = await acting.act(event, { kind: "inform", letters });
    assert.deepEqual(told(report), ["failed", "failed"]);
    assert.equal(report.orders[0].fault, "refused");
    assert.equal((await acting.desk.ask("GET", `/bulk-actions/${report.id}/calls`)).calls.length, 2);
    acting.mailbox.trouble = null;
    await acting.desk.ask("POST", `/bulk-actions/${report.id}/repeat`);
    assert.deepEqual(told(await acting.ended(report.id)), ["sent", "sent"]);
    await acting.desk.ask("POST", `/bulk-actions/${report.id}/repeat`);
    assert.deepEqual(told(await acting.ended(report.id)), ["sent", "sent"]);
    assert.deepEqual(to(), ["ana@example.com", "bea@example.com"]);
    assert.equal(ids.length, 2);
  });

  test("a letter of a cancelled event that the mail server does not take now is tried again, and arrives once", async () => {
    const event = await acting.evening("own", 27);
    const { id: orderId } = await buy(event, "ana@example.com");
    acting.mailbox.trouble = { at: "mail", with: 421 };
    const { body } = await acting.start(event, { kind: "cancel", refund: "full", letters });
    const tried = (times: number) =>
      until(async () => {
        const { rows } = await sql<{ attempts: number }>`
          select attempts from guest_letter where order_id = ${orderId} and state = 'due'`.execute(acting.db);
        return rows[0]?.attempts === times;
      }, "the attempt");
    const tryNow = () => sql`update guest_letter set due_at = now() where order_id = ${orderId}`.execute(acting.db);
    await tried(1);
    assert.deepEqual(told(await acting.desk.ask("GET", `/bulk-actions/${body.id}`)), ["due"]);
    await tryNow();
    await tried(2);
    assert.deepEqual(told(await acting.ended(body.id)), ["delayed"]);
    const { calls } = await acting.desk.ask("GET", `/bulk-actions/${body.id}/calls`);
    assert.equal(calls[0].letter, "delayed");
    acting.mailbox.trouble = null;
    await tryNow();
    await until(async () => told(await acting.ended(body.id))[0] === "sent", "the letter");
    assert.deepEqual(to(), ["ana@example.com"]);
  });

  test("a letter that the mail server received but did not confirm has an unknown outcome, and is not sent again", async () => {
    const event = await acting.evening("own", 22);
    await buy(event, "ana@example.com");
    acting.mailbox.trouble = { at: "end", with: "silence" };
    const report = await acting.act(event, { kind: "inform", letters });
    assert.deepEqual(told(report), ["unknown"]);
    acting.mailbox.trouble = null;
    await acting.desk.ask("POST", `/bulk-actions/${report.id}/repeat`);
    assert.deepEqual(told(await acting.ended(report.id)), ["unknown"]);
    const { calls } = await acting.desk.ask("GET", `/bulk-actions/${report.id}/calls`);
    assert.deepEqual([calls.length, calls[0].letter], [1, "unknown"]);
  });

  test("a letter whose process was killed while it was sent is not sent again, and its guest is called", async () => {
    const event = await acting.evening("own", 24);
    const [cut, next] = [await buy(event, "ana@example.com"), await buy(event, "bea@example.com")];
    const { digest } = await acting.preview(event, { kind: "inform" });
    const id = randomUUID();
    await sql`
      insert into guest_letter (order_id, cause, state, at)
      values (${cut.id}, ${`informed:${id}`}, 'sending', now() - interval '1 minute')`.execute(acting.db);
    await acting.desk.ask("POST", "/bulk-actions", { kind: "inform", eventIds: [event], id, digest, letters });
    await endCutOffLetters(acting.db);
    assert.deepEqual(told(await acting.ended(id)), ["unknown", "sent"]);
    assert.deepEqual(to(), ["bea@example.com"]);
    const { calls } = await acting.desk.ask("GET", `/bulk-actions/${id}/calls`);
    assert.deepEqual(
      calls.map(({ orderId }: { orderId: string }) => orderId),
      [cut.id],
    );
    assert.ok(next.id);
  });

  test("the text to read aloud after a move has no addresses of pages, and a guest without a telephone number is ticked off as told", async () => {
    const [from, target] = [await acting.evening("own", 25), await acting.evening("own", 26)];
    const { id } = await buy(from, "ana@example.com");
    await noAddress(id);
    const { letters: given } = await acting.preview(from, { kind: "move", targetId: target });
    const own = Object.fromEntries(
      given.map(({ lang, subject, body }: Record<string, string>) => [lang, { subject, body }]),
    );
    const report = await acting.act(from, { kind: "move", targetId: target, letters: own });
    assert.deepEqual(told(report), ["call"]);
    const { calls } = await acting.desk.ask("GET", `/bulk-actions/${report.id}/calls`);
    assert.match(calls[0].text, /Ahora: viernes, 26 de junio/);
    assert.doesNotMatch(calls[0].text, /https?:|adjunt|correo|Bono:/);
    assert.equal(calls[0].text.split("Calle Mayor 1").length, 2, "the place is said once");
    await sql`update orders set phone_number = '' where id = ${id}`.execute(acting.db);
    assert.deepEqual(told(await acting.ended(report.id)), ["unreachable"]);
    const listed = await acting.desk.ask("GET", `/bulk-actions/${report.id}/calls`);
    assert.deepEqual([listed.calls[0].phoneNumber, listed.calls[0].letter], ["", "unreachable"]);
    const ticked = await acting.desk.ask("POST", `/bulk-actions/${report.id}/called`, { orderId: id, called: true });
    assert.deepEqual(told(ticked), ["called"]);
  });

  test("a letter without its news is refused", async () => {
    const event = await acting.evening("own", 23);
    await buy(event, "ana@example.com");
    const { digest, letters: given } = await acting.preview(event, { kind: "inform" });
    const [{ subject, body }] = given;
    const id = "5b0fbb5b-6a51-4a55-8b8e-2f1f3dc2b1aa";
    const wish = { kind: "inform", eventIds: [event], id, digest, letters: { es: { subject, body } } };
    const refused = await acting.desk.call("POST", "/bulk-actions", wish);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /"\/letters\/es\/body"/);
  });
});
