import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import type { Order } from "@paseo/contract";
import { sql } from "kysely";
import { testNow } from "../support/app.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { send } from "../support/wire.ts";
import { answer, DeskShop, headingOf, openPage, type Page } from "./desk-shop.ts";

/** Links for suppliers' answers show an order, take one decision about it, and work once. */

onPostgres("a supplier's link", (open) => {
  let shop: DeskShop;
  before(async () => {
    shop = await DeskShop.open({ open });
  });
  after(() => shop.close());

  const seats = async (): Promise<number> => {
    const { rows } = await sql<{ left: number }>`
      select capacity_left as left from event e join item i on i.id = e.item_id
      where i.external_id = 'show-seat' and e.event_on = '2026-06-18 20:00'`.execute(shop.app.app.service.db);
    return rows[0]!.left;
  };
  const current = async (order: Order) => {
    const { status, confirmation } = await shop.read(order);
    return { status, confirmation };
  };

  test("opening it changes nothing, however often", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    for (const method of ["GET", "HEAD", "GET"]) assert.equal((await openPage(link, method)).status, 200);
    const page = await openPage(link);
    assert.equal(headingOf(page), "¿Confirma esta reserva?");
    for (const text of [order.reference!, "Noche de flamenco", "jueves, 18 de junio de 2026, 20:00", "2 × Adulto"])
      assert.ok(page.html.includes(text), text);
    assert.deepEqual(await current(order), { status: "waitsupplier", confirmation: null });
    assert.equal((await openPage(link, "PUT")).status, 405);
  });

  test("it confirms, with the supplier's own number, and then only shows the status", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    const done = await answer(link, { answer: "yes", confirmation: " Mesa 7 & <8> ñ " });
    assert.deepEqual([done.status, headingOf(done)], [200, "Reserva confirmada"]);
    assert.ok(done.html.includes("Su respuesta está registrada"));
    assert.ok(done.html.includes("Mesa 7 &#38; &#60;8&#62; ñ"));
    const confirmed = { status: "complete", confirmation: "Mesa 7 & <8> ñ" } as const;
    assert.deepEqual(await current(order), confirmed);
    assert.deepEqual((await shop.timeline(order)).at(-1), "supplier complete");

    for (const again of [
      { answer: "yes", confirmation: "another" },
      { answer: "no", reason: "no after all" },
      { answer: "perhaps" },
    ]) {
      const late = await answer(link, again);
      assert.deepEqual([late.status, headingOf(late)], [409, "Reserva confirmada"]);
      assert.ok(late.html.includes("la suya no ha cambiado nada"));
    }
    const seen = await openPage(link);
    assert.deepEqual([seen.status, headingOf(seen)], [200, "Reserva confirmada"]);
    assert.ok(!seen.html.includes("<form"));
    assert.deepEqual(await current(order), confirmed);
  });

  test("it declines, with the supplier's message, and the seats are free again", async () => {
    const before = await seats();
    const order = await shop.order();
    const link = await shop.link(order);
    assert.equal(await seats(), before - 2);
    const done = await answer(link, { answer: "no", reason: "Aforo completo\r\nesa noche" });
    assert.deepEqual([done.status, headingOf(done)], [200, "Reserva rechazada"]);
    assert.equal((await current(order)).status, "rejected");
    assert.equal(await seats(), before);
    assert.equal((await shop.timeline(order)).at(-1), "supplier rejected: Aforo completo\nesa noche");
    assert.equal((await answer(link, { answer: "yes" })).status, 409);
    assert.equal((await current(order)).status, "rejected");
  });

  test("of two concurrent answers one counts, and the other gets a page that says so", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    const pages = await Promise.all(
      ["yes", "no", "yes", "no"].map((word) => answer(link, { answer: word, confirmation: "T-1", reason: "no" })),
    );
    assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const { status } = await current(order);
    const heading = status === "complete" ? "Reserva confirmada" : "Reserva rechazada";
    assert.deepEqual(new Set(pages.map(headingOf)), new Set([heading]));
    assert.equal((await shop.timeline(order)).filter((line) => /complete|rejected/.test(line)).length, 1);
  });

  test("after the partner has cancelled, it shows that, and the supplier gets an e-mail", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    assert.equal((await shop.cancel(order)).status, "cancelled");
    const seen = await openPage(link);
    assert.deepEqual([seen.status, headingOf(seen)], [200, "Reserva cancelada"]);
    const late = await answer(link, { answer: "yes" });
    assert.deepEqual([late.status, headingOf(late)], [409, "Reserva cancelada"]);
    assert.equal((await current(order)).status, "cancelled");
    const [, note] = await shop.mails(order, 2);
    assert.match(
      note!.headers.get("subject")!,
      /^Reserva anulada [0-9A-Z-]{11}-ES: Noche de flamenco, 18 jun 2026, 20:00$/,
    );
    assert.doesNotMatch(note!.text + note!.html, /supplier\/|http:/);
  });

  test("a cancellation is refused once, requested again and accepted", async () => {
    const before = await seats();
    const order = await shop.order();
    const first = await shop.link(order);
    await answer(first, { answer: "yes", confirmation: "M-1" });
    assert.equal((await shop.cancel(order)).status, "waitcancel");
    const second = await shop.link(order, 2);
    assert.equal(headingOf(await openPage(first)), "Cancelación pendiente");
    assert.equal((await answer(first, { answer: "no" })).status, 409);

    const requests = await openPage(second);
    assert.equal(headingOf(requests), "¿Acepta cancelar esta reserva?");
    assert.ok(!requests.html.includes('name="confirmation"'));
    const stored = await answer(second, { answer: "no", reason: "Ya está pagado" });
    assert.deepEqual([stored.status, headingOf(stored)], [200, "Reserva confirmada"]);
    assert.deepEqual(await current(order), { status: "complete", confirmation: "M-1" });

    assert.equal((await shop.cancel(order)).status, "waitcancel");
    const third = await shop.link(order, 3);
    // The second link has the same question about the same order in the same status, but that question is already answered.
    assert.equal(headingOf(await openPage(second)), "Cancelación pendiente");
    assert.equal((await answer(second, { answer: "yes" })).status, 409);
    assert.equal((await current(order)).status, "waitcancel");
    const done = await answer(third, { answer: "yes" });
    assert.deepEqual([done.status, headingOf(done)], [200, "Reserva cancelada"]);
    assert.equal((await current(order)).status, "cancelled");
    assert.equal(await seats(), before);
  });

  test("an invalid answer is shown again with an error, and decides nothing", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    const raw = (body: string, type = "application/x-www-form-urlencoded") =>
      send(link, { method: "POST", headers: { "content-type": type }, body });
    for (const [fields, expected] of [
      [{ answer: "yes", confirmation: `<b>${"x".repeat(98)}` }, "«Su número de confirmación» admite hasta 100"],
      [{ answer: "yes", confirmation: "a\nb" }, "«Su número de confirmación» admite hasta 100"],
      [{ answer: "yes", confirmation: "a\u0000b" }, "«Su número de confirmación» admite hasta 100"],
      [{ answer: "no", reason: "y".repeat(501) }, "«Motivo» admite hasta 500"],
      [{ answer: "no", reason: "a\u0007b" }, "«Motivo» admite hasta 500"],
      [{ answer: "maybe" }, "No se ha entendido la respuesta"],
      [{}, "No se ha entendido la respuesta"],
    ] as [Record<string, string>, string][]) {
      const page = await answer(link, fields);
      assert.equal(page.status, 400, JSON.stringify(fields).slice(0, 60));
      assert.ok(page.html.includes(expected), page.html);
      assert.equal(headingOf(page), "¿Confirma esta reserva?");
      const written = Object.values(fields).at(-1)?.replaceAll("<", "&#60;").replaceAll(">", "&#62;");
      if (written && written.length > 50) assert.ok(page.html.includes(written), "the answer is shown again");
    }
    assert.equal((await raw('{"answer":"yes"}', "application/json")).status, 400);
    assert.equal((await raw("")).status, 400);
    assert.equal((await raw(`answer=yes&confirmation=${"x".repeat(20_000)}`)).status, 413);
    assert.equal(
      (await raw("answer=yes&confirmation=%ff%fe%")).status,
      200,
      "bytes that are no UTF-8 are a number too",
    );
    assert.equal((await current(order)).status, "complete");
  });

  test("the longest valid answer is accepted", async () => {
    const order = await shop.order();
    // 500 characters as a browser counts them: it sends each line's end as two.
    const reason = `${"línea\r\n".repeat(80)}${"z".repeat(20)}`;
    assert.equal((await answer(await shop.link(order), { answer: "no", reason })).status, 200);
    assert.equal((await shop.timeline(order)).at(-1), `supplier rejected: ${reason.replaceAll("\r\n", "\n")}`);
  });

  test("a forged link is not found, and shows nothing of any order", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    const at = link.lastIndexOf("/") + 1;
    const token = Buffer.from(link.slice(at), "base64url");
    assert.equal(token.length, 57);
    const changed = (n: number, bit: number) => {
      const copy = Buffer.from(token);
      copy[n]! ^= bit;
      return copy.toString("base64url");
    };
    // Question, language, order, changes, expiry, and both ends of the signature.
    const wrong = [
      ...[0, 1, 16, 20, 24, 25, 56].map((n) => changed(n, 1)),
      changed(0, 16),
      token.subarray(0, -1).toString("base64url"),
      `${token.toString("base64url")}A`,
      `${token.toString("base64url")}=`,
      `${token.toString("base64url")}.`,
      token.toString("hex"),
      Buffer.alloc(57).toString("base64url"),
      order.id!,
      "x",
      "%F0%9F%8E%AD",
    ];
    for (const [n, path] of wrong.entries()) {
      const page =
        n % 2 === 0
          ? await openPage(link.slice(0, at) + path)
          : await answer(link.slice(0, at) + path, { answer: "no" });
      assert.deepEqual([page.status, headingOf(page)], [404, "Este enlace no es válido"], path);
      assert.ok(page.html.includes("Este link não é válido"));
      assert.ok(!page.html.includes(order.reference!));
    }
    assert.equal((await current(order)).status, "waitsupplier");
    assert.equal((await openPage(link)).status, 200);
  });

  test("a link to an unknown order is not found", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    await sql`delete from orders where id = ${order.id}`.execute(shop.app.app.service.db);
    assert.equal((await openPage(link)).status, 404);
    assert.equal((await answer(link, { answer: "yes" })).status, 404);
  });

  test("many invalid links from one address are limited; a valid link is not", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    // A new minute for this test's misses, separate from earlier ones.
    shop.app.clock.now = new Date(testNow.getTime() + 3_600_000);
    try {
      const pages: Page[] = [];
      for (let n = 0; n < 33; n++) pages.push(await openPage(`${shop.app.url}/supplier/${n}`));
      assert.deepEqual(
        pages.map(({ status }) => status),
        [...Array(30).fill(404), 429, 429, 429],
      );
      assert.equal(pages.at(-1)!.headers["retry-after"], "60");
      assert.equal(headingOf(pages.at(-1)!), "Ahora no se puede responder");
      assert.equal((await answer(link, { answer: "yes" })).status, 200);
    } finally {
      shop.app.clock.now = testNow;
    }
  });

  test("it expires at the end of the event's day at the location", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    try {
      // Midnight in Madrid is 22:00 UTC.
      shop.app.clock.now = new Date("2026-06-18T21:59:59Z");
      assert.equal((await openPage(link)).status, 200);
      shop.app.clock.now = new Date("2026-06-18T22:00:00Z");
      for (const page of [await openPage(link), await answer(link, { answer: "yes" })]) {
        assert.deepEqual([page.status, headingOf(page)], [410, "Este enlace ha caducado"]);
        assert.ok(!page.html.includes(order.reference!) && !page.html.includes("não"));
      }
      assert.equal((await current(order)).status, "waitsupplier");
    } finally {
      shop.app.clock.now = testNow;
    }
  });

  test("every page has no scripts and no external content, and is not stored, framed or indexed", async () => {
    const order = await shop.order();
    const link = await shop.link(order);
    const pages = [
      await openPage(link),
      await answer(link, {}),
      await answer(link, { answer: "yes" }),
      await openPage(link),
      await openPage(`${shop.app.url}/supplier/none`),
      await send(link, { method: "POST", body: "x".repeat(20_000) }).then(({ status, headers, text }) => ({
        status,
        headers,
        html: text,
      })),
    ];
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 400, 200, 200, 404, 413],
    );
    for (const { headers, html } of pages) {
      const { "content-security-policy": policy } = headers;
      assert.match(
        String(policy),
        /^default-src 'none'; style-src 'sha256-[^']+' 'self'; .*form-action 'self'; frame-ancestors 'none'$/,
      );
      const style = /<style>(.*?)<\/style>/s.exec(html)![1]!;
      const digest = createHash("sha256").update(style).digest("base64");
      assert.ok(String(policy).includes(`'sha256-${digest}'`), "the policy allows this style sheet");
      assert.deepEqual(
        ["cache-control", "referrer-policy", "x-robots-tag", "x-content-type-options", "content-type"].map(
          (name) => headers[name],
        ),
        ["no-store", "no-referrer", "noindex", "nosniff", "text/html; charset=utf-8"],
      );
      assert.doesNotMatch(html, /<script|\son\w+=|src=|https?:/);
    }
  });
});
