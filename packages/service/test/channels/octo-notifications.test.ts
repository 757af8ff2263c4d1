import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import { sendOctoNotifications } from "../../src/domain/callbacks/octo-notifications.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import { switchOcto } from "../../src/store/operators/home.ts";
import { dueOctoSubscriptions } from "../../src/store/partners/octo-subscriptions.ts";
import { testNow } from "../support/app.ts";
import { partnerId, secretsOf } from "../support/samples/ordering.ts";
import { type CallbackReceiver, startReceiver, verified } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { adults, ana, OctoShop } from "./octo-shop.ts";

/** Notifications to subscribers of OCTO. */

const every = ["PRODUCT_UPDATE", "AVAILABILITY_UPDATE", "BOOKING_UPDATE"];
const subscriptions = "/notifications/subscriptions";

onPostgres("Notifications of OCTO", (open) => {
  const shop = new OctoShop(open);
  let receiver: CallbackReceiver;
  let testKey: string;
  let path = "";
  let n = 0;
  before(async () => {
    receiver = await startReceiver();
    testKey = (await createKey(shop.db, { partner: "acme", mode: "test", readOnly: false, now: testNow })).key;
  });
  beforeEach(async () => {
    path = `/octo/${n++}`;
    await sql`delete from octo_subscription`.execute(shop.db);
  });
  after(() => receiver?.close());

  const subscribe = async (types = every, options: Parameters<OctoShop["done"]>[3] = {}, more: object = {}) =>
    (await shop.done("POST", subscriptions, { url: receiver.url(path), notificationTypes: types, ...more }, options))
      .id as string;
  const due = () => dueOctoSubscriptions(shop.db, 100, []);
  /** Runs the job as if its next time had come. */
  const run = async () => {
    await sql`update octo_subscription set next_at = now()`.execute(shop.db);
    const { callbackDispatcher } = shop.app.app.service;
    for (const { id } of await due()) await sendOctoNotifications(callbackDispatcher, id);
  };
  const received = () => receiver.at(path).map(({ body }) => JSON.parse(body));
  const reserve = async (name: string, more: object = {}, options: Parameters<OctoShop["done"]>[3] = {}) => {
    const uuid = randomUUID();
    const body = { uuid, ...(await shop.event(name)), unitItems: adults(1), ...more };
    await shop.done("POST", "/bookings", body, options);
    return uuid;
  };
  const confirm = (uuid: string, options: Parameters<OctoShop["done"]>[3] = {}) =>
    shop.done("POST", `/bookings/${uuid}/confirm`, { contact: ana }, options);

  test("subscriptions are created, listed, read, changed and deleted; both spellings of the path work", async () => {
    const offered = async (capabilities: string) =>
      (await shop.done("GET", "/capabilities", undefined, { capabilities })).map(({ id }: { id: string }) => id);
    assert.ok((await offered("octo/notifications")).includes("octo/notifications"));
    assert.ok(!(await offered("octo/pricing")).includes("octo/notifications"), "the published models do not have it");
    const headers = { "Api-Key": "secret" };
    const wanted = { url: receiver.url(path), notificationTypes: ["booking_update", "BOOKING_UPDATE"], headers };
    const made = await shop.done("POST", "/notifications/subcriptions", wanted, { capabilities: "notifications" });
    assert.deepEqual(made, { id: made.id, url: wanted.url, notificationTypes: ["BOOKING_UPDATE"], headers });
    assert.deepEqual(await shop.done("GET", subscriptions), [made]);
    assert.deepEqual(await shop.done("GET", `${subscriptions}/${made.id}`), made);
    const changed = await shop.done("PATCH", `${subscriptions}/${made.id}`, { notificationTypes: every });
    assert.deepEqual(changed, { ...made, notificationTypes: every });
    assert.deepEqual(await shop.done("GET", subscriptions, undefined, { key: testKey }), []);
    assert.equal(
      await shop.refused("DELETE", `${subscriptions}/${made.id}`, undefined, { key: testKey }),
      "BAD_REQUEST",
    );
    const stranger = { partner: "other", mode: "live", readOnly: false, now: testNow } as const;
    const { key } = await createKey(shop.db, stranger);
    assert.deepEqual(await shop.done("GET", subscriptions, undefined, { key }), [], "another partner has none");
    for (const method of ["GET", "DELETE"])
      assert.equal(await shop.refused(method, `${subscriptions}/${made.id}`, undefined, { key }), "BAD_REQUEST");
    assert.deepEqual(await shop.done("DELETE", `${subscriptions}/${made.id}`), changed);
    assert.equal(await shop.refused("GET", `${subscriptions}/${made.id}`), "BAD_REQUEST");
  });

  test("a subscription is refused with the field that is wrong, and the eleventh one is refused", async () => {
    const good = { url: receiver.url(path), notificationTypes: every };
    const wrong: [object, RegExp][] = [
      [{ ...good, url: "ftp://channel.example.com" }, /^url: /],
      [{ ...good, url: "not an address" }, /^url: /],
      [{ notificationTypes: every }, /^url is missing/],
      [{ ...good, notificationTypes: ["BOOKING_UPDATE", "SEATS"] }, /^notificationTypes has SEATS/],
      [{ ...good, notificationTypes: [] }, /^notificationTypes/],
      [{ ...good, headers: { "a b": "c" } }, /^headers has the name a b/],
      [{ ...good, headers: { "Webhook-Signature": "c" } }, /^headers cannot have Webhook-Signature/],
      [{ ...good, headers: { Host: "c" } }, /^headers cannot have Host/],
      [{ ...good, headers: { "X-Key": "a\r\nb" } }, /^headers\.X-Key/],
      [{ ...good, headers: { "X-Key": 5 } }, /^headers\.X-Key/],
    ];
    for (const [body, message] of wrong) {
      const { status, body: problem } = await shop.call("POST", subscriptions, body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(problem.errorMessage, message);
    }
    for (let made = 0; made < 10; made++) await subscribe();
    assert.match((await shop.call("POST", subscriptions, good)).body.errorMessage, /10 subscriptions/);
  });

  test("no message goes to a private address, unless private addresses are allowed", async () => {
    await subscribe(["BOOKING_UPDATE"]);
    await confirm(await reserve("sale"));
    const [first] = await due();
    const { callbackDispatcher } = shop.app.app.service;
    await sendOctoNotifications({ ...callbackDispatcher, allowPrivate: false }, first!.id);
    assert.deepEqual(received(), []);
    await run();
    assert.equal(received().length, 1);
  });

  test("a changed booking is reported with its uuid, signed, and with the subscriber's headers", async () => {
    const id = await subscribe(["BOOKING_UPDATE"], {}, { headers: { "Api-Key": "secret" } });
    assert.deepEqual(await due(), [], "nothing has changed yet");
    const uuid = await reserve("sale");
    await run();
    assert.deepEqual(received(), [], "a reservation is the partner's own and has no order");
    await confirm(uuid);
    await run();
    const [message] = receiver.at(path);
    assert.deepEqual(JSON.parse(message!.body), {
      ...{ subscriptionId: id, notificationType: "BOOKING_UPDATE", data: { uuid } },
    });
    assert.equal(message!.headers["api-key"], "secret");
    assert.equal(message!.headers["content-type"], "application/json");
    assert.ok(verified(message!, (await secretsOf(shop.app))[0]!));
    await run();
    assert.equal(received().length, 1, "it is sent once");
    await shop.done("POST", `/bookings/${uuid}/cancel`, {});
    await run();
    assert.equal(received().length, 2);
  });

  test("a subscription of a test key reports only test bookings, and a subscription of a live key only live bookings", async () => {
    await subscribe(["BOOKING_UPDATE"], { key: testKey });
    const live = await reserve("keys");
    await confirm(live);
    await run();
    assert.deepEqual(received(), []);
    const uuid = await reserve("keys", {}, { key: testKey });
    await confirm(uuid, { key: testKey });
    await run();
    assert.deepEqual(
      received().map(({ data }) => data),
      [{ uuid }],
    );
  });

  test("changed products and sold-out events are reported with what reads them", async () => {
    await subscribe(["PRODUCT_UPDATE", "AVAILABILITY_UPDATE"]);
    const { productId, optionId } = await shop.event("race");
    await confirm(await reserve("race", { unitItems: adults(10) }));
    await run();
    const days = { localDateStart: "2026-06-30", localDateEnd: "2026-06-30" };
    assert.deepEqual(
      received().map(({ notificationType, data }) => [notificationType, data]),
      [["AVAILABILITY_UPDATE", { productId, optionId, ...days }]],
    );
    const [sold] = await shop.done("POST", "/availability", received()[0].data);
    assert.equal(sold.status, "SOLD_OUT", "the data is the request that reads the change");
  });

  test("a failed message is repeated with its id, and changes meanwhile make one message for each booking", async () => {
    await subscribe(["BOOKING_UPDATE"]);
    const [first, second] = [await reserve("retry"), await reserve("retry")];
    await confirm(first);
    receiver.answer(500, path);
    await run();
    await run();
    const ids = receiver.at(path).map(({ headers }) => headers["webhook-id"]);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
    await confirm(second);
    await shop.done("POST", `/bookings/${first}/cancel`, {});
    receiver.answer(204, path);
    await run();
    assert.deepEqual(
      received().map(({ data }) => data.uuid),
      [first, first, first, second],
    );
    assert.deepEqual((await sql`select 1 from octo_message`.execute(shop.db)).rows, []);
  });

  test("a message that fails for days is lost, and later changes are reported", async () => {
    await subscribe(["BOOKING_UPDATE"]);
    await confirm(await reserve("late"));
    receiver.answer(500, path);
    for (let attempt = 0; attempt < 10; attempt++) await run();
    await run();
    assert.equal(received().length, 10);
    receiver.answer(204, path);
    const uuid = await reserve("late");
    await confirm(uuid);
    await run();
    assert.deepEqual(received().at(-1).data, { uuid });
  });

  test("several processes send a message once", async () => {
    const id = await subscribe(["BOOKING_UPDATE"]);
    await confirm(await reserve("moves"));
    const { callbackDispatcher } = shop.app.app.service;
    await Promise.all(Array.from({ length: 8 }, () => sendOctoNotifications(callbackDispatcher, id)));
    assert.equal(received().length, 1);
  });

  test("nothing is sent while OCTO is switched off or the partner is not active", async () => {
    await subscribe(["BOOKING_UPDATE"]);
    await confirm(await reserve("holds"));
    await shop.db.transaction().execute((tx) => switchOcto(tx, false));
    assert.deepEqual(await due(), []);
    await shop.db.transaction().execute((tx) => switchOcto(tx, true));
    const acme = await partnerId(shop.app);
    await sql`update partner set active = false where id = ${acme}`.execute(shop.db);
    assert.deepEqual(await due(), []);
    await sql`update partner set active = true where id = ${acme}`.execute(shop.db);
    assert.equal((await due()).length, 1);
  });

  test("a copy on another server reports later changes", async () => {
    await subscribe(["BOOKING_UPDATE"]);
    await sql`update octo_subscription set orders_seen = '99999999:99999999:'`.execute(shop.db);
    await run();
    const uuid = await reserve("cancel");
    await confirm(uuid);
    await run();
    assert.deepEqual(
      received().map(({ data }) => data),
      [{ uuid }],
    );
  });
});

onPostgres("Notifications of OCTO in a sandbox", (open) => {
  const shop = new OctoShop(open, { sandbox: true });

  test("a subscription of a live key reports its bookings, which are test bookings", async () => {
    const receiver = await startReceiver();
    const path = "/octo/sandbox";
    try {
      const { id } = await shop.done("POST", subscriptions, {
        url: receiver.url(path),
        notificationTypes: every.slice(2),
      });
      assert.deepEqual(
        (await shop.done("GET", subscriptions)).map((one: { id: string }) => one.id),
        [id],
      );
      const uuid = randomUUID();
      await shop.done("POST", "/bookings", { uuid, ...(await shop.event("sale")), unitItems: adults(1) });
      await shop.done("POST", `/bookings/${uuid}/confirm`, { contact: ana });
      await sendOctoNotifications(shop.app.app.service.callbackDispatcher, id);
      assert.deepEqual(JSON.parse(receiver.at(path)[0]!.body).data, { uuid });
    } finally {
      await receiver.close();
    }
  });
});
