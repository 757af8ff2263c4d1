import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startApp } from "../../service/test/support/app.ts";
import { command } from "../../service/test/support/command.ts";
import { eventId } from "../../service/test/support/partner.ts";
import { type Notification, PaseoClient, verifyCallback } from "../src/index.ts";

/** The service sends a callback, and a partner's server verifies it. */

test("the client verifies the service's callbacks, which arrive in order", async (t) => {
  const app = await startApp({ config: { callbackAllowPrivate: true } });
  t.after(() => app.stop());
  const { secrets } = await command(app.app.service, "partners", "secret", "acme");
  const received: (Notification | Error)[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push(await verifyCallback({ headers: request.headers, body }, secrets[0]).catch((error: Error) => error));
    response.writeHead(204).end();
  });
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

  const client = new PaseoClient({ baseUrl: app.url, apiKey: app.key });
  const tickets = [{ code: "ADULT", quantity: 1 }];
  const id = await eventId(app, "show-seat", "2026-06-25T20:00");
  const { totalUsd } = await client.validate({ id, tickets });
  const order = await client.book({
    id,
    tickets,
    totalUsd: totalUsd!,
    email: "ana@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "203.0.113.9",
    externalReference: "CART-7",
    callbackUrl,
  });
  await client.cancel(order.id!);

  const deadline = Date.now() + 30_000;
  const last = () => received.at(-1);
  while (!(last() instanceof Error) && (last() as Notification | undefined)?.data.status !== "cancelled") {
    assert.ok(Date.now() < deadline, `no word of the cancellation: ${JSON.stringify(received)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const notifications = received as Notification[];
  assert.deepEqual(
    notifications.map(({ data }) => data?.sequence),
    notifications.map((_, index) => index + 1),
    String(last()),
  );
  for (const { data } of notifications) {
    assert.deepEqual([data.orderId, data.reference, data.externalReference], [order.id, order.reference, "CART-7"]);
  }
});
