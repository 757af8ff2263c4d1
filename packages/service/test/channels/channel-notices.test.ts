import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import type { CallbackDispatcher } from "../../src/domain/callbacks/callbacks.ts";
import { sendChannelNotices } from "../../src/domain/callbacks/channel-notices.ts";
import { testNow } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { CalledShop, evening } from "./called-shop.ts";

/** Messages to GetYourGuide and Viator about seats. */

interface Received {
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests check its fields.
  body: any;
}

for (const channel of ["getyourguide", "viator"] as const)
  onPostgres(`Messages to ${channel}`, (open) => {
    const shop = new CalledShop(open, channel);
    const received: Received[] = [];
    let answer = { status: 202, body: "" };
    /** Items for which the server refuses every message. */
    const refused = new Set<string>();
    let now = testNow;
    const server = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      received.push({ headers: request.headers, body });
      const isRefused = [...refused].some((id) => JSON.stringify(body).includes(id));
      response.writeHead(isRefused ? 500 : answer.status).end(answer.body);
    });
    before(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`;
      await shop.set({ notify: { address, user: "us", password: "secret" } });
    });
    after(() => server.close());

    const run = async (): Promise<Received[]> => {
      received.length = 0;
      await sendChannelNotices({ db: shop.db, clock: () => now, allowPrivate: true } as CallbackDispatcher, channel);
      return received;
    };
    const ask = async (name = "sale") => {
      const id = await shop.itemId(name);
      if (channel === "viator")
        return shop.call("POST", "/v2/availability/calendar", {
          body: { supplierId: 1004, productOptionIds: [id], startDate: "2026-06-30", endDate: "2026-06-30" },
        });
      const days = { fromDateTime: "2026-06-30T00:00:00Z", toDateTime: "2026-06-30T23:00:00Z" };
      return shop.call("GET", `/1/get-availabilities?${new URLSearchParams({ productId: id, ...days })}`);
    };
    const reserve = async (reference: string, count: number, name = "sale") => {
      const productId = await shop.itemId(name);
      if (channel === "viator") {
        const tickets = [{ type: "ADULT", quantity: count }];
        const when = { travelDate: "2026-06-30", startTime: "20:00" };
        await shop.call("POST", "/v2/reserve", {
          body: { supplierId: 1004, productOptionId: productId, tickets, ...when },
        });
      } else {
        const bookingItems = [{ category: "ADULT", count }];
        const data = { productId, dateTime: evening, bookingItems, gygBookingReference: reference };
        await shop.call("POST", "/1/reserve", { body: { data } });
      }
    };

    test("a product that the channel never asked for is not reported", async () => {
      await reserve("A", 1);
      assert.deepEqual(await run(), []);
    });

    test("changed seats are sent once, and again after a failure", async () => {
      await ask();
      assert.deepEqual(await run(), []);
      await reserve("B", 2);
      answer = { status: 500, body: "" };
      assert.equal((await run()).length, 1);
      answer = { status: 202, body: "" };
      assert.deepEqual(await run(), [], "not before the gap has passed");
      now = new Date(now.getTime() + 30_000);
      const [sent] = await run();
      const id = await shop.itemId("sale");
      if (channel === "viator") {
        assert.equal(sent!.headers["x-api-key"], "secret");
        const days = { startDate: "2026-06-30", endDate: "2026-06-30" };
        assert.deepEqual(sent!.body, { supplierId: 1004, updateType: ["CAPACITY"], productOptionIds: [id], ...days });
      } else {
        assert.equal(sent!.headers.authorization, `Basic ${Buffer.from("us:secret").toString("base64")}`);
        assert.deepEqual(sent!.body, {
          data: { productId: id, availabilities: [{ dateTime: evening, vacancies: 7 }] },
        });
      }
      assert.deepEqual(await run(), []);
    });

    test("a product that the channel does not know gets no more messages until it asks again or sells", async () => {
      await reserve("C", 1);
      answer = { status: 422, body: '{"errorCode":"INVALID_PRODUCT","error":"INVALID_PRODUCT_OPTION"}' };
      assert.equal((await run()).length, 1);
      answer = { status: 202, body: "" };
      assert.deepEqual(await run(), []);
      if (channel === "viator") await ask();
      await reserve("D", 1);
      assert.equal((await run()).length, 1);
    });

    test("an item that the channel refuses is tried again after growing gaps, holds up no other, and the console names it", async () => {
      const names = ["late", "moves", "seen"];
      const ids = await Promise.all(names.map((name) => shop.itemId(name)));
      const [first, ...others] = ids.toSorted();
      for (const name of names) await ask(name);
      refused.add(first!);
      for (const name of names) await reserve(`F-${name}`, 1, name);
      const sentTo = async () =>
        (await run()).map(({ body }) => body.productOptionIds?.[0] ?? body.data.productId).sort();
      assert.deepEqual(await sentTo(), [first, ...others].sort());
      const gaps: number[] = [];
      for (let minutes = 0, last = now.getTime(); gaps.length < 4; minutes += 0.25) {
        now = new Date(now.getTime() + 15_000);
        if ((await sentTo()).length === 0) continue;
        gaps.push((now.getTime() - last) / 1000);
        last = now.getTime();
        assert.ok(minutes < 60);
      }
      assert.deepEqual(gaps, [30, 60, 120, 240]);
      const office = await signedIn(shop.app, "owner");
      const { options, notices } = await office.ask("GET", `/channels/${channel}`);
      const state = (id: string) => options.find(({ itemId }: { itemId: string }) => itemId === id);
      assert.deepEqual([state(first!).failures, state(others[0]!).failures, notices.failing], [5, 0, 1]);
      assert.match(state(first!).failure, /^500/);
      assert.ok(state(first!).retryAt > now.toISOString() && notices.sentAt >= testNow.toISOString());
      refused.clear();
      now = new Date(now.getTime() + 3_600_000);
      assert.deepEqual(await sentTo(), [first]);
      assert.equal((await office.ask("GET", `/channels/${channel}`)).notices.failing, 0);
    });

    test("a channel that does not answer gets three messages of a run, and the other items their turn in the next", async () => {
      const names = ["late", "moves", "seen", "retry", "resize"];
      for (const name of names) await ask(name);
      for (const name of names) await reserve(`G-${name}`, 2, name);
      const silent = (asked: string[]) =>
        sendChannelNotices(
          {
            ...{ db: shop.db, clock: () => now, allowPrivate: true },
            send: async ({ body }: { body: string }) => {
              asked.push(body);
              return { outcome: "failed" };
            },
          } as unknown as CallbackDispatcher,
          channel,
        );
      const [one, two]: [string[], string[]] = [[], []];
      await silent(one);
      await silent(two);
      assert.deepEqual([one.length, two.length, new Set([...one, ...two]).size], [3, 2, 5]);
    });

    test("the first run in a new incarnation of the database tells all again, sold-out events too, and the next one nothing", async () => {
      now = new Date(now.getTime() + 3_600_000);
      while ((await run()).length > 0);
      const told = await sql<{ seats: number }>`select seats from channel_seats where channel = ${channel}`.execute(
        shop.db,
      );
      assert.ok(told.rows.length > 0);
      // The lost history sold nothing more to tell: what it told last is what a backup lacks.
      await sql`update fact set value = 'a lost run' where name = ${`told-in-${channel}`}`.execute(shop.db);
      const items = new Set<string>();
      for (let sent = await run(); sent.length > 0; sent = await run())
        for (const { body } of sent) items.add(body.productOptionIds?.[0] ?? body.data.productId);
      const known = await sql<{ id: string }>`
        select item_id as id from channel_item where channel = ${channel} and report is null`.execute(shop.db);
      assert.deepEqual([...items].sort(), known.rows.map(({ id }) => id).sort());
      assert.deepEqual(await run(), []);
    });

    test("a channel that is off gets no messages", async () => {
      await reserve("E", 1);
      await shop.set({ active: false });
      assert.deepEqual(await run(), []);
    });
  });
