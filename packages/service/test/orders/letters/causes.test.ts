import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { withoutLinks } from "../../../src/domain/letters/letter-texts.ts";
import { endLostLetters } from "../../../src/store/letters/guest-letters.ts";
import { testNow } from "../../support/app.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { letters } from "../bulk/acting.ts";
import { startWriting, type Writing } from "./writing.ts";

/** What causes a letter to a guest, and what does not. */

const kinds = ["confirmation", "reminder", "change", "cancellation", "thanks"];

onPostgres("letters to guests", (open) => {
  let writing: Writing;
  before(async () => {
    writing = await startWriting(open);
  });
  afterEach(async () => {
    writing.app.clock.now = testNow;
    await writing.switched(kinds, false);
    writing.mailbox.received.length = 0;
  });
  after(() => writing?.stop());
  const erase = (id: string) => writing.desk.ask("POST", `/orders/${id}/erase`, {});

  test("nothing is sent before a letter is switched on, nor afterwards about orders that were complete", async () => {
    const event = await writing.evening("own", 17);
    const early = await writing.buyAs(event, "early@example.com");
    await writing.switched(["confirmation", "thanks"]);
    assert.deepEqual(await writing.arrived(), []);
    assert.deepEqual(await writing.lettersOf(early.id), []);
    await writing.buyAs(event, "late@example.com");
    assert.deepEqual(await writing.arrived(), ["late@example.com"]);
  });

  test("a confirmation comes once, with the voucher, in the guest's language, as text and as HTML", async () => {
    await writing.switched(["confirmation"]);
    const event = await writing.evening("own", 18);
    const { id, reference } = await writing.buyAs(event, "joao@example.com", "pt");
    await writing.arrived().then((to) => assert.deepEqual(to, ["joao@example.com"]));
    assert.deepEqual(await writing.lettersOf(id), [["confirmed", "sent", null]]);
    await writing.buyAs(event, "ana@example.com");
    const [mail] = await untilReceived();
    assert.equal(mail!.headers.get("content-language"), "es");
    assert.match(mail!.text, /^Hola:\n\nSu reserva está confirmada/);
    assert.match(mail!.text, /jueves, 18 de junio de 2026, 20:00/);
    assert.match(mail!.html, /<html lang="es">/);
    assert.match(mail!.html, /prefers-color-scheme:dark/);
    assert.match(
      mail!.html,
      /<a href="https:\/\/tickets\.example\.com\/voucher\/[\w-]{27}" style=[^>]*>Abrir el bono<\/a>/,
    );
    assert.doesNotMatch(mail!.html, /<script|src=|\{\w+\}/);
    assert.match(mail!.raw, /filename=[0-9A-Z-]{11}-ES\.pdf/);
    assert.ok(reference.endsWith("-PT"));
  });

  const untilReceived = async () => {
    const { received } = writing.mailbox;
    await until(() => received.length > 0, "a letter");
    return received.splice(0);
  };

  test("an address in a guest's name or a supplier's number is no link of the operator's letter", async () => {
    const { id } = await writing.buyAs(await writing.evening("own", 18), "eve@example.com");
    await writing.arrived();
    const lures = [
      "https://evil.example/pay",
      "HTTPS://evil.example",
      "www.evil.example",
      "evil.example/a",
      "pay@evil.example",
    ];
    const answers = [{ code: "passenger-first-name", value: `Ana ${lures.join(" ")}` }];
    await sql`update orders set answers = ${JSON.stringify(answers)}::jsonb, confirmation = ${lures[0]} where id = ${id}`.execute(
      writing.db,
    );
    await writing.desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    const [mail] = await untilReceived();
    assert.match(mail!.text, /^Hola,? Ana … … … … …/);
    assert.doesNotMatch(`${mail!.text} ${mail!.html}`, /evil/i);
    assert.match(mail!.html, /<a href="https:\/\/tickets\.example\.com\/voucher\//);
    for (const name of ["St. John d'Ávila-López", "J.R. Smith", "Anna-Lena v. d. Heide"])
      assert.equal(withoutLinks(name), name);
  });

  test("test orders, guests without an address and partners that write themselves are left out", async () => {
    await writing.switched(kinds);
    const event = await writing.evening("own", 19);
    const partner = (await writing.desk.ask("GET", "/partners")).data[0];
    await sql`update partner set writes_to_guests = true`.execute(writing.db);
    const theirs = await writing.buyAs(event, "theirs@example.com");
    await writing.desk.ask("POST", `/orders/${theirs.id}/cancel`, {});
    assert.equal((await writing.desk.ask("GET", `/partners/${partner.id}`)).writesToGuests, true);
    await sql`update partner set writes_to_guests = false`.execute(writing.db);
    const mute = await writing.buyAs(event, "mute@example.com");
    await writing.arrived();
    await sql`update orders set email = '' where id = ${mute.id}`.execute(writing.db);
    await writing.desk.ask("POST", `/orders/${mute.id}/cancel`, {});
    const trial = await writing.buyAs(event, "trial@example.com");
    await writing.arrived();
    await sql`update orders set test = true where id = ${trial.id}`.execute(writing.db);
    await writing.watch("2026-06-19T10:00:00Z");
    await writing.arrived();
    assert.deepEqual(await writing.lettersOf(trial.id), [["confirmed", "sent", null]]);
    assert.deepEqual(await writing.lettersOf(theirs.id), []);
    assert.deepEqual(await writing.lettersOf(mute.id), [["confirmed", "sent", null]]);
  });

  test("an accepted amendment and a cancellation are told once each", async () => {
    await writing.switched(["change", "cancellation"]);
    const [from, to] = [await writing.evening("own", 20), await writing.evening("own", 21)];
    const { id } = await writing.buyAs(from, "ana@example.com");
    await writing.changer.change(id, { eventId: to });
    const [changed] = await untilReceived();
    assert.match(changed!.headers.get("subject")!, /^Cambios en su reserva/);
    assert.match(changed!.text, /domingo, 21 de junio de 2026/);
    assert.match(changed!.raw, /filename=[0-9A-Z-]{11}-ES\.pdf/);
    await writing.desk.ask("POST", `/orders/${id}/cancel`, {});
    const [cancelled] = await untilReceived();
    assert.match(cancelled!.headers.get("subject")!, /^Cancelación/);
    assert.doesNotMatch(cancelled!.raw, /application\/pdf/);
    assert.doesNotMatch(cancelled!.html, /Abrir el bono/);
    assert.deepEqual(await writing.lettersOf(id), [
      ["changed", "sent", null],
      ["cancelled", "sent", null],
    ]);
  });

  test("a bulk action with letters takes the place of the service's, and without letters it does not", async () => {
    await writing.switched(["change", "cancellation"]);
    const [from, to] = [await writing.evening("own", 22), await writing.evening("own", 23)];
    await writing.buyAs(from, "ana@example.com");
    await writing.buyAs(from, "joao@example.com", "pt");
    await writing.act(from, { kind: "move", targetId: to, letters: { es: letters.es } });
    const subjects = async () => {
      await until(() => writing.mailbox.received.length >= 2, "two letters");
      const { received } = writing.mailbox;
      const seen = received.map(({ to, headers }) => `${to} ${headers.get("subject")!.split(" ")[0]}`).sort();
      await writing.arrived();
      return seen;
    };
    assert.deepEqual(await subjects(), ["ana@example.com Aviso", "joao@example.com Alteração"]);
    await writing.act(to, { kind: "cancel", refund: "full", letters });
    assert.deepEqual(await subjects(), ["ana@example.com Aviso", "joao@example.com Aviso"]);
    assert.deepEqual(await writing.arrived(), []);
  });

  test("guests of coming events get a reminder, also those who had booked before the switch", async () => {
    const [event, next] = [await writing.evening("own", 24), await writing.evening("own", 25)];
    const early = await writing.buyAs(event, "early@example.com");
    const later = await writing.buyAs(next, "later@example.com");
    await writing.switched(["reminder"]);
    const bought = await writing.buyAs(event, "just-bought@example.com");
    await sql`update voucher set made_at = '2026-06-23T18:30:00Z' where order_id = ${bought.id}`.execute(writing.db);
    await writing.watch("2026-06-23T17:59:00Z");
    assert.deepEqual(await writing.lettersOf(early.id), [], "it is too early");
    for (const again of ["2026-06-23T19:00:00Z", "2026-06-23T19:01:00Z"]) await writing.watch(again);
    assert.deepEqual(await writing.arrived(), ["early@example.com"]);
    assert.deepEqual(await writing.lettersOf(early.id), [["reminder", "sent", null]]);
    assert.deepEqual(await writing.lettersOf(bought.id), [], "the voucher came after the time of the reminder");
    await writing.desk.ask("POST", `/orders/${later.id}/cancel`, {});
    await writing.watch("2026-06-25T12:00:00Z");
    await writing.watch("2026-06-26T12:00:00Z");
    assert.deepEqual(await writing.arrived(), [], "neither a past event nor a cancelled order");
  });

  test("thanks come after an event that started after the switch, and only then", async () => {
    const [before, after] = [await writing.evening("other", 18), await writing.evening("other", 19)];
    await writing.buyAs(before, "before@example.com");
    await writing.buyAs(after, "after@example.com");
    await writing.switched(["thanks"], true, { hours: 2 });
    await sql`update letter set on_since = '2026-06-19T10:00:00Z' where kind = 'thanks'`.execute(writing.db);
    await writing.watch("2026-06-19T19:59:00Z");
    assert.deepEqual(await writing.arrived(), []);
    for (const again of ["2026-06-19T20:00:00Z", "2026-06-19T20:01:00Z"]) await writing.watch(again);
    assert.deepEqual(await writing.arrived(), ["after@example.com"]);
  });

  test("after an erasure nothing is sent, and a past event has no confirmation", async () => {
    await writing.switched(["confirmation"]);
    writing.mailbox.trouble = { at: "recipient", with: 451 };
    const event = await writing.evening("other", 20);
    const [erased, past] = [await writing.buyAs(event, "x@example.com"), await writing.buyAs(event, "y@example.com")];
    const due = (id: string) =>
      until(async () => (await writing.lettersOf(id))[0]?.[2] === "refused-now", "the mail server's refusal");
    await due(erased.id);
    await due(past.id);
    await erase(erased.id);
    assert.deepEqual(await writing.lettersOf(erased.id), []);
    writing.mailbox.trouble = null;
    writing.app.clock.now = new Date("2026-06-21T10:00:00Z");
    await sql`update guest_letter set due_at = now() where state = 'due'`.execute(writing.db);
    assert.deepEqual(await writing.arrived(), []);
    writing.app.clock.now = testNow;
    assert.deepEqual(await writing.lettersOf(past.id), [["confirmed", "skipped", "event-past"]]);
  });

  test("letters that were due before a restore are unknown and not sent again, reminders too", async () => {
    await writing.switched(["confirmation", "reminder"]);
    const event = await writing.evening("own", 23);
    const { id } = await writing.buyAs(event, "restored@example.com");
    assert.deepEqual(await writing.arrived(), ["restored@example.com"]);
    const restoredAt = new Date("2026-06-23T10:00:00Z");
    const ended = await writing.db.transaction().execute(async (tx) => {
      // As a backup from before the letter has it. It also lacks the reminder that was due since.
      await sql`update guest_letter set state = 'due', due_at = now() where order_id = ${id}`.execute(tx);
      return endLostLetters(tx, restoredAt);
    });
    assert.ok(ended >= 2);
    await writing.watch(restoredAt.toISOString());
    assert.deepEqual(await writing.arrived(), []);
    assert.deepEqual((await writing.lettersOf(id)).map(([cause, state]) => [cause, state]).sort(), [
      ["confirmed", "unknown"],
      ["reminder", "unknown"],
    ]);
  });

  test("a product has a switch of its own", async () => {
    const { rows } = await sql<{ id: string }>`select id from product where external_id = 'other'`.execute(writing.db);
    const productId = rows[0]!.id;
    await writing.switched(["confirmation"]);
    await writing.switched(["confirmation"], false, { productId });
    await writing.buyAs(await writing.evening("other", 25), "other@example.com");
    await writing.buyAs(await writing.evening("own", 25), "own@example.com");
    assert.deepEqual(await writing.arrived(), ["own@example.com"]);
    const { products } = await writing.desk.ask("GET", `/letters?productId=${productId}`);
    assert.deepEqual(
      products.map(({ id }: { id: string }) => id),
      [productId],
    );
    const [{ revision }] = (await writing.desk.ask("GET", `/letters?productId=${productId}`)).data;
    await writing.desk.ask("PUT", "/letters/confirmation", { productId, isOn: null, revision });
    await writing.buyAs(await writing.evening("other", 26), "other@example.com");
    assert.deepEqual(await writing.arrived(), ["other@example.com"]);
  });
});
