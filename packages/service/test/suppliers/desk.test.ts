import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Order } from "@paseo/contract";
import { sql } from "kysely";
import { eventId } from "../support/partner.ts";
import { until } from "../support/until.ts";
import { DeskShop, operator } from "./desk-shop.ts";
import type { Trouble } from "./mailbox.ts";

/** E-mails to suppliers, and failures of the mail server. */

const names = ["Ana", "João"];
const boatAnswers = [
  ...names.flatMap((name, n) => [
    { code: "passenger-first-name", value: name },
    { code: "passenger-last-name", value: n === 0 ? "López & Hijos <b>" : "da Conceição" },
    { code: "passenger-weight", value: String(60 + n) },
  ]),
  { code: "hotel-name", value: "Hotel Atlântico" },
  { code: "hotel-address", value: "Avenida Atlântica 1702" },
  { code: "flight-number", value: "LA 8071" },
  { code: "flight-date", value: "2026-06-19" },
  { code: "flight-time", value: "18:05" },
];

describe("e-mails to a supplier", () => {
  let shop: DeskShop;
  before(async () => {
    shop = await DeskShop.open({ config: { publicUrl: "https://tickets.example.com/paseo" } });
  });
  after(() => shop.close());

  test("a new order, in the supplier's language: all details, as text and as HTML", async () => {
    const trip = await eventId(shop.app, "boat-seat", "2026-06-20T09:00");
    const order = await shop.partner.buy(trip, { ADULT: 2 }, { answers: boatAnswers });
    const [mail] = await shop.mails(order);
    assert.deepEqual([mail!.from, mail!.to], ["pedidos@paseo.example", ["barcos@baia.example"]]);
    const header = (name: string) => mail!.headers.get(name);
    assert.equal(header("from"), `${operator} <pedidos@paseo.example>`);
    assert.equal(header("to"), "Barcos da Baía <barcos@baia.example>");
    assert.equal(
      header("subject"),
      `Nova reserva ${order.reference}: Passeio de barco na baía, 20 de jun. de 2026, 09:00`,
    );
    assert.equal(header("message-id"), `<${order.id}.request.0@paseo.example>`);
    assert.deepEqual([header("auto-submitted"), header("content-language")], ["auto-generated", "pt"]);
    const [link] = /https:\S+/.exec(mail!.text)!;
    assert.match(link, /^https:\/\/tickets\.example\.com\/paseo\/supplier\/[\w-]{76}$/);
    assert.equal(
      mail!.text.trim(),
      `${operator} envia a você esta reserva. O cliente espera a sua resposta: diga se pode atendê-la ou não.

Reserva: ${order.reference}
Atividade: Passeio de barco na baía
Modalidade: Assento (BOAT-1)
Data e horário:
  sábado, 20 de junho de 2026 às 09:00
  horário local (America/Sao_Paulo)
Local: Tablao
Ingressos: 2 × Adulto
Passageiros:
  1. Ana López & Hijos <b>, 60 kg
  2. João da Conceição, 61 kg
Nome do hotel: Hotel Atlântico
Endereço do hotel: Avenida Atlântica 1702
Número do voo: LA 8071
Data do voo: 2026-06-19
Horário do voo: 18:05

Confirmar ou recusar:
${link}

O link é só para você e vale para uma resposta, até 20 de junho de 2026. Quem o tiver pode responder em seu nome: não o encaminhe.

${operator}`,
    );
    for (const text of [
      "Viajes Río &#38; Mar",
      "Ana López &#38; Hijos &#60;b&#62;, 60 kg",
      "Hotel Atlântico",
      `href="${link}"`,
    ])
      assert.ok(mail!.html.includes(text), text);
    assert.doesNotMatch(mail!.html, /<b>|<script|src=/);
    // A supplier does not need the customer's IP address.
    assert.ok(!mail!.raw.includes("customer@example.com"));
    assert.deepEqual((await shop.timeline(order)).slice(0, 2), [
      "service dispatched",
      "supplier answered: An e-mail was sent to barcos@baia.example.",
    ]);
  });

  test("a link to a distant event expires after thirty days", async () => {
    const order = await shop.partner.buy(await eventId(shop.app, "show-seat", "2026-07-15T20:00"), { ADULT: 1 });
    const [mail] = await shop.mails(order);
    assert.ok(mail!.text.includes("hasta el 15 de julio de 2026"));
    await sql`update event set event_on = '2027-07-15 20:00' where id = ${order.event.id}`.execute(
      shop.app.app.service.db,
    );
    const far = await shop.partner.buy(order.event.id, { ADULT: 1 }).then((one) => shop.mails(one));
    assert.ok(far[0]!.text.includes("hasta el 15 de julio de 2026"), far[0]!.text);
    assert.ok(far[0]!.text.includes("jueves, 15 de julio de 2027"));
  });

  test("an order of a supplier without an e-mail address waits for the operator, and its end is not sent", async () => {
    const order = await shop.partner.buy(await eventId(shop.app, "museum-day", "2026-06-20T00:00"), { ADULT: 1 });
    const waits = "supplier answered: The supplier has no e-mail address. The order waits for the operator.";
    await until(async () => (await shop.timeline(order)).includes(waits), "the order to wait");
    await shop.cancel(order);
    await until(async () => {
      const { rows } = await sql<{
        due: Date | null;
      }>`select supplier_due_at as due from orders where id = ${order.id}`.execute(shop.app.app.service.db);
      return rows[0]!.due === null;
    }, "nothing more to be asked");
    assert.deepEqual(await shop.timeline(order), ["service dispatched", waits, "partner cancelled"]);
    assert.equal(
      shop.mailbox.received.filter(({ headers }) => headers.get("subject")!.includes(order.reference!)).length,
      0,
    );
  });
});

test("without a mail server an order waits for the operator", async () => {
  const shop = await DeskShop.open({ config: { smtpUrl: undefined } });
  try {
    const order = await shop.order();
    const waits = "supplier answered: No mail server is set. The order waits for the operator.";
    await until(async () => (await shop.timeline(order)).includes(waits), "the order to wait");
    assert.equal((await shop.read(order)).status, "waitsupplier");
  } finally {
    await shop.close();
  }
});

describe("an e-mail that the mail server does not accept", () => {
  let shop: DeskShop;
  before(async () => {
    shop = await DeskShop.open();
  });
  after(() => shop.close());

  const hasLine = (order: Order, text: string) =>
    until(async () => (await shop.timeline(order)).some((line) => line.includes(text)), `${order.reference}: ${text}`);

  for (const [why, trouble, text] of [
    [
      "a recipient that is refused for good",
      { at: "recipient", with: 550 },
      "The mail server refused the e-mail: 550 Not here, not now",
    ],
    [
      "a mail server that is busy",
      { at: "end", with: 451 },
      "The mail server refused the e-mail: 451 Not here, not now",
    ],
  ] as [string, Trouble, string][])
    test(`${why}: the timeline has the reason, and the e-mail is sent again`, async () => {
      shop.mailbox.trouble = trouble;
      const order = await shop.order({ ADULT: 1 });
      await hasLine(order, text);
      assert.equal((await shop.read(order)).status, "waitsupplier");
      shop.mailbox.trouble = null;
      await shop.mails(order);
      await hasLine(order, "An e-mail was sent to reservas@tablao.example.");
      // By the database's clock the orders of these tests are months old, so they are flagged immediately.
      const timeline = (await shop.timeline(order)).filter((line) => line !== "service flagged");
      assert.deepEqual(timeline, [
        "service dispatched",
        `supplier answered: ${text}`,
        "service dispatched",
        "supplier answered: An e-mail was sent to reservas@tablao.example.",
      ]);
    });

  test("a cancellation and a note about an ended order are sent again too", async () => {
    const order = await shop.order({ ADULT: 1 });
    await shop.mails(order);
    shop.mailbox.trouble = { at: "mail", with: 421 };
    await shop.cancel(order);
    await hasLine(order, "The mail server refused the e-mail: 421");
    shop.mailbox.trouble = null;
    const [, note] = await shop.mails(order, 2);
    assert.match(note!.headers.get("subject")!, /^Reserva anulada/);
    assert.equal(note!.headers.get("message-id"), `<${order.id}.ended.cancelled@paseo.example>`);
  });
});
