import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { signingSecrets } from "../../service/src/domain/callbacks/signing-secrets.ts";
import { newSecret, signatureHeaders } from "../../service/src/outgoing/signature.ts";
import { setCatalogAddress } from "../../service/src/store/partners/catalog-address.ts";
import { startApp } from "../../service/test/support/app.ts";
import { show } from "../../service/test/support/samples/catalogue.ts";
import { partnerId } from "../../service/test/support/samples/ordering.ts";
import { freePort } from "../../service/test/support/servers/postgres.ts";
import { type RunningCommand, startMirror, until } from "./support/command.ts";
import { sqliteCopy } from "./support/copies.ts";
import { startForwarder } from "./support/forwarder.ts";
import { mirrorHere, startHere } from "./support/here.ts";

/** `--watch --listen`: messages of the service start the synchronisation, and a lost or forged one does no harm. */

/** A proxy before the mirror's endpoint. It answers every message, and forwards the messages that `keeps` selects. */
async function startLossy(t: TestContext, target: string, keeps: (n: number) => boolean) {
  const seen = { kept: 0, dropped: 0 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (keeps(seen.kept + seen.dropped)) {
      seen.kept++;
      const headers = Object.entries(request.headers).filter(([name]) => /^(webhook-|content-type)/.test(name));
      await fetch(target, { method: "POST", headers: headers as [string, string][], body });
    } else seen.dropped++;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
}

interface Following {
  every: string;
  keeps?: (n: number) => boolean;
  start: (args: string[], environment: { env: Record<string, string> }) => Omit<RunningCommand, "pid">;
}

async function following(t: TestContext, { every, keeps = () => true, start }: Following) {
  const app = await startApp({ config: { callbackAllowPrivate: true } });
  t.after(() => app.stop());
  const { db } = app.app.service;
  const acme = await partnerId(app);
  const [secret] = (await signingSecrets(db, { partnerId: acme })) as [string];
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  const endpoint = `127.0.0.1:${await freePort()}/catalogue`;
  const args = [service.url, "--to", copy.to, "--watch", "--every", every, "--listen", endpoint];
  const mirror = start(args, { env: { PASEO_CALLBACK_SECRET: secret } });
  t.after(() => mirror.stop("SIGKILL"));
  await until(() => mirror.output.stderr.includes("The copy is at version"));
  const lossy = await startLossy(t, `http://${endpoint}`, keeps);
  await db.transaction().execute((tx) => setCatalogAddress(tx, acme, lossy.url));
  const rename = (name: string) => app.import({ products: [{ ...show, name }] });
  const has = (name: string) => async () =>
    (await copy.query(`select 1 from product where name = '${name}'`)).length === 1;
  return { secret, service, copy, endpoint, mirror, lossy, rename, has };
}

const digestEqual = async (service: string, to: string) => {
  const { exitCode, stdout } = await mirrorHere([service, "--to", to, "--verify"]);
  assert.equal(exitCode, 0, stdout);
};

test("a message starts the synchronisation at once, and a forged one is refused", async (t) => {
  const { secret, service, endpoint, rename, has, mirror } = await following(t, { every: "1h", start: startMirror });
  await rename("Al momento");
  await until(has("Al momento"));
  await until(() => mirror.output.stderr.match(/The copy is at version/g)?.length === 2);
  service.requests.length = 0;
  const body = JSON.stringify({ type: "catalog.changed", timestamp: "", data: { updateVersion: 9, deleteVersion: 0 } });
  const headersOf = (by: string, timestamp = new Date()) => ({
    ...signatureHeaders({ id: "m1", timestamp, body }, [by]),
  });
  const post = async (headers: Record<string, string>, text = body, path = endpoint) =>
    // A connection that is kept open could be closed just before it is used again.
    (await fetch(`http://${path}`, { method: "POST", headers: { ...headers, connection: "close" }, body: text }))
      .status;
  const order = JSON.stringify({ type: "order.status", timestamp: "", data: {} });
  assert.deepEqual(
    [
      await post(headersOf(newSecret())),
      await post({}),
      await post(headersOf(secret), `${body} `),
      await post(headersOf(secret, new Date(Date.now() - 3_600_000))),
      await post({ ...signatureHeaders({ id: "m2", timestamp: new Date(), body: order }, [secret]) }, order),
      await post(headersOf(secret), "x".repeat(2_000_000)).catch(() => 413),
      await post(headersOf(secret), body, endpoint.replace("/catalogue", "/other")),
      (await fetch(`http://${endpoint}`)).status,
    ],
    [400, 400, 400, 400, 400, 413, 404, 405],
  );
  assert.deepEqual(service.requests, []);
  assert.equal(await post(headersOf(secret)), 204);
  await until(() => service.requests.length > 0);
  assert.equal((await mirror.stop("SIGTERM")).exitCode, 0);
});

test("with half of the messages dropped the copy still ends equal by its digest", async (t) => {
  const { service, copy, lossy, rename, has, mirror } = await following(t, {
    every: "4s",
    keeps: (n) => n % 2 === 0,
    start: startHere,
  });
  for (let change = 0; change < 6; change++) {
    const before = lossy.seen.kept + lossy.seen.dropped;
    await rename(`Noche ${change}`);
    await until(() => lossy.seen.kept + lossy.seen.dropped > before);
  }
  assert.deepEqual(lossy.seen, { kept: 3, dropped: 3 });
  // The last message was dropped, so the mirror finds this change only when its interval ends.
  await until(has("Noche 5"));
  assert.equal((await mirror.stop("SIGTERM")).exitCode, 0);
  await digestEqual(service.url, copy.to);
});
