import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { foldedWords, foldText } from "@paseo/contract/folded-text";
import { sql } from "kysely";
import { readWorkbook } from "../../../src/domain/editing/files/workbook.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { searchOrders } from "../../../src/store/orders/search.ts";
import { mergeNewWords, orderMatches, wordQuery } from "../../../src/store/sale/order-words.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { answersTo, eventId, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Search, the export of the list of orders, and named filters. */

onPostgres("finding orders", (open) => {
  let app: TestApp;
  let desk: Operator & { email: string };
  let guest: { id: string; reference: string };
  let other: { id: string; reference: string };
  before(async () => {
    app = await startApp({ open });
    desk = await signedIn(app, "orders");
    const partner = new Partner(app);
    const boat = await eventId(app, "boat-seat", "2026-06-20T09:00");
    const { questions, totalUsd } = await partner.validate(boat, { ADULT: 1 });
    const answers = answersTo(questions).map((answer) => ({
      ...answer,
      ...(answer.code === "passenger-first-name" && { value: "María José" }),
      ...(answer.code === "passenger-last-name" && { value: "Núñez-Peña" }),
    }));
    const contact = { email: "mj.nunez@example.com", phoneNumber: "+34 612 345 678", externalReference: "=CART-77" };
    guest = (await partner.book(boat, { ADULT: 1 }, totalUsd!.value, { answers, ...contact })) as typeof guest;
    const show = await eventId(app, "show-seat", "2026-06-20T20:00");
    other = (await partner.buy(show, { ADULT: 2 }, { email: "nora@example.com" })) as typeof other;
  });
  after(() => app.stop());
  const find = (q: string) => desk.ask("GET", `/search?q=${encodeURIComponent(q)}`);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

  test("a guest is found by the beginning of any name, without accents, by e-mail and by either end of the number", async () => {
    for (const q of ["maría", "MARIA JOSE", "nunez", "peña", "Peña María", "mj.nunez@", "612 345 678"]) {
      const { guests } = await find(q);
      assert.deepEqual(ids(guests), [guest.id], q);
      assert.equal(guests[0].leadName, "María José Núñez-Peña");
    }
    for (const q of ["+34 612 345", "345678"]) assert.ok(ids((await find(q)).guests).includes(guest.id), q);
    for (const q of ["ria", "maria lopez", "612 999"]) assert.deepEqual(ids((await find(q)).guests), [], q);
    assert.deepEqual(ids((await find("no")).guests), [other.id]);
  });

  test("an order of an older release keeps its number, and is found by it", async () => {
    await sql`update orders set number = 100234 where id = ${other.id}`.execute(app.store.database.db);
    for (const q of ["100234-ES", "100234", "1oo234es"]) {
      assert.deepEqual(ids((await find(q)).orders), [other.id], q);
      assert.equal((await desk.ask("GET", `/orders/${q}`)).reference, "100234-ES");
    }
    const { data } = await desk.ask("GET", "/orders");
    assert.deepEqual(ids(data), [other.id, guest.id], "the newest first");
  });

  test("orders, products with their next events, and partners are found", async () => {
    const typed = guest.reference.toLowerCase().replaceAll("-", "");
    for (const q of [guest.reference, typed, typed.slice(0, 9), "cart-77"])
      assert.deepEqual(ids((await find(q)).orders), [guest.id], q);
    const { products, events, partners } = await find("flamenco");
    assert.deepEqual([products.length, products[0].externalId, partners.length], [1, "show", 0]);
    assert.deepEqual(
      events.map(({ eventOn }: { eventOn: string }) => eventOn),
      ["2026-06-16T20:00:00", "2026-06-17T20:00:00"],
    );
    const { events: ofDay } = await desk.ask("GET", "/search?q=flamenco&day=2026-06-27");
    assert.deepEqual(
      ofDay.map(({ eventOn, setting }: { eventOn: string; setting: string }) => [eventOn, setting]),
      [["2026-06-27T20:00:00", "available"]],
    );
    assert.equal(await desk.refused(400, "GET", "/search?q=flamenco&day=2026-02-30"), "invalid-field");
    assert.deepEqual(
      (await find("acme tr")).partners.map(({ name }: { name: string }) => name),
      ["Acme Travel"],
    );
    for (const nothing of ["--", "%%", "''", "a\\b", ":* | x", "();"]) {
      const { orders, guests } = await find(nothing);
      assert.deepEqual([orders, guests], [[], []], nothing);
    }
    assert.equal(await desk.refused(400, "GET", "/search?q=a"), "invalid-field");
  });

  test("a guest of any script is found, as the database folds names like the service", async () => {
    const partner = new Partner(app);
    const boat = await eventId(app, "boat-seat", "2026-06-21T09:00");
    const { questions, totalUsd } = await partner.validate(boat, { ADULT: 1 });
    const named = async (first: string, last: string) => {
      const names: Record<string, string> = { "passenger-first-name": first, "passenger-last-name": last };
      const answers = answersTo(questions).map(({ code, value }) => ({ code, value: names[code] ?? value }));
      return (await partner.book(boat, { ADULT: 1 }, totalUsd!.value, { answers })).id!;
    };
    for (const [first, last, ...typed] of [
      ["Łukasz", "Żółć", "zolc", "ŻÓŁĆ", "lukasz z"],
      ["Ipek", "Işık", "isik", "IŞIK", "İpek"],
      ["Văn", "Đặng", "dang", "van dang"],
      ["Sinéad", "O’Brien", "o'brien", "obrien", "brien", "O´Brien"],
      ["小明", "王", "王", "小"],
      ["민준", "김", "김민준".slice(0, 1), "민준"],
      ["आशा", "शर्मा", "शर्मा", "आ"],
    ] as const) {
      const id = await named(first, last);
      for (const q of typed) assert.ok(ids((await find(q)).guests).includes(id), q);
    }
    // In a database with this locale, and in C, lower() and to_tsvector() read other letters.
    const samples = [
      "ŻÓŁĆ",
      "IŞIK İ ı",
      "Đặng",
      "O’Brien-O´Neill x",
      "ＷＡＮＧ ﬁ",
      "ΟΔΥΣΣΕΥΣ ẞ Æ Œ Þ",
      "김 が आशा ใจดี",
      "a\u200bb\u00adc",
      ...Array.from({ length: 127 }, (_, n) => `Á`.repeat(n % 2) + String.fromCharCode(n + 1)),
    ];
    const { rows } = await sql<{ given: string; folded: string; words: string[] }>`
      select given, folded_text(given) as folded, tsvector_to_array(search_words(given)) as words
      from unnest(${samples}::text[]) given`.execute(app.store.database.db);
    for (const { given, folded, words } of rows) {
      assert.equal(folded, foldText(given), given);
      for (const word of foldedWords(given)) assert.ok(words.includes(word), `${word} of ${given}`);
    }
  });

  test("what a partner's traveller pasted is stored without the characters that nobody sees", async () => {
    const partner = new Partner(app);
    const show = await eventId(app, "show-seat", "2026-06-22T20:00");
    const pasted = { email: " \ufeffnoa@example.com\n", phoneNumber: "\u202d+34 699 111 222\u202c" };
    const { id, event } = await partner.buy(show, { ADULT: 1 }, pasted);
    assert.deepEqual([event!.email, event!.phoneNumber], ["noa@example.com", "+34 699 111 222"]);
    assert.deepEqual(ids((await find("699111222")).guests), [id]);
    const body = {
      id: show,
      apiKey: `${app.key} `,
      tickets: [{ code: "ADULT", quantity: 1 }],
      remoteHost: "192.0.2.1",
    };
    const guest = {
      ...body,
      ...pasted,
      totalUsd: { currencyCode: "USD" as const, value: 50 },
      externalReference: "A\nB",
    };
    const answers = [{ code: "passenger-first-name", value: "A\u200bna" }];
    const problem = await partner.wire.refused(400, "eventbook", { lang: "es" }, { ...guest, answers });
    assert.deepEqual(problem.errors, [
      { pointer: "/externalReference", detail: "A line break cannot be used here." },
      { pointer: "/answers/0/value", detail: "The character U+200B cannot be used." },
    ]);
  });

  test("a letter that is wrong, missing or swapped is forgiven where nothing has the word as typed", async () => {
    for (const q of ["Mria José", "maria nunes", "Nuñze"]) {
      assert.deepEqual(ids((await find(q)).guests), [guest.id], q);
      assert.deepEqual(ids((await desk.ask("GET", `/orders?q=${encodeURIComponent(q)}`)).data), [guest.id], q);
    }
    const products = (await find("noche de flamneco")).products;
    assert.deepEqual([products.length, products[0].externalId], [1, "show"]);
    const { data, total } = await desk.ask("GET", "/products?q=flamneco");
    assert.deepEqual([data.length, total, data[0].externalId], [1, 1, "show"]);
    const { guests, products: none } = await find("xylophone");
    assert.deepEqual([guests, none], [[], []]);
  });

  test("the words of orders have an index, which the search uses", async () => {
    const { db } = app.store.database;
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql`explain select * from orders o where ${orderMatches("nunez")!}`.execute(tx);
      return JSON.stringify(rows);
    });
    assert.match(plan, /orders_search/);
  });

  test("an order is found at once, and after its words were merged into the index", async () => {
    const { db } = app.store.database;
    const show = await eventId(app, "show-seat", "2026-06-22T20:00");
    const { id } = await new Partner(app).buy(show, { ADULT: 1 }, { email: "quetzal@example.com" });
    // Searches by the index and does not read all orders, as PostgreSQL does when there are many orders.
    const findByIndex = () =>
      db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        return (await searchOrders(tx, "quetzal", app.clock.now, 10)).map((order) => order.id);
      });
    assert.deepEqual(await findByIndex(), [id]);
    await mergeNewWords(db);
    const { rows } = await sql<{ pages: number }>`select gin_clean_pending_list('orders_search') as pages`.execute(db);
    assert.equal(Number(rows[0]!.pages), 0, "nothing is left to merge");
    assert.deepEqual(await findByIndex(), [id]);
  });

  test("after erasure neither name nor address finds the order", async () => {
    const partner = new Partner(app);
    const show = await eventId(app, "show-seat", "2026-06-21T20:00");
    const { id } = await partner.buy(
      show,
      { ADULT: 1 },
      { email: "zoe@example.com", phoneNumber: "+55 21 99999 0000" },
    );
    assert.deepEqual(ids((await find("zoe")).guests), [id]);
    await desk.ask("POST", `/orders/${id}/erase`, {});
    assert.deepEqual(ids((await find("zoe")).guests), []);
    assert.deepEqual(ids((await find("99999 0000")).guests), []);
  });

  test("the list of orders is exported with its filters as CSV and XLSX, audited and safe from formulas", async () => {
    const filter = `product=boat&q=${encodeURIComponent("nunez")}`;
    const csv = await desk.call("GET", `/orders/export?format=csv&${filter}`);
    assert.equal(csv.status, 200);
    const lines = csv.text.trim().split("\r\n");
    assert.equal(lines.length, 2);
    assert.match(lines[0]!, /Order,Status,Placed \(America\/New_York\),Product,/);
    assert.ok(
      lines[1]!.startsWith(
        `${guest.reference},Waiting for confirmation,2026-06-15 06:00:00,Passeio de barco na baía,Assento,`,
      ),
    );
    assert.ok(lines[1]!.includes("1 × Adult") && lines[1]!.includes("'=CART-77") && !lines[1]!.includes("ADULT"));
    const xlsx = await desk.call("GET", "/orders/export?format=xlsx&sort=createdAt&order=asc");
    const rows: string[][] = [];
    await readWorkbook(
      xlsx.bytes,
      ({ cells }) => rows.push(cells),
      (range) => assert.fail(range.text),
    );
    assert.equal(rows.length, (await desk.ask("GET", "/orders")).total + 1);
    assert.deepEqual([rows[1]![0], rows[1]![22]], [guest.reference, "=CART-77"]);
    const { rows: audited } = await listAudit(
      app.store.database.db,
      { operation: "orders.exportList" },
      { offset: 0, limit: 5 },
    );
    assert.deepEqual(
      audited.map(({ operator, after }) => [operator, after]),
      [
        [desk.email, { orders: rows.length - 1, format: "xlsx", filter: {} }],
        [desk.email, { orders: 1, format: "csv", filter: { product: "boat", q: "…" } }],
      ],
    );
    const reader = await signedIn(app, "read-only");
    assert.equal(await reader.refused(403, "GET", "/orders/export?format=csv"), "role-forbidden");
    assert.equal(await desk.refused(400, "GET", "/orders/export?format=csv&eventFrom=2026-02-30"), "invalid-field");
  });

  test("an operator's named filters are saved, replaced and deleted, and nobody else sees them", async () => {
    const given = { list: "orders", name: "Acme this week", filter: { partner: "acme", eventFrom: "2026-06-15" } };
    const savedOf = async (operator: typeof desk, list: string) =>
      (await operator.ask("GET", `/filters?list=${list}`)).data;
    await desk.ask("POST", "/filters", given);
    await desk.ask("POST", "/filters", { ...given, filter: { partner: "acme", status: "complete" } });
    await desk.ask("POST", "/filters", { ...given, list: "events", filter: { state: "sold-out" } });
    assert.deepEqual(await savedOf(desk, "orders"), [
      { name: given.name, filter: { partner: "acme", status: "complete" } },
    ]);
    assert.deepEqual(await savedOf(desk, "events"), [{ name: given.name, filter: { state: "sold-out" } }]);
    const colleague = await signedIn(app, "orders");
    assert.deepEqual(await savedOf(colleague, "orders"), []);
    const { list, name } = given;
    assert.equal(await colleague.refused(404, "POST", "/filters/delete", { list, name }), "not-found");
    for (const filter of [{ q: "maria" }, {}, { cityCode: "MAD" }])
      assert.equal(await desk.refused(400, "POST", "/filters", { list, name: "x", filter }), "invalid-field");
    assert.equal(await desk.refused(400, "POST", "/filters", { ...given, list: "partners" }), "invalid-field");
    await desk.ask("POST", "/filters/delete", { list, name });
    assert.deepEqual(await savedOf(desk, "orders"), []);
    assert.equal((await savedOf(desk, "events")).length, 1, "a filter of another list stays");
  });

  test("two standing orders of one guest for one event are named, by e-mail in any case or by the digits of the telephone", async () => {
    const { db } = app.store.database;
    const partner = new Partner(app);
    const [event, elsewhere] = [
      await eventId(app, "show-seat", "2026-06-23T20:00"),
      await eventId(app, "show-seat", "2026-06-24T20:00"),
    ];
    const buy = async (email: string, phoneNumber: string, at = event) =>
      (await partner.buy(at, { ADULT: 1 }, { email, phoneNumber })) as { id: string; reference: string };
    const [one, two] = [await buy("iris@example.com", "+34 600 111"), await buy("IRIS@example.com", "+34 600 222")];
    const third = await buy("rosa@example.com", "(34) 600-222");
    const [alone, away] = [
      await buy("max@example.com", "+34 600 333"),
      await buy("iris@example.com", "+34 600 111", elsewhere),
    ];
    const others = async () => {
      const { data } = await desk.ask("GET", `/orders?eventId=${event}&sort=createdAt&order=asc`);
      return data.map(({ otherOrder }: { otherOrder: { id: string } | null }) => otherOrder?.id ?? null);
    };
    assert.deepEqual(await others(), [two.id, one.id, two.id, null]);
    const { orders } = await desk.ask("GET", `/events/${event}/manifest`);
    assert.deepEqual(
      orders.map(({ otherOrder }: { otherOrder: { reference: string } | null }) => otherOrder?.reference ?? null),
      [two.reference, one.reference, two.reference, null],
    );
    assert.equal((await desk.ask("GET", `/orders/${away.id}`)).otherOrder, null, "another event");
    await desk.ask("POST", `/orders/${two.id}/cancel`, {});
    assert.deepEqual(await others(), [null, null, null, null]);
    // An order without an address has no guest to compare.
    await sql`update orders set email = '', phone_number = '' where id in (${one.id}, ${alone.id})`.execute(db);
    assert.deepEqual(await others(), [null, null, null, null]);
    assert.equal((await desk.ask("GET", `/orders/${third.id}`)).otherOrder, null);
  });
});

test("what an operator types becomes word beginnings and nothing else", () => {
  assert.equal(wordQuery("  María-José & !x | (y):* "), "'maria':* & 'jose':* & 'x':* & 'y':*");
  assert.equal(wordQuery("O'Brien"), "'o':* & 'brien':*");
  assert.equal(wordQuery("612 345"), "('612':* & '345':*) | 'p612345':* | 'r543216':*");
  assert.equal(wordQuery("' \\ :*"), null);
});
