import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { supplierEmail } from "../../../src/domain/dispatch/supplier-email.ts";
import { exportOrder } from "../../../src/domain/orders/personal-data.ts";
import { readAnswers } from "../../../src/domain/selling/own-questions.ts";
import { createLogger } from "../../../src/log.ts";
import { anOrder, confirmed, SupplierServer } from "../../suppliers/supplier-server.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { asking, goodAnswers, ownQuestions } from "../../support/samples/own-questions.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { send } from "../../support/wire.ts";

/** Answers to questions of the operator's own, as operators and suppliers read them, and as personal data. */

const answers = [...goodAnswers, { code: "own-note", value: "Vegana" }];
const renamed = ownQuestions.map((one) => ({ ...one, title: { es: "Otra" }, choices: one.choices?.toReversed() }));

onPostgres("answers to questions of the operator's own", (open) => {
  const lines: string[] = [];
  const logger = createLogger("trace", { destination: { write: (line) => void lines.push(line) } });
  let app: TestApp;
  let server: SupplierServer;
  let partner: Partner;
  let evening: string;
  before(async () => {
    server = new SupplierServer();
    await server.open();
    server.does["order.request"] = () => confirmed;
    const supplier = {
      externalId: "theatre",
      name: "Theatre",
      kind: "http",
      settings: { url: server.url },
      lang: "en",
    } as const;
    app = await startApp({
      open,
      logger,
      config: { callbackAllowPrivate: true },
      catalogue: { ...testCatalogue, suppliers: [supplier], products: [{ ...asking, supplier: "theatre" }] },
    });
    partner = new Partner(app);
    evening = await eventId(app, "show-seat", "2026-06-20T20:00");
  });
  after(async () => {
    await app?.stop();
    await server.close();
  });

  test("the supplier's system reads each with its question and its text in the supplier's language", async () => {
    const { id } = await partner.buy(evening, { ADULT: 2 }, { answers });
    const sent = JSON.parse(server.of("order.request", id!)[0]!.body).data.answers;
    assert.deepEqual(sent.slice(0, 2), [
      { code: "own-swim", value: "yes", title: "Can you swim?", text: "Yes" },
      { code: "own-menu", value: "fish", title: "Menu", text: "Fish" },
    ]);
    assert.deepEqual(sent.at(-1), { code: "own-note", value: "Vegana", title: "Note", text: "Vegana" });
  });

  test("operators read them as they were asked, in their language: in the order, the manifest and its file", async () => {
    const friday = await eventId(app, "show-seat", "2026-06-19T20:00");
    const { id } = await partner.buy(friday, { ADULT: 2 }, { answers });
    await app.import({ products: [{ ...asking, ownQuestions: renamed as typeof ownQuestions }] });
    const desk = await signedIn(app, "orders");
    const inSpanish = { "accept-language": "es" };
    const order = await desk.ask("GET", `/orders/${id}`);
    assert.deepEqual(order.event.answers[3], {
      ...{ code: "own-menu", value: "veg", title: "Menu", text: "No meat", choice: "veg", passenger: 2 },
    });
    const read = JSON.parse((await desk.call("GET", `/orders/${id}`, undefined, inSpanish)).text);
    const { title, text } = read.event.answers[3];
    assert.deepEqual([title, text], ["Menú", "Sin carne"]);
    const { orders } = await desk.ask("GET", `/events/${friday}/manifest`);
    assert.deepEqual(orders[0].others, [
      { title: "Can you swim?", text: "Yes", passenger: 1 },
      { title: "Menu", text: "Fish", passenger: 1 },
      { title: "Can you swim?", text: "No", passenger: 2 },
      { title: "Menu", text: "No meat", passenger: 2 },
      { title: "Arrival", text: "2026-06-19", passenger: null },
      { title: "Note", text: "Vegana", passenger: null },
    ]);
    const file = await desk.call("GET", `/events/${friday}/manifest/export?format=csv`, undefined, inSpanish);
    assert.match(file.text, /Menú \(2\): Sin carne\nLlegada: 2026-06-19\nNota: Vegana/);
    await app.import({ products: [asking] });
  });

  test("a named list has one row a person and its own columns, date format and file, and one is the default", async () => {
    const event = await eventId(app, "show-seat", "2026-06-22T20:00");
    const { reference } = await partner.buy(event, { ADULT: 2 }, { answers });
    const desk = await signedIn(app, "orders");
    const exported = async (query: string) => {
      const file = await desk.call("GET", `/events/${event}/manifest/export?${query}`);
      assert.equal(file.status, 200, file.text);
      return file.text
        .replace(/^\uFEFF/, "")
        .trimEnd()
        .split("\r\n");
    };
    const persons = await exported("format=csv&list=persons");
    assert.match(persons[0]!, /^No\.,Can you swim\?,Menu,Arrival,Note,Ticket,/);
    assert.match(persons[1]!, /^1,Yes,Fish,2026-06-19,Vegana,Adult,/);
    assert.match(persons[2]!, /^2,No,No meat,2026-06-19,Vegana,Adult,/);
    assert.equal(persons.length, 3);
    const columns = (await desk.ask("GET", "/list-formats/columns")).data as { source: string; name: string }[];
    assert.ok(columns.some(({ source, name }) => source === "own-menu" && name === "Menu"));
    const list = {
      ...{ name: "Harbour", file: "csv", separator: "semicolon", dateFormat: "dd/MM/yyyy", isDefault: true },
      columns: [
        { source: "row", heading: "" },
        { source: "own-menu", heading: "MEAL" },
        { source: "own-arrival", heading: "DATE" },
        { source: "reference", heading: "" },
      ],
    };
    const made = await desk.ask("POST", "/list-formats", list);
    assert.deepEqual(await exported(`format=csv&list=${made.id}`), [
      "No.;MEAL;DATE;Order",
      `1;Fish;19/06/2026;${reference}`,
      `2;No meat;19/06/2026;${reference}`,
    ]);
    assert.equal(await desk.refused(409, "POST", "/list-formats", { ...list, name: "HARBOUR" }), "name-taken");
    const unknown = { ...list, name: "Other", columns: [{ source: "own-nothing", heading: "" }] };
    const { status, text } = await desk.call("POST", "/list-formats", unknown);
    assert.deepEqual([status, JSON.parse(text).errors[0].pointer], [400, "/columns/0/source"]);
    const second = await desk.ask("POST", "/list-formats", { ...list, name: "Airport", file: "xlsx" });
    const { data } = await desk.ask("GET", "/list-formats");
    assert.deepEqual(
      data.map(({ name, isDefault }: { name: string; isDefault: boolean }) => [name, isDefault]),
      [
        ["Airport", true],
        ["Harbour", false],
      ],
    );
    const book = await desk.call("GET", `/events/${event}/manifest/export?format=csv&list=${second.id}`);
    assert.match(book.headers["content-disposition"]!, /\.xlsx"?$/);
    const { id: _, ...changed } = { ...second, name: "Quay" };
    await desk.ask("PUT", `/list-formats/${second.id}`, changed);
    assert.equal(await desk.refused(409, "PUT", `/list-formats/${second.id}`, changed), "changed-meanwhile");
    await desk.ask("DELETE", `/list-formats/${second.id}?revision=2`);
    assert.equal(
      await desk.refused(404, "GET", `/events/${event}/manifest/export?format=csv&list=${second.id}`),
      "not-found",
    );
  });

  test("a guest at the desk may answer them later: the manifest names them until a change of the order has them", async () => {
    const event = await eventId(app, "show-seat", "2026-06-21T20:00");
    const desk = await signedIn(app, "orders");
    const sale = {
      ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity: 2 }], lang: "es", method: "card" },
      ...{ name: "Ana", lastName: "Ruiz", totalUsd: "100.00", answers: [{ code: "own-swim", value: "sí" }] },
    };
    assert.equal(await desk.refused(409, "POST", "/orders", sale), "sale-refused");
    const order = await desk.ask("POST", "/orders", { ...sale, id: randomUUID(), ownAnswersLater: true });
    const shown = async () => {
      const { orders } = await desk.ask("GET", `/events/${event}/manifest`);
      const { answersToCome } = await desk.ask("GET", `/orders/${order.id}`);
      return [answersToCome, orders.find(({ orderId }: { orderId: string }) => orderId === order.id).toCome];
    };
    assert.deepEqual(await shown(), [true, ["Can you swim?", "Menu", "Arrival"]]);
    const file = await desk.call("GET", `/events/${event}/manifest/export?format=csv`, undefined);
    assert.match(file.text, /Details to come: Can you swim\?, Menu, Arrival/);
    const amend = async (given: object[]) => {
      const { quoteId, revision } = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, { answers: given });
      await desk.ask("POST", `/orders/${order.id}/acceptAmendment`, { quoteId, revision });
    };
    await amend([
      ...goodAnswers.slice(0, 2),
      { code: "own-swim", value: "-" },
      { code: "own-arrival", value: "2026-06-21" },
    ]);
    assert.deepEqual(await shown(), [true, ["Can you swim?", "Menu"]]);
    await amend(goodAnswers);
    assert.deepEqual(await shown(), [false, []]);
  });

  test("they are exported with their questions, masked without the key, never logged, and erased", async () => {
    const { db } = app.store.database;
    const { id } = await partner.buy(evening, { ADULT: 2 }, { answers });
    const exported = await exportOrder(db, id!);
    assert.deepEqual([exported!.order.event.answers, exported!.questions], [answers, ownQuestions]);
    const { text } = await send(`${app.url}/api/es/order/${id}`);
    assert.ok(text.includes("own-note") && !text.includes("Vegana"), text);
    logger.info({ order: exported!.order.event }, "an order");
    assert.ok(lines.join("").includes("an order"));
    assert.ok(!lines.join("").includes("Vegana"));
    await (await signedIn(app, "orders")).ask("POST", `/orders/${id}/erase`, {});
    assert.deepEqual((await exportOrder(db, id!))!.order.event.answers, []);
    assert.ok(!JSON.stringify(await exportOrder(db, id!)).includes("Vegana"));
  });
});

test("the supplier's e-mail has each traveller's answers beside the name, and the order's as rows", () => {
  const named = [
    { code: "passenger-first-name", value: "Ana" },
    { code: "passenger-first-name", value: "João" },
  ];
  const order = { ...anOrder, answers: readAnswers([...named, ...answers], ownQuestions, "pt") };
  const { text } = supplierEmail("request", order, {
    lang: "pt",
    operatorName: "Paseo",
    names: (code) => code,
    link: null,
  });
  assert.match(
    text,
    /Passageiros:\n {2}1\. Ana, Sabe nadar\?: Sim, Menú: Pescado\n {2}2\. João, Sabe nadar\?: Não, Menú: Sin carne\n/,
  );
  assert.match(text, /\nLlegada: 2026-06-19\nNota: Vegana\n/);
});
