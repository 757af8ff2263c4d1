import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { createSite } from "../../src/domain/site/create-site.ts";
import { inTransaction } from "../../src/store/database/database.ts";
import { base, contact, formsOf, heading, type Shop, startShop, wordsOf } from "./shop.ts";

/** What strangers send to the forms of an own site. */

describe("strangers at the own site", () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop({ settings: { ways: ["online", "arrival"] } });
  });
  after(() => shop.stop());
  const db = () => shop.app.store.database.db;

  test("a form with anything in it is answered with a page, never with a failure", async () => {
    const product = await shop.productId("show");
    const [event] = await shop.events("show");
    const [foreign] = await shop.events("museum");
    const good = { product, event: event!, "ticket-ADULT": "1" };
    const bodies: Record<string, string>[] = [
      {},
      { ...good, event: foreign! },
      { ...good, event: "1 or 1=1" },
      { ...good, product: "../../etc" },
      { ...good, date: "2026-02-31", "ticket-ADULT": "99" },
      { ...good, date: "9999-12-31", "ticket-ADULT": "99" },
      { ...good, date: "0000-01-01", "ticket-ADULT": "99" },
      { ...good, "ticket-ADULT": "1e9" },
      { ...good, "ticket-ADULT": "0x10" },
      { product, event: event!, "ticket-": "1", "ticket-\u0000": "1" },
      { ...good, [`ticket-${"A".repeat(64)}`]: "1" },
      Object.fromEntries([
        ["product", product],
        ["event", event!],
        ...Array.from({ length: 300 }, (_, n) => [`ticket-T${n}`, "1"]),
      ]),
    ];
    for (const [n, body] of bodies.entries()) {
      const page = await shop.post(`${base}/en/book`, body, `203.0.113.${n}`);
      assert.deepEqual([page.status, heading(page)], [422, "This cannot be booked"], `body ${n}`);
      assert.match(page.text, /href="\/tours\/en/);
    }
    const huge = await shop.post(`${base}/en/book`, { ...good, more: "x".repeat(300_000) }, "203.0.113.99");
    assert.deepEqual([huge.status, heading(huge)], [413, "This is too long"]);
    assert.equal((await shop.post(`${base}/xx/book`, good)).status, 404);
    assert.equal((await shop.get(`${base}/en/book`)).to, `${base}/en`);
  });

  test("no address of a request becomes one of the payment or of a redirect", async () => {
    const page = await shop.choose("show", { ADULT: 1 }, { lang: "en" });
    const { action, values } = formsOf(page)[0]!;
    const sent = await shop.post(`${action}?returnUrl=https://evil.example&currency=https://evil.example`, {
      ...{ ...values, ...contact, returnUrl: "https://evil.example", next: "//evil.example" },
      email: "ana@guest.example\r\nbcc: eve@evil.example",
    });
    assert.equal(sent.status, 422, "a line break is no part of an e-mail address");
    await shop.post(action, { ...values, ...contact, returnUrl: "https://evil.example" });
    const { rows } = await sql<{
      url: string;
    }>`select return_url as url from checkout order by nth desc limit 1`.execute(db());
    assert.equal(rows[0]!.url, `http://127.0.0.1:9${page.path}/return`);
  });

  test("the code of another site opens nothing", async () => {
    await inTransaction(db(), (tx) =>
      createSite(tx, { code: "OTHERSITE", name: "Other", host: null, path: "/others" }, shop.app.clock.now),
    );
    await shop.app.app.service.sites.reload();
    const page = await shop.choose("show", { ADULT: 1 });
    const code = page.path.split("/").at(-1);
    const done = await shop.submit(page, { ...contact, way: "arrival" });
    const guest = done.path.split("/").at(-1);
    for (const path of [`checkout/${code}`, `checkout/${code}/return`, `booking/${guest}`, `booking/${guest}/cancel`])
      assert.equal((await shop.get(`/others/es/${path}`)).status, 404, path);
    assert.equal((await shop.post(`/others/es/booking/${guest}/cancel`, {})).status, 404);
  });

  test("answers to nobody's questions, another way to pay and another amount do not book", async () => {
    const page = await shop.choose("show", { ADULT: 1 }, { lang: "en" });
    const strange = await shop.submit(page, { ...contact, way: "transfer" });
    assert.match(wordsOf(strange), /Please choose how you would like to pay/, "the site does not offer it");
    const unknown = await shop.submit(page, { ...contact, way: "online:evil" });
    assert.equal(unknown.status, 422);
    const cheap = await shop.submit(page, { ...contact, way: "arrival", shown: "1 EUR" });
    assert.equal(cheap.status, 409);
    const more = await shop.submit(page, { ...contact, way: "arrival", "a.own-free.1": "yes", "a.__proto__.1": "x" });
    assert.equal(heading(more), "We have received your booking");
  });

  test("a network that sends many forms is asked to wait, and others are not", async () => {
    const from = "203.0.113.200";
    let last = 0;
    for (let n = 0; n < 121; n++)
      last = (await shop.post(`${base}/en/booking`, { reference: "x", email: "" }, from)).status;
    assert.equal(last, 429);
    const waiting = await shop.post(`${base}/en/booking`, { reference: "x", email: "" }, from);
    assert.equal(heading(waiting), "Too many attempts");
    assert.ok(Number(waiting.headers["retry-after"]) > 0);
    assert.equal((await shop.post(`${base}/en/booking`, { reference: "x", email: "" }, "203.0.113.201")).status, 422);
  });

  test("bots that hold and leave get half of an event's seats for the time of a hold, and guests buy the rest", async () => {
    const event = (await shop.events("show"))[12]!;
    const left = async () =>
      (await sql<{ left: number }>`select capacity_left as left from event where id = ${event}`.execute(db())).rows[0]!
        .left;
    for (let n = 0; n < 12; n++) {
      const bot = await shop.choose("show", { ADULT: 2 }, { lang: "en", event, from: `192.0.2.${n}` });
      assert.equal(bot.status, 200);
    }
    assert.equal(await left(), 10, "half of 20");
    const guest = await shop.choose("show", { ADULT: 2 }, { lang: "en", event });
    assert.match(wordsOf(guest), /Your places are reserved when you press the last button/);
    const done = await shop.submit(guest, { ...contact, way: "arrival" });
    assert.equal(heading(done), "We have received your booking");
    assert.equal(await left(), 8);
  });

  test("one network holds six purchases, begins three payments of an event, and books six times without paying", async () => {
    const events = await shop.events("show");
    const from = "192.0.2.99";
    const begin = (n: number) => shop.choose("show", { ADULT: 1 }, { lang: "en", event: events[13 + n]!, from });
    const pages = [];
    for (let n = 0; n < 8; n++) pages.push(await begin(n));
    const isHeld = pages.map((page) => /We are holding/.test(wordsOf(page)));
    assert.deepEqual(isHeld, [true, true, true, true, true, true, false, false]);
    const pay = async () => {
      const page = await shop.choose("show", { ADULT: 1 }, { lang: "en", event: events[24]!, from });
      return shop.submit(page, contact, { from });
    };
    for (let n = 0; n < 3; n++) assert.match((await pay()).path, /sandbox/);
    assert.match(wordsOf(await pay()), /several unfinished payments/);
    for (let n = 0; n < 6; n++)
      assert.equal(
        heading(await shop.submit(pages[n]!, { ...contact, way: "arrival" }, { from })),
        "We have received your booking",
      );
    assert.match(
      wordsOf(await shop.submit(pages[6]!, { ...contact, way: "arrival" }, { from })),
      /several unpaid bookings/,
    );
  });
});
