import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { adminOperations } from "../../../src/admin/operations.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { allot } from "../../orders/allotments/allotting.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";

/** People of three partners read their own partner, and nothing of the others. */

interface Shop {
  person: Operator & { email: string };
  name: string;
  id: string;
  key: string;
  order: string;
  reference: string;
  statement: string;
  terms: string;
  allotment: string;
  callback: string;
  /** The key that the person revokes. */
  spare: string;
  /** What only this partner may read. */
  own: string[];
}

/** What no partner may read. */
const internal = ["Lista interna", "Cupo interno", "Nota interna", "T-internal-note"];

/** Each operation with a request on a partner's own data, in the order of the requests, and what its answer has. */
const requests: Record<string, (shop: Shop) => { path: string; body?: unknown; has?: string | undefined }> = {
  "own.show": ({ name }) => ({ path: "/own", has: name }),
  "own.ticketNames": () => ({ path: "/own/ticket-names", has: "ADULT" }),
  "own.usage": () => ({ path: "/own/usage", has: "eventvalidate" }),
  "own.mistakes": () => ({ path: "/own/mistakes", has: "price-changed" }),
  "own.refusedOrders": ({ name }) => ({ path: "/own/refused-orders", has: `refused-${name}` }),
  "own.orders": ({ order }) => ({ path: "/own/orders", has: order }),
  "own.order": ({ order, reference }) => ({ path: `/own/orders/${order}`, has: reference }),
  "own.statements": ({ statement }) => ({ path: "/own/statements", has: statement }),
  "own.statement": ({ statement, reference }) => ({ path: `/own/statements/${statement}`, has: reference }),
  "own.statementFile": ({ statement, reference }) => ({
    path: `/own/statements/${statement}/file?format=csv`,
    has: reference,
  }),
  "own.terms": ({ terms }) => ({ path: "/own/terms", has: terms }),
  "own.termsLines": ({ terms }) => ({ path: `/own/terms/${terms}/lines`, has: "17" }),
  "own.allotments": ({ allotment }) => ({ path: "/own/allotments", has: allotment }),
  "own.allotment": ({ allotment }) => ({ path: `/own/allotments/${allotment}`, has: "left" }),
  "own.keys": ({ key }) => ({ path: "/own/keys", has: key.slice(0, 14) }),
  "own.callbacks": ({ callback }) => ({ path: "/own/callbacks", has: callback }),
  "own.callback": ({ callback, order }) => ({ path: `/own/callbacks/${callback}`, has: order }),
  "own.catalogAddress": ({ name }) => ({ path: "/own/catalog-address", has: `/catalog/${name}` }),
  "own.secret": () => ({ path: "/own/secret" }),
  "own.rotateSecret": () => ({ path: "/own/secret" }),
  "own.setNotifications": () => ({ path: "/own/notifications", body: { notifyChanges: true } }),
  "own.setCatalogAddress": ({ name }) => ({
    path: "/own/catalog-address",
    body: { url: `http://127.0.0.1:4009/changed/${name}` },
    has: `/changed/${name}`,
  }),
  "own.removeCatalogAddress": () => ({ path: "/own/catalog-address" }),
  "own.replayCallback": ({ callback }) => ({ path: `/own/callbacks/${callback}/replay`, has: "outcome" }),
  "own.revokeKey": ({ spare }) => ({ path: `/own/keys/${spare}` }),
  "own.createKey": () => ({ path: "/own/keys", body: { mode: "live", readOnly: false, assistants: false } }),
};

describe("the partner's own page", () => {
  let app: TestApp;
  let owner: Operator & { email: string };
  const shops: Shop[] = [];
  before(async () => {
    app = await startApp({ config: { callbackAllowPrivate: true } });
    owner = await signedIn(app, "owner");
    const { db } = app.store.database;
    const shows = await eventIds(db, "show");
    const { itemId } = await owner.ask("GET", `/events/${shows[0]}`);
    const rule = { percent: "17" };
    const line = { productId: null, itemId: null, ticket: "ADULT", firstOn: null, lastOn: null, rule };
    const list = await owner.ask("POST", "/price-lists", { name: "Lista interna" });
    await owner.ask("POST", `/price-lists/${list.id}/versions`, { lines: [line] });
    const today = app.clock.now;
    app.clock.now = new Date(today.getTime() - 2 * 86_400_000);
    for (const [n, name] of ["alfa", "beta", "gamma"].entries()) {
      const { id } = await owner.ask("POST", "/partners", { externalId: name, name: `Hotel ${name}` });
      const { key } = await owner.ask("POST", `/partners/${id}/keys`, { mode: "live" });
      await owner.ask("POST", `/partners/${id}/keys`, { mode: "live" });
      await owner.ask("POST", `/partners/${id}/terms`, { content: termsOf(), priceListId: list.id, lines: [] });
      const partner = new Partner(app, { key });
      const order = await partner.buy(
        shows[n]!,
        { ADULT: 2 },
        {
          ...{ email: `${name}@guests.example`, externalReference: `ref-${name}` },
          callbackUrl: `http://127.0.0.1:4009/orders/${name}`,
        },
      );
      await owner.ask("POST", `/orders/${order.id}/confirm`, { confirmation: `C-${name}` });
      await owner.ask("POST", `/orders/${order.id}/notes`, { note: "T-internal-note" });
      await partner.book(shows[n]!, { ADULT: 2 }, 1, { externalReference: `refused-${name}` });
      await owner.ask("PUT", `/partners/${id}/catalog-address`, { url: `http://127.0.0.1:4009/catalog/${name}` });
      const { company, revision } = await owner.ask("GET", `/partners/${id}/company`);
      await owner.ask("PUT", `/partners/${id}/company`, { company: { ...company, notes: "Nota interna" }, revision });
      const { versions } = await owner.ask("GET", `/partners/${id}/terms`);
      const { data: keys } = await owner.ask("GET", `/keys?partner=${id}`);
      const spare = keys.find(({ hint }: { hint: string }) => !key.startsWith(hint));
      shops.push({
        person: null as never,
        ...{ name, id, key, order: order.id!, reference: order.reference!, terms: versions[0].id },
        ...{ spare: spare.id, statement: "", allotment: "", callback: "" },
        own: [name, id, key.slice(0, 14), order.id!, order.reference!],
      });
    }
    app.clock.now = today;
    const [alfa, beta, gamma] = shops as [Shop, Shop, Shop];
    const own = { itemId, kind: "at-most", seats: 6, name: "Cupo interno" } as const;
    alfa.allotment = (await allot(db, { ...own, partnerIds: [alfa.id] }, today)).id;
    // The same seats are for both.
    const shared = await allot(db, { ...own, seats: 9, partnerIds: [beta.id, gamma.id] }, today);
    beta.allotment = gamma.allotment = shared.id;
    for (const shop of shops) {
      shop.person = await signedIn(app, "partner", shop.id);
      const statement = await owner.ask("POST", `/partners/${shop.id}/statements`, {
        ...{ currencyCode: "EUR", lastOn: "2026-06-14" },
      });
      shop.statement = statement.id;
      shop.callback = (await owner.ask("GET", `/callbacks?partner=${shop.name}`)).data[0].id;
      shop.own.push(statement.id, statement.number, shop.callback);
    }
    await app.app.service.usage.write(db);
  });
  after(() => app.stop());

  const termsOf = () => ({
    ...{ basis: "commission", collects: "partner", percent: "20", percentOf: "price", extras: false },
    ...{ dueOn: "sale", afterCancellation: "share", noShow: "as-sold", paymentDays: 30, period: "month" },
    currencyCode: null,
    limit: { kind: "credit", amount: "900.00", currencyCode: "EUR", warnBelow: "123.45" },
  });

  test("the requests are those of all operations on the own partner", () => {
    const own = adminOperations.filter(({ id }) => id.startsWith("own.")).map(({ id }) => id);
    assert.deepEqual(Object.keys(requests).sort(), own.sort());
  });

  for (const [id, requestOf] of Object.entries(requests)) {
    const { method, path: declared } = adminOperations.find((one) => one.id === id)!;
    test(`${id} answers a person of each partner with its own data, and with nothing of the others`, async () => {
      for (const shop of shops) {
        const { path, body, has } = requestOf(shop);
        const others = shops.filter((one) => one !== shop);
        if (declared.includes("{"))
          for (const other of others) {
            if (id === "own.allotment" && other.allotment === shop.allotment) continue;
            const foreign = requestOf(other).path;
            assert.equal(await shop.person.refused(404, method, foreign), "not-found", foreign);
          }
        const answer = await shop.person.call(method, path, body);
        assert.equal(answer.status, 200, answer.text);
        if (has !== undefined) assert.ok(answer.text.includes(has), `${has} is in ${answer.text}`);
        const hidden = [...others.flatMap(({ own }) => own), ...internal, owner.email, "123.45"];
        for (const text of hidden) assert.ok(!answer.text.includes(text), `${text} is in ${answer.text}`);
      }
    });
  }

  test("an order is found by its reference too, with the reason that the operator wrote for the partner", async () => {
    const [alfa, beta] = shops as [Shop, Shop];
    await owner.ask("POST", `/orders/${alfa.order}/cancel`, { why: "The boat is broken.", refund: "5.00" });
    const order = await alfa.person.ask("GET", `/own/orders/${alfa.reference}`);
    const { status, endedBy, reason, voucherUrl, confirmation } = order;
    assert.deepEqual(
      [status, endedBy, reason, voucherUrl, confirmation],
      ["cancelled", "operator", "The boat is broken.", null, "C-alfa"],
    );
    assert.equal(order.refundUsd, "5.00");
    assert.equal(await beta.person.refused(404, "GET", `/own/orders/${alfa.reference}`), "not-found");
    const { voucherUrl: stands } = await beta.person.ask("GET", `/own/orders/${beta.order}`);
    assert.match(stands, /^http/);
  });

  test("lists are filtered by day, state and reference", async () => {
    const [alfa, beta] = shops as [Shop, Shop];
    const total = async (query: string) => (await alfa.person.ask("GET", `/own/orders?${query}`)).total;
    assert.deepEqual(
      [await total("status=cancelled"), await total("status=complete"), await total("q=ref-alfa")],
      [1, 0, 1],
    );
    const { eventOn } = await alfa.person.ask("GET", `/own/orders/${alfa.order}`);
    const day = eventOn.slice(0, 10);
    assert.deepEqual(
      [await total(`eventFrom=${day}&eventTo=${day}`), await total("eventFrom=2030-01-01"), await total("q=ref-beta")],
      [1, 0, 0],
    );
    assert.equal(await alfa.person.refused(400, "GET", "/own/orders?eventFrom=2026-02-30"), "invalid-field");
    assert.equal(await alfa.person.refused(400, "GET", "/own/orders?partner=beta"), "invalid-field");
    const { total: callbacks } = await beta.person.ask("GET", "/own/callbacks?q=ref-alfa");
    assert.equal(callbacks, 0);
  });

  test("a refused order has its event, reference, code and hint", async () => {
    const [alfa] = shops as [Shop];
    const { data } = await alfa.person.ask("GET", "/own/refused-orders?q=refused-alfa");
    const [{ externalReference, codes, reasons, eventOn, productName }] = data;
    assert.deepEqual([externalReference, codes], ["refused-alfa", ["price-changed"]]);
    assert.ok(reasons[0].hint.length > 0 && eventOn && productName);
  });

  test("a limit leaves what the operator reads", async () => {
    const [, beta] = shops as [Shop, Shop];
    const { limit, balances } = await beta.person.ask("GET", "/own/terms");
    const of = await owner.ask("GET", `/partners/${beta.id}/terms`);
    assert.deepEqual([limit, balances], [of.limit, of.balances]);
    assert.ok(Number(limit.left) < 900);
  });

  test("a created key is shown once, and does no more than a valid key of the partner", async () => {
    const [, , gamma] = shops as [Shop, Shop, Shop];
    const { person, id, name } = gamma;
    const wish = { mode: "live", readOnly: false, assistants: false };
    assert.equal(await person.refused(409, "POST", "/own/keys", wish), "too-many-keys");
    assert.equal(await person.refused(409, "POST", "/own/keys", { ...wish, assistants: true }), "key-not-granted");
    for (const { id: key, revokedAt } of (await owner.ask("GET", `/keys?partner=${id}`)).data)
      if (revokedAt === null) await person.ask("DELETE", `/own/keys/${key}`);
    assert.equal(await person.refused(409, "POST", "/own/keys", wish), "key-not-granted");
    const test = await person.ask("POST", "/own/keys", { ...wish, mode: "test" });
    assert.ok(!(await person.call("GET", "/own/keys")).text.includes(test.key));
    const { db } = app.store.database;
    await createKey(db, { partner: name, mode: "live", readOnly: true, now: app.clock.now });
    assert.equal(await person.refused(409, "POST", "/own/keys", wish), "key-not-granted");
    const { key } = await person.ask("POST", "/own/keys", { ...wish, readOnly: true });
    assert.equal((await fetch(`${app.url}/api/products`, { headers: { "x-api-key": key } })).status, 200);
  });

  test("an address in the own network is refused with its field", async () => {
    const [alfa] = shops as [Shop];
    app.app.service.config.callbackAllowPrivate = false;
    const answer = await alfa.person.call("PUT", "/own/catalog-address", { url: "https://10.0.0.1/" });
    app.app.service.config.callbackAllowPrivate = true;
    assert.equal(answer.status, 400);
    assert.equal(JSON.parse(answer.text).errors[0].pointer, "/url");
  });

  test("the operator reads in the audit log what a person changed, without keys and secrets", async () => {
    const [alfa] = shops as [Shop];
    const { data } = await owner.ask("GET", "/audit?perPage=500");
    const own = data.filter(({ operator }: { operator: string }) => operator === alfa.person.email);
    const done = new Set(own.map(({ operation }: { operation: string }) => operation));
    for (const operation of ["createKey", "revokeKey", "secret", "rotateSecret", "setNotifications", "replayCallback"])
      assert.ok(done.has(`own.${operation}`), operation);
    for (const operation of ["setCatalogAddress", "removeCatalogAddress"])
      assert.ok(done.has(`own.${operation}`), operation);
    const switched = own.find(({ operation }: { operation: string }) => operation === "own.setNotifications");
    assert.deepEqual(
      [switched.subject, switched.before, switched.after],
      ["alfa", { notifyChanges: false }, { notifyChanges: true }],
    );
    assert.ok(!/pk_live_\w{20}|whsec_/.test(JSON.stringify(own)));
  });

  test("a person whose partner does not exist reads nothing, and no operation of the office", async () => {
    const lost = await signedIn(app, "partner", randomUUID());
    for (const { method, path } of adminOperations.filter(
      ({ id }) => id.startsWith("own.") && id !== "own.ticketNames",
    ))
      if (method === "GET") {
        const address = path.replaceAll(/\{\w+\}/g, "x");
        const query = path.endsWith("/file") ? "?format=pdf" : "";
        assert.equal(await lost.refused(404, method, `${address}${query}`), "not-found", path);
      }
    const [alfa] = shops as [Shop];
    assert.equal(await alfa.person.refused(403, "GET", `/partners/${alfa.id}`), "role-forbidden");
  });
});
