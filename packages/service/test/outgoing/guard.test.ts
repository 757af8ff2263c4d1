import assert from "node:assert/strict";
import { request as plainRequest } from "node:http";
import { test } from "node:test";
import { isPublic } from "../../src/outgoing/addresses.ts";
import { answering, post, rawServer } from "./servers.ts";

/** URLs that lead to this machine are refused. Without the guard they are reached. */

/** A public address that has been unassigned since 2006. */
const publicAddress = "3ffe::1";

for (const spelling of [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "0177.0.0.01",
  "127.0.0.1.",
  "①②⑦.⓪.⓪.①",
  "%31%32%37.0.0.1",
  "127.8.8.8",
  "0",
  "0.0.0.0",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:7f00:0001]",
])
  test(`http://${spelling}/ is refused, and called if private addresses are allowed`, async (t) => {
    const server = await rawServer(t, answering("200 OK"), { host: "0.0.0.0" });
    const url = `http://${spelling}:${server.port}/`;
    const guarded = await post(server.port, { url, allowPrivate: false });
    assert.ok(guarded.outcome === "failed");
    assert.deepEqual(
      [guarded.reason, guarded.detail, guarded.sent],
      ["refused-address", "The host is not on a public address.", false],
    );
    assert.equal(server.connections.length, 0);
    const control = await post(server.port, { url });
    assert.equal(control.outcome, "answered");
    assert.equal(server.connections.length, 1);
  });

for (const addresses of [["127.0.0.1"], [publicAddress, "127.0.0.1"], ["127.0.0.1", publicAddress]])
  test(`a name that resolves to ${addresses.join(" and ")} is refused, and called if private addresses are allowed`, async (t) => {
    const server = await rawServer(t, answering("200 OK"));
    const named = { url: `http://partner.test:${server.port}/`, lookup: async () => addresses };
    const guarded = await post(server.port, { ...named, allowPrivate: false });
    assert.equal(guarded.outcome === "failed" && guarded.reason, "refused-address");
    assert.equal(server.connections.length, 0);
    const control = await post(server.port, named);
    assert.equal(control.outcome, "answered");
    assert.match(server.requests[0]!, new RegExp(`\r\nhost: partner\\.test:${server.port}\r\n`));
  });

/** Resolves a name to another address at each lookup. The last address repeats. */
function rebinding(...addresses: string[]) {
  const lookups = { times: 0 };
  const lookup = async () => [addresses[Math.min(lookups.times++, addresses.length - 1)]!];
  return { lookups, lookup };
}

test("a name that changes from a public to a private address is called at the public one", async (t) => {
  assert.ok(isPublic(publicAddress));
  const server = await rawServer(t, answering("200 OK"));
  const { lookups, lookup } = rebinding(publicAddress, "127.0.0.1");
  const url = `http://partner.test:${server.port}/`;
  const outcome = await post(server.port, { url, lookup, allowPrivate: false, timeoutMs: 300 });
  assert.equal(outcome.outcome, "failed");
  assert.equal(lookups.times, 1);
  assert.equal(server.connections.length, 0);
});

test("control: a check followed by a second lookup is led to the private address", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  const { lookup } = rebinding(publicAddress, "127.0.0.1");
  assert.ok((await lookup()).every(isPublic), "the check allows the address");
  const status = await new Promise((resolve, reject) => {
    plainRequest(
      {
        host: "partner.test",
        port: server.port,
        agent: false,
        lookup: (_name, _options, found) =>
          void lookup().then((addresses) =>
            found(
              null,
              addresses.map((address) => ({ address, family: 4 })),
            ),
          ),
      },
      (response) => resolve(response.resume().statusCode),
    )
      .on("error", reject)
      .end();
  });
  assert.deepEqual([status, server.requests.length], [200, 1]);
});

test("each request to a name whose address changes goes to its own checked address", async (t) => {
  const first = await rawServer(t, answering("200 OK", [], "first"));
  const second = await rawServer(t, answering("200 OK", [], "second"), { host: "127.0.0.2", port: first.port });
  const { lookups, lookup } = rebinding("127.0.0.1", "127.0.0.2");
  const named = { url: `http://partner.test:${first.port}/`, lookup, mayArriveTwice: true };
  const bodies = [];
  for (let request = 1; request <= 3; request++) {
    const outcome = await post(first.port, named);
    bodies.push(outcome.outcome === "answered" && outcome.body);
    assert.equal(lookups.times, request);
  }
  assert.deepEqual(bodies, ["first", "second", "second"]);
  assert.deepEqual([first.requests.length, second.requests.length], [1, 2]);
});
