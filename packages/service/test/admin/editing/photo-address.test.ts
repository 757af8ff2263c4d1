import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Photos that the service reads from an address of the operator. */

const photo = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><image href="http://127.0.0.1/"/></svg>`;

onPostgres("photos from an address", (open) => {
  let app: TestApp;
  let desk: Operator;
  const requests: string[] = [];
  const pages: Record<string, RequestListener> = {
    "/photo.jpg": async (_, answer) => answer.end(await photo()),
    "/moved": (_, answer) => answer.writeHead(302, { location: "/photo.jpg" }).end(),
    "/gone": (_, answer) => answer.writeHead(404).end(),
    "/page": (_, answer) => answer.end("<!doctype html>"),
    "/drawing.svg": (_, answer) => answer.writeHead(200, { "content-type": "image/jpeg" }).end(svg),
    "/large": (_, answer) => answer.end(Buffer.alloc(20 * 1024 * 1024 + 1)),
    "/closed": (_, answer) => answer.destroy(),
  };
  const host = createServer((request, answer) => {
    requests.push(`${request.method} ${request.url} ${request.headers.cookie ?? "without a cookie"}`);
    void pages[request.url!]!(request, answer);
  });
  before(async () => {
    await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening));
    app = await startApp({ open, catalogue: testCatalogue, config: { callbackAllowPrivate: true } });
    desk = await signedIn(app, "catalogue");
  });
  after(async () => {
    await app?.stop();
    host.close();
  });

  const at = (path: string) => ({ address: `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}` });
  const refusal = async (operator: Operator, body: object) => {
    const { status, text } = await operator.call("POST", "/photos/fetch", body);
    const { code, detail } = JSON.parse(text);
    return { status, code, detail };
  };

  test("a photo at an address is the same as one that is sent", async () => {
    const fetched = await desk.ask("POST", "/photos/fetch", at("/photo.jpg"));
    assert.deepEqual(fetched, await desk.upload("/photos", "image/jpeg", await photo()));
    assert.deepEqual(requests, ["GET /photo.jpg without a cookie"]);
  });

  test("an address that gives no photo is refused with the reason", async () => {
    const cases: [body: object, code: string, detail: RegExp][] = [
      [at("/moved"), "photo-address-refused", /leads to another one/],
      [at("/gone"), "photo-address-refused", /status 404/],
      [at("/page"), "photo-refused", /no photo/],
      [at("/drawing.svg"), "photo-refused", /SVG|no photo/],
      [at("/large"), "photo-address-refused", /more than 20 MB/],
      [at("/closed"), "photo-address-refused", /closed/],
      [{ address: "file:///etc/passwd" }, "photo-address-refused", /neither http nor https/],
      [{ address: "https://user:secret@example.com/a.jpg" }, "photo-address-refused", /user name/],
      [{ address: "http://127.0.0.1:25/a.jpg" }, "photo-address-refused", /Port 25/],
      [{ address: "photo.jpg" }, "photo-address-refused", /absolute URL/],
    ];
    for (const [body, code, detail] of cases) {
      const got = await refusal(desk, body);
      assert.deepEqual([got.status, got.code], [400, code], JSON.stringify(body));
      assert.match(got.detail, detail);
    }
  });

  test("a reader may not have the service call an address", async () => {
    const before = requests.length;
    const reader = await signedIn(app, "read-only");
    assert.equal(await reader.refused(403, "POST", "/photos/fetch", at("/photo.jpg")), "role-forbidden");
    assert.equal(requests.length, before);
  });
});

onPostgres("photos from an address, in production", (open) => {
  let app: TestApp;
  let desk: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: testCatalogue });
    desk = await signedIn(app, "catalogue");
  });
  after(() => app?.stop());

  test("only https at public addresses is called", async () => {
    for (const address of [
      "http://example.com/a.jpg",
      "https://127.0.0.1/a.jpg",
      "https://[::1]/",
      "https://10.0.0.1/",
    ]) {
      const answer = await desk.call("POST", "/photos/fetch", { address });
      assert.equal(answer.status, 400, address);
      assert.match(answer.text, /does not begin with https|not on a public address/, address);
    }
  });
});
