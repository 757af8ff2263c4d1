import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { CallbackDispatcher } from "../../src/domain/dispatch/callbacks.ts";
import { sendChannelNotices } from "../../src/domain/dispatch/channel-notices.ts";
import { testNow } from "../support/app.ts";
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
    const server = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status).end(answer.body);
    });
    before(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`;
      await shop.set({ notify: { address, user: "us", password: "secret" } });
    });
    after(() => server.close());

    const run = async (): Promise<Received[]> => {
      received.length = 0;
      await sendChannelNotices({ db: shop.db, clock: () => testNow, allowPrivate: true } as CallbackDispatcher);
      return received;
    };
    const ask = async () => {
      const id = await shop.itemId("sale");
      if (channel === "viator")
        return shop.call("POST", "/v2/availability/calendar", {
          body: { supplierId: 1004, productOptionIds: [id], startDate: "2026-06-30", endDate: "2026-06-30" },
        });
      const days = { fromDateTime: "2026-06-30T00:00:00Z", toDateTime: "2026-06-30T23:00:00Z" };
      return shop.call("GET", `/1/get-availabilities?${new URLSearchParams({ productId: id, ...days })}`);
    };
    const reserve = async (reference: string, count: number) => {
      const productId = await shop.itemId("sale");
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

    test("a channel that is off gets no messages", async () => {
      await reserve("E", 1);
      await shop.set({ active: false });
      assert.deepEqual(await run(), []);
    });
  });
