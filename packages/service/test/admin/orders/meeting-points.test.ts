import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { answersTo, eventId, Partner, productId } from "../../support/partner.ts";
import { boat, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { listed } from "../../support/samples/listing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { Pdf } from "../../vouchers/reading.ts";

/** Meeting points and pickups of sold orders: the voucher, its e-mail and the manifest. */

const points = listed.meetingPoints!;
const tour = { ...variant(show, { externalId: "tour", meetingPoints: points }, { externalId: "tour-seat" }) };
const stairs = variant(
  show,
  { externalId: "stairs", meetingPoints: points },
  { externalId: "stairs-seat", meetingPoints: [{ externalId: "stairs", name: { es: "Escalera" } }] },
);
const ride = variant(boat, {
  pickups: {
    places: [
      { externalId: "a", name: "Hotel Ejemplo", minutesBefore: 20 },
      { externalId: "b", name: "Pousada São João", minutesBefore: 45 },
      { externalId: "c", name: "Without a time" },
    ],
  },
});

onPostgres("meeting points and pickups", (open) => {
  const mailbox = new Mailbox();
  let app: TestApp;
  let partner: Partner;
  let desk: Operator;
  before(async () => {
    await mailbox.open();
    const mail = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example", operatorName: "Paseo Tours" };
    const catalogue = { ...testCatalogue, products: [show, tour, stairs, ride] };
    app = await startApp({ open, catalogue, config: { publicUrl: "https://tickets.example.com", ...mail } });
    partner = new Partner(app);
    desk = await signedIn(app, "orders");
  });
  after(async () => {
    await app?.stop();
    await mailbox.close();
  });

  /** Sells an item and confirms the order. Returns its voucher and its e-mail. */
  async function sent(item: string): Promise<{ voucher: string; letter: string }> {
    const { id } = await partner.buy(await eventId(app, item, "2026-06-20T20:00"), { ADULT: 2 });
    await desk.ask("POST", `/orders/${id}/confirm`, {});
    await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    const { address } = (await desk.ask("GET", `/orders/${id}`)).voucher;
    const answer = await fetch(`${app.url}${new URL(address).pathname}`);
    const voucher = await (await Pdf.read(new Uint8Array(await answer.arrayBuffer()))).text();
    return { voucher, letter: mailbox.received.splice(0)[0]!.text };
  }

  test("the voucher and its e-mail have the meeting points of the product", async () => {
    const { voucher, letter } = await sent("tour-seat");
    assert.match(voucher, /Puntos de encuentro Puerta Calle Mayor 1 Preséntese 15 minutos antes\. Mostre o código\./);
    assert.match(voucher, /Plaza Tablao, Calle Mayor 1/, "a point without a place is at the venue");
    assert.match(
      letter,
      /\nTablao, Calle Mayor 1\nPunto de encuentro: Puerta, Calle Mayor 1\nPreséntese 15 minutos antes\.\nMostre o código\.\nhttps:\/\/www\.openstreetmap\.org\/\?mlat=40\.41&mlon=-3\.7#\S+\n\nPunto de encuentro: Plaza, /,
    );
  });

  test("an item's own meeting points come first, and without any the venue stands alone", async () => {
    const own = await sent("stairs-seat");
    assert.match(own.voucher, /Punto de encuentro Escalera Tablao, Calle Mayor 1/);
    assert.ok(!own.voucher.includes("Puerta"), own.voucher);
    const none = await sent("show-seat");
    assert.match(none.voucher, /Lugar Tablao/);
    assert.match(none.letter, /\n2 × Adulto\nTablao, Calle Mayor 1\n\nReserva: /);
  });

  test("a changed meeting point is on every document from then on, and the review names the guests and offers a letter", async () => {
    const owner = await signedIn(app, "owner");
    const [ana, joao] = [new Partner(app), new Partner(app, { lang: "pt" })];
    const event = await eventId(app, "tour-seat", "2026-06-25T20:00");
    const first = await ana.buy(event, { ADULT: 2 });
    const second = await joao.buy(event, { ADULT: 1 });
    for (const { id } of [first, second]) await desk.ask("POST", `/orders/${id}/confirm`, {});
    mailbox.received.length = 0;
    const path = `/products/${await productId(app, "tour")}`;
    const { source, revision } = await owner.ask("GET", path);
    const [door, ...others] = source.meetingPoints;
    const gate = { ...door, name: { ...door.name, es: "Portal" }, address: "Calle Nueva 5" };
    const moved = { ...source, meetingPoints: [gate, ...others], location: { ...source.location, venue: "Cueva" } };
    const save = (query = "", given = moved) => owner.ask("PUT", `${path}${query}`, { source: given, revision });

    const { guests, records } = (await save("?dryRun=true")).changes;
    assert.deepEqual(guests.fields, ["meetingPoints", "venue"]);
    const here = guests.events.filter(({ id }: { id: string }) => id === event);
    assert.partialDeepStrictEqual(here, [{ productName: "Noche de flamenco", item: "tour-seat", orders: 2, seats: 3 }]);
    const named = guests.named.filter(({ eventOn }: { eventOn: string }) => eventOn === "2026-06-25T20:00:00");
    assert.deepEqual(
      named.map(({ reference, seats }: { reference: string; seats: number }) => [reference, seats]),
      [
        [first.reference, 2],
        [second.reference, 1],
      ],
    );
    const changed = records[0].fields.find(({ field }: { field: string }) => field === "meetingPoints");
    assert.deepEqual(changed.outdated, ["pt", "en"], "the other names of the door stay");
    const renamed = (await save("?dryRun=true", { ...source, name: "Otra noche" })).changes.guests;
    assert.deepEqual([renamed.fields, renamed.orders], [[], 0], "a name is a term of the sale");

    await save();
    const pdfOf = async (answer: Response) => (await Pdf.read(new Uint8Array(await answer.arrayBuffer()))).text();
    const { address } = (await desk.ask("GET", `/orders/${first.id}`)).voucher;
    const page = await pdfOf(await fetch(`${app.url}${new URL(address).pathname}`));
    assert.match(page, /Portal Calle Nueva 5/);
    assert.ok(!page.includes("Puerta"), page);
    await desk.ask("POST", `/orders/${first.id}/sendVoucher`, {});
    const attached = async () => {
      const { text, raw } = mailbox.received.shift()!;
      const [, base64 = ""] = /application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
      return { text, pdf: await (await Pdf.read(new Uint8Array(Buffer.from(base64, "base64")))).text() };
    };
    const again = await attached();
    for (const text of [again.text, again.pdf])
      assert.ok(text.includes("Calle Nueva 5") && !text.includes("Puerta"), text);
    const { voucher } = await desk.ask("POST", "/vouchers/check", { code: first.reference });
    assert.equal(voucher.venue, "Cueva");

    const wish = { kind: "inform", eventIds: [event], news: "facts" };
    const { letters, digest } = await desk.ask("POST", "/bulk-actions/preview", wish);
    assert.deepEqual(
      letters.map(({ lang, problems }: { lang: string; problems: [] }) => [lang, problems]),
      [
        ["es", []],
        ["pt", []],
      ],
    );
    const sent = Object.fromEntries(
      letters.map(({ lang, subject, body }: Record<string, string>) => [lang, { subject, body }]),
    );
    const body = { ...wish, id: randomUUID(), digest, letters: sent };
    await desk.ask("POST", "/bulk-actions", body);
    await until(() => mailbox.received.length === 2, "the letters");
    mailbox.received.sort((a, b) => (a.headers.get("content-language")! < b.headers.get("content-language")! ? -1 : 1));
    const told = await attached();
    assert.match(told.text, /Han cambiado algunos datos[\s\S]*Portal, Calle Nueva 5[\s\S]*\/voucher\//);
    assert.match(told.pdf, /Portal Calle Nueva 5/);
    assert.match((await attached()).text, /Alguns dados da sua reserva mudaram/);
  });

  test("the manifest is in the order of the drive, with the time of each pickup", async () => {
    const event = await eventId(app, "boat-seat", "2026-06-20T09:00");
    const { questions, totalUsd } = await partner.validate(event, { ADULT: 1 });
    for (const hotel of ["Casa ajena", "hotel ejemplo", "pousada  SAO joao", "Without a time", "Hotel Ejemplo, 12"]) {
      const answers = answersTo(questions).map((answer) =>
        answer.code === "hotel-name" ? { ...answer, value: hotel } : answer,
      );
      const order = await partner.book(event, { ADULT: 1 }, totalUsd!.value, { answers });
      assert.equal(order.isValid, true);
    }
    const { orders } = await desk.ask("GET", `/events/${event}/manifest`);
    assert.deepEqual(
      orders.map(({ hotel, pickupAt }: { hotel: string; pickupAt: string | null }) => [hotel, pickupAt]),
      [
        ["pousada  SAO joao", "2026-06-20T08:15"],
        ["hotel ejemplo", "2026-06-20T08:40"],
        ["Hotel Ejemplo, 12", "2026-06-20T08:40"],
        ["Casa ajena", null],
        ["Without a time", null],
      ],
    );
    const file = await desk.call("GET", `/events/${event}/manifest/export?format=csv`);
    const [heading = "", first = ""] = file.text.split("\r\n");
    const column = heading.split(",").indexOf("Pickup time");
    assert.equal(first.split(",")[column], "08:15");
  });

  test("a letter to all guests of an event says where and when they are picked up, also on the new date of a move", async () => {
    const from = await eventId(app, "boat-seat", "2026-06-22T09:00");
    const to = await eventId(app, "boat-seat", "2026-06-23T09:00");
    const { questions, totalUsd } = await partner.validate(from, { ADULT: 1 });
    const answers = answersTo(questions).map((answer) =>
      answer.code === "hotel-name" ? { ...answer, value: "Hotel Ejemplo, 12" } : answer,
    );
    const { id } = await partner.book(from, { ADULT: 1 }, totalUsd!.value, { answers });
    await desk.ask("POST", `/orders/${id}/confirm`, {});
    const letters = { es: { subject: "{product}", body: "{pickup}" } };
    const preview = (wish: object) => desk.ask("POST", "/bulk-actions/preview", { eventIds: [from], ...wish, letters });
    const texts = [await preview({ kind: "inform" }), await preview({ kind: "move", targetId: to })];
    assert.deepEqual(
      texts.map(({ letters: [letter] }) => letter.example.body.split("\n").slice(0, 2)),
      ["lunes, 22", "martes, 23"].map((day) => [
        "Recogida: Hotel Ejemplo",
        `Le recogemos el ${day} de junio de 2026, 8:40.`,
      ]),
    );
  });

  test("the voucher and its e-mail say where and when the guests are picked up, until their data is erased", async () => {
    const event = await eventId(app, "boat-seat", "2026-06-21T09:00");
    const { questions, totalUsd } = await partner.validate(event, { ADULT: 1 });
    const answers = answersTo(questions).map((answer) =>
      answer.code === "hotel-name" ? { ...answer, value: "Pousada Sao Joao (room 3)" } : answer,
    );
    const { id } = await partner.book(event, { ADULT: 1 }, totalUsd!.value, { answers });
    await desk.ask("POST", `/orders/${id}/confirm`, {});
    await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    const read = async () => {
      const { address } = (await desk.ask("GET", `/orders/${id}`)).voucher;
      const answer = await fetch(`${app.url}${new URL(address).pathname}`);
      return (await Pdf.read(new Uint8Array(await answer.arrayBuffer()))).text();
    };
    assert.match(await read(), /Recogida Pousada São João Le recogemos el domingo, 21 de junio de 2026, 8:15\./);
    assert.match(
      mailbox.received.splice(0)[0]!.text,
      /\nRecogida: Pousada São João\nLe recogemos el domingo, 21 de junio/,
    );
    await (await signedIn(app, "owner")).ask("POST", `/orders/${id}/erase`, {});
    assert.ok(!(await read()).includes("Recogida"));
  });

  test("the voucher and its e-mail have the guest's hotel too if the product does not list it", async () => {
    const event = await eventId(app, "boat-seat", "2026-06-24T09:00");
    const { questions, totalUsd } = await partner.validate(event, { ADULT: 1 });
    const answers = answersTo(questions).map((answer) =>
      answer.code === "hotel-name" ? { ...answer, value: "Casa ajena" } : answer,
    );
    const { id } = await partner.book(event, { ADULT: 1 }, totalUsd!.value, { answers });
    const { voucher } = await desk.ask("POST", `/orders/${id}/confirm`, {});
    const pdf = await fetch(`${app.url}${new URL(voucher.address).pathname}`);
    assert.match(await (await Pdf.read(new Uint8Array(await pdf.arrayBuffer()))).text(), /Su hotel Casa ajena/);
    await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    assert.match(mailbox.received.splice(0)[0]!.text, /\nSu hotel: Casa ajena\n/);
  });

  test("a preview has the content of a product that is not saved, and every office role reads it", async () => {
    const reader = await signedIn(app, "read-only");
    const source = { ...listed, name: "Nuevo", description: { es: "<script>alert(1)</script>" }, items: [] };
    const content = await reader.ask("POST", "/products/preview", { source, lang: "en" });
    assert.deepEqual([content.name, content.summary], ["Flamenco night", "Song & dance <in the centre>."]);
    assert.equal(content.description, "<script>alert(1)</script>", "the reader of Markdown makes it harmless");
    assert.equal(await reader.refused(400, "POST", "/products/preview", { source, lang: "fr" }), "invalid-field");
  });
});
